//! Schedules: jobs that are due on a day, perhaps in a year. A schedule has a key, by which it can be replaced or
//! cancelled. When its time has come it becomes a job, once, however many servers there are.

use super::store::{self, NewJob, schedules};
use super::{JobKind, Occurrence};
use crate::clock::MINUTE;
use crate::db::{DbResult, WriteTx};
use crate::ids::{JobId, UserId};
use crate::state::{AppState, Services};

/// How far a clock may be ahead of this one without being taken for wrong: servers beside each
/// other do not agree to the second.
const LEEWAY: i64 = MINUTE;
/// How many schedules become jobs in one transaction.
const AT_ONCE: i64 = 100;

/// Something that is due later.
#[derive(Debug, Clone, Copy)]
pub struct Schedule<'a> {
    /// Whose and what, such as `chase:<invoice>`. The next of a series takes the same key, so that
    /// there is never more than one of it.
    pub key: &'a str,
    /// The account with which it goes.
    pub user_id: Option<&'a UserId>,
    /// What is to be done.
    pub kind: JobKind,
    /// What that needs.
    pub payload: &'a str,
    /// When, milliseconds since the epoch. What lies in the past is due at once.
    pub due_at: i64,
}

/// Schedules something in the place of what its key stood for. An occurrence that was due already
/// is a job by then and stays one.
///
/// # Errors
/// When the database refuses.
pub async fn schedule(
    services: &Services,
    tx: &mut WriteTx,
    schedule: &Schedule<'_>,
) -> DbResult<()> {
    schedules::put(tx, schedule, services.clock.now_ms()).await
}

/// When what a key stands for is due; none where nothing is due later under it.
///
/// # Errors
/// When the database fails.
pub async fn due_at(tx: &mut WriteTx, key: &str) -> DbResult<Option<i64>> {
    let row = schedules::find(tx, key).await?;
    Ok(row.map(|row| row.due_at))
}

/// Calls off what a key stands for: what is due later, and what was due and has not been begun.
///
/// # Errors
/// When the database fails.
pub async fn cancel(tx: &mut WriteTx, key: &str) -> DbResult<()> {
    schedules::delete(tx, key).await?;
    store::delete_unbegun(tx, key).await
}

/// Makes jobs of what is due, and puts right what a clock wrote that was ahead.
pub(super) async fn prepare(state: &AppState) -> DbResult<()> {
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let wrong = store::is_any_from_future(&mut conn, now + LEEWAY).await?;
    let due = !schedules::due(&mut conn, state.duties.words(), now, 1, "")
        .await?
        .is_empty();
    drop(conn);
    if wrong {
        let mut tx = state.db.begin_write().await?;
        store::bring_back(&mut tx, now, now + LEEWAY).await?;
        tx.commit().await?;
    }
    if due {
        while make_jobs(state, now).await? == AT_ONCE {}
    }
    Ok(())
}

/// Makes jobs of the next schedules that are due: how many. In one transaction, so that a schedule
/// is there or its job, never both and never neither.
async fn make_jobs(state: &AppState, now: i64) -> DbResult<i64> {
    let mut tx = state.db.begin_write().await?;
    let end = tx.dialect().skip_locked();
    let rows = schedules::due(&mut tx, state.duties.words(), now, AT_ONCE, end).await?;
    let mut made = 0;
    for row in rows {
        let lane = state.duties.lane(&row.kind);
        let job = NewJob {
            id: &state.ids.new_id::<JobId>(),
            kind: &row.kind,
            payload: &row.payload,
            lane,
            now,
            run_at: now,
            occurrence: Some(Occurrence {
                key: &row.key,
                due_at: row.due_at,
            }),
            user_id: row.user_id.as_ref(),
        };
        store::insert(&mut tx, &job).await?;
        schedules::delete(&mut tx, &row.key).await?;
        tx.ring(lane.index());
        made += 1;
    }
    tx.commit().await?;
    Ok(made)
}
