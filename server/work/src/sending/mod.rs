//! Sending a document to its customer: issuing a draft, or sending an issued document again.
//!
//! Whether a person sends it, a batch or the date of a recurring invoice, `issue_and_send` checks everything that can
//! refuse it, then writes, and then informs everybody.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::credentials::is_email;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::credits;
use crate::emails::{self, EmailRequest};
use crate::stages;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::RawJson;
use plumbline_platform::http::field_checks::{FieldChecks, MESSAGE_MAX};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::issuing::issue;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::response::DocumentResponse;
use plumbline_records::documents::status::Step;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_tax::vat;

/// The routes below each kind's path.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(send))
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
#[utoipa::path(post, path = "/{id}/send", tag = "documents",
    params(("id" = String, Path)), request_body = SendRequest, responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn send(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
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
/// 409 if it may not be sent; 422 naming what is missing or breaks a rule; and the errors of [`emails::check_document`].
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
    // Everything that can refuse it. Nothing is written before all of it was checked.
    stored.take_step(Step::Send, documents::today(state)?)?;
    let version = issue::check_sending(state, tx, stored).await?;
    if version.is_some() {
        stages::check_stage(tx, stored).await?;
    }
    let SendRequest { via, to, subject, message, by } = request;
    let email = match via {
        Via::Email => {
            let wanted = EmailRequest { to, subject, message };
            Some(emails::check_document(state, tx, stored, wanted).await?)
        }
        Via::Link => None,
    };
    vat::check_may_issue(state, tx, stored).await?;
    if version.is_some() {
        // The version repeats at least what the document contains.
        let more = StorageUse::of_bytes(stored.row.stored_size());
        quota::check_storage(state, tx, &stored.row.user_id, more).await?;
    }

    // The document, its version and number, and the invoice of a credit note.
    if let Some(version) = version {
        issue::issue_version(state, tx, stored, version).await?;
    }
    // Payments carried over from a quote may have paid a part already.
    stored.update_payment_status()?;
    credits::write_with_invoice(state, tx, stored, state.clock.now_ms()).await?;
    issue::record_given(state, tx, stored).await?;

    // Who learns of it.
    announce_event(tx, stored, DocumentEvent::Status).await?;
    let words = match &email {
        Some(email) => Some(("email", email.id.as_str())),
        None => by.map(|by| ("by", by.code())),
    };
    notifying::record(state, tx, event, stored, words.as_slice()).await?;
    if let Some(email) = email {
        emails::queue_document(state, tx, stored, email).await?;
    }
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
