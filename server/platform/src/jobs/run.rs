//! Jobs one after the other: each is taken, done, and put back if it failed. A job carries the id of the request that
//! caused it, and so does everything that it logs and every job that it queues, even hours later.

use std::any::Any;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use tracing::Instrument as _;

use super::heartbeat::Heartbeat;
use super::store::{self, JobRow, RetryUpdate};
use super::{FailureOutcome, JobFailure, Lane, Task, queue, redact_addresses};
use crate::clock::{DAY, MINUTE, SECOND};
use crate::db::{DbResult, Dialect, WriteTx};
use crate::request_id;
use crate::state::AppState;

/// How long a job is locked before other workers assume that its worker is lost, in milliseconds. A worker extends the
/// lock while it works.
pub(super) const LOCK_TIME: i64 = 5 * MINUTE;
/// How far the clocks of several servers may differ, in milliseconds.
pub(super) const LEEWAY: i64 = MINUTE;
/// How often a job's lock is extended, and the worker's heartbeat sent.
const LOCK_RENEWAL: Duration = Duration::from_secs(60);
/// The longest that a job may take, so that one that hangs doesn't block its worker for ever.
const TIME_MAX: Duration = Duration::from_secs(30 * 60);
/// How often a job is tried: with the growing pauses, this takes about two days.
const MAX_ATTEMPTS: i64 = 20;
/// The longest pause between two attempts, in milliseconds.
pub const PAUSE_MAX: i64 = DAY / 4;

/// How an attempt at a job ended.
#[derive(Debug)]
enum JobEnd {
    Done,
    Failed(JobFailure),
    /// The server is stopping and could not wait for the job.
    Abandoned,
}

/// Does every job that is due, the most urgent first, and returns how many there were. A job that fails is put back
/// into the queue and is no error.
pub async fn run_due(state: &AppState) -> DbResult<usize> {
    let mut done = 0;
    loop {
        queue::make_due_jobs(state).await?;
        let mut worked = false;
        for lane in Lane::ALL {
            if let Some(job) = take_next(state, lane).await? {
                run_job(state, job, None, std::future::pending()).await?;
                done += 1;
                worked = true;
                // A job that it queued may be more urgent than the next one.
                break;
            }
        }
        if !worked {
            return Ok(done);
        }
    }
}

/// Takes the next due job of a lane; `None` if there is none.
pub(super) async fn take_next(state: &AppState, lane: Lane) -> DbResult<Option<JobRow>> {
    let now = state.clock.now_ms();
    let wanted = (lane, state.job_handlers.kinds_sql());
    // First without the write lock: most of the time there is nothing to do.
    let mut conn = state.db.read().await?;
    let seen = store::next_due(&mut conn, Dialect::Sqlite, wanted, now).await?;
    drop(conn);
    if seen.is_none() {
        return Ok(None);
    }
    let mut tx = state.db.begin_write().await?;
    // Others may have taken jobs while this worker waited for the write lock.
    let now = state.clock.now_ms();
    let dialect = tx.dialect();
    let Some(job) = store::next_due(&mut tx, dialect, wanted, now).await? else {
        return Ok(None);
    };
    store::lock(&mut tx, &job.id, now + LOCK_TIME).await?;
    tx.commit().await?;
    Ok(Some(job))
}

/// Does a job that was taken. The job is abandoned if `too_late` completes first.
pub(super) async fn run_job(
    state: &AppState,
    job: JobRow,
    beat: Option<&Heartbeat>,
    too_late: impl Future<Output = ()>,
) -> DbResult<()> {
    // Log lines and queued jobs carry the id of the request that caused the job.
    let request = job.request_id.clone().unwrap_or_else(|| job.id.clone());
    let span = tracing::info_span!("job", id = request, job = job.id, kind = job.kind);
    let work = run_to_end(state, job, beat, too_late);
    request_id::with_request_id(request, work).instrument(span).await
}

async fn run_to_end(
    state: &AppState,
    job: JobRow,
    beat: Option<&Heartbeat>,
    too_late: impl Future<Output = ()>,
) -> DbResult<()> {
    let start = Instant::now();
    let end = if job.handed_at.is_some() {
        // An earlier attempt began what must not be done twice and ended without a result: the server stopped during
        // it.
        JobEnd::Failed(JobFailure::uncertain("the server stopped over it"))
    } else if job.attempts >= MAX_ATTEMPTS {
        // Failures were counted before, so each attempt ended with its server crashing.
        JobEnd::Failed(JobFailure::permanent("it was begun too often and never ended"))
    } else {
        tokio::select! {
            end = with_time_limit(TIME_MAX, perform(state, &job)) => end,
            () = too_late => JobEnd::Abandoned,
            never = renew_lock(state, &job, beat) => match never {},
        }
    };
    let outcome = match &end {
        JobEnd::Done => "done",
        JobEnd::Abandoned => "left",
        JobEnd::Failed(_) => "failed",
    };
    state.metrics.record_job(&job.kind, outcome);
    tracing::debug!(outcome, ms = start.elapsed().as_millis(), "job ended");
    let mut tx = state.db.begin_write().await?;
    let end = match end {
        // After a panic or a timeout, what was begun for good may have been done.
        JobEnd::Failed(failure) if !failure.is_not_done && store::is_begun(&mut tx, &job).await? => {
            JobEnd::Failed(JobFailure::uncertain(failure.text))
        }
        end => end,
    };
    let is_ours = settle_job(&mut tx, &job, &end, state.clock.now_ms()).await?;
    if let Some(note) = state.job_handlers.find_failure_hook(&job.kind).filter(|_| is_ours)
        && let Some(outcome) = failure_outcome(&end, &job)
        && let Err(error) = note(state, &mut tx, to_task(&job), outcome).await
    {
        // A failure to record the outcome must not prevent a job from ending.
        tracing::error!(?error, "what becomes of a job could not be noted");
        drop(tx);
        tx = state.db.begin_write().await?;
        settle_job(&mut tx, &job, &end, state.clock.now_ms()).await?;
    }
    tx.commit().await
}

