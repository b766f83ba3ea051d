//! Drafts made from other documents.

use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::document::Document;
use plumbline_core::error::{self as core, RuleErrors};
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;

use super::row::EnteredFields;
use super::store::DocumentRow;
use super::stored::fill_columns;
use crate::profiles;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::state::AppState;

pub mod duplicate;

/// The most days between the two dates of a copy.
const DAYS_MAX: i64 = 366;

/// A new draft from another document's row, dated today, with its second date `days` later.
///
/// # Errors
/// 500 if the document can't be written as JSON.
pub fn new_draft(
    state: &AppState,
    from: &DocumentRow,
    kind: DocumentKind,
    (document, totals): (&Document, &Totals),
    days: i64,
) -> Result<DocumentRow, ApiError> {
    let today = super::today(state)?;
    let now = state.clock.now_ms();
    let id = state.ids.new_id();
    let profile = from.business_profile_id.as_ref();
    let mut row = DocumentRow::new_draft(id, &from.user_id, kind, profile, now);
    let due = add_days(today, days);
    row.set_entered_fields(copy_entered_fields(from.entered_fields(), from.kind == kind, (today, due)));
    fill_columns(&mut row, document, totals)?;
    Ok(row)
}

/// The fields of a copy, with new dates. Every field is named, so that a new one doesn't compile until somebody decides
/// whether a copy has it.
fn copy_entered_fields(
    from: EnteredFields,
    is_same_kind: bool,
    (today, due): (Date, Option<Date>),
) -> EnteredFields {
    let EnteredFields {
        business_profile_id,
        contact_id,
        issue_date: _, // today
        due_date: _,   // so many days later
        job_description,
        job_address,
        order_number,
        notes,
        template,
        terms,
    } = from;
    EnteredFields {
        business_profile_id,
        contact_id,
        issue_date: Some(today),
        due_date: due,
        job_description,
        job_address,
        order_number,
        notes,
        template,
        // A quote's own terms are not an invoice's: those come from the profile.
        terms: terms.filter(|_| is_same_kind),
    }
}

/// The number of days that an invoice dated today allows for payment: as set in the business profile, otherwise the
/// default.
pub async fn find_days_to_pay(conn: &mut Conn, row: &DocumentRow, today: Date) -> Result<i64, ApiError> {
    let profile = match &row.business_profile_id {
        Some(id) => profiles::store::find_any(conn, &row.user_id, id).await?,
        None => None,
    };
    let own = profile.and_then(|profile| profile.fields.days_to_pay(today));
    Ok(own.unwrap_or_else(|| DocumentKind::Invoice.facts().end_days.into()))
}

/// The totals of a copy by today's rules; an issued document was checked by the rules of its day. `lines` contains, for
/// each line of the copy, the index of the original's line.
///
/// # Errors
/// 422 naming each field of the original that today's rules refuse.
pub fn calculate_copy_totals(copy: &Document, lines: &[usize]) -> Result<Totals, ApiError> {
    calculate(copy).map_err(|broken| to_api_error(broken, lines))
}

/// The errors that prevent a copy, each with a field of the original and a sentence.
fn to_api_error(broken: RuleErrors, lines: &[usize]) -> ApiError {
    let of_original = |mut error: core::FieldError| {
        error.path = path_in_original(error.path, lines);
        FieldError::from(error)
    };
    let errors: Vec<FieldError> = broken.0.into_iter().map(of_original).collect();
    let first = errors.first().map_or("", |error| &*error.msg);
    let message =
        format!("The rules have changed since this was written, so it can’t be copied as it is: {first}");
    ApiError::rule_broken(errors).with_message("rule_broken", message)
}

/// Converts the path of a field in the copy to its path in the original.
fn path_in_original(path: String, lines: &[usize]) -> String {
    let of_line = path.strip_prefix("items[").and_then(|rest| {
        let (at, field) = rest.split_once(']')?;
        let line = lines.get(at.parse::<usize>().ok()?)?;
        Some(format!("items[{line}]{field}"))
    });
    of_line.unwrap_or(path)
}

fn add_days(today: Date, days: i64) -> Option<Date> {
    today.plus_days(u32::try_from(days.clamp(0, DAYS_MAX)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_keeps_everything_that_was_written_except_the_dates() {
        let written = EnteredFields::every_field();
        let day = |text: &str| text.parse::<Date>().unwrap();
        let days = (day("2027-01-04"), Some(day("2027-02-03")));
        let mut expected = EnteredFields {
            issue_date: "2027-01-04".parse().ok(),
            due_date: "2027-02-03".parse().ok(),
            ..written.clone()
        };
        assert_eq!(copy_entered_fields(written.clone(), true, days), expected);
        expected.terms = None;
        assert_eq!(copy_entered_fields(written, false, days), expected, "an invoice of a quote");
    }
}
