//! POST /api/{kind}/{id}/emails/{email}/again and …/arrived: a lost email is sent again because somebody wants
//! that, or its customer says that they have it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::emails::allowance;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::ids::{DocumentId, JobId};
use plumbline_platform::jobs;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::emails::{find_customer_email, is_undelivered};
use plumbline_records::documents::reading::timeline::{self, Timeline};
use plumbline_records::documents::store::DocumentStatus;
use plumbline_records::documents::store::posted_emails::{self, EmailRow, EmailState};
use plumbline_records::documents::stored::StoredDocument;

/// Sends a lost email again. It is the same message with the same Message-ID, so that a recipient who gets it twice can
/// tell. It goes to the customer's current address if the first one went to the address they had then.
#[utoipa::path(post, path = "/{id}/emails/{email}/again", tag = "documents",
    params(("id" = String, Path), ("email" = String, Path)), operation_id = "send_email_again", responses(
    (status = 200, body = Timeline), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(in crate::emails) async fn resend(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, (id, email)): DocumentPath<(DocumentId, JobId)>,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("{}/{id}/emails/{email}/again", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, b"");
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, state.clock.now_ms()).await? {
        return Ok(answer);
    }
    let stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let row = find_lost(&mut tx, &stored, &email).await?;
    requeue_to_customer(&state, &mut tx, &stored, row).await?;
    let result = timeline::load_timeline(&mut tx, (&user.id, kind, &id)).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &result).await?;
    quota::count_storage(&state, &mut tx, &user.id, StorageUse::noted(quota::ACTIVITY)).await?;
    tx.commit().await?;
    Ok(response)
}

/// Records that the customer has a lost email: nothing more is asked about it.
#[utoipa::path(post, path = "/{id}/emails/{email}/arrived", tag = "documents",
    params(("id" = String, Path), ("email" = String, Path)), operation_id = "email_arrived", responses(
    (status = 200, body = Timeline), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
pub(in crate::emails) async fn mark_arrived(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, (id, email)): DocumentPath<(DocumentId, JobId)>,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("{}/{id}/emails/{email}/arrived", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let row = find_lost(&mut tx, &stored, &email).await?;
    let row = set_arrived(&state, &mut tx, row).await?;
    let words = [("email", row.id.as_str())];
    notifying::record(&state, &mut tx, "email_arrived", &stored, &words).await?;
    announce_event(&mut tx, &stored, DocumentEvent::Updated).await?;
    let result = timeline::load_timeline(&mut tx, (&user.id, kind, &id)).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &result).await?;
    quota::count_storage(&state, &mut tx, &user.id, StorageUse::noted(quota::ACTIVITY)).await?;
    tx.commit().await?;
    Ok(response)
}

/// A lost email of a document.
async fn find_lost(tx: &mut WriteTx, stored: &StoredDocument, email: &JobId) -> Result<EmailRow, ApiError> {
    let row = posted_emails::find(tx, email).await?;
    let row = row.filter(|row| row.document_id.as_ref() == Some(&stored.row.id));
    require_lost(row)
}

/// The email that was found, if it is lost.
///
/// # Errors
/// 404 if none was found; 409 if it is on its way, or the mail server has accepted it.
pub fn require_lost(found: Option<EmailRow>) -> Result<EmailRow, ApiError> {
    let row = found.ok_or_else(|| ApiError::not_found("Email"))?;
    if !is_undelivered(row.state) {
        let msg = "This email is already on its way or with the mail server. We don’t send it twice.";
        return Err(ApiError::conflict("not_lost", msg));
    }
    Ok(row)
}

/// Queues a lost email again, to this address: the same message, with the same Message-ID.
///
/// # Errors
/// 409 `too_old` if the email is no longer stored: `instead` says what to do.
pub async fn requeue(
    state: &AppState,
    tx: &mut WriteTx,
    (row, receiver): (EmailRow, String),
    instead: &str,
) -> Result<EmailRow, ApiError> {
    if !jobs::retry(state, tx, &row.id).await? {
        let msg = format!("This email was written too long ago. {instead}");
        return Err(ApiError::conflict("too_old", msg));
    }
    let row = EmailRow {
        receiver,
        state: EmailState::Waiting,
        problem: String::new(),
        unsettled: false,
        changed_at: state.clock.now_ms(),
        ..row
    };
    posted_emails::update(tx, &row).await?;
    Ok(row)
}

/// Records that the recipient of an email has it: nothing more is asked about it.
pub async fn set_arrived(state: &AppState, tx: &mut WriteTx, row: EmailRow) -> Result<EmailRow, ApiError> {
    let row =
        EmailRow { state: EmailState::Arrived, unsettled: false, changed_at: state.clock.now_ms(), ..row };
    posted_emails::update(tx, &row).await?;
    Ok(row)
}

async fn requeue_to_customer(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    row: EmailRow,
) -> Result<(), ApiError> {
    let word = stored.name();
    if stored.row.status == DocumentStatus::Void {
        let msg = format!("This {word} is void, so we no longer send its emails.");
        return Err(ApiError::conflict("void", msg));
    }
    let parties = Parties::for_document(tx, &stored.row).await?;
    let theirs = parties.contact.map(|contact| contact.email);
    let is_theirs = theirs.is_some_and(|theirs| theirs.trim() == row.receiver);
    let receiver = match find_customer_email(tx, &stored.row).await? {
        Some(now) if is_theirs => now,
        _ => row.receiver.clone(),
    };
    let mail = (parties.profile.name.trim(), receiver.as_str());
    allowance::reserve(state, tx, &stored.row.user_id, mail).await?;
    let instead = format!("Send the {word} again instead.");
    let row = requeue(state, tx, (row, receiver), &instead).await?;
    let words = [("email", row.id.as_str())];
    notifying::record(state, tx, "email_again", stored, &words).await?;
    announce_event(tx, stored, DocumentEvent::Updated).await?;
    Ok(())
}
