//! The table of idempotency keys.

use crate::clock::DAY;
use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult, sql};

/// How long responses are stored with their keys, in milliseconds.
const RESPONSE_RETENTION: i64 = 7 * DAY;
/// How long keys are stored, in milliseconds.
const KEY_RETENTION: i64 = 400 * DAY;

table! {
    /// A key with the response to its request.
    pub(super) struct IdempotencyRow: "idempotency_keys", by key {
        /// The scope: `user:…` or `link:…`.
        pub scope: String,
        /// The key as it was sent.
        pub key: String,
        /// The route of the request.
        pub route: String,
        /// SHA-256 of the body, in hexadecimal.
        pub body_hash: String,
        /// The status of the response; 0 while the first request is in progress.
        pub status: i64,
        /// The body of the response; empty once it has been deleted.
        pub body: String,
        /// When the key was claimed, milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// Inserts a key; returns false if its scope has it already.
pub(super) async fn insert(conn: &mut Conn, row: &IdempotencyRow) -> DbResult<bool> {
    let written = row.insert_if_unique("scope, key").execute(conn).await?;
    Ok(written.rows_affected() == 1)
}

/// A key that a scope has.
pub(super) async fn find(conn: &mut Conn, scope: &str, key: &str) -> DbResult<IdempotencyRow> {
    IdempotencyRow::select("WHERE scope = $1 AND key = $2").bind(scope).bind(key).fetch_one(conn).await
}

/// Stores the response with its key.
pub(super) async fn set_response(
    conn: &mut Conn,
    [scope, key]: [&str; 2],
    status: i64,
    body: &str,
) -> DbResult<()> {
    sql::query("UPDATE idempotency_keys SET status = $1, body = $2 WHERE scope = $3 AND key = $4")
        .bind(status)
        .bind(body)
        .bind(scope)
        .bind(key)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes responses after a week, and their keys after thirteen months.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    // The index of the stored responses has exactly this condition.
    sql::query("UPDATE idempotency_keys SET body = '' WHERE body <> '' AND status > 0 AND created_at < $1")
        .bind(now - RESPONSE_RETENTION)
        .execute(&mut *conn)
        .await?;
    sql::query("DELETE FROM idempotency_keys WHERE created_at < $1")
        .bind(now - KEY_RETENTION)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes the keys of one scope.
pub async fn delete_scope(conn: &mut Conn, scope: &str) -> DbResult<()> {
    sql::query("DELETE FROM idempotency_keys WHERE scope = $1").bind(scope).execute(conn).await?;
    Ok(())
}
