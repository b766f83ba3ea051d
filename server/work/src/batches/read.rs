//! The progress of actions.

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;

use super::{Batch, RETENTION, not_found, store};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::BatchId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The actions that are not over: held, running or stopped.
#[utoipa::path(get, path = "/batches", tag = "documents", responses((status = 200, body = Vec<Batch>)))]
pub(super) async fn list_batches(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
) -> Result<Json<Vec<Batch>>, ApiError> {
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let mut batches = Vec::new();
    for row in store::list_open(&mut conn, &user.id, kind, now - RETENTION).await? {
        batches.push(Batch::from_row(&mut conn, row, now).await?);
    }
    Ok(Json(batches))
}

/// An action and its progress.
#[utoipa::path(get, path = "/batches/{id}", tag = "documents", params(BatchId), responses(
    (status = 200, body = Batch), (status = 404, body = ErrorBody)))]
pub(super) async fn read_batch(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<BatchId>,
) -> Result<Json<Batch>, ApiError> {
    let mut conn = state.db.read().await?;
    let row = store::find(&mut conn, (&user.id, kind), &id).await?;
    let row = row.ok_or_else(|| not_found(kind))?;
    let now = state.clock.now_ms();
    Ok(Json(Batch::from_row(&mut conn, row, now).await?))
}
