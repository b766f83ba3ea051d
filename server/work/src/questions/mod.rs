//! What customers ask about a document on its page, and what the business replies.
//!
//! Anybody with the link can ask a question, or request changes to an offer ([`ask`]); core decides about which
//! documents (`plumbline_core::status`). The business learns of it live, by email and by a notification,
//! and it is on the document's timeline (`documents/reading/questions.rs`). The reply (`reply`) is emailed with
//! the question quoted: to the customer's own address or, if nobody knows one, to the address that came with the
//! question. Nothing is sent to that address before a person of the business writes to it, so that no stranger can
//! make us write to somebody else.
//!
//! Publishing a new version also answers requested changes (`documents/issuing`). The page shows the person with its
//! link what was asked on it, and whether it was answered (`public/page.rs`).
//!
//! A question changes nothing about its document: status, versions and amounts stay.

mod ask;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::status::{REPLIES_MAX, REPLY_MAX};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::emails::{self, ReplyEmail};
use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::ids::{DocumentId, QuestionId, UserId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::emails::find_customer_email;
use plumbline_records::documents::reading::questions::reply_address;
use plumbline_records::documents::reading::timeline::{self, Timeline};
use plumbline_records::documents::store::questions as store;
use plumbline_records::documents::store::questions::{QuestionRow, ReplyRow};
use plumbline_records::documents::stored::StoredDocument;

/// The routes below each kind's path.
pub fn document_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(ask::ask)).routes(routes!(reply)).routes(routes!(mark_answered))
}

/// The questions of an account's customers, for its export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_for_account(conn, user_id).await?;
    Ok(rows.into_iter().map(|row| json!(row)).collect())
}

/// The replies of an account, for its export.
pub async fn export_replies(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_replies_for_account(conn, user_id).await?;
    Ok(rows.into_iter().map(|row| json!(row)).collect())
}

/// The reply of the business.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ReplyInput {
    /// Plain text, up to 5,000 characters.
    pub words: String,
}

/// Replies to a question by email, with the question quoted. The email goes to the customer's own address or, if that
/// is unknown, to the one that they gave with the question.
#[utoipa::path(post, path = "/{id}/questions/{question}/reply", tag = "documents",
    params(("id" = String, Path), ("question" = String, Path)), operation_id = "reply_to_question", request_body = ReplyInput, responses(
    (status = 200, body = Timeline), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn reply(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, (id, question)): DocumentPath<(DocumentId, QuestionId)>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input: ReplyInput = body.parse()?;
    let texts = reply_text(&input)?;
    let route = format!("{}/{id}/questions/{question}/reply", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let question = find_question(&mut tx, &stored, &question).await?;
    check_reply_limit(&mut tx, &stored, &question).await?;
    let known = find_customer_email(&mut tx, &stored.row).await?;
    let Some(to) = reply_address(known.as_deref(), &question) else {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "to",
            "required",
            "This customer has no email address. Call them, or add one to their details first.",
        )]));
    };
    let answered = ReplyEmail { question: &question, text: &texts, to: &to };
    let email = emails::queue_reply(&state, &mut tx, &stored, answered).await?;
    let row = ReplyRow {
        id: email.clone(),
        user_id: user.id.clone(),
        question_id: question.id.clone(),
        words: texts,
        receiver: to,
        replied_at: now,
    };
    store::insert_reply(&mut tx, &row).await?;
    store::mark_answered(&mut tx, &question.id, now).await?;
    let given = [("email", email.as_str())];
    notifying::record(&state, &mut tx, "question_replied", &stored, &given).await?;
    announce_event(&mut tx, &stored, DocumentEvent::Question).await?;
    let result = timeline::load_timeline(&mut tx, (&user.id, kind, &id)).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &result).await?;
    tx.commit().await?;
    Ok(response)
}

/// Records that a question was answered in another way, such as on the phone; nothing is sent. Repeating the request is
/// not an error.
#[utoipa::path(post, path = "/{id}/questions/{question}/answered", tag = "documents",
    params(("id" = String, Path), ("question" = String, Path)), operation_id = "question_answered", responses(
    (status = 200, body = Timeline), (status = 404, body = ErrorBody)))]
async fn mark_answered(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, (id, question)): DocumentPath<(DocumentId, QuestionId)>,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("{}/{id}/questions/{question}/answered", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let question = find_question(&mut tx, &stored, &question).await?;
    if store::mark_answered(&mut tx, &question.id, now).await? {
        notifying::record(&state, &mut tx, "question_settled", &stored, &[]).await?;
        announce_event(&mut tx, &stored, DocumentEvent::Question).await?;
    }
    let result = timeline::load_timeline(&mut tx, (&user.id, kind, &id)).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &result).await?;
    tx.commit().await?;
    Ok(response)
}

/// # Errors
/// 422 `words`.
fn reply_text(input: &ReplyInput) -> Result<String, ApiError> {
    let text = input.words.trim().to_owned();
    let mut checks = FieldChecks::new();
    if text.is_empty() {
        checks.add("words", "required", "Please write your reply.");
    } else {
        checks.check_paragraphs("words", &text, REPLY_MAX);
    }
    checks.into_result()?;
    Ok(text)
}

/// # Errors
/// 404 if there is no such question about the document.
async fn find_question(
    tx: &mut WriteTx,
    stored: &StoredDocument,
    id: &QuestionId,
) -> Result<QuestionRow, ApiError> {
    let row = store::find(tx, &stored.row.id, id).await?;
    row.ok_or_else(|| ApiError::not_found("Question"))
}

/// # Errors
/// 409 if the question already has the most replies that it may have.
async fn check_reply_limit(
    tx: &mut WriteTx,
    stored: &StoredDocument,
    question: &QuestionRow,
) -> Result<(), ApiError> {
    let replies = store::list_replies_for_document(tx, &stored.row.id).await?;
    let own = replies.iter().filter(|reply| reply.question_id == question.id);
    if i64::try_from(own.count()).is_ok_and(|many| many < REPLIES_MAX) {
        return Ok(());
    }
    let msg = "You have replied to this question many times. Please write to the customer by email.";
    Err(ApiError::conflict("too_many_replies", msg))
}
