//! Sending a document to its customer, and revoking its link.

pub mod texts;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, Json};
use plumbline_core::credentials::is_email;
use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use texts::{EmailTexts, ShareTexts};
use utoipa::ToSchema;

use crate::documents::issuing::issue;
use crate::documents::notifying::{self, DocumentEvent, announce_event};
use crate::documents::parties::Parties;
use crate::documents::reading::response::DocumentResponse;
use crate::documents::status::Step;
use crate::documents::stored::StoredDocument;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::hooks::IssueEmail;
use plumbline_platform::http::RawJson;
use plumbline_platform::http::field_checks::{FieldChecks, MESSAGE_MAX};
use plumbline_platform::idempotency::{self, IdempotencyKey, IdempotentRequest};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

// The message that the send dialog starts with.

/// The texts for sending a document to its customer.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct SendTexts {
    /// The email as it would be sent unless the business changes it.
    pub letter: EmailTexts,
    /// The text for sharing its link; null for a draft, which has no link yet.
    pub share: Option<ShareTexts>,
}

/// The texts for sending a document to its customer, by email or as a link.
#[utoipa::path(get, path = "/{id}/sending", tag = "documents", responses(
    (status = 200, body = SendTexts), (status = 404, body = ErrorBody)))]
pub async fn sending(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
) -> Result<Json<SendTexts>, ApiError> {
    let mut conn = state.db.read().await?;
    let stored = StoredDocument::find(&mut conn, &user.id, kind, &id).await?;
    let parties = Parties::for_document(&mut conn, &stored.row).await?;
    let character = texts::email_texts(&mut conn, &stored, &parties).await?;
    let share = texts::share_texts(&state, &stored, &parties);
    Ok(Json(SendTexts { letter: character, share }))
}

// Revoking a link: it stops working, and the document gets a new one.

/// Gives an issued document a new link that the business can pass on, because the old one went to the wrong person. The
/// old link then gives the same response as an invalid one.
#[utoipa::path(post, path = "/{id}/revoke-link", tag = "documents", responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn revoke_link(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("{}/{id}/revoke-link", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let Some(old) = stored.row.public_token.take() else {
        return Err(ApiError::conflict("not_sent", "This is a draft without a link yet. Send it first."));
    };
    // The stored responses to requests with the old link must no longer be available through it.
    idempotency::delete_scope(&mut tx, &format!("link:{old}")).await?;
    stored.row.public_token = Some(issue::new_link_token(&state));
    stored.write(&state, &mut tx, now).await?;
    announce_event(&mut tx, &stored, DocumentEvent::Updated).await?;
    notifying::record(&state, &mut tx, "link_revoked", &stored, &[]).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

// A phone number in the form that messengers take.

/// A mobile number in international form, only digits, as `https://wa.me/` expects it; `None` if it isn't a number or
/// can't receive messages. A number without a country code is taken as British.
#[must_use]
pub fn parse_mobile(typed: &str) -> Option<String> {
    let typed = typed.trim();
    // "07700 900123 (Jo)", "… ext 5": ignore everything after the number.
    let end = typed.find(|c: char| !c.is_ascii_digit() && !" +-().".contains(c));
    let typed = &typed[..end.unwrap_or(typed.len())];
    // "+44 (0)7700 …": the zero is dialled only within the UK.
    let bare = typed.replace("(0)", "");
    let digits: String = bare.chars().filter(char::is_ascii_digit).collect();
    let abroad = if bare.trim_start().starts_with('+') {
        digits
    } else if let Some(rest) = digits.strip_prefix("00") {
        rest.to_owned()
    } else if let Some(rest) = digits.strip_prefix('0') {
        format!("44{rest}")
    } else {
        return None;
    };
    can_receive_messages(&abroad).then_some(abroad)
}

/// For British numbers, whether Ofcom assigns the number to mobiles (071 to 075 and 077 to 079; 070 and 076 are
/// forwarded calls and pagers); for others, whether E.164 allows it.
fn can_receive_messages(abroad: &str) -> bool {
    match abroad.strip_prefix("44") {
        Some(home) => {
            home.len() == 10
                && home.starts_with('7')
                && !home.starts_with("70")
                && (!home.starts_with("76") || home.starts_with("7624"))
        }
        None => (8..=15).contains(&abroad.len()) && !abroad.starts_with('0'),
    }
}

/// How to send a document.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SendRequest {
    /// By email, or only as a link.
    pub via: Via,
    /// The email address; the contact's by default.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub to: Option<String>,
    /// The subject; a suitable one by default.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub subject: Option<String>,
    /// The message above the totals; a suitable one by default.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub message: Option<String>,
    /// For a link, how the business passes it on, for the timeline.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub by: Option<Channel>,
}

impl SendRequest {
    /// A request with only the means of sending.
    #[must_use]
    pub fn new(via: Via) -> Self {
        Self { via, to: None, subject: None, message: None, by: None }
    }
}

/// How a document reaches its customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum Via {
    /// The server emails the link.
    Email,
    /// The business passes the link on.
    Link,
}

