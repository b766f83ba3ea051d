//! The jobs table.

use super::worker::{LOCK, LONGEST_PAUSE};
use crate::db::{Conn, DbResult, Dialect, like_start};

/// A job that a worker has taken.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct Job {
    pub id: String,
    pub kind: String,
    pub payload: String,
    pub attempts: i64,
}

pub(super) async fn insert(
    conn: &mut Conn,
    id: &str,
    kind: &str,
    payload: &str,
    now: i64,
) -> DbResult<()> {
    insert_at(conn, id, kind, payload, (now, now)).await
}

/// A job that is due later than it is made.
pub(super) async fn insert_at(
    conn: &mut Conn,
    id: &str,
    kind: &str,
    payload: &str,
    (now, run_at): (i64, i64),
) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO jobs (id, kind, payload, run_at, attempts, created_at) \
         VALUES ($1, $2, $3, $4, 0, $5)",
    )
    .bind(id)
    .bind(kind)
    .bind(payload)
    .bind(run_at)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(())
}

/// A job under an id that may be taken, which then stays as it is.
pub(super) async fn insert_once(
    conn: &mut Conn,
    id: &str,
    kind: &str,
    payload: &str,
    now: i64,
) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO jobs (id, kind, payload, run_at, attempts, created_at) \
         VALUES ($1, $2, $3, $4, 0, $5) ON CONFLICT (id) DO NOTHING",
    )
    .bind(id)
    .bind(kind)
    .bind(payload)
    .bind(now)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(())
}

/// The next due job, for the transaction to take. What is due or locked further ahead than it can
/// be was written by a clock that has been set back since: it does not wait for that time.
pub(super) async fn next_due(conn: &mut Conn, dialect: Dialect, now: i64) -> DbResult<Option<Job>> {
    let sql = format!(
        "SELECT id, kind, payload, attempts FROM jobs WHERE failed_at IS NULL \
         AND (run_at <= $1 OR run_at > $2 OR (attempts = 0 AND created_at > $3)) \
         AND (locked_until IS NULL OR locked_until <= $4 OR locked_until > $5) \
         ORDER BY run_at, id LIMIT 1{}",
        dialect.skip_locked()
    );
    sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(now)
        .bind(now + LONGEST_PAUSE)
        .bind(now)
        .bind(now)
        .bind(now + LOCK)
        .fetch_optional(conn)
        .await
}

/// Takes a job until `locked_until`.
pub(super) async fn take(conn: &mut Conn, id: &str, locked_until: i64) -> DbResult<()> {
    sqlx::query("UPDATE jobs SET locked_until = $1, attempts = attempts + 1 WHERE id = $2")
        .bind(locked_until)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The job is done.
pub(super) async fn delete(conn: &mut Conn, id: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM jobs WHERE id = $1")
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The job failed and is to be tried again at `run_at`, or not any more when `failed_at` is set.
pub(super) async fn put_back(
    conn: &mut Conn,
    id: &str,
    run_at: i64,
    failed_at: Option<i64>,
    error: &str,
) -> DbResult<()> {
    sqlx::query(
        "UPDATE jobs SET locked_until = NULL, run_at = $1, failed_at = $2, last_error = $3 WHERE id = $4",
    )
    .bind(run_at)
    .bind(failed_at)
    .bind(error)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Clears away what was given up before `before`.
pub(super) async fn delete_failed(conn: &mut Conn, before: i64) -> DbResult<()> {
    sqlx::query("DELETE FROM jobs WHERE failed_at IS NOT NULL AND failed_at < $1")
        .bind(before)
        .execute(conn)
        .await?;
    Ok(())
}

/// Takes back the mails to an address that were not sent yet, and those that could not be.
///
/// # Errors
/// When the database fails.
pub(crate) async fn delete_mails_to(conn: &mut Conn, address: &str) -> DbResult<()> {
    // A mail's receiver is the first field of its payload (see `mail::Mail`).
    let start = format!("{{\"to\":{},", serde_json::Value::from(address));
    let pattern = like_start(&start);
    sqlx::query("DELETE FROM jobs WHERE kind = 'mail' AND payload LIKE $1 ESCAPE '\\'")
        .bind(pattern)
        .execute(conn)
        .await?;
    Ok(())
}
