//! The sessions table.

use std::collections::BTreeSet;

use super::{IDLE_LIMIT, is_alive};
use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult, WriteTx};
use crate::ids::{DeviceId, SessionId, UserId};
use crate::live::{Announcement, announce};

table! {
    /// A session with its owner.
    pub struct SessionRow: "sessions", by id {
        /// The session's id, which is not its secret.
        pub id: SessionId,
        /// SHA-256 of its secret.
        pub token_hash: String,
        /// The account.
        pub user_id: UserId,
        /// What the browser calls itself.
        pub user_agent: String,
        /// The device that it is on.
        pub device_id: Option<DeviceId>,
        /// Whether a PIN or a passkey began it.
        pub by_pin: bool,
        /// When the password was entered again, milliseconds since the epoch.
        pub confirmed_at: Option<i64>,
        /// When it began, milliseconds since the epoch.
        pub created_at: i64,
        /// The last request, milliseconds since the epoch.
        pub last_seen_at: i64,
        /// Who of support looks into the account with it; none: it is its owner's own.
        pub entered_by: Option<UserId>,
        /// When that ends at the latest, milliseconds since the epoch.
        pub entered_until: Option<i64>,
    }
    read {
        /// The account's address.
        pub email: String = "(SELECT u.email FROM users u WHERE u.id = sessions.user_id)",
        /// The person's name.
        pub name: String = "(SELECT u.name FROM users u WHERE u.id = sessions.user_id)",
        /// Whether the account looks after this server.
        pub is_admin: bool = "(SELECT COUNT(*) FROM admins a WHERE a.user_id = sessions.user_id)",
        /// Since when the account is kept out.
        pub suspended_at: Option<i64> =
            "(SELECT x.suspended_at FROM suspensions x WHERE x.user_id = sessions.user_id)",
        /// Since when who looks into it has looked after this server; none: no more.
        pub role_since: Option<i64> =
            "(SELECT a.granted_at FROM admins a WHERE a.user_id = sessions.entered_by)",
    }
}

impl SessionRow {
    /// Whether it goes on. One of support ends with its time, and with the role.
    #[must_use]
    pub fn goes_on(&self, now: i64) -> bool {
        let may_look = match (&self.entered_by, self.entered_until) {
            (None, _) => true,
            (Some(_), until) => self.role_since.is_some() && until.is_some_and(|until| now < until),
        };
        may_look && is_alive(self.last_seen_at, now)
    }

    /// Whether it is of use: an account that is kept out has none, but support may look into it.
    #[must_use]
    pub fn is_open(&self, now: i64) -> bool {
        self.goes_on(now) && (self.suspended_at.is_none() || self.entered_by.is_some())
    }
}

/// A new session.
#[derive(Debug)]
pub struct NewSession {
    /// The session's id.
    pub id: SessionId,
    /// SHA-256 of its secret.
    pub token_hash: String,
    /// The account.
    pub user_id: UserId,
    /// What the browser calls itself.
    pub user_agent: String,
    /// The device that it is on; none of support's.
    pub device_id: Option<DeviceId>,
    /// Whether a PIN or a passkey began it.
    pub by_pin: bool,
    /// Who of support it is, and when that ends at the latest.
    pub entered: Option<(UserId, i64)>,
    /// Now, milliseconds since the epoch.
    pub now: i64,
}

/// Finds a session by the hash of its secret, ended or not.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, token_hash: &str) -> DbResult<Option<SessionRow>> {
    SessionRow::select("WHERE token_hash = $1")
        .bind(token_hash)
        .fetch_optional(conn)
        .await
}

