//! What a voided invoice's link shows: that it was voided, and what replaces it. It shows nothing of the invoice
//! itself, which may have been voided because it was wrong.

use axum::http::StatusCode;
use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::kind::Kind;
use plumbline_core::present::Help;
use serde::Serialize;
use utoipa::ToSchema;

use super::not_found;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::reading::answer::link;
use plumbline_records::documents::reading::replacement;
use plumbline_records::documents::store::{self, DocumentRow, Status};

/// The code of the answer.
pub const CODE: &str = "voided";

/// What is said instead of a voided invoice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Voided {
    /// `Invoice INV-0003 was voided`.
    pub title: String,
    /// Whose it was and what to do, a sentence or two.
    pub message: String,
    /// The invoice that replaces it; null where there is none.
    pub replacement: Option<Replacement>,
    /// How to ask the business; null where it gave no phone number and no email address.
    #[schema(value_type = Option<Object>)]
    pub help: Option<Help>,
}

/// The invoice that replaces a voided one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Replacement {
    /// `Invoice INV-0004`.
    pub heading: String,
    /// Where its customer reads and pays it.
    pub url: String,
}

/// What the link says where its document was voided; `None` for every other link.
///
/// # Errors
/// 500 when what is stored cannot be read.
pub async fn of(
    state: &AppState,
    conn: &mut Conn,
    kind: Kind,
    token: &str,
) -> Result<Option<Voided>, ApiError> {
    let row = store::find_public(conn, kind, token).await?;
    let Some(row) = row.filter(|row| row.status == Status::Void) else {
        return Ok(None);
    };
    let profile = Parties::shown(conn, &row).await?.profile;
    let business = match profile.name.trim() {
        "" => "The business",
        name => name,
    };
    let heading = heading(&row);
    let help = help(&profile, &heading);
    let replacement = replacement::of(conn, &row).await?.and_then(|by| {
        Some(Replacement {
            heading: self::heading(&by),
            url: link(state, by.kind, by.public_token.as_deref()?),
        })
    });
    let name = kind.name();
    // A credit note asks for nothing.
    let advice = match kind {
        Kind::CreditNote => "",
        Kind::Quote | Kind::Invoice => ", so there is nothing to pay for it",
    };
    let rest = match &replacement {
        Some(by) => format!("{} replaces it.", by.heading),
        None => "If you’re not sure what you owe, please ask them.".to_owned(),
    };
    Ok(Some(Voided {
        title: format!("{heading} was voided"),
        message: format!("{business} withdrew this {name}: it no longer counts{advice}. {rest}"),
        replacement,
        help,
    }))
}

/// The answer for a link that shows no document.
///
/// # Errors
/// 500 when what is stored cannot be read.
pub async fn refusal(
    state: &AppState,
    conn: &mut Conn,
    kind: Kind,
    token: &str,
) -> Result<ApiError, ApiError> {
    let Some(voided) = of(state, conn, kind, token).await? else {
        return Ok(not_found(kind));
    };
    let error = ApiError::new(StatusCode::GONE, CODE, voided.message.clone());
    Ok(error.with_current(serde_json::to_value(&voided)?))
}

/// How to ask the business about a document, as far as it said.
fn help(profile: &BusinessProfile, heading: &str) -> Option<Help> {
    let given = |typed: &str| Some(typed.trim().to_owned()).filter(|way| !way.is_empty());
    let (phone, email) = (given(&profile.phone), given(&profile.email));
    (phone.is_some() || email.is_some()).then(|| Help {
        phone,
        email,
        subject: format!("Re: {heading}"),
    })
}

fn heading(row: &DocumentRow) -> String {
    let number = row.number.as_deref().unwrap_or_default();
    format!("{} {number}", row.kind.title())
        .trim_end()
        .to_owned()
}
