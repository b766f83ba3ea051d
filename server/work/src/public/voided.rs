//! What a voided invoice's link shows: that it was voided, and what replaces it. It shows nothing of the invoice
//! itself, which may have been voided because it was wrong.

use axum::http::StatusCode;
use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::kind::DocumentKind;
use plumbline_core::present::Help;
use serde::Serialize;
use utoipa::ToSchema;

use super::not_found;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::replacement;
use plumbline_records::documents::reading::response::customer_link;
use plumbline_records::documents::store::{self, DocumentRow, DocumentStatus};

/// The error code of the response.
pub const CODE: &str = "voided";

/// What is shown instead of a voided invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct VoidedNotice {
    /// `Invoice INV-0003 was voided`.
    pub title: String,
    /// Whose invoice it was and what to do, in a sentence or two.
    pub message: String,
    /// The invoice that replaces it, or null.
    pub replacement: Option<ReplacementInvoice>,
    /// How to contact the business; null if it gave neither a phone number nor an email address.
    #[schema(value_type = Option<Object>)]
    pub help: Option<Help>,
}

/// The invoice that replaces a voided one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ReplacementInvoice {
    /// `Invoice INV-0004`.
    pub heading: String,
    /// The address at which the customer reads and pays it.
    pub url: String,
}

/// What a link shows if its document was voided; `None` for every other link.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub async fn find_notice(
    state: &AppState,
    conn: &mut Conn,
    kind: DocumentKind,
    token: &str,
) -> Result<Option<VoidedNotice>, ApiError> {
    let row = store::find_public(conn, kind, token).await?;
    let Some(row) = row.filter(|row| row.status == DocumentStatus::Void) else {
        return Ok(None);
    };
    let profile = Parties::for_document(conn, &row).await?.profile;
    let business = match profile.name.trim() {
        "" => "The business",
        name => name,
    };
    let heading = document_heading(&row);
    let help = contact_help(&profile, &heading);
    let replacement = replacement::find_replacement(conn, &row).await?.and_then(|by| {
        Some(ReplacementInvoice {
            heading: self::document_heading(&by),
            url: customer_link(state, by.kind, by.public_token.as_deref()?),
        })
    });
    let name = kind.name();
    // Nothing has to be paid for a credit note.
    let advice = match kind {
        DocumentKind::CreditNote => "",
        DocumentKind::Quote | DocumentKind::Invoice => ", so there is nothing to pay for it",
    };
    let rest = match &replacement {
        Some(by) => format!("{} replaces it.", by.heading),
        None => "If you’re not sure what you owe, please ask them.".to_owned(),
    };
    Ok(Some(VoidedNotice {
        title: format!("{heading} was voided"),
        message: format!("{business} voided this {name}: it is no longer valid{advice}. {rest}"),
        replacement,
        help,
    }))
}

/// The error response for a link that shows no document.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub async fn refusal_error(
    state: &AppState,
    conn: &mut Conn,
    kind: DocumentKind,
    token: &str,
) -> Result<ApiError, ApiError> {
    let Some(voided) = find_notice(state, conn, kind, token).await? else {
        return Ok(not_found(kind));
    };
    let error = ApiError::new(StatusCode::GONE, CODE, voided.message.clone());
    Ok(error.with_current(serde_json::to_value(&voided)?))
}

/// How to contact the business about a document, with the details that it gave.
fn contact_help(profile: &BusinessProfile, heading: &str) -> Option<Help> {
    let given = |typed: &str| Some(typed.trim().to_owned()).filter(|method| !method.is_empty());
    let (phone, email) = (given(&profile.phone), given(&profile.email));
    (phone.is_some() || email.is_some()).then(|| Help { phone, email, subject: format!("Re: {heading}") })
}

fn document_heading(row: &DocumentRow) -> String {
    let number = row.number.as_deref().unwrap_or_default();
    format!("{} {number}", row.title()).trim_end().to_owned()
}
