//! DELETE /api/recurring/{id}

use axum::extract::State;
use axum::http::StatusCode;

use super::{due, store};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::RecurringId;
use plumbline_platform::limits::quota::{self, Kept};
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
    let row = super::held(&mut tx, &user.id, &id).await?;
    due::call_off(&mut tx, &id).await?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(super::not_found());
    }
    super::record(&state, &mut tx, "deleted", &row).await?;
    quota::keep(&state, &mut tx, &user.id, Kept::bytes(row.weight()).less()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
