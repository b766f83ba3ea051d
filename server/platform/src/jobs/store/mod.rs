//! The jobs table.

pub(super) mod schedules;

use sqlx::AssertSqlSafe;
use sqlx::error::BoxDynError;

use super::run::{LEEWAY, LOCK_TIME};
use super::{Backlog, JobKind, Lane, Occurrence, Task};
use crate::db::column::Column;
use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult, Dialect, like_prefix, sql};
use crate::ids::{JobId, UserId};
use crate::jobs::GivenUpJob;
use crate::request_id;

table! {
    /// A job that is waiting or was taken by a worker.
    pub(super) struct JobRow: "jobs", by id {
        /// A UUIDv7, or the id chosen by the caller of `insert_once`.
        pub id: String,
        /// The word of the job's kind, which this server may not know.
        pub kind: String,
        /// The data for the job.
        pub payload: String,
        /// The job's lane.
        pub lane: Lane,
        /// When it is due, milliseconds since the epoch.
        pub run_at: i64,
        /// When `run_at` was set, milliseconds since the epoch.
        pub set_at: i64,
        /// How many attempts were begun before.
        pub attempts: i64,
        /// The key of the schedule that made it.
        pub schedule_key: Option<String>,
        /// When that schedule was due, milliseconds since the epoch.
        pub due_at: Option<i64>,
        /// When it was queued, milliseconds since the epoch.
        pub created_at: i64,
        /// The account with which the job is deleted.
        pub user_id: Option<UserId>,
        /// The request that caused it, for the log.
        pub request_id: Option<String>,
        /// When an attempt began what must not be done twice, milliseconds since the epoch; `None` if that was not
        /// begun, or is known not to have been done.
        pub handed_at: Option<i64>,
    }
}

/// Stored as its number.
impl Column for Lane {
    type Stored = i64;

    fn from_stored(stored: i64) -> Result<Self, BoxDynError> {
        let lane = Self::ALL.into_iter().find(|lane| lane_number(*lane) == stored);
        lane.ok_or_else(|| format!("there is no lane {stored}").into())
    }

    fn to_stored(&self) -> i64 {
        lane_number(*self)
    }
}

impl JobRow {
    /// The occurrence of a schedule, if the job comes from one.
    pub(super) fn to_occurrence(&self) -> Option<Occurrence<'_>> {
        let key = self.schedule_key.as_deref()?;
        let due_at = self.due_at?;
        Some(Occurrence { key, due_at })
    }
}

/// A job to insert.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewJob<'a> {
    pub id: &'a str,
    pub kind: &'a str,
    pub payload: &'a str,
    pub lane: Lane,
    pub now: i64,
    pub run_at: i64,
    pub occurrence: Option<Occurrence<'a>>,
    pub user_id: Option<&'a UserId>,
}

impl<'a> NewJob<'a> {
    /// A job that is due at once, in the lane of its kind.
    pub(super) fn new(id: &'a str, kind: JobKind, payload: &'a str, now: i64) -> Self {
        Self {
            id,
            kind: kind.code,
            payload,
            lane: kind.lane,
            now,
            run_at: now,
            occurrence: None,
            user_id: None,
        }
    }
}

/// The lane's number in the column.
fn lane_number(lane: Lane) -> i64 {
    i64::try_from(lane.index()).unwrap_or(i64::MAX)
}

/// Inserts a job; if a job with this id exists, it stays unchanged.
pub(super) async fn insert(conn: &mut Conn, job: &NewJob<'_>) -> DbResult<()> {
    let row = JobRow {
        id: job.id.to_owned(),
        kind: job.kind.to_owned(),
        payload: job.payload.to_owned(),
        lane: job.lane,
        run_at: job.run_at,
        set_at: job.now,
        attempts: 0,
        schedule_key: job.occurrence.map(|occurrence| occurrence.key.to_owned()),
        due_at: job.occurrence.map(|occurrence| occurrence.due_at),
        created_at: job.now,
        user_id: job.user_id.cloned(),
        request_id: request_id::current_request_id(),
        handed_at: None,
    };
    row.insert_if_absent().execute(conn).await?;
    Ok(())
}

/// The next due job of a lane with one of the kinds in `text` (a list in SQL), for the transaction to take. A lock that
/// lasts longer than is possible was set by a clock that has been set back since, and is ignored.
pub(super) async fn next_due(
    conn: &mut Conn,
    dialect: Dialect,
    (lane, text): (Lane, &str),
    now: i64,
) -> DbResult<Option<JobRow>> {
    let tail = format!(
        "WHERE failed_at IS NULL AND lane = $1 AND run_at <= $2 \
         AND (locked_until IS NULL OR locked_until <= $3 OR locked_until > $4) \
         AND kind IN ({text}) ORDER BY run_at, id LIMIT 1{}",
        dialect.skip_locked()
    );
    JobRow::select(&tail)
        .bind(lane_number(lane))
        .bind(now)
        .bind(now)
        .bind(now + LOCK_TIME + LEEWAY)
        .fetch_optional(conn)
        .await
}

