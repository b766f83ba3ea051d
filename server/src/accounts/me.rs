//! GET /api/auth/me

use axum::Json;
use axum::extract::State;

use super::User;
use crate::error::ApiError;
use crate::http::ClientAddress;
use crate::limits::Limit;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Who is signed in.
#[utoipa::path(get, path = "/api/auth/me", tag = "accounts",
    responses((status = 200, body = User),
        (status = 401, body = crate::error::ErrorBody,
            headers(("x-session-expired" = String, description = "true when a session has ended")))))]
pub(super) async fn me(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    user: CurrentUser,
) -> Result<Json<User>, ApiError> {
    state.limits.check(Limit::SessionByAddress, client)?;
    Ok(Json(user.into()))
}
