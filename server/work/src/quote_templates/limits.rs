//! How many templates an account has, how large they are, and their names.

use super::store::{self, QuoteTemplateRow};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, FieldError};

/// The most templates of an account: more than anybody has kinds of work.
const TEMPLATES_MAX: i64 = 200;
/// The most bytes of one template: some 300 lines with a paragraph each.
const TEMPLATE_BYTES_MAX: i64 = 200_000;
/// The most bytes of all of them, since every device stores them all.
const TOTAL_BYTES_MAX: i64 = 4_000_000;

/// Refuses a template that is too large, one too many, or has the same name as another. Call it before the template is
/// written, in the same transaction.
///
/// # Errors
/// 422 naming the field.
pub(super) async fn check(tx: &mut WriteTx, row: &QuoteTemplateRow) -> Result<(), ApiError> {
    if row.weight > TEMPLATE_BYTES_MAX {
        let text = "This is too long for a template. Take out what you don’t need every time.";
        return Err(field_error("items", "too_long", text.to_owned()));
    }
    let (others, bytes) = store::count_others(tx, row).await?;
    if others >= TEMPLATES_MAX {
        let message = format!("You have {TEMPLATES_MAX} templates, which is the maximum.");
        return Err(field_error("name", "too_many", message));
    }
    if bytes.saturating_add(row.weight) > TOTAL_BYTES_MAX {
        let text = "Your templates have reached the size limit. Delete one you don’t use.";
        return Err(field_error("items", "too_long", text.to_owned()));
    }
    if store::is_name_taken(tx, row).await? {
        let message = format!("You already have a template called “{}”.", row.name);
        return Err(field_error("name", "name_taken", message));
    }
    Ok(())
}

fn field_error(path: &str, code: &'static str, text: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new(path, code, text)])
}