/// The outcome to note; `None` if the job was done, or is left for the next start.
fn failure_outcome<'a>(end: &'a JobEnd, job: &JobRow) -> Option<FailureOutcome<'a>> {
    match end {
        JobEnd::Done | JobEnd::Abandoned => None,
        JobEnd::Failed(failure) if is_final(failure, job) => Some(FailureOutcome::GivenUp(failure)),
        JobEnd::Failed(failure) => Some(FailureOutcome::Again(failure)),
    }
}

fn is_final(failure: &JobFailure, job: &JobRow) -> bool {
    failure.is_permanent || job.attempts + 1 >= MAX_ATTEMPTS
}

/// Deletes a job that was done, and puts back one that was not. False if another attempt was begun since, whose result
/// then counts; a job that was done counts as done in any case.
async fn settle_job(tx: &mut WriteTx, job: &JobRow, end: &JobEnd, now: i64) -> DbResult<bool> {
    let tries = job.attempts + 1;
    match end {
        JobEnd::Done => {
            store::delete(tx, &job.id).await?;
            Ok(true)
        }
        JobEnd::Abandoned => {
            tracing::warn!("job left to the next start");
            let back = RetryUpdate {
                now,
                run_at: now,
                failed_at: None,
                attempts: job.attempts,
                error: None,
                was_not_done: false,
            };
            store::retry_later(tx, job, &back).await
        }
        JobEnd::Failed(failure) => {
            let gives_up = is_final(failure, job);
            let error = redact_addresses(&failure.text);
            tracing::warn!(tries, gives_up, error, "job failed");
            let back = RetryUpdate {
                now,
                run_at: (now + retry_pause(tries)).max(failure.not_before),
                failed_at: gives_up.then_some(now),
                attempts: tries,
                error: Some(&failure.text),
                was_not_done: failure.is_not_done,
            };
            store::retry_later(tx, job, &back).await
        }
    }
}

fn to_task(job: &JobRow) -> Task<'_> {
    Task {
        id: &job.id,
        kind: &job.kind,
        // The attempt was counted when the job was taken.
        attempt: job.attempts + 1,
        payload: &job.payload,
        occurrence: job.to_occurrence(),
    }
}

/// Runs the work with a time limit. If it takes longer, it failed and is tried again like any other.
async fn with_time_limit(longest: Duration, work: impl Future<Output = JobEnd>) -> JobEnd {
    let ended = tokio::time::timeout(longest, work).await;
    ended.unwrap_or_else(|_| JobEnd::Failed(JobFailure::temporary("it took longer than 30 minutes")))
}

/// Does a job; a panic in it counts as a failure.
async fn perform(state: &AppState, job: &JobRow) -> JobEnd {
    let Some(handler) = state.job_handlers.find_handler(&job.kind) else {
        return JobEnd::Abandoned;
    };
    let task = to_task(job);
    // Asserted because what a job shares with others is behind locks that survive a panic, and its transactions are
    // rolled back.
    let work = AssertUnwindSafe(async { handler(state, task).await });
    match work.catch_unwind().await {
        Ok(Ok(())) => JobEnd::Done,
        Ok(Err(failure)) => JobEnd::Failed(failure),
        Err(panic) => {
            let text = panic_message(&*panic);
            let panics = state.worker_monitor.count_panic();
            tracing::error!(panic = text, panics, "a job panicked");
            JobEnd::Failed(JobFailure::temporary(format!("panic: {text}")))
        }
    }
}

/// The message of a panic.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without words")
}

/// Extends the lock of a job while it is worked on, and sends the heartbeat.
async fn renew_lock(state: &AppState, job: &JobRow, beat: Option<&Heartbeat>) -> Infallible {
    loop {
        tokio::time::sleep(LOCK_RENEWAL).await;
        if let Some(beat) = beat {
            beat.record();
        }
        let until = state.clock.now_ms() + LOCK_TIME;
        let cached = async {
            let mut tx = state.db.begin_write().await?;
            store::extend_lock(&mut tx, job, until).await?;
            tx.commit().await
        };
        if let Err(error) = cached.await {
            tracing::warn!(%error, job = job.id, "a job could not be held on");
        }
    }
}

/// The pause in milliseconds after the `tries`-th failure: 5 s, 10 s, 20 s, … at most 6 hours.
fn retry_pause(tries: i64) -> i64 {
    let doublings = u32::try_from(tries - 1).unwrap_or(0).min(13);
    (5 * SECOND * (1_i64 << doublings)).min(PAUSE_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_six_hours() {
        assert_eq!(retry_pause(1), 5_000);
        assert_eq!(retry_pause(3), 20_000);
        assert_eq!(retry_pause(19), 21_600_000);
    }

    #[tokio::test]
    async fn stops_a_job_that_hangs_and_retries_it() {
        let JobEnd::Failed(failure) = with_time_limit(Duration::ZERO, std::future::pending()).await else {
            panic!("it goes on");
        };
        assert_eq!(failure.text, "it took longer than 30 minutes");
        assert_eq!(TIME_MAX.as_secs(), 30 * 60);
        assert!(!failure.is_permanent);
        let done = with_time_limit(TIME_MAX, async { JobEnd::Done }).await;
        assert!(matches!(done, JobEnd::Done), "{done:?}");
    }
}
