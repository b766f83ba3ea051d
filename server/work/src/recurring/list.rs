//! GET /api/recurring

use axum::Json;
use axum::extract::State;

use super::{RecurringSummary, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The account's recurring invoices, by their next date; those that are paused or over come last.
#[utoipa::path(get, path = "/api/recurring", tag = "recurring",
    responses((status = 200, body = Vec<RecurringSummary>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<RecurringSummary>>, ApiError> {
    let mut conn = state.db.read().await?;
    let rows = store::list(&mut conn, &user.id).await?;
    Ok(Json(rows.into_iter().map(RecurringSummary::from).collect()))
}
