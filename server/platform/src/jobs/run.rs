//! One job after the other: taken, done, and put back if it failed. A job has the id of the request that caused it,
//! and so has everything that it logs and every job that it queues, hours later too.

use std::any::Any;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use tracing::Instrument as _;

use super::pulse::Beat;
use super::store::{self, Job, PutBack};
use super::{Failure, Lane, Outcome, Task, schedule, without_addresses};
use crate::clock::{DAY, MINUTE, SECOND};
use crate::db::{DbResult, Dialect, WriteTx};
use crate::request_id;
use crate::state::AppState;

/// How long a job is locked before other workers assume that its worker is lost, in milliseconds. A worker extends the
/// lock while it works.
pub(super) const LOCK: i64 = 5 * MINUTE;
/// How far the clocks of several servers may differ, in milliseconds.
pub(super) const LEEWAY: i64 = MINUTE;
/// How often a job's lock is extended, and the worker's heartbeat sent.
const HOLD_EVERY: Duration = Duration::from_secs(60);
/// The longest that a job may take, so that one that hangs doesn't block its worker for ever.
const LONGEST: Duration = Duration::from_secs(30 * 60);
/// How often a job is tried: with the growing pauses, this takes about two days.
const MAX_ATTEMPTS: i64 = 20;
/// The longest pause between two attempts, in milliseconds.
pub const LONGEST_PAUSE: i64 = DAY / 4;

/// How an attempt at a job ended.
#[derive(Debug)]
enum End {
    Done,
    Failed(Failure),
    /// The server is stopping and could not wait for the job.
    Left,
}

