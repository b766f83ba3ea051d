//! GET /api/support

use axum::Json;
use axum::extract::State;

use super::{SupportMessage, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The account's questions to support, newest first.
#[utoipa::path(get, path = "/api/support", tag = "support",
    responses((status = 200, body = Vec<SupportMessage>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<SupportMessage>>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(store::list(&mut conn, &user.id).await?))
}
