//! POST /api/admin/support/{id}/answer, and what is done about a reply whose email was lost:
//! …/answers/{answer}/again and …/answers/{answer}/arrived

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::message::{self, QueuedMessageDetails};
use crate::admin::{Admin, store};
use plumbline_platform::audit::{self, AuditAction};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, Create, Path, Write};
use plumbline_platform::ids::{SupportAnswerId, SupportMessageId};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::posted_emails::{self, EmailRow, EmailTopic};
use plumbline_records::support::emails;
use plumbline_records::support::store::answers::{self, SupportAnswerRow};
use plumbline_records::support::store::{SupportStatus, queue};
use plumbline_work::emails::tracking::resend::{requeue, require_lost, set_arrived};
use plumbline_work::emails::tracking::support_answers as letters;

/// The longest reply, in characters.
const ANSWER_MAX: usize = 10_000;

/// A reply.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AnswerInput {
    /// The text for the person.
    text: String,
}

/// Replies to a question: by email, in the same thread as the confirmation that it arrived, and next to the question in
/// the app. The client may choose the `id`: the same reply sent again is stored and emailed once.
#[utoipa::path(post, path = "/api/admin/support/{id}/answer", tag = "admin", operation_id = "answer",
    params(SupportMessageId), request_body = Create<AnswerInput>,
    responses((status = 201, body = QueuedMessageDetails), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn answer_message(
    State(state): State<AppState>,
    admin: Admin,
    Path(id): Path<SupportMessageId>,
    ApiJson(request): ApiJson<Write<AnswerInput>>,
) -> Result<(StatusCode, Json<QueuedMessageDetails>), ApiError> {
    let answer_id = request.id_or_new(&state.ids)?;
    let text = validate_text(&request.fields.text)?;
    let now = state.clock.now_ms();
    let not_found = || ApiError::not_found("Message");
    let mut tx = state.db.begin_write().await?;
    let row = queue::lock(&mut tx, &id).await?.ok_or_else(not_found)?;
    let person = store::find_owner(&mut tx, &row.user_id).await?;
    let person = person.ok_or_else(not_found)?;
    let answer = SupportAnswerRow {
        id: answer_id,
        message_id: id.clone(),
        answered_by: admin.0.name.clone(),
        text,
        created_at: now,
    };
    if answers::insert(&mut tx, &answer).await? {
        queue::set_status(&mut tx, &id, SupportStatus::Answered, now).await?;
        let support = &state.config.support_email;
        let to = (person.name.as_str(), person.email.as_str());
        let email = emails::compose_answer(&row, to, support, &answer)?;
        let of = (id.as_str(), answer.id.as_str());
        letters::queue_answer(&state, &mut tx, &row.user_id, of, &email).await?;
        let on = Some(&row.user_id);
        audit::record(&state, &mut tx, admin.actor(), AuditAction::Answer, on, &row.subject).await?;
        tx.commit().await?;
    } else {
        let before = answers::list_for_message(&mut tx, &id).await?;
        let is_same = |it: &SupportAnswerRow| it.id == answer.id && it.text == answer.text;
        if !before.iter().any(is_same) {
            return Err(ApiError::id_taken());
        }
        drop(tx);
    }
    Ok((StatusCode::CREATED, Json(message::load_message(&state, &id).await?)))
}

/// Sends a reply again whose email may not have arrived: the same message, to the person's current address. 409 if it
/// is already on its way.
#[utoipa::path(post, path = "/api/admin/support/{id}/answers/{answer}/again", tag = "admin", operation_id = "answer_again",
    params(("id" = String, Path), ("answer" = String, Path)),
    responses((status = 200, body = QueuedMessageDetails), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn resend_answer(
    State(state): State<AppState>,
    admin: Admin,
    Path((id, answer)): Path<(SupportMessageId, SupportAnswerId)>,
) -> Result<Json<QueuedMessageDetails>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let (row, question) = find_answer_email(&mut tx, &id, &answer).await?;
    let person = store::find_owner(&mut tx, &row.user_id).await?;
    let person = person.ok_or_else(|| ApiError::not_found("Message"))?;
    let mail = (row, person.email);
    let row = requeue(&state, &mut tx, mail, "Write a new reply instead.").await?;
    let on = Some(&row.user_id);
    audit::record(&state, &mut tx, admin.actor(), AuditAction::Answer, on, &question).await?;
    tx.commit().await?;
    message::load_message(&state, &id).await.map(Json)
}

/// Records that the person has a reply whose email was lost.
#[utoipa::path(post, path = "/api/admin/support/{id}/answers/{answer}/arrived", tag = "admin",
    operation_id = "answer_arrived", params(("id" = String, Path), ("answer" = String, Path)),
    responses((status = 200, body = QueuedMessageDetails), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn mark_answer_arrived(
    State(state): State<AppState>,
    _: Admin,
    Path((id, answer)): Path<(SupportMessageId, SupportAnswerId)>,
) -> Result<Json<QueuedMessageDetails>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let (row, _) = find_answer_email(&mut tx, &id, &answer).await?;
    set_arrived(&state, &mut tx, row).await?;
    tx.commit().await?;
    message::load_message(&state, &id).await.map(Json)
}

/// The lost email of a reply, and the subject of the question. The question is locked, so that the second of two
/// simultaneous requests sees what the first did.
async fn find_answer_email(
    tx: &mut WriteTx,
    id: &SupportMessageId,
    answer: &SupportAnswerId,
) -> Result<(EmailRow, String), ApiError> {
    let question = queue::lock(tx, id).await?;
    let question = question.ok_or_else(|| ApiError::not_found("Message"))?;
    let about = (EmailTopic::SupportAnswer, id.as_str(), answer.as_str());
    let row = require_lost(posted_emails::find_last_by_topic(tx, &question.user_id, about).await?)?;
    Ok((row, question.subject))
}

fn validate_text(text: &str) -> Result<String, ApiError> {
    let mut checks = FieldChecks::new();
    if text.trim().is_empty() {
        checks.add("text", "required", "Please write a reply.");
    }
    checks.check_paragraphs("text", text, ANSWER_MAX);
    checks.into_result()?;
    Ok(text.trim().to_owned())
}
