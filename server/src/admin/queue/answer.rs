//! POST /api/admin/support/{id}/answer

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::one::{self, QueuedMessageInFull};
use crate::admin::{Admin, store};
use crate::audit::{self, Act};
use crate::error::{ApiError, ErrorBody};
use crate::http::text::Checks;
use crate::http::{ApiJson, Create, Path, Write};
use crate::ids::SupportMessageId;
use crate::mail;
use crate::state::AppState;
use crate::support::letter;
use crate::support::store::answers::{self, AnswerRow};
use crate::support::store::{Status, queue};

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
        mail::enqueue(&state, &mut tx, &letter).await?;
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

fn checked(text: &str) -> Result<String, ApiError> {
    let mut checks = Checks::new();
    if text.trim().is_empty() {
        checks.add("text", "required", "Please write an answer.");
    }
    checks.paragraphs("text", text, ANSWER_MAX);
    checks.finish()?;
    Ok(text.trim().to_owned())
}