/// Does every job that is due, the most urgent first, and returns how many there were. A job that fails is put back
/// into the queue and is no error.
pub async fn run_due(state: &AppState) -> DbResult<usize> {
    let mut done = 0;
    loop {
        schedule::prepare(state).await?;
        let mut worked = false;
        for lane in Lane::ALL {
            if let Some(job) = take_next(state, lane).await? {
                run(state, job, None, std::future::pending()).await?;
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
pub(super) async fn take_next(state: &AppState, lane: Lane) -> DbResult<Option<Job>> {
    let now = state.clock.now_ms();
    let wanted = (lane, state.duties.words());
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
    store::take(&mut tx, &job.id, now + LOCK).await?;
    tx.commit().await?;
    Ok(Some(job))
}

/// Does a job that was taken. The job is abandoned if `too_late` completes first.
pub(super) async fn run(
    state: &AppState,
    job: Job,
    beat: Option<&Beat>,
    too_late: impl Future<Output = ()>,
) -> DbResult<()> {
    // Log lines and queued jobs carry the id of the request that caused the job.
    let request = job.request_id.clone().unwrap_or_else(|| job.id.clone());
    let span = tracing::info_span!("job", id = request, job = job.id, kind = job.kind);
    let work = run_to_end(state, job, beat, too_late);
    request_id::within(request, work).instrument(span).await
}

async fn run_to_end(
    state: &AppState,
    job: Job,
    beat: Option<&Beat>,
    too_late: impl Future<Output = ()>,
) -> DbResult<()> {
    let start = Instant::now();
    let end = if job.handed_at.is_some() {
        // An earlier attempt began what must not be done twice and ended without a result: the server stopped during
        // it.
        End::Failed(Failure::unsure("the server stopped over it"))
    } else if job.attempts >= MAX_ATTEMPTS {
        // Failures were counted before, so each attempt ended with its server crashing.
        End::Failed(Failure::for_good("it was begun too often and never ended"))
    } else {
        tokio::select! {
            end = within(LONGEST, perform(state, &job)) => end,
            () = too_late => End::Left,
            never = hold_on(state, &job, beat) => match never {},
        }
    };
    let outcome = match &end {
        End::Done => "done",
        End::Left => "left",
        End::Failed(_) => "failed",
    };
    state.metrics.job_ended(&job.kind, outcome);
    tracing::debug!(outcome, ms = start.elapsed().as_millis(), "job ended");
    let mut tx = state.db.begin_write().await?;
    let end = match end {
        // After a panic or a timeout, what was begun for good may have been done.
        End::Failed(failure) if !failure.not_done && store::is_begun(&mut tx, &job).await? => {
            End::Failed(Failure::unsure(failure.text))
        }
        end => end,
    };
    let is_ours = put_away(&mut tx, &job, &end, state.clock.now_ms()).await?;
    if let Some(note) = state.duties.note(&job.kind).filter(|_| is_ours)
        && let Some(outcome) = outcome_of(&end, &job)
        && let Err(error) = note(state, &mut tx, task_of(&job), outcome).await
    {
        // A failure to note the outcome must not keep a job from ending.
        tracing::error!(?error, "what becomes of a job could not be noted");
        drop(tx);
        tx = state.db.begin_write().await?;
        put_away(&mut tx, &job, &end, state.clock.now_ms()).await?;
    }
    tx.commit().await
}

/// The outcome to note; `None` if the job was done, or is left for the next start.
fn outcome_of<'a>(end: &'a End, job: &Job) -> Option<Outcome<'a>> {
    match end {
        End::Done | End::Left => None,
        End::Failed(failure) if gives_up(failure, job) => Some(Outcome::GivenUp(failure)),
        End::Failed(failure) => Some(Outcome::Again(failure)),
    }
}

fn gives_up(failure: &Failure, job: &Job) -> bool {
    failure.for_good || job.attempts + 1 >= MAX_ATTEMPTS
}

/// Deletes a job that was done, and puts back one that was not. False if another attempt was begun since, whose result
/// then counts; a job that was done counts as done in any case.
async fn put_away(tx: &mut WriteTx, job: &Job, end: &End, now: i64) -> DbResult<bool> {
    let tries = job.attempts + 1;
    match end {
        End::Done => {
            store::delete(tx, &job.id).await?;
            Ok(true)
        }
        End::Left => {
            tracing::warn!("job left to the next start");
            let back = PutBack {
                now,
                run_at: now,
                failed_at: None,
                attempts: job.attempts,
                error: None,
                was_not_done: false,
            };
            store::put_back(tx, job, &back).await
        }
        End::Failed(failure) => {
            let gives_up = gives_up(failure, job);
            let error = without_addresses(&failure.text);
            tracing::warn!(tries, gives_up, error, "job failed");
            let back = PutBack {
                now,
                run_at: (now + pause(tries)).max(failure.not_before),
                failed_at: gives_up.then_some(now),
                attempts: tries,
                error: Some(&failure.text),
                was_not_done: failure.not_done,
            };
            store::put_back(tx, job, &back).await
        }
    }
}

fn task_of(job: &Job) -> Task<'_> {
    Task {
        id: &job.id,
        kind: &job.kind,
        // The attempt was counted when the job was taken.
        attempt: job.attempts + 1,
        payload: &job.payload,
        occurrence: job.occurrence(),
    }
}

/// Runs the work with a time limit. If it takes longer, it failed and is tried again like any other.
async fn within(longest: Duration, work: impl Future<Output = End>) -> End {
    let ended = tokio::time::timeout(longest, work).await;
    ended.unwrap_or_else(|_| End::Failed(Failure::for_now("it took longer than 30 minutes")))
}

/// Does a job; a panic in it counts as a failure.
async fn perform(state: &AppState, job: &Job) -> End {
    let Some(handler) = state.duties.handler(&job.kind) else {
        return End::Left;
    };
    let task = task_of(job);
    // Asserted because what a job shares with others is behind locks that survive a panic, and its transactions are
    // rolled back.
    let work = AssertUnwindSafe(async { handler(state, task).await });
    match work.catch_unwind().await {
        Ok(Ok(())) => End::Done,
        Ok(Err(failure)) => End::Failed(failure),
        Err(panic) => {
            let text = words(&*panic);
            let panics = state.pulse.count_panic();
            tracing::error!(panic = text, panics, "a job panicked");
            End::Failed(Failure::for_now(format!("panic: {text}")))
        }
    }
}

/// The message of a panic.
pub(super) fn words(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without words")
}

/// Extends the lock of a job while it is worked on, and sends the heartbeat.
async fn hold_on(state: &AppState, job: &Job, beat: Option<&Beat>) -> Infallible {
    loop {
        tokio::time::sleep(HOLD_EVERY).await;
        if let Some(beat) = beat {
            beat.now();
        }
        let until = state.clock.now_ms() + LOCK;
        let held = async {
            let mut tx = state.db.begin_write().await?;
            store::hold(&mut tx, job, until).await?;
            tx.commit().await
        };
        if let Err(error) = held.await {
            tracing::warn!(%error, job = job.id, "a job could not be held on");
        }
    }
}

/// The pause in milliseconds after the `tries`-th failure: 5 s, 10 s, 20 s, … at most 6 hours.
fn pause(tries: i64) -> i64 {
    let doublings = u32::try_from(tries - 1).unwrap_or(0).min(13);
    (5 * SECOND * (1_i64 << doublings)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_six_hours() {
        assert_eq!(pause(1), 5_000);
        assert_eq!(pause(3), 20_000);
        assert_eq!(pause(19), 21_600_000);
    }

    #[tokio::test]
    async fn one_that_hangs_is_let_go_and_tried_again() {
        let End::Failed(failure) = within(Duration::ZERO, std::future::pending()).await else {
            panic!("it goes on");
        };
        assert_eq!(failure.text, "it took longer than 30 minutes");
        assert_eq!(LONGEST.as_secs(), 30 * 60);
        assert!(!failure.for_good);
        let done = within(LONGEST, async { End::Done }).await;
        assert!(matches!(done, End::Done), "{done:?}");
    }
}
