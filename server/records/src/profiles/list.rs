//! GET /api/business-profiles

use axum::Json;
use axum::extract::State;

use super::{Profile, bank, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Every business profile of the account, by name.
#[utoipa::path(get, path = "/api/business-profiles", tag = "business-profiles", responses((status = 200, body = Vec<Profile>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<Profile>>, ApiError> {
    let mut conn = state.db.read().await?;
    let profiles = store::list(&mut conn, &user.id).await?;
    Ok(Json(bank::add_waiting(&mut conn, &user.id, profiles).await?))
}
