//! The sessions table.

use std::collections::BTreeSet;

use super::{IDLE_LIMIT, is_alive};
use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult, WriteTx, sql};
use crate::ids::{DeviceId, SessionId, UserId};
use crate::live::{Announcement, announce};

table! {
    /// A session with its owner.
    pub struct SessionRow: "sessions", by id {
        /// The session's id, which is not its secret.
        pub id: SessionId,
        /// SHA-256 of the session's secret, in hexadecimal.
        pub token_hash: String,
        /// The account.
        pub user_id: UserId,
        /// The browser's `User-Agent` header.
        pub user_agent: String,
        /// The device on which it is; `None` for a support session.
        pub device_id: Option<DeviceId>,
        /// Whether it began with a PIN or a passkey.
        pub by_pin: bool,
        /// When the password was entered again, milliseconds since the epoch.
        pub confirmed_at: Option<i64>,
        /// When the session began, milliseconds since the epoch.
        pub created_at: i64,
        /// When the last request was made, milliseconds since the epoch.
        pub last_seen_at: i64,
        /// The support admin who looks into the account with this session; `None`: it is the owner's session.
        pub entered_by: Option<UserId>,
        /// When a support session ends at the latest, milliseconds since the epoch.
        pub entered_until: Option<i64>,
    }
    read {
        /// The account's email address.
        pub email: String = "(SELECT u.email FROM users u WHERE u.id = sessions.user_id)",
        /// The person's name.
        pub name: String = "(SELECT u.name FROM users u WHERE u.id = sessions.user_id)",
        /// Whether the account is an admin.
        pub is_admin: bool = "(SELECT COUNT(*) FROM admins a WHERE a.user_id = sessions.user_id)",
        /// Since when the account has been suspended, milliseconds since the epoch; `None` if it isn't.
        pub suspended_at: Option<i64> =
            "(SELECT x.suspended_at FROM suspensions x WHERE x.user_id = sessions.user_id)",
        /// Since when the support admin has had that role, milliseconds since the epoch; `None` if they no longer have
        /// it.
        pub role_since: Option<i64> =
            "(SELECT a.granted_at FROM admins a WHERE a.user_id = sessions.entered_by)",
    }
}

impl SessionRow {
    /// Whether the session is live. A support session ends at its limit, and when the admin loses the role.
    #[must_use]
    pub fn is_active(&self, now: i64) -> bool {
        let may_look = match (&self.entered_by, self.entered_until) {
            (None, _) => true,
            (Some(_), until) => self.role_since.is_some() && until.is_some_and(|until| now < until),
        };
        may_look && is_alive(self.last_seen_at, now)
    }

    /// Whether the session can be used: a suspended account has no usable sessions, except those of support.
    #[must_use]
    pub fn is_usable(&self, now: i64) -> bool {
        self.is_active(now) && (self.suspended_at.is_none() || self.entered_by.is_some())
    }
}

/// A session to insert.
#[derive(Debug)]
pub struct NewSession {
    /// The session's id.
    pub id: SessionId,
    /// SHA-256 of the session's secret, in hexadecimal.
    pub token_hash: String,
    /// The account.
    pub user_id: UserId,
    /// The browser's `User-Agent` header.
    pub user_agent: String,
    /// The device on which it is; `None` for a support session.
    pub device_id: Option<DeviceId>,
    /// Whether it began with a PIN or a passkey.
    pub by_pin: bool,
    /// For a support session: the admin, and when it ends at the latest (milliseconds since the epoch).
    pub entered: Option<(UserId, i64)>,
    /// Now, milliseconds since the epoch.
    pub now: i64,
}

/// Finds a session by the hash of its secret, ended or not.
pub async fn find(conn: &mut Conn, token_hash: &str) -> DbResult<Option<SessionRow>> {
    SessionRow::select("WHERE token_hash = $1").bind(token_hash).fetch_optional(conn).await
}

/// Finds a session by its id, ended or not.
pub async fn find_by_id(conn: &mut Conn, id: &SessionId) -> DbResult<Option<SessionRow>> {
    SessionRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// Inserts a session.
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
        // These are read from other tables and not written here.
        email: String::new(),
        name: String::new(),
        is_admin: false,
        suspended_at: None,
        role_since: None,
    };
    row.insert().execute(conn).await?;
    Ok(())
}

/// Records a request. A later stored time is overwritten too, because it comes from a clock that was set back.
pub async fn touch(conn: &mut Conn, token_hash: &str, now: i64) -> DbResult<()> {
    sql::query("UPDATE sessions SET last_seen_at = $1 WHERE token_hash = $2")
        .bind(now)
        .bind(token_hash)
        .execute(conn)
        .await?;
    Ok(())
}