/// Locks a job until `locked_until` (milliseconds since the epoch), and counts the attempt.
pub(super) async fn lock(conn: &mut Conn, id: &str, locked_until: i64) -> DbResult<()> {
    sql::query("UPDATE jobs SET locked_until = $1, attempts = attempts + 1 WHERE id = $2")
        .bind(locked_until)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Records that what must not be done twice was begun. Returns whether the job still belongs to this attempt.
pub(super) async fn mark_begun(conn: &mut Conn, task: &Task<'_>, now: i64) -> DbResult<bool> {
    let done =
        sql::query("UPDATE jobs SET handed_at = $1 WHERE id = $2 AND attempts = $3 AND handed_at IS NULL")
            .bind(now)
            .bind(task.id)
            .bind(task.attempt)
            .execute(conn)
            .await?;
    Ok(done.rows_affected() == 1)
}

/// Marks every waiting job of these kinds as one that began what must not be done twice, due now. Returns how many.
pub(super) async fn mark_uncertain(conn: &mut Conn, kinds: &[&str], now: i64) -> DbResult<u64> {
    let places: Vec<String> = (3..kinds.len() + 3).map(|at| format!("${at}")).collect();
    let sql = format!(
        "UPDATE jobs SET handed_at = $1, run_at = $2, locked_until = NULL \
         WHERE failed_at IS NULL AND handed_at IS NULL AND kind IN ({})",
        places.join(", ")
    );
    let mut query = sql::query(AssertSqlSafe(sql)).bind(now).bind(now);
    for kind in kinds {
        query = query.bind(*kind);
    }
    Ok(query.execute(conn).await?.rows_affected())
}

/// Whether this attempt began what must not be done twice.
pub(super) async fn is_begun(conn: &mut Conn, job: &JobRow) -> DbResult<bool> {
    let found: Option<i64> = sql::query_scalar(
        "SELECT handed_at FROM jobs WHERE id = $1 AND attempts = $2 AND handed_at IS NOT NULL",
    )
    .bind(&job.id)
    .bind(job.attempts + 1)
    .fetch_optional(conn)
    .await?;
    Ok(found.is_some())
}

/// Resets a job that was given up, to be tried from the beginning. Returns its lane; `None` if there is no such job.
pub(super) async fn reset(conn: &mut Conn, id: &JobId, now: i64) -> DbResult<Option<Lane>> {
    let lane: Option<i64> = sql::query_scalar(
        "UPDATE jobs SET failed_at = NULL, last_error = NULL, locked_until = NULL, handed_at = NULL, \
         attempts = 0, run_at = $1, set_at = $2 WHERE id = $3 AND failed_at IS NOT NULL RETURNING lane",
    )
    .bind(now)
    .bind(now)
    .bind(id)
    .fetch_optional(conn)
    .await?;
    lane.map(|lane| Lane::from_stored(lane).map_err(sqlx::Error::Decode)).transpose()
}

/// Extends the lock of a job, unless another worker has taken it since.
pub(super) async fn extend_lock(conn: &mut Conn, job: &JobRow, locked_until: i64) -> DbResult<()> {
    sql::query("UPDATE jobs SET locked_until = $1 WHERE id = $2 AND attempts = $3")
        .bind(locked_until)
        .bind(&job.id)
        .bind(job.attempts + 1)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes a job, because it is done or no longer wanted.
pub async fn delete(conn: &mut Conn, id: &str) -> DbResult<()> {
    sql::query("DELETE FROM jobs WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}

/// How a job goes back into the queue.
pub(super) struct RetryUpdate<'a> {
    pub now: i64,
    pub run_at: i64,
    /// Set if the job isn't tried again.
    pub failed_at: Option<i64>,
    /// How many attempts count as begun.
    pub attempts: i64,
    pub error: Option<&'a str>,
    /// Whether what must not be done twice is known not to have been done.
    pub was_not_done: bool,
}

/// Puts a job back that was not done. False if another worker has taken it since.
pub(super) async fn retry_later(conn: &mut Conn, job: &JobRow, back: &RetryUpdate<'_>) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE jobs SET locked_until = NULL, run_at = $1, set_at = $2, failed_at = $3, \
         last_error = $4, attempts = $5, \
         handed_at = CASE WHEN $6 = 1 THEN NULL ELSE handed_at END WHERE id = $7 AND attempts = $8",
    )
    .bind(back.run_at)
    .bind(back.now)
    .bind(back.failed_at)
    .bind(back.error)
    .bind(back.attempts)
    .bind(i64::from(back.was_not_done))
    .bind(&job.id)
    .bind(job.attempts + 1)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Whether any job was written later than `limit`, which is in the future: by a clock that was ahead.
pub(super) async fn has_future_job(conn: &mut Conn, limit: i64) -> DbResult<bool> {
    let found: i64 = sql::query_scalar(
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM jobs WHERE failed_at IS NULL AND set_at > $1) \
         THEN 1 ELSE 0 END",
    )
    .bind(limit)
    .fetch_one(conn)
    .await?;
    Ok(found == 1)
}

/// Makes the jobs due that were written later than `limit`, because it is unknown when they were meant to be.
pub(super) async fn reset_future_jobs(conn: &mut Conn, now: i64, limit: i64) -> DbResult<()> {
    sql::query("UPDATE jobs SET run_at = $1, set_at = $2 WHERE failed_at IS NULL AND set_at > $3")
        .bind(now)
        .bind(now)
        .bind(limit)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes the jobs that a schedule made and nobody has begun.
pub(super) async fn delete_unbegun(conn: &mut Conn, schedule_key: &str) -> DbResult<()> {
    sql::query("DELETE FROM jobs WHERE schedule_key = $1 AND locked_until IS NULL")
        .bind(schedule_key)
        .execute(conn)
        .await?;
    Ok(())
}

/// How many jobs are waiting whose kinds are not in `text`, a list in SQL.
pub(super) async fn count_unknown(conn: &mut Conn, text: &str) -> DbResult<i64> {
    let sql = format!("SELECT COUNT(*) FROM jobs WHERE failed_at IS NULL AND kind NOT IN ({text})");
    sql::query_scalar(AssertSqlSafe(sql)).fetch_one(conn).await
}

/// The backlog of each lane.
pub(super) async fn list_backlog(conn: &mut Conn, now: i64) -> DbResult<Vec<Backlog>> {
    let rows: Vec<(i64, i64, i64)> = sql::query_as(
        "SELECT lane, COUNT(*), MIN(run_at) FROM jobs WHERE failed_at IS NULL AND run_at <= $1 \
         GROUP BY lane",
    )
    .bind(now)
    .fetch_all(conn)
    .await?;
    let of = |lane: Lane| {
        let row = rows.iter().find(|(stored, _, _)| *stored == lane_number(lane));
        Backlog { lane, due: row.map_or(0, |(_, due, _)| *due), since: row.map(|(_, _, since)| *since) }
    };
    Ok(Lane::ALL.map(of).to_vec())
}

/// How many jobs were given up.
pub(super) async fn count_failed(conn: &mut Conn) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM jobs WHERE failed_at IS NOT NULL").fetch_one(conn).await
}

/// Deletes the jobs that were given up before `before` (milliseconds since the epoch).
pub(super) async fn delete_failed(conn: &mut Conn, before: i64) -> DbResult<()> {
    sql::query("DELETE FROM jobs WHERE failed_at IS NOT NULL AND failed_at < $1")
        .bind(before)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes the emails to an address that haven't been sent yet or could not be sent.
pub async fn delete_mails_to(conn: &mut Conn, address: &str) -> DbResult<()> {
    // The recipient of an email is a field of its payload (see `mail::Mail`); quotes within a text are escaped, so no
    // text can look like it.
    let receiver = format!(",\"to\":{},", serde_json::Value::from(address));
    let pattern = format!("%{}", like_prefix(&receiver));
    sql::query("DELETE FROM jobs WHERE kind = 'mail' AND payload LIKE $1 ESCAPE '\\'")
        .bind(pattern)
        .execute(conn)
        .await?;
    Ok(())
}

// The jobs that failed for good, for people to see.

/// The most recent jobs that were given up: of all accounts, or of one.
pub(super) async fn list_last(
    conn: &mut Conn,
    user_id: Option<&UserId>,
    limit: i64,
) -> DbResult<Vec<GivenUpJob>> {
    // The account that an email concerns is the first field of its payload (see `mail::Mail`).
    let start = format!("{{\"account\":{}", serde_json::Value::from(user_id.map_or("", UserId::as_str)));
    let rows: Vec<(String, i64, Option<String>)> = sql::query_as(
        "SELECT kind, failed_at, last_error FROM jobs WHERE failed_at IS NOT NULL \
         AND ($1 = '' OR user_id = $2 OR (kind = 'mail' AND payload LIKE $3 ESCAPE '\\')) \
         ORDER BY failed_at DESC, id DESC LIMIT $4",
    )
    .bind(user_id.map_or("", UserId::as_str))
    .bind(user_id.map_or("", UserId::as_str))
    .bind(like_prefix(&start))
    .bind(limit)
    .fetch_all(conn)
    .await?;
    let result =
        rows.into_iter().map(|(kind, at, error)| GivenUpJob { kind, at, error: error.unwrap_or_default() });
    Ok(result.collect())
}

/// How many jobs of each kind were given up.
pub(super) async fn count_by_kind(conn: &mut Conn) -> DbResult<Vec<(String, i64)>> {
    sql::query_as("SELECT kind, COUNT(*) FROM jobs WHERE failed_at IS NOT NULL GROUP BY kind")
        .fetch_all(conn)
        .await
}

/// Which of these jobs were given up.
pub(super) async fn filter_given_up(conn: &mut Conn, ids: &[&str]) -> DbResult<Vec<String>> {
    let mut there = Vec::new();
    for id in ids {
        let found: Option<String> =
            sql::query_scalar("SELECT id FROM jobs WHERE id = $1 AND failed_at IS NOT NULL")
                .bind(*id)
                .fetch_optional(&mut *conn)
                .await?;
        there.extend(found);
    }
    Ok(there)
}
