//! The workers: some for each lane, and one that turns due schedules into jobs and deletes what has expired.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use futures::FutureExt as _;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::run::{panic_message, run_job, take_next};
use super::{Heartbeat, Lane, queue, store};
use crate::clock::MINUTE;
use crate::db::DbResult;
use crate::state::AppState;

/// How often a worker checks for jobs without a wake-up signal.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How often old rows are deleted, in milliseconds.
const CLEANUP_INTERVAL: i64 = 10 * MINUTE;
/// How long a stopping server continues with jobs that are due.
const DRAIN_TIME: Duration = Duration::from_secs(5);
/// How long a stopping server waits for a job in progress.
const STOP_TIMEOUT: Duration = Duration::from_secs(20);

/// The workers that run alongside the server.
pub struct Workers {
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Workers {
    /// Starts the workers.
    #[must_use]
    pub fn start(state: &AppState) -> Self {
        let (stop, stopped) = watch::channel(false);
        let mut tasks = JoinSet::new();
        let beat = state.worker_monitor.register_worker("keeper");
        tasks.spawn(run_maintenance(state.clone(), beat, stopped.clone()));
        for lane in Lane::ALL {
            for _ in 0..lane.worker_count() {
                let beat = state.worker_monitor.register_worker(lane.as_str());
                tasks.spawn(run_lane(state.clone(), lane, beat, stopped.clone()));
            }
        }
        Self { stop, tasks }
    }

    /// Lets the jobs in progress finish, does what else is due for a few seconds, and ends. The rest stays in the
    /// database for the next start, or for another server.
    pub async fn stop(mut self) {
        // The receivers live as long as the tasks, so if they are gone there is nothing to stop.
        let _ = self.stop.send(true);
        while let Some(ended) = self.tasks.join_next().await {
            if let Err(error) = ended {
                tracing::error!(%error, "a job worker ended badly");
            }
        }
    }
}

/// Does the jobs of a lane until the server stops.
async fn run_lane(state: AppState, lane: Lane, beat: Heartbeat, mut stopped: watch::Receiver<bool>) {
    let mut bell = state.db.subscribe_to_queue(lane.index());
    loop {
        // Read before checking for jobs, so that the last check comes after the signal to stop.
        let stopping = *stopped.borrow();
        let jobs = run_due_in_lane(&state, lane, &beat, &stopped);
        // A panic in a job is caught where the job is done; this catches one between two jobs.
        match AssertUnwindSafe(jobs).catch_unwind().await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "jobs could not be read"),
            Err(panic) => tracing::error!(panic = panic_message(&*panic), "a job worker panicked"),
        }
        beat.record();
        if stopping {
            return beat.finish();
        }
        tokio::select! {
            _ = bell.changed() => {}
            _ = stopped.changed() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}

/// Does the jobs of a lane that are due.
async fn run_due_in_lane(
    state: &AppState,
    lane: Lane,
    beat: &Heartbeat,
    stopped: &watch::Receiver<bool>,
) -> DbResult<()> {
    let end = wait_after_stop(stopped.clone(), DRAIN_TIME);
    tokio::pin!(end);
    while end.as_mut().now_or_never().is_none() {
        let Some(job) = take_next(state, lane).await? else {
            return Ok(());
        };
        run_job(state, job, Some(beat), wait_after_stop(stopped.clone(), STOP_TIMEOUT)).await?;
        beat.record();
    }
    Ok(())
}

/// Completes this long after the server began to stop.
async fn wait_after_stop(mut stopped: watch::Receiver<bool>, grace: Duration) {
    // An error means that the sender is gone, which also means stop.
    let _ = stopped.wait_for(|stop| *stop).await;
    tokio::time::sleep(grace).await;
}

/// Makes jobs of due schedules and deletes expired data, until the server stops.
async fn run_maintenance(state: AppState, beat: Heartbeat, mut stopped: watch::Receiver<bool>) {
    let mut tidied = 0;
    loop {
        let look = AssertUnwindSafe(maintain(&state, &mut tidied));
        if let Err(panic) = look.catch_unwind().await {
            tracing::error!(panic = panic_message(&*panic), "clearing away panicked");
        }
        beat.record();
        if *stopped.borrow() {
            return beat.finish();
        }
        tokio::select! {
            _ = stopped.changed() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
        }
    }
}

async fn maintain(state: &AppState, tidied: &mut i64) {
    if let Err(error) = queue::make_due_jobs(state).await {
        tracing::error!(%error, "schedules could not be read");
    }
    let now = state.clock.now_ms();
    if (now - *tidied).abs() < CLEANUP_INTERVAL {
        return;
    }
    *tidied = now;
    if let Err(error) = (state.cleanup)(state).await {
        tracing::error!(?error, "old rows could not be cleared away");
    }
    match count_unknown(state).await {
        Ok(0) => {}
        Ok(jobs) => tracing::warn!(jobs, "jobs wait for a newer server that knows their kinds"),
        Err(error) => tracing::error!(%error, "jobs could not be counted"),
    }
}

async fn count_unknown(state: &AppState) -> DbResult<i64> {
    let mut conn = state.db.read().await?;
    store::count_unknown(&mut conn, state.job_handlers.kinds_sql()).await
}