/// How the business passes a link on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    /// Copied to the clipboard.
    Copy,
    /// The device's share menu.
    Share,
    /// WhatsApp.
    Whatsapp,
    /// A text message.
    Sms,
    /// A QR code that the customer scans.
    Qr,
}

impl Channel {
    /// Its name in the activities.
    const fn code(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Share => "share",
            Self::Whatsapp => "whatsapp",
            Self::Sms => "sms",
            Self::Qr => "qr",
        }
    }
}

/// The most characters in a subject.
const SUBJECT_MAX: usize = 200;

/// Issues a draft and emails it or returns its link; or sends an issued document again, with the same number and link.
#[utoipa::path(post, path = "/{id}/send", tag = "documents", request_body = SendRequest, responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn send(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let request: SendRequest = body.parse()?;
    let request = validate(request)?;
    let route = format!("{}/{id}/send", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let more = send_in_tx(&state, &mut tx, &mut stored, request).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
    quota::count_storage(&state, &mut tx, &user.id, more).await?;
    tx.commit().await?;
    Ok(response)
}

/// Issues a document that the caller has locked and sends it to its customer, in the caller's transaction. Returns by
/// how much the account's storage grows.
///
/// # Errors
/// 409 if it may not be sent; 422 naming what is missing; and any error of the hook that sends the email.
pub async fn send_in_tx(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &mut StoredDocument,
    request: SendRequest,
) -> Result<StorageUse, ApiError> {
    let event = match request.via {
        Via::Email => "sent",
        Via::Link => "link_given",
    };
    issue_and_send(state, tx, stored, request, event).await
}

/// The same for a document that is sent automatically on its date: it goes to the customer by email.
///
/// # Errors
/// As for [`send_in_tx`].
pub async fn send_automatically(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &mut StoredDocument,
) -> Result<StorageUse, ApiError> {
    let by_mail = SendRequest::new(Via::Email);
    issue_and_send(state, tx, stored, by_mail, "sent_by_itself").await
}

async fn issue_and_send(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &mut StoredDocument,
    request: SendRequest,
    event: &str,
) -> Result<StorageUse, ApiError> {
    stored.take_step(Step::Send, crate::documents::today(state)?)?;
    issue::issue_document(state, tx, stored).await?;
    // Payments carried over from a quote may have paid a part already.
    stored.update_payment_status()?;
    stored.write(state, tx, state.clock.now_ms()).await?;
    announce_event(tx, stored, DocumentEvent::Status).await?;
    let character = (request.via == Via::Email).then(|| IssueEmail {
        id: state.ids.new_id(),
        to: request.to,
        subject: request.subject,
        message: request.message,
    });
    let by = request.by.map(|by| ("by", by.code()));
    let words = match &character {
        Some(issue_email) => Some(("email", issue_email.id.as_str())),
        None => by,
    };
    notifying::record(state, tx, event, stored, words.as_slice()).await?;
    notifying::run_issued(state, tx, stored, character).await?;
    Ok(StorageUse::of_bytes(stored.size_change()))
}

/// Checks the texts and removes empty ones.
fn validate(request: SendRequest) -> Result<SendRequest, ApiError> {
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let request = SendRequest {
        via: request.via,
        to: given(request.to).map(|to| to.trim().to_owned()),
        subject: given(request.subject),
        message: given(request.message),
        by: request.by,
    };
    let mut checks = FieldChecks::new();
    if let Some(to) = &request.to
        && !is_email(to)
    {
        checks.add("to", "invalid_email", "Please enter a valid email address");
    }
    if let Some(subject) = &request.subject {
        checks.check_line("subject", subject, SUBJECT_MAX);
    }
    if let Some(message) = &request.message {
        checks.check_paragraphs("message", message, MESSAGE_MAX);
    }
    checks.into_result()?;
    Ok(request)
}

#[cfg(test)]
mod tests {
    use super::parse_mobile;

    #[test]
    fn mobiles_are_read_as_people_write_them() {
        for typed in [
            "07700 900123",
            "07700900123",
            "(07700) 900-123",
            "+44 7700 900123",
            "+44 (0)7700 900123",
            "0044 7700 900 123",
            "07700 900123 / 0113 496 0000",
            "07700 900123 ext 5",
        ] {
            assert_eq!(parse_mobile(typed).as_deref(), Some("447700900123"), "{typed}");
        }
        assert_eq!(parse_mobile("+353 87 123 4567").as_deref(), Some("353871234567"));
        assert_eq!(parse_mobile("07624 900123").as_deref(), Some("447624900123"));
    }

    #[test]
    fn refuses_numbers_that_cannot_receive_messages() {
        for typed in [
            "",
            "0113 496 0000",
            "+44 20 7946 0000",
            "070 0090 0123",
            "07600 900123",
            "7700 900123",
            "0770 09001",
            "077009001234",
            "+1",
            "call me",
        ] {
            assert_eq!(parse_mobile(typed), None, "{typed}");
        }
    }
}
