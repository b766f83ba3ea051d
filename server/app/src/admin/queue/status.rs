//! POST /api/admin/support/{id}/status

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::list::parse_status;
use super::message::{self, QueuedMessageDetails};
use crate::admin::Admin;
use plumbline_platform::audit::{self, AuditAction};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::SupportMessageId;
use plumbline_platform::state::AppState;
use plumbline_records::support::store::queue;

/// The new status of a question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct StatusInput {
    /// `open`, `answered` or `closed`.
    status: String,
}

/// Sets the status of a question. Nobody gets an email.
#[utoipa::path(post, path = "/api/admin/support/{id}/status", tag = "admin",
    operation_id = "question_status", params(SupportMessageId), request_body = StatusInput,
    responses((status = 200, body = QueuedMessageDetails), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn set_status(
    State(state): State<AppState>,
    admin: Admin,
    Path(id): Path<SupportMessageId>,
    ApiJson(input): ApiJson<StatusInput>,
) -> Result<Json<QueuedMessageDetails>, ApiError> {
    let status = parse_status(&input.status)?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let row = queue::lock(&mut tx, &id).await?;
    let row = row.ok_or_else(|| ApiError::not_found("Message"))?;
    if row.status == status {
        drop(tx);
    } else {
        queue::set_status(&mut tx, &id, status, now).await?;
        let about = format!("{}: {}", status.code(), row.subject);
        let on = Some(&row.user_id);
        audit::record(&state, &mut tx, admin.actor(), AuditAction::Status, on, &about).await?;
        tx.commit().await?;
    }
    message::load_message(&state, &id).await.map(Json)
}
