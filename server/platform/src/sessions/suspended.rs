//! Suspended accounts: nobody can sign in, no session or socket works, and nothing is sent in their name. What was sent
//! to their customers can still be read by its link.

use axum::http::StatusCode;

use crate::config::Config;
use crate::db::{Conn, DbResult};
use crate::error::ApiError;

/// The code of the error.
pub const CODE: &str = "suspended";

/// Whether an account is suspended.
pub async fn is_suspended(conn: &mut Conn, user_id: &str) -> DbResult<bool> {
    let found: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM suspensions WHERE user_id = $1")
        .bind(user_id)
        .fetch_one(conn)
        .await?;
    Ok(found > 0)
}

/// 403: the account is suspended. The reason isn't given here, because it is between the owner and support.
#[must_use]
pub fn suspended_error(config: &Config) -> ApiError {
    let message = format!(
        "This account is suspended. Nothing in it has been deleted. Please write to {}.",
        config.support_email
    );
    ApiError::new(StatusCode::FORBIDDEN, CODE, message)
}
