//! The schedules table.

use crate::db::{Conn, DbResult};
use crate::jobs::Schedule;

/// A schedule that is due.
#[derive(Debug, sqlx::FromRow)]
pub(in crate::jobs) struct Row {
    pub key: String,
    pub kind: String,
    pub payload: String,
    pub due_at: i64,
}

/// Writes a schedule in the place of the one of its key.
pub(in crate::jobs) async fn put(
    conn: &mut Conn,
    schedule: &Schedule<'_>,
    now: i64,
) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO schedules (key, user_id, kind, payload, due_at, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO UPDATE SET \
         user_id = excluded.user_id, kind = excluded.kind, payload = excluded.payload, \
         due_at = excluded.due_at, created_at = excluded.created_at",
    )
    .bind(schedule.key)
    .bind(schedule.user_id)
    .bind(schedule.kind.word)
    .bind(schedule.payload)
    .bind(schedule.due_at)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(())
}

/// The schedules that are due, of the kinds in `words`, the oldest first; the statement's `end` says
/// whether they are held.
pub(in crate::jobs) async fn due(
    conn: &mut Conn,
    words: &str,
    now: i64,
    limit: i64,
    end: &str,
) -> DbResult<Vec<Row>> {
    let sql = format!(
        "SELECT key, kind, payload, due_at FROM schedules WHERE due_at <= $1 AND kind IN ({words}) \
         ORDER BY due_at, key LIMIT $2{end}"
    );
    sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(now)
        .bind(limit)
        .fetch_all(conn)
        .await
}

/// Removes the schedule of a key.
pub(in crate::jobs) async fn delete(conn: &mut Conn, key: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM schedules WHERE key = $1")
        .bind(key)
        .execute(conn)
        .await?;
    Ok(())
}
