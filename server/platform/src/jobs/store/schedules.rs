//! The schedules table.

use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult, sql};
use crate::ids::UserId;
use crate::jobs::Schedule;

table! {
    /// A schedule.
    pub(in crate::jobs) struct ScheduleRow: "schedules", by key {
        /// The key, which says what is scheduled for which object.
        pub key: String,
        /// The account with which the schedule is deleted.
        pub user_id: Option<UserId>,
        /// The word of the kind of job that it becomes.
        pub kind: String,
        /// The data for the job.
        pub payload: String,
        /// When it is due, milliseconds since the epoch.
        pub due_at: i64,
        /// When the schedule was written, milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// Inserts a schedule, replacing the one with the same key.
pub(in crate::jobs) async fn upsert(conn: &mut Conn, schedule: &Schedule<'_>, now: i64) -> DbResult<()> {
    let row = ScheduleRow {
        key: schedule.key.to_owned(),
        user_id: schedule.user_id.cloned(),
        kind: schedule.kind.code.to_owned(),
        payload: schedule.payload.to_owned(),
        due_at: schedule.due_at,
        created_at: now,
    };
    row.upsert().execute(conn).await?;
    Ok(())
}

/// The due schedules of the kinds in `text` (a list in SQL), oldest first; `end` is the end of the statement, which
/// may lock them.
pub(in crate::jobs) async fn list_due(
    conn: &mut Conn,
    text: &str,
    now: i64,
    limit: i64,
    end: &str,
) -> DbResult<Vec<ScheduleRow>> {
    let tail = format!(
        "WHERE due_at <= $1 AND kind IN ({text}) \
         ORDER BY due_at, key LIMIT $2{end}"
    );
    ScheduleRow::select(&tail).bind(now).bind(limit).fetch_all(conn).await
}

/// The schedule with this key.
pub(in crate::jobs) async fn find(conn: &mut Conn, key: &str) -> DbResult<Option<ScheduleRow>> {
    ScheduleRow::select("WHERE key = $1").bind(key).fetch_optional(conn).await
}

/// Deletes the schedule with this key.
pub(in crate::jobs) async fn delete(conn: &mut Conn, key: &str) -> DbResult<()> {
    sql::query("DELETE FROM schedules WHERE key = $1").bind(key).execute(conn).await?;
    Ok(())
}
