//! The table of verification codes.

use crate::db::{Conn, DbResult};

/// A code that was sent, for whatever purpose.
#[derive(Debug, sqlx::FromRow)]
pub struct CodeRow {
    /// What was hashed with the code.
    pub salt: String,
    /// The hash.
    pub code_hash: String,
    /// When it was sent, milliseconds since the epoch.
    pub sent_at: i64,
    /// When it runs out, milliseconds since the epoch.
    pub expires_at: i64,
}

/// The code of an account.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, user_id: &str) -> DbResult<Option<CodeRow>> {
    sqlx::query_as(
        "SELECT salt, code_hash, sent_at, expires_at FROM verification_codes WHERE user_id = $1",
    )
    .bind(user_id)
    .fetch_optional(conn)
    .await
}

/// Puts a new code in the place of the one before.
///
/// # Errors
/// When the database fails.
pub async fn replace(conn: &mut Conn, user_id: &str, code: &CodeRow) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO verification_codes (user_id, salt, code_hash, tries, expires_at, sent_at) \
         VALUES ($1, $2, $3, 0, $4, $5) \
         ON CONFLICT (user_id) DO UPDATE SET salt = excluded.salt, code_hash = excluded.code_hash, \
         expires_at = excluded.expires_at, sent_at = excluded.sent_at",
    )
    .bind(user_id)
    .bind(&code.salt)
    .bind(&code.code_hash)
    .bind(code.expires_at)
    .bind(code.sent_at)
    .execute(conn)
    .await?;
    Ok(())
}

/// A code serves once: whether it was still there to be used.
///
/// # Errors
/// When the database fails.
pub async fn delete(conn: &mut Conn, user_id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM verification_codes WHERE user_id = $1")
        .bind(user_id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}
