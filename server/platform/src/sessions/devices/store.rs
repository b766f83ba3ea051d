//! The devices table.

use serde_json::{Value, json};

use super::{MAX_FAILURES, describe_user_agent};
use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult, sql};
use crate::ids::{DeviceId, UserId, sha256_hex};

table! {
    /// A device: a browser in which the password was entered.
    pub struct DeviceRow: "devices", by id {
        /// The device's id.
        pub id: DeviceId,
        /// The account.
        pub user_id: UserId,
        /// The hash of the device's secret.
        pub secret_hash: String,
        /// The browser's `User-Agent` header.
        pub user_agent: String,
        /// The hash of the device's PIN; `None` if it has none.
        pub pin_hash: Option<String>,
        /// The number of wrong PINs since the last right one.
        pub pin_failures: i64,
        /// When the PIN was removed after wrong PINs, milliseconds since the epoch; `None` if it wasn't.
        pub removed_at: Option<i64>,
        /// When the device was first used, milliseconds since the epoch.
        pub created_at: i64,
        /// When somebody last signed in on the device, milliseconds since the epoch.
        pub last_used_at: i64,
    }
}

impl DeviceRow {
    /// A new device: a browser in which the password has just been entered.
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

/// The account's device with this secret.
pub async fn find(conn: &mut Conn, user_id: &UserId, secret: &str) -> DbResult<Option<DeviceRow>> {
    DeviceRow::select("WHERE user_id = $1 AND secret_hash = $2")
        .bind(user_id)
        .bind(sha256_hex(secret))
        .fetch_optional(conn)
        .await
}

/// The device with this secret that belongs to the account with this email address.
pub async fn find_by_email(conn: &mut Conn, email_key: &str, secret: &str) -> DbResult<Option<DeviceRow>> {
    DeviceRow::select("WHERE secret_hash = $1 AND user_id IN (SELECT id FROM users WHERE email_key = $2)")
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

/// Records that somebody signed in on a device, and resets its count of wrong PINs.
pub async fn record_use(conn: &mut Conn, id: &DeviceId, user_agent: &str, now: i64) -> DbResult<()> {
    sql::query("UPDATE devices SET pin_failures = 0, user_agent = $1, last_used_at = $2 WHERE id = $3")
        .bind(user_agent)
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Sets the PIN of a device or, with `None`, turns it off; returns whether the device exists.
pub async fn set_pin(conn: &mut Conn, id: &DeviceId, pin_hash: Option<&str>) -> DbResult<bool> {
    let done =
        sql::query("UPDATE devices SET pin_hash = $1, pin_failures = 0 WHERE id = $2 AND removed_at IS NULL")
            .bind(pin_hash)
            .bind(id)
            .execute(conn)
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Uses up one of a device's attempts before the PIN is checked, so that with any number of guesses at the same time no
/// more are checked than there are attempts. Returns the new number of wrong PINs, and the hash to compare with; `None`
/// if the device has no PIN or no attempts left.
pub async fn take_attempt(conn: &mut Conn, id: &DeviceId) -> DbResult<Option<(i64, String)>> {
    sql::query_as(
        "UPDATE devices SET pin_failures = pin_failures + 1 WHERE id = $1 \
         AND pin_hash IS NOT NULL AND removed_at IS NULL AND pin_failures < $2 \
         RETURNING pin_failures, pin_hash",
    )
    .bind(id)
    .bind(MAX_FAILURES)
    .fetch_optional(conn)
    .await
}

/// Removes a device's PIN permanently.
pub async fn remove_pin(conn: &mut Conn, id: &DeviceId, now: i64) -> DbResult<()> {
    sql::query("UPDATE devices SET pin_hash = NULL, removed_at = $1 WHERE id = $2")
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The devices of an account that have a PIN, the most recently used first.
pub async fn list_with_pin(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<DeviceRow>> {
    DeviceRow::select("WHERE user_id = $1 AND pin_hash IS NOT NULL ORDER BY last_used_at DESC, id DESC")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Deletes a device of an account; returns whether there was one.
pub async fn delete(conn: &mut Conn, user_id: &UserId, id: &DeviceId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM devices WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes every device of an account except `saved`.
pub async fn delete_others(conn: &mut Conn, user_id: &UserId, saved: Option<&DeviceId>) -> DbResult<()> {
    sql::query("DELETE FROM devices WHERE user_id = $1 AND id <> $2")
        .bind(user_id)
        .bind(saved.map_or("", DeviceId::as_str))
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes devices on which nobody has signed in for longer than their cookie is valid.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sql::query("DELETE FROM devices WHERE last_used_at < $1")
        .bind(now - 400 * crate::clock::DAY)
        .execute(conn)
        .await?;
    Ok(())
}

/// Whether a device has a PIN.
pub async fn has_pin(conn: &mut Conn, id: &DeviceId) -> DbResult<bool> {
    let found: Option<String> =
        sql::query_scalar("SELECT id FROM devices WHERE id = $1 AND pin_hash IS NOT NULL")
            .bind(id)
            .fetch_optional(conn)
            .await?;
    Ok(found.is_some())
}

/// The devices of an account, for its export, without their secrets and PINs.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
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
            "device": describe_user_agent(&user_agent),
            "hasPin": pin_hash.is_some(),
            "createdAt": created_at,
            "lastUsedAt": last_used_at,
            "removedAt": removed_at,
        })
    };
    Ok(rows.fetch_all(conn).await?.into_iter().map(export).collect())
}
