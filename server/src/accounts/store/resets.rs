//! The table of links to a new password.

use crate::db::{Conn, DbResult};

/// A link that was sent.
#[derive(Debug, sqlx::FromRow)]
pub struct ResetRow {
    /// The account.
    pub user_id: String,
    /// When it was made, milliseconds since the epoch.
    pub created_at: i64,
    /// When it runs out, milliseconds since the epoch.
    pub expires_at: i64,
}

/// Keeps a new link by the hash of its token.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, token_hash: &str, reset: &ResetRow) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO password_resets (token_hash, user_id, created_at, expires_at) \
         VALUES ($1, $2, $3, $4)",
    )
    .bind(token_hash)
    .bind(&reset.user_id)
    .bind(reset.created_at)
    .bind(reset.expires_at)
    .execute(conn)
    .await?;
    Ok(())
}

/// The link of a token.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, token_hash: &str) -> DbResult<Option<ResetRow>> {
    sqlx::query_as(
        "SELECT user_id, created_at, expires_at FROM password_resets WHERE token_hash = $1",
    )
    .bind(token_hash)
    .fetch_optional(conn)
    .await
}

/// Uses a link up: of many at the same time one finds it there.
///
/// # Errors
/// When the database fails.
pub async fn use_up(conn: &mut Conn, token_hash: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM password_resets WHERE token_hash = $1")
        .bind(token_hash)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Makes every link of an account worthless.
///
/// # Errors
/// When the database fails.
pub async fn delete_all(conn: &mut Conn, user_id: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM password_resets WHERE user_id = $1")
        .bind(user_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Clears links away that have run out.
///
/// # Errors
/// When the database fails.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sqlx::query("DELETE FROM password_resets WHERE expires_at < $1")
        .bind(now)
        .execute(conn)
        .await?;
    Ok(())
}
