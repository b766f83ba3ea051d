//! DELETE /api/recurring/{id}

use axum::extract::State;
use axum::http::StatusCode;

use super::{due, store};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::RecurringId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Deletes a recurring invoice. The invoices that it made remain.
#[utoipa::path(delete, path = "/api/recurring/{id}", tag = "recurring", params(RecurringId),
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<RecurringId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let row = super::lock_own(&mut tx, &user.id, &id).await?;
    due::cancel(&mut tx, &id).await?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(super::not_found());
    }
    super::record_activity(&state, &mut tx, "deleted", &row).await?;
    quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(row.stored_size()).negated())
        .await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
