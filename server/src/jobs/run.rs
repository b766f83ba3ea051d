//! One job after the other: taken, done, and put back where it failed.

use std::any::Any;
use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use tracing::Instrument as _;

use super::pulse::Beat;
use super::store::{self, Job, PutBack};
use super::{Failure, Lane, Task, schedule, without_addresses};
use crate::clock::{DAY, MINUTE, SECOND};
use crate::db::{DbResult, Dialect};
use crate::request_id;
use crate::state::AppState;

/// How long a job is held before others take its worker for lost. Who works on one holds it on.
pub(super) const LOCK: i64 = 5 * MINUTE;
/// How far the clocks of servers beside each other may be apart.
pub(super) const LEEWAY: i64 = MINUTE;
/// How often a job is held on, and its worker beats.
const HOLD_EVERY: Duration = Duration::from_secs(60);
/// The longest that a job may take: one that hangs is not to keep its worker for ever.
const LONGEST: Duration = Duration::from_secs(30 * 60);
/// How often a job is tried: with the growing pauses this is about three days.
const MAX_ATTEMPTS: i64 = 20;
/// The longest pause between two attempts.
pub const LONGEST_PAUSE: i64 = DAY / 4;

/// How a job ended.
#[derive(Debug)]
enum End {
    Done,
    Failed(Failure),
    /// The server stops and could not wait for it.
    Left,
}

/// Does every job that is due, the urgent ones first, and returns how many that were.
///
/// # Errors
/// When the database fails; a job that fails is put back instead.
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
                // What it queued may be more urgent than what comes next.
                break;
            }
        }
        if !worked {
            return Ok(done);
        }
    }
}

/// Takes the next due job of a lane.
pub(super) async fn take_next(state: &AppState, lane: Lane) -> DbResult<Option<Job>> {
    let now = state.clock.now_ms();
    let wanted = (lane, state.duties.words());
    // A look without the write lock first: most of the time there is nothing to do.
    let mut conn = state.db.read().await?;
    let seen = store::next_due(&mut conn, Dialect::Sqlite, wanted, now).await?;
    drop(conn);
    if seen.is_none() {
        return Ok(None);
    }
    let mut tx = state.db.begin_write().await?;
    // Others may have taken jobs while this one waited for its turn to write.
    let now = state.clock.now_ms();
    let dialect = tx.dialect();
    let Some(job) = store::next_due(&mut tx, dialect, wanted, now).await? else {
        return Ok(None);
    };
    store::take(&mut tx, &job.id, now + LOCK).await?;
    tx.commit().await?;
    Ok(Some(job))
}

/// Does a job that was taken. It is left when `too_late` ends first.
pub(super) async fn run(
    state: &AppState,
    job: Job,
    beat: Option<&Beat>,
    too_late: impl Future<Output = ()>,
) -> DbResult<()> {
    // Whatever it logs, and whatever it queues, names the request that it is of.
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
    let end = if job.attempts >= MAX_ATTEMPTS {
        // Failures were counted before: it took its server with it each time.
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
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    match end {
        End::Done => store::delete(&mut tx, &job.id).await?,
        End::Left => {
            tracing::warn!("job left to the next start");
            let back = PutBack {
                now,
                run_at: now,
                failed_at: None,
                attempts: job.attempts,
                error: None,
            };
            store::put_back(&mut tx, &job, &back).await?;
        }
        End::Failed(failure) => {
            let tries = job.attempts + 1;
            let gives_up = failure.for_good || tries >= MAX_ATTEMPTS;
            let error = without_addresses(&failure.text);
            tracing::warn!(tries, gives_up, error, "job failed");
            let back = PutBack {
                now,
                run_at: (now + pause(tries)).max(failure.not_before),
                failed_at: gives_up.then_some(now),
                attempts: tries,
                error: Some(&failure.text),
            };
            store::put_back(&mut tx, &job, &back).await?;
        }
    }
    tx.commit().await
}

/// Work that is let go once it has taken this long: it failed for now, and is tried again like any other.
async fn within(longest: Duration, work: impl Future<Output = End>) -> End {
    let ended = tokio::time::timeout(longest, work).await;
    ended.unwrap_or_else(|_| End::Failed(Failure::for_now("it took longer than 30 minutes")))
}

/// Does a job; a panic in it is a failure like another.
async fn perform(state: &AppState, job: &Job) -> End {
    let Some(handler) = state.duties.handler(&job.kind) else {
        return End::Left;
    };
    let task = Task {
        id: &job.id,
        payload: &job.payload,
        occurrence: job.occurrence(),
    };
    // Asserted: what a job shares with others is behind locks that survive a panic, and its
    // transactions are undone.
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

/// What a panic said.
pub(super) fn words(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without words")
}

/// Holds a job on while it is worked on, and beats.
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

/// The pause after the `tries`-th failure: 5 s, 10 s, 20 s, … at most 6 hours.
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
