//! POST /api/admin/support/{id}/answer, and what is done about a reply whose email was lost:
//! …/answers/{answer}/again and …/answers/{answer}/arrived

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::one::{self, QueuedMessageInFull};
use crate::admin::{Admin, store};
use plumbline_platform::audit::{self, Act};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::text::Checks;
use plumbline_platform::http::{ApiJson, Create, Path, Write};
use plumbline_platform::ids::{SupportAnswerId, SupportMessageId};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::mails::{self, About, EmailRow};
use plumbline_records::support::letter;
use plumbline_records::support::store::answers::{self, AnswerRow};
use plumbline_records::support::store::{Status, queue};
use plumbline_work::letters::posted::again::{lost, revive, settle};
use plumbline_work::letters::posted::answers as letters;

/// The longest answer, in characters.
const ANSWER_MAX: usize = 10_000;

/// An answer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AnswerInput {
    /// What is written to the person.
    text: String,
}

/// Answers a question: by mail, after the one that said that it had arrived, and beside the question in
/// the app. The client may choose the `id`: the same answer sent again is one, and one mail.
#[utoipa::path(post, path = "/api/admin/support/{id}/answer", tag = "admin", operation_id = "answer",
    params(SupportMessageId), request_body = Create<AnswerInput>,
    responses((status = 201, body = QueuedMessageInFull), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn answer(
    State(state): State<AppState>,
    admin: Admin,
    Path(id): Path<SupportMessageId>,
    ApiJson(request): ApiJson<Write<AnswerInput>>,
) -> Result<(StatusCode, Json<QueuedMessageInFull>), ApiError> {
    let answer_id = request.id_or_new(&state.ids)?;
    let text = checked(&request.fields.text)?;
    let now = state.clock.now_ms();
    let not_found = || ApiError::not_found("Message");
    let mut tx = state.db.begin_write().await?;
    let row = queue::lock(&mut tx, &id).await?.ok_or_else(not_found)?;
    let person = store::person(&mut tx, &row.user_id).await?;
    let person = person.ok_or_else(not_found)?;
    let answer = AnswerRow {
        id: answer_id,
        message_id: id.clone(),
        answered_by: admin.0.name.clone(),
        text,
        created_at: now,
    };
    if answers::insert(&mut tx, &answer).await? {
        queue::set_status(&mut tx, &id, Status::Answered, now).await?;
        let support = &state.config.support_email;
        let to = (person.name.as_str(), person.email.as_str());
        let letter = letter::answered(&row, to, support, &answer)?;
        let of = (id.as_str(), answer.id.as_str());
        letters::queue(&state, &mut tx, &row.user_id, of, &letter).await?;
        let on = Some(&row.user_id);
        audit::note(
            &state,
            &mut tx,
            admin.actor(),
            Act::Answer,
            on,
            &row.subject,
        )
        .await?;
        tx.commit().await?;
    } else {
        let before = answers::to(&mut tx, &id).await?;
        let is_same = |it: &AnswerRow| it.id == answer.id && it.text == answer.text;
        if !before.iter().any(is_same) {
            return Err(ApiError::id_taken());
        }
        drop(tx);
    }
    Ok((StatusCode::CREATED, Json(one::of(&state, &id).await?)))
}

/// Sends an answer again of which nobody knows that it arrived: the same message, to the person's address of now.
/// Again meanwhile is 409.
#[utoipa::path(post, path = "/api/admin/support/{id}/answers/{answer}/again", tag = "admin", operation_id = "answer_again",
    params(("id" = String, Path), ("answer" = String, Path)),
    responses((status = 200, body = QueuedMessageInFull), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn again(
    State(state): State<AppState>,
    admin: Admin,
    Path((id, answer)): Path<(SupportMessageId, SupportAnswerId)>,
) -> Result<Json<QueuedMessageInFull>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let (row, question) = found(&mut tx, &id, &answer).await?;
    let person = store::person(&mut tx, &row.user_id).await?;
    let person = person.ok_or_else(|| ApiError::not_found("Message"))?;
    let mail = (row, person.email);
    let row = revive(&state, &mut tx, mail, "Write a new reply instead.").await?;
    let on = Some(&row.user_id);
    audit::note(&state, &mut tx, admin.actor(), Act::Answer, on, &question).await?;
    tx.commit().await?;
    one::of(&state, &id).await.map(Json)
}

/// Notes that the person has an answer whose email was lost.
#[utoipa::path(post, path = "/api/admin/support/{id}/answers/{answer}/arrived", tag = "admin",
    operation_id = "answer_arrived", params(("id" = String, Path), ("answer" = String, Path)),
    responses((status = 200, body = QueuedMessageInFull), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn arrived(
    State(state): State<AppState>,
    _: Admin,
    Path((id, answer)): Path<(SupportMessageId, SupportAnswerId)>,
) -> Result<Json<QueuedMessageInFull>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let (row, _) = found(&mut tx, &id, &answer).await?;
    settle(&state, &mut tx, row).await?;
    tx.commit().await?;
    one::of(&state, &id).await.map(Json)
}

/// The email of an answer, which is lost, and what the question is about. The question is held: of two taps at once
/// the second finds what the first did.
async fn found(
    tx: &mut WriteTx,
    id: &SupportMessageId,
    answer: &SupportAnswerId,
) -> Result<(EmailRow, String), ApiError> {
    let question = queue::lock(tx, id).await?;
    let question = question.ok_or_else(|| ApiError::not_found("Message"))?;
    let about = (About::SupportAnswer, id.as_str(), answer.as_str());
    let row = lost(mails::last_about(tx, &question.user_id, about).await?)?;
    Ok((row, question.subject))
}

fn checked(text: &str) -> Result<String, ApiError> {
    let mut checks = Checks::new();
    if text.trim().is_empty() {
        checks.add("text", "required", "Please write a reply.");
    }
    checks.paragraphs("text", text, ANSWER_MAX);
    checks.finish()?;
    Ok(text.trim().to_owned())
}
