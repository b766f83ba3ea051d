//! The schedules table.

use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult};
use crate::ids::UserId;
use crate::jobs::Schedule;

table! {
    /// A schedule.
    pub(in crate::jobs) struct Row: "schedules", by key {
        /// Whose and what.
        pub key: String,
        /// The account with which it goes.
        pub user_id: Option<UserId>,
        /// The word of the kind of job that it becomes.
        pub kind: String,
        /// What that needs.
        pub payload: String,
        /// When, milliseconds since the epoch.
        pub due_at: i64,
        /// When it was written, milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// Writes a schedule in the place of the one of its key.
pub(in crate::jobs) async fn put(
    conn: &mut Conn,
    schedule: &Schedule<'_>,
    now: i64,
) -> DbResult<()> {
    let row = Row {
        key: schedule.key.to_owned(),
        user_id: schedule.user_id.cloned(),
        kind: schedule.kind.word.to_owned(),
        payload: schedule.payload.to_owned(),
        due_at: schedule.due_at,
        created_at: now,
    };
    row.put_whole().execute(conn).await?;
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
    let tail = format!(
        "WHERE due_at <= $1 AND kind IN ({words}) \
         ORDER BY due_at, key LIMIT $2{end}"
    );
    Row::select(&tail)
        .bind(now)
        .bind(limit)
        .fetch_all(conn)
        .await
}

/// The schedule of a key.
pub(in crate::jobs) async fn find(conn: &mut Conn, key: &str) -> DbResult<Option<Row>> {
    Row::select("WHERE key = $1")
        .bind(key)
        .fetch_optional(conn)
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
