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
