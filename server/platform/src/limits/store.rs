//! The tables of limits: what is left of quotas for requests, and what accounts store.

use super::database::{LEEWAY, MICROS, MicroQuota};
use super::quota::StorageUse;
use crate::db::{Conn, DbResult, sql};
use crate::ids::UserId;

/// Takes one use of a key; if none is left, returns the instant of the next one. If the last use is in the future, the
/// clock has been set back since: the part of the quota that was used then counts as used now.
pub(super) async fn take_use(
    conn: &mut Conn,
    hash: &str,
    quota: MicroQuota,
    now: i64,
) -> DbResult<Option<i64>> {
    let taken = sql::query(
        "INSERT INTO limit_counters (key_hash, whole_at, used_at) VALUES ($1, $2, $3) \
         ON CONFLICT (key_hash) DO UPDATE SET used_at = excluded.used_at, whole_at = CASE \
             WHEN limit_counters.used_at > $4 \
                 THEN limit_counters.whole_at - limit_counters.used_at + excluded.whole_at \
             WHEN limit_counters.whole_at <= excluded.used_at THEN excluded.whole_at \
             ELSE limit_counters.whole_at + $5 END \
         WHERE CASE WHEN limit_counters.used_at > $6 \
             THEN limit_counters.whole_at - limit_counters.used_at + excluded.used_at \
             ELSE limit_counters.whole_at END <= $7",
    )
    .bind(hash)
    .bind(now + quota.every)
    .bind(now)
    .bind(now + LEEWAY)
    .bind(quota.every)
    .bind(now + LEEWAY)
    .bind(now + quota.whole - quota.every)
    .execute(&mut *conn)
    .await?
    .rows_affected();
    if taken == 1 {
        return Ok(None);
    }
    sql::query(
        "UPDATE limit_counters SET whole_at = whole_at - used_at + $1, used_at = $2 \
         WHERE key_hash = $3 AND used_at > $4",
    )
    .bind(now)
    .bind(now)
    .bind(hash)
    .bind(now + LEEWAY)
    .execute(&mut *conn)
    .await?;
    let whole_at: i64 = sql::query_scalar("SELECT whole_at FROM limit_counters WHERE key_hash = $1")
        .bind(hash)
        .fetch_one(conn)
        .await?;
    Ok(Some(whole_at - quota.whole + quota.every))
}

/// Deletes the keys that are back at their full quota.
pub(super) async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sql::query("DELETE FROM limit_counters WHERE whole_at <= $1").bind(now * MICROS).execute(conn).await?;
    Ok(())
}

/// What an account stores: its documents, its pictures and its bytes.
pub(super) async fn find_usage(conn: &mut Conn, user_id: &UserId) -> DbResult<[i64; 3]> {
    let stored: Option<(i64, i64, i64)> =
        sql::query_as("SELECT documents, pictures, bytes FROM account_usage WHERE user_id = $1")
            .bind(user_id)
            .fetch_optional(conn)
            .await?;
    let (documents, pictures, bytes) = stored.unwrap_or_default();
    Ok([documents, pictures, bytes])
}

/// Adds to what an account stores, and returns its documents, its pictures and its bytes.
pub(super) async fn add_usage(conn: &mut Conn, user_id: &UserId, more: StorageUse) -> DbResult<[i64; 3]> {
    let bytes_more = more.bytes + more.noted;
    // Counts never fall below zero, even if an older server didn't count everything.
    let (documents, pictures, bytes) = sql::query_as(
        "INSERT INTO account_usage (user_id, documents, pictures, bytes) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id) DO UPDATE SET \
         documents = CASE WHEN account_usage.documents + $5 < 0 THEN 0 \
             ELSE account_usage.documents + $5 END, \
         pictures = CASE WHEN account_usage.pictures + $6 < 0 THEN 0 \
             ELSE account_usage.pictures + $6 END, \
         bytes = CASE WHEN account_usage.bytes + $7 < 0 THEN 0 \
             ELSE account_usage.bytes + $7 END \
         RETURNING documents, pictures, bytes",
    )
    .bind(user_id)
    .bind(more.documents.max(0))
    .bind(more.pictures.max(0))
    .bind(bytes_more.max(0))
    .bind(more.documents)
    .bind(more.pictures)
    .bind(bytes_more)
    .fetch_one(conn)
    .await?;
    Ok([documents, pictures, bytes])
}
