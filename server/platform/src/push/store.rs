//! The push_subscriptions table: browsers that asked for messages.

use serde_json::{Value, json};

use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult, sql};
use crate::ids::{DeviceId, SubscriptionId, UserId, sha256_hex};
use crate::sessions::devices;

/// The most browsers of an account: one more replaces the one that was registered first.
pub const SUBSCRIPTIONS_MAX: i64 = 10;

table! {
    /// A browser that a push service can reach.
    pub struct PushSubscriptionRow: "push_subscriptions", by id {
        /// The id of the subscription.
        pub id: SubscriptionId,
        /// The account.
        pub user_id: UserId,
        /// The device of the subscription; both are deleted together.
        pub device_id: DeviceId,
        /// The browser's address at the push service.
        pub endpoint: String,
        /// The hash of that address, by which the row is found.
        pub endpoint_hash: String,
        /// The browser's public key, base64url.
        pub p256dh: String,
        /// The browser's secret, base64url.
        pub auth: String,
        /// The browser's `User-Agent` header.
        pub user_agent: String,
        /// How many messages in a row the push service has refused.
        pub refusals: i64,
        /// When it was registered, milliseconds since the epoch.
        pub created_at: i64,
        /// When the push service last accepted a message, milliseconds since the epoch; `None` if it never did.
        pub last_sent_at: Option<i64>,
    }
}

/// The hash of a push address.
#[must_use]
pub fn hash_endpoint(endpoint: &str) -> String {
    sha256_hex(format!("push:{endpoint}"))
}

/// The browsers of an account, latest first.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<PushSubscriptionRow>> {
    PushSubscriptionRow::select("WHERE user_id = $1 ORDER BY created_at DESC, id DESC")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// The browser with this id.
pub async fn find(conn: &mut Conn, id: &SubscriptionId) -> DbResult<Option<PushSubscriptionRow>> {
    PushSubscriptionRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// The browser with this address, for any account.
pub async fn find_by_endpoint(conn: &mut Conn, endpoint: &str) -> DbResult<Option<PushSubscriptionRow>> {
    PushSubscriptionRow::select("WHERE endpoint_hash = $1")
        .bind(hash_endpoint(endpoint))
        .fetch_optional(conn)
        .await
}

/// Registers a browser. It replaces an earlier registration of the same address, even one of another account, and an
/// earlier address of the same device.
pub async fn upsert(conn: &mut Conn, row: &PushSubscriptionRow) -> DbResult<()> {
    sql::query("DELETE FROM push_subscriptions WHERE endpoint_hash = $1 OR device_id = $2")
        .bind(&row.endpoint_hash)
        .bind(&row.device_id)
        .execute(&mut *conn)
        .await?;
    sql::query(
        "DELETE FROM push_subscriptions WHERE user_id = $1 AND id NOT IN (\
         SELECT id FROM push_subscriptions WHERE user_id = $2 \
         ORDER BY created_at DESC, id DESC LIMIT $3)",
    )
    .bind(&row.user_id)
    .bind(&row.user_id)
    .bind(SUBSCRIPTIONS_MAX - 1)
    .execute(&mut *conn)
    .await?;
    row.insert().execute(conn).await?;
    Ok(())
}

/// Deletes a browser of an account; returns whether there was one.
pub async fn delete(conn: &mut Conn, user_id: &UserId, id: &SubscriptionId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM push_subscriptions WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes the browser in which a session runs, because it is logging out.
pub async fn delete_for_session(conn: &mut Conn, token_hash: &str) -> DbResult<()> {
    sql::query(
        "DELETE FROM push_subscriptions WHERE device_id IN \
         (SELECT device_id FROM sessions WHERE token_hash = $1)",
    )
    .bind(token_hash)
    .execute(conn)
    .await?;
    Ok(())
}

/// Records that the push service accepted a message.
pub(super) async fn record_sent(conn: &mut Conn, id: &SubscriptionId, now: i64) -> DbResult<()> {
    sql::query("UPDATE push_subscriptions SET refusals = 0, last_sent_at = $1 WHERE id = $2")
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Records that the push service refused a message.
pub(super) async fn record_refusal(conn: &mut Conn, id: &SubscriptionId) -> DbResult<()> {
    sql::query("UPDATE push_subscriptions SET refusals = refusals + 1 WHERE id = $1")
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes a browser whose push address no longer exists.
pub(super) async fn delete_expired(conn: &mut Conn, id: &SubscriptionId) -> DbResult<()> {
    sql::query("DELETE FROM push_subscriptions WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}

/// The browsers of an account, for its export. The keys are left out: with them anybody could send messages to the
/// browsers.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = list_for_account(conn, user_id).await?;
    let export = |row: PushSubscriptionRow| {
        let PushSubscriptionRow {
            id,
            user_id: _,   // whose export it is
            device_id: _, // `device` says which it is
            endpoint,
            endpoint_hash: _, // by which it is found
            p256dh: _,        // keys, with which anybody could notify it
            auth: _,
            user_agent,
            refusals: _, // counted until the next that is taken
            created_at,
            last_sent_at,
        } = row;
        let endpoint = url::Url::parse(&endpoint).ok();
        let service = endpoint.as_ref().and_then(url::Url::host_str);
        json!({
            "id": id,
            "device": devices::describe_user_agent(&user_agent),
            "service": service,
            "createdAt": created_at,
            "lastSentAt": last_sent_at,
        })
    };
    Ok(rows.into_iter().map(export).collect())
}
