//! The sessions table.

use super::IDLE_LIMIT;
use crate::db::{Conn, DbResult};

/// A session with its owner.
#[derive(Debug, sqlx::FromRow)]
pub struct SessionRow {
    /// The session's id, which is not its secret.
    pub id: String,
    /// The account.
    pub user_id: String,
    /// The account's address.
    pub email: String,
    /// The person's name.
    pub name: String,
    /// The last request, milliseconds since the epoch.
    pub last_seen_at: i64,
}

/// A new session.
#[derive(Debug)]
pub struct NewSession<'a> {
    /// The session's id.
    pub id: &'a str,
    /// SHA-256 of its secret.
    pub token_hash: &'a str,
    /// The account.
    pub user_id: &'a str,
    /// What the browser calls itself.
    pub user_agent: &'a str,
    /// Now, milliseconds since the epoch.
    pub now: i64,
}

/// Finds a session by the hash of its secret, ended or not.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, token_hash: &str) -> DbResult<Option<SessionRow>> {
    sqlx::query_as(
        "SELECT s.id, s.user_id, u.email, u.name, s.last_seen_at \
         FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1",
    )
    .bind(token_hash)
    .fetch_optional(conn)
    .await
}

/// Writes a new session.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, session: &NewSession<'_>) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, last_seen_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(session.token_hash)
    .bind(session.id)
    .bind(session.user_id)
    .bind(session.user_agent)
    .bind(session.now)
    .bind(session.now)
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes a request.
///
/// # Errors
/// When the database fails.
pub async fn touch(conn: &mut Conn, token_hash: &str, now: i64) -> DbResult<()> {
    sqlx::query(
        "UPDATE sessions SET last_seen_at = $1 WHERE token_hash = $2 AND last_seen_at < $3",
    )
    .bind(now)
    .bind(token_hash)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(())
}

/// Ends a session.
///
/// # Errors
/// When the database fails.
pub async fn delete(conn: &mut Conn, token_hash: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM sessions WHERE token_hash = $1")
        .bind(token_hash)
        .execute(conn)
        .await?;
    Ok(())
}

/// Clears sessions away that have ended; a day later than they did, so that their browsers are
/// told so and not that there never was one.
///
/// # Errors
/// When the database fails.
pub async fn delete_ended(conn: &mut Conn, now: i64) -> DbResult<()> {
    sqlx::query("DELETE FROM sessions WHERE last_seen_at < $1")
        .bind(now - IDLE_LIMIT - crate::clock::DAY)
        .execute(conn)
        .await?;
    Ok(())
}
