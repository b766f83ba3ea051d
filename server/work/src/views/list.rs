//! GET /api/views

use axum::Json;
use axum::extract::State;

use super::{View, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The views of all lists, in the order in which they were created.
#[utoipa::path(get, path = "/api/views", tag = "views", responses((status = 200, body = Vec<View>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<View>>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(store::list(&mut conn, &user.id).await?))
}
