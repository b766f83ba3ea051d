//! GET /api/business-profiles/{id}

use axum::Json;
use axum::extract::State;

use super::{Profile, bank, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::Path;
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// One business profile.
#[utoipa::path(get, path = "/api/business-profiles/{id}", tag = "business-profiles", params(ProfileId),
    responses((status = 200, body = Profile), (status = 404, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<Json<Profile>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    let found = found.ok_or_else(super::not_found)?;
    Ok(Json(bank::add_waiting_to_one(&mut conn, &user.id, found).await?))
}

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
