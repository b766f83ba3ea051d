//! GET /api/business-profiles

use axum::Json;
use axum::extract::State;

use super::{Profile, store};
use crate::error::ApiError;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Every business profile of the account, by name.
#[utoipa::path(get, path = "/api/business-profiles", tag = "business-profiles", responses((status = 200, body = Vec<Profile>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<Profile>>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(store::list(&mut conn, &user.id).await?))
}
