//! GET /api/auth/me

use axum::Json;

use super::User;
use super::within_limits::MaybeLimitedUser;

/// The signed-in person; null for a visitor, whose browser has no session.
#[utoipa::path(get, path = "/api/auth/me", tag = "accounts",
    responses((status = 200, body = Option<User>),
        (status = 401, body = plumbline_platform::error::ErrorBody,
            headers(("x-session-expired" = String, description = "true when a session has ended")))))]
pub(super) async fn read_me(MaybeLimitedUser(user): MaybeLimitedUser) -> Json<Option<User>> {
    Json(user.map(User::from))
}
