//! The table of attempts.

use super::{Attempts, WINDOW};
use crate::clock::DAY;
use crate::db::{Conn, DbResult, sql};
use crate::ids::sha256_hex;

/// Counts one attempt for `key` and returns the count. If the clock is set back, the wait does not get longer: the
/// count then starts no later than now.
pub async fn count_attempt(conn: &mut Conn, key: &str, now: i64) -> DbResult<Attempts> {
    let (tries, started_at) = sql::query_as(
        "INSERT INTO attempts (key_hash, tries, started_at) VALUES ($1, 1, $2) \
         ON CONFLICT (key_hash) DO UPDATE SET \
         tries = CASE WHEN attempts.started_at <= $3 THEN 1 ELSE attempts.tries + 1 END, \
         started_at = CASE WHEN attempts.started_at <= $4 OR attempts.started_at > $5 \
             THEN excluded.started_at ELSE attempts.started_at END \
         RETURNING tries, started_at",
    )
    .bind(sha256_hex(key))
    .bind(now)
    .bind(now - WINDOW)
    .bind(now - WINDOW)
    .bind(now)
    .fetch_one(conn)
    .await?;
    Ok(Attempts { count: tries, started_at })
}

/// How many attempts for `key` are counted at the moment.
pub async fn count_so_far(conn: &mut Conn, key: &str, now: i64) -> DbResult<i64> {
    let tries: Option<i64> =
        sql::query_scalar("SELECT tries FROM attempts WHERE key_hash = $1 AND started_at > $2")
            .bind(sha256_hex(key))
            .bind(now - WINDOW)
            .fetch_optional(conn)
            .await?;
    Ok(tries.unwrap_or(0))
}

/// Resets the count for `key`, after the right code or password was given.
pub async fn reset(conn: &mut Conn, key: &str) -> DbResult<()> {
    sql::query("DELETE FROM attempts WHERE key_hash = $1").bind(sha256_hex(key)).execute(conn).await?;
    Ok(())
}

/// Deletes counts a day after they started.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sql::query("DELETE FROM attempts WHERE started_at < $1").bind(now - DAY).execute(conn).await?;
    Ok(())
}
