//! Undoing an action before it begins, stopping it half-way, and continuing it.

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;

use super::store::{self, BatchRow, BatchState};
use super::{Batch, check, not_found, run};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::BatchId;
use plumbline_platform::jobs::{self, Schedule};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Undoes an action if nothing is done yet, and otherwise stops it: what is done stays done. Repeating the request is
/// not an error.
#[utoipa::path(post, path = "/batches/{id}/stop", tag = "documents", params(BatchId), responses(
    (status = 200, body = Batch), (status = 404, body = ErrorBody)))]
pub(super) async fn stop_batch(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<BatchId>,
) -> Result<Json<Batch>, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut row = lock(&mut tx, &user, kind, &id).await?;
    row.state = match row.state {
        BatchState::Held => BatchState::Undone,
        BatchState::Running => BatchState::Stopped,
        over => over,
    };
    store::set_state(&mut tx, &id, row.state, row.starts_at).await?;
    jobs::cancel(&mut tx, &run::schedule_key(&id)).await?;
    let batch = Batch::from_row(&mut tx, row, now).await?;
    tx.commit().await?;
    Ok(Json(batch))
}

/// Continues an action that was stopped, and tries what was refused because the email allowance was used up again.
#[utoipa::path(post, path = "/batches/{id}/resume", tag = "documents", params(BatchId), responses(
    (status = 200, body = Batch), (status = 404, body = ErrorBody)))]
pub(super) async fn resume_batch(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<BatchId>,
) -> Result<Json<Batch>, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut row = lock(&mut tx, &user, kind, &id).await?;
    let again = store::retry_refused(&mut tx, &id, check::EMAILS_SPENT).await?;
    if row.state == BatchState::Stopped || row.state == BatchState::Done && again > 0 {
        (row.state, row.starts_at) = (BatchState::Running, now);
        store::set_state(&mut tx, &id, row.state, now).await?;
        let schedule = Schedule {
            key: &run::schedule_key(&id),
            user_id: Some(&user.id),
            kind: run::KIND,
            payload: &id,
            due_at: now,
        };
        jobs::schedule(&state, &mut tx, &schedule).await?;
    }
    let batch = Batch::from_row(&mut tx, row, now).await?;
    tx.commit().await?;
    Ok(Json(batch))
}

async fn lock(
    tx: &mut WriteTx,
    user: &CurrentUser,
    kind: DocumentKind,
    id: &BatchId,
) -> Result<BatchRow, ApiError> {
    let row = store::lock(tx, id).await?;
    row.filter(|row| row.user_id == user.id && row.kind == kind).ok_or_else(|| not_found(kind))
}