/// Finds a session by its id, ended or not.
///
/// # Errors
/// When the database fails.
pub async fn of_id(conn: &mut Conn, id: &str) -> DbResult<Option<SessionRow>> {
    SessionRow::select("WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Writes a new session.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, session: NewSession) -> DbResult<()> {
    let (entered_by, entered_until) = session.entered.unzip();
    let row = SessionRow {
        id: session.id,
        token_hash: session.token_hash,
        user_id: session.user_id,
        user_agent: session.user_agent,
        device_id: session.device_id,
        by_pin: session.by_pin,
        confirmed_at: None,
        created_at: session.now,
        last_seen_at: session.now,
        entered_by,
        entered_until,
        // Of other rows: not written here.
        email: String::new(),
        name: String::new(),
        is_admin: false,
        suspended_at: None,
        role_since: None,
    };
    row.insert_whole().execute(conn).await?;
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
pub async fn delete(tx: &mut WriteTx, token_hash: &str) -> DbResult<()> {
    let ended = sqlx::query_as("DELETE FROM sessions WHERE token_hash = $1 RETURNING user_id")
        .bind(token_hash)
        .fetch_all(&mut **tx)
        .await?;
    tell(tx, ended).await
}

/// Tells the open windows of accounts whose sessions end with this transaction: each looks whether its own has.
async fn tell(tx: &mut WriteTx, ended: Vec<(UserId,)>) -> DbResult<()> {
    let accounts: BTreeSet<UserId> = ended.into_iter().map(|(account,)| account).collect();
    for account in &accounts {
        announce(tx, &Announcement::session_ended(account)).await?;
    }
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

/// The sessions of an account that may be alive, the latest first.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, user_id: &str, now: i64) -> DbResult<Vec<SessionRow>> {
    SessionRow::select(
        "WHERE user_id = $1 AND last_seen_at >= $2 AND last_seen_at <= $3 \
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
    tx: &mut WriteTx,
    user_id: &UserId,
    id: &str,
) -> DbResult<Option<Option<String>>> {
    let row: Option<(Option<String>,)> =
        sqlx::query_as("DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING device_id")
            .bind(user_id.as_str())
            .bind(id)
            .fetch_optional(&mut **tx)
            .await?;
    if row.is_some() {
        announce(tx, &Announcement::session_ended(user_id)).await?;
    }
    Ok(row.map(|(device_id,)| device_id))
}

/// Ends every session of an account on a device.
///
/// # Errors
/// When the database fails.
pub async fn delete_on_device(tx: &mut WriteTx, user_id: &str, device_id: &str) -> DbResult<()> {
    let sql = "DELETE FROM sessions WHERE user_id = $1 AND device_id = $2 RETURNING user_id";
    let ended = sqlx::query_as(sql).bind(user_id).bind(device_id);
    let ended = ended.fetch_all(&mut **tx).await?;
    tell(tx, ended).await
}

/// Ends every session of an account but `kept`.
///
/// # Errors
/// When the database fails.
pub async fn delete_all_but(tx: &mut WriteTx, user_id: &str, kept: Option<&str>) -> DbResult<()> {
    let sql = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2 RETURNING user_id";
    let ended = sqlx::query_as(sql)
        .bind(user_id)
        .bind(kept.unwrap_or_default());
    let ended = ended.fetch_all(&mut **tx).await?;
    tell(tx, ended).await
}

/// Ends support's sessions: in an account, or those of one who looks after accounts.
///
/// # Errors
/// When the database fails.
pub async fn delete_entered(tx: &mut WriteTx, of: Entered<'_>) -> DbResult<usize> {
    let (sql, id) = match of {
        Entered::Into(id) => (
            "DELETE FROM sessions WHERE user_id = $1 AND entered_by IS NOT NULL RETURNING user_id",
            id,
        ),
        Entered::By(id) => (
            "DELETE FROM sessions WHERE entered_by = $1 RETURNING user_id",
            id,
        ),
    };
    let ended: Vec<(UserId,)> = sqlx::query_as(sql)
        .bind(id.as_str())
        .fetch_all(&mut **tx)
        .await?;
    let count = ended.len();
    tell(tx, ended).await?;
    Ok(count)
}

/// Which of support's sessions.
#[derive(Debug, Clone, Copy)]
pub enum Entered<'a> {
    /// Those in an account.
    Into(&'a UserId),
    /// Those of somebody.
    By(&'a UserId),
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

/// The address of an account.
///
/// # Errors
/// When the database fails.
pub async fn email_of(conn: &mut Conn, user_id: &str) -> DbResult<Option<String>> {
    sqlx::query_scalar("SELECT email FROM users WHERE id = $1")
        .bind(user_id)
        .fetch_optional(conn)
        .await
}
