//! GET /api/items

use axum::Json;
use axum::extract::State;

use super::{Item, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Every item of the account, by name.
#[utoipa::path(get, path = "/api/items", tag = "items", responses((status = 200, body = Vec<Item>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<Item>>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(store::list(&mut conn, &user.id).await?))
}
