//! GET /api/auth/me

use axum::Json;

use super::User;
use super::within_limits::Asking;

/// Who is signed in.
#[utoipa::path(get, path = "/api/auth/me", tag = "accounts",
    responses((status = 200, body = User),
        (status = 401, body = crate::error::ErrorBody,
            headers(("x-session-expired" = String, description = "true when a session has ended")))))]
pub(super) async fn me(Asking(user): Asking) -> Json<User> {
    Json(user.into())
}
