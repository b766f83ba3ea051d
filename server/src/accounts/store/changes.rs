//! The table of changes of address that wait for their code.

use super::codes::CodeRow;
use crate::db::{Conn, DbResult};

/// A new address that waits for its code.
#[derive(Debug, sqlx::FromRow)]
pub struct ChangeRow {
    /// The new address as typed.
    pub email: String,
    /// The new address as it is compared.
    pub email_key: String,
    /// Its code.
    #[sqlx(flatten)]
    pub code: CodeRow,
}

/// The change that an account waits for.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, user_id: &str) -> DbResult<Option<ChangeRow>> {
    sqlx::query_as(
        "SELECT email, email_key, salt, code_hash, sent_at, expires_at FROM email_changes \
         WHERE user_id = $1",
    )
    .bind(user_id)
    .fetch_optional(conn)
    .await
}

/// Puts a new change in the place of the one before.
///
/// # Errors
/// When the database fails.
pub async fn replace(conn: &mut Conn, user_id: &str, change: &ChangeRow) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO email_changes (user_id, email, email_key, salt, code_hash, expires_at, sent_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, \
         email_key = excluded.email_key, salt = excluded.salt, code_hash = excluded.code_hash, \
         expires_at = excluded.expires_at, sent_at = excluded.sent_at",
    )
    .bind(user_id)
    .bind(&change.email)
    .bind(&change.email_key)
    .bind(&change.code.salt)
    .bind(&change.code.code_hash)
    .bind(change.code.expires_at)
    .bind(change.code.sent_at)
    .execute(conn)
    .await?;
    Ok(())
}

/// Takes a change back, or uses it up: whether it was there.
///
/// # Errors
/// When the database fails.
pub async fn delete(conn: &mut Conn, user_id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM email_changes WHERE user_id = $1")
        .bind(user_id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}
