//! The devices table: browsers in which an account's password was entered, and their PINs.

use serde_json::{Value, json};

use super::user_agent;
use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult};
use crate::ids::{DeviceId, UserId, sha256_hex};

/// How many wrong PINs in a row take a device's PIN away.
pub const MAX_FAILURES: i64 = 5;

table! {
    /// A device.
    pub struct DeviceRow: "devices", by id {
        /// The id.
        pub id: DeviceId,
        /// The account.
        pub user_id: UserId,
        /// The hash of its secret.
        pub secret_hash: String,
        /// What the browser calls itself.
        pub user_agent: String,
        /// The hash of its PIN; `None`: it has none.
        pub pin_hash: Option<String>,
        /// Wrong PINs since the last right one.
        pub pin_failures: i64,
        /// When wrong PINs took its PIN away, milliseconds since the epoch.
        pub removed_at: Option<i64>,
        /// When it was first seen, milliseconds since the epoch.
        pub created_at: i64,
        /// The last time that somebody signed in on it, milliseconds since the epoch.
        pub last_used_at: i64,
    }
}

impl DeviceRow {
    /// A browser in which the password was entered just now.
    #[must_use]
    pub fn new(id: DeviceId, user_id: &UserId, secret: &str, user_agent: String, now: i64) -> Self {
        Self {
            id,
            user_id: user_id.clone(),
            secret_hash: sha256_hex(secret),
            user_agent,
            pin_hash: None,
            pin_failures: 0,
            removed_at: None,
            created_at: now,
            last_used_at: now,
        }
    }
}

/// The hash of a PIN. The device's secret, which only its cookie holds, goes into it: without the
/// cookie the ten thousand PINs cannot be tried out on the table.
#[must_use]
pub fn hash_pin(secret: &str, pin: &str) -> String {
    sha256_hex(format!("pin:{secret}:{pin}"))
}

/// The account's device with this secret.
pub async fn find(conn: &mut Conn, user_id: &str, secret: &str) -> DbResult<Option<DeviceRow>> {
    DeviceRow::select("WHERE user_id = $1 AND secret_hash = $2")
        .bind(user_id)
        .bind(sha256_hex(secret))
        .fetch_optional(conn)
        .await
}

/// The device with this secret of the account with this address.
pub async fn find_by_email(
    conn: &mut Conn,
    email_key: &str,
    secret: &str,
) -> DbResult<Option<DeviceRow>> {
    DeviceRow::select(
        "WHERE secret_hash = $1 AND user_id IN (SELECT id FROM users WHERE email_key = $2)",
    )
    .bind(sha256_hex(secret))
    .bind(email_key)
    .fetch_optional(conn)
    .await
}

/// Writes a new device.
pub async fn insert(conn: &mut Conn, device: &DeviceRow) -> DbResult<()> {
    device.insert().execute(conn).await?;
    Ok(())
}

/// Notes that somebody signed in on a device: its wrong PINs are forgiven.
pub async fn record_use(conn: &mut Conn, id: &str, user_agent: &str, now: i64) -> DbResult<()> {
    sqlx::query(
        "UPDATE devices SET pin_failures = 0, user_agent = $1, last_used_at = $2 WHERE id = $3",
    )
    .bind(user_agent)
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Sets or, with `None`, turns off the PIN of a device; whether there is such a device.
pub async fn set_pin(conn: &mut Conn, id: &str, pin_hash: Option<&str>) -> DbResult<bool> {
    let done = sqlx::query(
        "UPDATE devices SET pin_hash = $1, pin_failures = 0 WHERE id = $2 AND removed_at IS NULL",
    )
    .bind(pin_hash)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes one of the tries that a device has, before the PIN is looked at: of any number of guesses
/// at the same time no more are looked at than there are tries. The count that it makes and the
/// hash to compare with; `None`: no PIN, or no try left.
pub async fn take_attempt(conn: &mut Conn, id: &str) -> DbResult<Option<(i64, String)>> {
    sqlx::query_as(
        "UPDATE devices SET pin_failures = pin_failures + 1 WHERE id = $1 \
         AND pin_hash IS NOT NULL AND removed_at IS NULL AND pin_failures < $2 \
         RETURNING pin_failures, pin_hash",
    )
    .bind(id)
    .bind(MAX_FAILURES)
    .fetch_optional(conn)
    .await
}

/// Takes a device's PIN away for good.
pub async fn remove_pin(conn: &mut Conn, id: &str, now: i64) -> DbResult<()> {
    sqlx::query("UPDATE devices SET pin_hash = NULL, removed_at = $1 WHERE id = $2")
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The devices of an account that have a PIN, the latest used first.
pub async fn list_with_pin(conn: &mut Conn, user_id: &str) -> DbResult<Vec<DeviceRow>> {
    DeviceRow::select(
        "WHERE user_id = $1 AND pin_hash IS NOT NULL ORDER BY last_used_at DESC, id DESC",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// Forgets a device of an account; whether there was one.
pub async fn delete(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM devices WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Forgets every device of an account but `kept`.
pub async fn delete_others(conn: &mut Conn, user_id: &str, saved: Option<&str>) -> DbResult<()> {
    sqlx::query("DELETE FROM devices WHERE user_id = $1 AND id <> $2")
        .bind(user_id)
        .bind(saved.unwrap_or_default())
        .execute(conn)
        .await?;
    Ok(())
}

/// Clears devices away that nobody signed in on for longer than their cookie lives.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sqlx::query("DELETE FROM devices WHERE last_used_at < $1")
        .bind(now - 400 * crate::clock::DAY)
        .execute(conn)
        .await?;
    Ok(())
}

/// Whether a device has a PIN.
pub async fn has_pin(conn: &mut Conn, id: &str) -> DbResult<bool> {
    let found: Option<String> =
        sqlx::query_scalar("SELECT id FROM devices WHERE id = $1 AND pin_hash IS NOT NULL")
            .bind(id)
            .fetch_optional(conn)
            .await?;
    Ok(found.is_some())
}

/// The devices of an account, for its copy of everything: without their secrets and PINs.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = DeviceRow::select("WHERE user_id = $1 ORDER BY created_at, id").bind(user_id);
    let export = |row: DeviceRow| {
        let DeviceRow {
            id,
            user_id: _,     // whose export it is
            secret_hash: _, // a secret
            user_agent,
            pin_hash,
            pin_failures: _, // counted until the next right PIN
            removed_at,
            created_at,
            last_used_at,
        } = row;
        json!({
            "id": id,
            "device": user_agent::describe_user_agent(&user_agent),
            "hasPin": pin_hash.is_some(),
            "createdAt": created_at,
            "lastUsedAt": last_used_at,
            "removedAt": removed_at,
        })
    };
    Ok(rows
        .fetch_all(conn)
        .await?
        .into_iter()
        .map(export)
        .collect())
}
