//! GET /api/auth/me

use axum::Json;

use super::User;
use crate::sessions::CurrentUser;

/// Who is signed in.
#[utoipa::path(get, path = "/api/auth/me", tag = "accounts",
    responses((status = 200, body = User),
        (status = 401, body = crate::error::ErrorBody,
            headers(("x-session-expired" = String, description = "true when a session has ended")))))]
pub(super) async fn me(user: CurrentUser) -> Json<User> {
    Json(User {
        id: user.id,
        email: user.email,
        name: user.name,
    })
}
