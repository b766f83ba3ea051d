//! The push_subscriptions table: browsers that asked for messages.

use serde_json::{Value, json};

use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult};
use crate::ids::{DeviceId, SubscriptionId, UserId, sha256_hex};
use crate::sessions::user_agent;

/// How many browsers an account has at most: the eleventh takes the place of the one that has been
/// registered longest ago.
pub const SUBSCRIPTIONS_MAX: i64 = 10;

table! {
    /// A browser that a push service reaches.
    pub struct PushSubscriptionRow: "push_subscriptions", by id {
        /// The id.
        pub id: SubscriptionId,
        /// The account.
        pub user_id: UserId,
        /// The device that it is, with which it goes.
        pub device_id: DeviceId,
        /// Its address at the push service.
        pub endpoint: String,
        /// The hash of that, which finds it again.
        pub endpoint_hash: String,
        /// Its public key, base64url.
        pub p256dh: String,
        /// Its secret, base64url.
        pub auth: String,
        /// What the browser calls itself.
        pub user_agent: String,
        /// How often in a row its service refused what was sent.
        pub refusals: i64,
        /// When it was registered, milliseconds since the epoch.
        pub created_at: i64,
        /// When its service took something last, milliseconds since the epoch.
        pub last_sent_at: Option<i64>,
    }
}

/// Where a browser's pushes go.
#[must_use]
pub fn hash_endpoint(endpoint: &str) -> String {
    sha256_hex(format!("push:{endpoint}"))
}

/// The browsers of an account, the latest first.
pub async fn list_for_account(
    conn: &mut Conn,
    user_id: &str,
) -> DbResult<Vec<PushSubscriptionRow>> {
    PushSubscriptionRow::select("WHERE user_id = $1 ORDER BY created_at DESC, id DESC")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// A browser.
pub async fn find(conn: &mut Conn, id: &str) -> DbResult<Option<PushSubscriptionRow>> {
    PushSubscriptionRow::select("WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The browser with this address, of whichever account.
pub async fn find_by_endpoint(
    conn: &mut Conn,
    endpoint: &str,
) -> DbResult<Option<PushSubscriptionRow>> {
    PushSubscriptionRow::select("WHERE endpoint_hash = $1")
        .bind(hash_endpoint(endpoint))
        .fetch_optional(conn)
        .await
}

/// Registers a browser in the place of what it was before: another address of the same device, or
/// another account's.
pub async fn upsert(conn: &mut Conn, row: &PushSubscriptionRow) -> DbResult<()> {
    sqlx::query("DELETE FROM push_subscriptions WHERE endpoint_hash = $1 OR device_id = $2")
        .bind(&row.endpoint_hash)
        .bind(&row.device_id)
        .execute(&mut *conn)
        .await?;
    sqlx::query(
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

/// Forgets a browser of an account; whether there was one.
pub async fn delete(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM push_subscriptions WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Forgets the browser that a session is on: it logs out.
pub async fn delete_for_session(conn: &mut Conn, token_hash: &str) -> DbResult<()> {
    sqlx::query(
        "DELETE FROM push_subscriptions WHERE device_id IN \
         (SELECT device_id FROM sessions WHERE token_hash = $1)",
    )
    .bind(token_hash)
    .execute(conn)
    .await?;
    Ok(())
}

/// Its service took something.
pub(super) async fn record_sent(conn: &mut Conn, id: &str, now: i64) -> DbResult<()> {
    sqlx::query("UPDATE push_subscriptions SET refusals = 0, last_sent_at = $1 WHERE id = $2")
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Its service refused something.
pub(super) async fn record_refusal(conn: &mut Conn, id: &str) -> DbResult<()> {
    sqlx::query("UPDATE push_subscriptions SET refusals = refusals + 1 WHERE id = $1")
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Nobody is there any more.
pub(super) async fn delete_expired(conn: &mut Conn, id: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM push_subscriptions WHERE id = $1")
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The browsers of an account, for its copy of everything. Their keys stay here: with them anybody could notify them.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
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
            "device": user_agent::describe_user_agent(&user_agent),
            "service": service,
            "createdAt": created_at,
            "lastSentAt": last_sent_at,
        })
    };
    Ok(rows.into_iter().map(export).collect())
}
