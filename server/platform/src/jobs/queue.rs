//! Putting jobs into the queue.

use super::store::{self, NewJob, schedules};
use super::{JobKind, Occurrence, Task};
use crate::clock::MINUTE;
use crate::db::{Conn, DbResult, QUEUES, WriteTx};
use crate::ids::{JobId, UserId};
use crate::state::{AppState, Services};

/// Queues a job, which workers see once the transaction is committed.
pub async fn enqueue(services: &Services, tx: &mut WriteTx, kind: JobKind, payload: &str) -> DbResult<()> {
    enqueue_in_lane(services, tx, kind.lane, kind, payload).await
}

/// Queues a job in a lane other than its kind's own.
pub async fn enqueue_in_lane(
    services: &Services,
    tx: &mut WriteTx,
    lane: Lane,
    kind: JobKind,
    payload: &str,
) -> DbResult<()> {
    let (id, now) = (services.ids.new_id::<JobId>(), services.clock.now_ms());
    let job = NewJob { lane, ..NewJob::new(id.as_str(), kind, payload, now) };
    store::insert(tx, &job).await?;
    tx.wake_queue(lane.index());
    Ok(())
}

/// Queues a job that is deleted together with its account, due at once or at `run_at` (milliseconds since the epoch).
pub async fn enqueue_for_account(
    services: &Services,
    tx: &mut WriteTx,
    user_id: &UserId,
    job: (JobKind, &str),
    run_at: Option<i64>,
) -> DbResult<()> {
    let id = services.ids.new_id::<JobId>();
    enqueue_with_id(services, tx, (&id, user_id), job, run_at).await
}

/// The same, with an id chosen by the caller.
pub async fn enqueue_with_id(
    services: &Services,
    tx: &mut WriteTx,
    (id, user_id): (&JobId, &UserId),
    (kind, payload): (JobKind, &str),
    run_at: Option<i64>,
) -> DbResult<()> {
    let now = services.clock.now_ms();
    let job = NewJob {
        user_id: Some(user_id),
        run_at: run_at.unwrap_or(now),
        ..NewJob::new(id.as_str(), kind, payload, now)
    };
    store::insert(tx, &job).await?;
    if run_at.is_none() {
        tx.wake_queue(kind.lane.index());
    }
    Ok(())
}

/// Queues a job that is due at `run_at` (milliseconds since the epoch). It can't be cancelled; use [`super::schedule`]
/// for a time that may change.
pub async fn enqueue_at(
    services: &Services,
    tx: &mut WriteTx,
    kind: JobKind,
    payload: &str,
    run_at: i64,
) -> DbResult<()> {
    let (id, now) = (services.ids.new_id::<JobId>(), services.clock.now_ms());
    let job = NewJob { run_at, ..NewJob::new(id.as_str(), kind, payload, now) };
    store::insert(tx, &job).await?;
    Ok(())
}

/// Queues a job with an id chosen by the caller; does nothing if the id exists already. For callers that only have a
/// connection: no wake-up signal is sent, so the job starts when a worker next checks, within two seconds.
pub async fn insert_once(conn: &mut Conn, id: &str, kind: JobKind, payload: &str, now: i64) -> DbResult<()> {
    store::insert(conn, &NewJob::new(id, kind, payload, now)).await
}

/// Marks the current attempt of a job as doing something that must not be done twice, such as handing an email over. If
/// the attempt then ends without a result, for example because the server is killed, it is the last one. Returns
/// whether the job still belongs to this attempt; if not, the attempt must not continue.
pub async fn mark_begun(services: &Services, task: Task<'_>) -> DbResult<bool> {
    let mut tx = services.db.begin_write().await?;
    let is_ours = store::mark_begun(&mut tx, &task, services.clock.now_ms()).await?;
    tx.commit().await?;
    Ok(is_ours)
}

/// Queues a job that was given up for another try, under the same id and as if it had never been tried. False if it no
/// longer exists.
pub async fn retry(services: &Services, tx: &mut WriteTx, id: &JobId) -> DbResult<bool> {
    let lane = store::reset(tx, id, services.clock.now_ms()).await?;
    if let Some(lane) = lane {
        tx.wake_queue(lane.index());
    }
    Ok(lane.is_some())
}

/// Marks every waiting job of these kinds like one during which a server stopped (`mark_begun`), because after a
/// restore from a backup it is unknown whether they were done in the meantime. Each is given up, and noted as such,
/// when a worker takes it. Returns how many there are.
pub async fn mark_uncertain(conn: &mut Conn, kinds: &[&str], now: i64) -> DbResult<u64> {
    store::mark_uncertain(conn, kinds, now).await
}

/// Which of these jobs were given up and can be tried again.
pub async fn list_retryable(conn: &mut Conn, ids: &[&str]) -> DbResult<Vec<String>> {
    store::filter_given_up(conn, ids).await
}

// Lanes: jobs of one urgency never wait behind jobs of another. A code for signing in does not wait for a month's
// invoices.

/// How urgent a job is. Each lane has its own workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// Somebody is waiting in front of a screen: codes, links for a new password.
    Urgent,
    /// Somebody expects it soon: the email with a quote, a notification of the business.
    Ordinary,
    /// Nobody is waiting, or it is a lot of work: exports, a month's invoices, clean-up.
    Bulk,
}

impl Lane {
    /// Every lane, the most urgent first.
    pub const ALL: [Self; QUEUES] = [Self::Urgent, Self::Ordinary, Self::Bulk];

    /// How many workers a server has for the lane. Sending an email is mostly waiting, so two do no harm; doing bulk
    /// work one job at a time leaves the machine free for other work.
    #[must_use]
    pub const fn worker_count(self) -> usize {
        match self {
            Self::Urgent | Self::Ordinary => 2,
            Self::Bulk => 1,
        }
    }

    /// The lane's number in the table, and that of its wake-up signal.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::Urgent => 0,
            Self::Ordinary => 1,
            Self::Bulk => 2,
        }
    }

    /// The lane's name in the log.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Urgent => "urgent",
            Self::Ordinary => "ordinary",
            Self::Bulk => "bulk",
        }
    }
}

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
        let id: JobId = state.ids.new_id();
        let job = NewJob {
            id: id.as_str(),
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
