//! The sessions table.

use super::IDLE_LIMIT;
use crate::db::{Conn, DbResult};
use crate::ids::{DeviceId, SessionId, UserId};

/// A session with its owner.
#[derive(Debug, sqlx::FromRow)]
pub struct SessionRow {
    /// The session's id, which is not its secret.
    pub id: SessionId,
    /// The account.
    pub user_id: UserId,
    /// The account's address.
    pub email: String,
    /// The person's name.
    pub name: String,
    /// The device that it is on.
    pub device_id: Option<DeviceId>,
    /// 1 when a PIN began it.
    pub by_pin: i64,
    /// When the password was entered again, milliseconds since the epoch.
    pub confirmed_at: Option<i64>,
    /// When it began, milliseconds since the epoch.
    pub created_at: i64,
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
    /// The device that it is on.
    pub device_id: &'a str,
    /// Whether a PIN began it.
    pub by_pin: bool,
    /// Now, milliseconds since the epoch.
    pub now: i64,
}

/// Finds a session by the hash of its secret, ended or not.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, token_hash: &str) -> DbResult<Option<SessionRow>> {
    sqlx::query_as(
        "SELECT s.id, s.user_id, u.email, u.name, s.device_id, s.by_pin, s.confirmed_at, \
         s.created_at, s.last_seen_at \
         FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1",
    )
    .bind(token_hash)
    .fetch_optional(conn)
    .await
}

/// When the session with this id was last seen, if it is there.
///
/// # Errors
/// When the database fails.
pub async fn last_seen(conn: &mut Conn, id: &str) -> DbResult<Option<i64>> {
    sqlx::query_scalar("SELECT last_seen_at FROM sessions WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Writes a new session.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, session: &NewSession<'_>) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO sessions (token_hash, id, user_id, user_agent, device_id, by_pin, created_at, \
         last_seen_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(session.token_hash)
    .bind(session.id)
    .bind(session.user_id)
    .bind(session.user_agent)
    .bind(session.device_id)
    .bind(i64::from(session.by_pin))
    .bind(session.now)
    .bind(session.now)
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes a request. A later time is overwritten too: it is of a clock that was set back.
///
/// # Errors
/// When the database fails.
pub async fn touch(conn: &mut Conn, token_hash: &str, now: i64) -> DbResult<()> {
    sqlx::query("UPDATE sessions SET last_seen_at = $1 WHERE token_hash = $2")
        .bind(now)
        .bind(token_hash)
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

/// Notes that the password was entered again.
///
/// # Errors
/// When the database fails.
pub async fn confirm(conn: &mut Conn, id: &str, now: i64) -> DbResult<()> {
    sqlx::query("UPDATE sessions SET confirmed_at = $1 WHERE id = $2")
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// A session as its owner sees it in the list.
#[derive(Debug, sqlx::FromRow)]
pub struct ListedSession {
    /// The id.
    pub id: SessionId,
    /// What the browser calls itself.
    pub user_agent: String,
    /// The device that it is on.
    pub device_id: Option<DeviceId>,
    /// When it began, milliseconds since the epoch.
    pub created_at: i64,
    /// The last request, milliseconds since the epoch.
    pub last_seen_at: i64,
}

/// The sessions of an account that may be alive, the latest first.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, user_id: &str, now: i64) -> DbResult<Vec<ListedSession>> {
    sqlx::query_as(
        "SELECT id, user_agent, device_id, created_at, last_seen_at FROM sessions \
         WHERE user_id = $1 AND last_seen_at >= $2 AND last_seen_at <= $3 \
         ORDER BY last_seen_at DESC, id DESC",
    )
    .bind(user_id)
    .bind(now - IDLE_LIMIT)
    .bind(now + IDLE_LIMIT)
    .fetch_all(conn)
    .await
}

/// Ends a session of an account by its id, and says which device it was on; `None`: there is none.
///
/// # Errors
/// When the database fails.
pub async fn delete_by_id(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
) -> DbResult<Option<Option<String>>> {
    let row: Option<(Option<String>,)> =
        sqlx::query_as("DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING device_id")
            .bind(user_id)
            .bind(id)
            .fetch_optional(conn)
            .await?;
    Ok(row.map(|(device_id,)| device_id))
}

/// Ends every session of an account on a device.
///
/// # Errors
/// When the database fails.
pub async fn delete_on_device(conn: &mut Conn, user_id: &str, device_id: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND device_id = $2")
        .bind(user_id)
        .bind(device_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Ends every session of an account but `kept`.
///
/// # Errors
/// When the database fails.
pub async fn delete_all_but(conn: &mut Conn, user_id: &str, kept: Option<&str>) -> DbResult<()> {
    sqlx::query("DELETE FROM sessions WHERE user_id = $1 AND id <> $2")
        .bind(user_id)
        .bind(kept.unwrap_or_default())
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
