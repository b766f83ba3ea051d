//! Schedules: jobs that are due on a day, perhaps in a year. A schedule has a key, by which it can be replaced or
//! cancelled. When its time has come it becomes a job, once, however many servers there are.

use super::store::{self, NewJob, schedules};
use super::{JobKind, Occurrence};
use crate::clock::MINUTE;
use crate::db::{DbResult, WriteTx};
use crate::ids::{JobId, UserId};
use crate::state::{AppState, Services};

/// How far another clock may be ahead of this one without counting as wrong, in milliseconds: the clocks of several
/// servers differ a little.
const LEEWAY: i64 = MINUTE;
/// How many schedules become jobs in one transaction.
const BATCH: i64 = 100;

/// A job that is due later and can be cancelled.
#[derive(Debug, Clone, Copy)]
pub struct Schedule<'a> {
    /// What is scheduled and for which object, such as `chase:<invoice>`. The next occurrence of a series uses the same
    /// key, so that there is never more than one.
    pub key: &'a str,
    /// The account with which the schedule is deleted.
    pub user_id: Option<&'a UserId>,
    /// The kind of the job.
    pub kind: JobKind,
    /// The data for the job.
    pub payload: &'a str,
    /// When the job is due, milliseconds since the epoch. A time in the past means at once.
    pub due_at: i64,
}

/// Adds a schedule, replacing the one with the same key. An occurrence that was already due has become a job and
/// remains one.
pub async fn schedule(services: &Services, tx: &mut WriteTx, schedule: &Schedule<'_>) -> DbResult<()> {
    schedules::upsert(tx, schedule, services.clock.now_ms()).await
}

/// When the schedule with this key is due; `None` if there is none.
pub async fn find_due_at(tx: &mut WriteTx, key: &str) -> DbResult<Option<i64>> {
    let row = schedules::find(tx, key).await?;
    Ok(row.map(|row| row.due_at))
}

/// Cancels the schedule with this key, and the jobs that it made and that nobody has begun.
pub async fn cancel(tx: &mut WriteTx, key: &str) -> DbResult<()> {
    schedules::delete(tx, key).await?;
    store::delete_unbegun(tx, key).await
}

/// Makes jobs of the schedules that are due, and corrects jobs that were written by a clock that was ahead.
pub(super) async fn make_due_jobs(state: &AppState) -> DbResult<()> {
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let wrong = store::has_future_job(&mut conn, now + LEEWAY).await?;
    let due = !schedules::list_due(&mut conn, state.job_handlers.kinds_sql(), now, 1, "").await?.is_empty();
    drop(conn);
    if wrong {
        let mut tx = state.db.begin_write().await?;
        store::reset_future_jobs(&mut tx, now, now + LEEWAY).await?;
        tx.commit().await?;
    }
    if due {
        while make_jobs(state, now).await? == BATCH {}
    }
    Ok(())
}

/// Makes jobs of the next schedules that are due, and returns how many. In one transaction, so that there is always
/// either the schedule or its job, never both and never neither.
async fn make_jobs(state: &AppState, now: i64) -> DbResult<i64> {
    let mut tx = state.db.begin_write().await?;
    let end = tx.dialect().skip_locked();
    let rows = schedules::list_due(&mut tx, state.job_handlers.kinds_sql(), now, BATCH, end).await?;
    let mut made = 0;
    for row in rows {
        let lane = state.job_handlers.find_lane(&row.kind);
        let job = NewJob {
            id: &state.ids.new_id::<JobId>(),
            kind: &row.kind,
            payload: &row.payload,
            lane,
            now,
            run_at: now,
            occurrence: Some(Occurrence { key: &row.key, due_at: row.due_at }),
            user_id: row.user_id.as_ref(),
        };
        store::insert(&mut tx, &job).await?;
        schedules::delete(&mut tx, &row.key).await?;
        tx.wake_queue(lane.index());
        made += 1;
    }
    tx.commit().await?;
    Ok(made)
}