/// Ends a session.
pub async fn delete(tx: &mut WriteTx, token_hash: &str) -> DbResult<()> {
    let ended = sql::query_as("DELETE FROM sessions WHERE token_hash = $1 RETURNING user_id")
        .bind(token_hash)
        .fetch_all(&mut **tx)
        .await?;
    announce_ended(tx, ended).await
}

/// Notifies the open windows of accounts whose sessions end with this transaction; each checks whether its own has
/// ended.
async fn announce_ended(tx: &mut WriteTx, ended: Vec<(UserId,)>) -> DbResult<()> {
    let accounts: BTreeSet<UserId> = ended.into_iter().map(|(account,)| account).collect();
    for account in &accounts {
        announce(tx, &Announcement::session_ended(account)).await?;
    }
    Ok(())
}

/// Records that the password was entered again.
pub async fn confirm(conn: &mut Conn, id: &SessionId, now: i64) -> DbResult<()> {
    sql::query("UPDATE sessions SET confirmed_at = $1 WHERE id = $2")
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The sessions of an account that may be live, most recently used first.
pub async fn list(conn: &mut Conn, user_id: &UserId, now: i64) -> DbResult<Vec<SessionRow>> {
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

/// Ends a session of an account by its id. Returns its device's id, which may be `None`; the outer `None` means that
/// there is no such session.
pub async fn delete_by_id(
    tx: &mut WriteTx,
    user_id: &UserId,
    id: &SessionId,
) -> DbResult<Option<Option<DeviceId>>> {
    let row: Option<(Option<DeviceId>,)> =
        sql::query_as("DELETE FROM sessions WHERE user_id = $1 AND id = $2 RETURNING device_id")
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
pub async fn delete_on_device(tx: &mut WriteTx, user_id: &UserId, device_id: &DeviceId) -> DbResult<()> {
    let sql = "DELETE FROM sessions WHERE user_id = $1 AND device_id = $2 RETURNING user_id";
    let ended = sql::query_as(sql).bind(user_id).bind(device_id);
    let ended = ended.fetch_all(&mut **tx).await?;
    announce_ended(tx, ended).await
}

/// Ends every session of an account except `saved`.
pub async fn delete_others(tx: &mut WriteTx, user_id: &UserId, saved: Option<&SessionId>) -> DbResult<()> {
    let sql = "DELETE FROM sessions WHERE user_id = $1 AND id <> $2 RETURNING user_id";
    let ended = sql::query_as(sql).bind(user_id).bind(saved.map_or("", SessionId::as_str));
    let ended = ended.fetch_all(&mut **tx).await?;
    announce_ended(tx, ended).await
}

/// Ends support sessions: those in an account, or those of an admin. Returns how many there were.
pub async fn delete_support_sessions(tx: &mut WriteTx, of: SupportSessions<'_>) -> DbResult<usize> {
    let (sql, id) = match of {
        SupportSessions::Into(id) => {
            ("DELETE FROM sessions WHERE user_id = $1 AND entered_by IS NOT NULL RETURNING user_id", id)
        }
        SupportSessions::By(id) => ("DELETE FROM sessions WHERE entered_by = $1 RETURNING user_id", id),
    };
    let ended: Vec<(UserId,)> = sql::query_as(sql).bind(id.as_str()).fetch_all(&mut **tx).await?;
    let count = ended.len();
    announce_ended(tx, ended).await?;
    Ok(count)
}

/// Which support sessions to end.
#[derive(Debug, Clone, Copy)]
pub enum SupportSessions<'a> {
    /// Those in this account.
    Into(&'a UserId),
    /// Those of this admin.
    By(&'a UserId),
}

/// Deletes sessions a day after they ended. Until then their browsers are notified that the session has ended, and not
/// that there is none.
pub async fn delete_ended(conn: &mut Conn, now: i64) -> DbResult<()> {
    sql::query("DELETE FROM sessions WHERE last_seen_at < $1")
        .bind(now - IDLE_LIMIT - crate::clock::DAY)
        .execute(conn)
        .await?;
    Ok(())
}

/// The email address of an account.
pub async fn find_email(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<String>> {
    sql::query_scalar("SELECT email FROM users WHERE id = $1").bind(user_id).fetch_optional(conn).await
}

/// Whether an account is suspended.
pub async fn is_suspended(conn: &mut Conn, user_id: &UserId) -> DbResult<bool> {
    let found: i64 = sql::query_scalar("SELECT COUNT(*) FROM suspensions WHERE user_id = $1")
        .bind(user_id)
        .fetch_one(conn)
        .await?;
    Ok(found > 0)
}
