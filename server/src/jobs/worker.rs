//! The worker: takes due jobs one by one and does them.

use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::{Failure, JobKind, Task, store};
use crate::clock::{DAY, MINUTE, SECOND};
use crate::db::DbResult;
use crate::state::AppState;

/// How long a worker may hold a job before others take it for lost.
pub(super) const LOCK: i64 = 5 * MINUTE;
/// How often a job is tried: with the growing pauses this is about three days.
const MAX_ATTEMPTS: i64 = 20;
/// The longest pause between two attempts.
pub const LONGEST_PAUSE: i64 = DAY / 4;
/// How often the worker looks when nobody rings.
const POLL: Duration = Duration::from_secs(2);
/// How often old rows are cleared away.
const TIDY_EVERY: i64 = 10 * MINUTE;

/// The worker that runs beside the server.
pub struct Worker {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Worker {
    /// Starts the worker.
    #[must_use]
    pub fn start(state: AppState) -> Self {
        let (stop, stopped) = watch::channel(false);
        let task = tokio::spawn(work(state, stopped));
        Self { stop, task }
    }

    /// Lets the job at hand finish, does what else is due, and ends.
    pub async fn stop(self) {
        // The receiver lives as long as the task: if it is gone there is nothing to stop.
        let _ = self.stop.send(true);
        if let Err(error) = self.task.await {
            tracing::error!(%error, "the job worker ended badly");
        }
    }
}

async fn work(state: AppState, mut stopped: watch::Receiver<bool>) {
    let mut tidied = 0;
    loop {
        if let Err(error) = run_due(&state).await {
            tracing::error!(%error, "jobs could not be read");
        }
        if *stopped.borrow() {
            return;
        }
        let now = state.clock.now_ms();
        if now - tidied >= TIDY_EVERY {
            tidied = now;
            let task = Task {
                kind: JobKind::Tidy,
                id: "",
                payload: "",
            };
            if let Err(failure) = (state.do_job)(&state, task).await {
                tracing::error!(error = failure.text, "old rows could not be cleared away");
            }
        }
        tokio::select! {
            () = state.db.jobs_queued().notified() => {}
            _ = stopped.changed() => {}
            () = tokio::time::sleep(POLL) => {}
        }
    }
}

/// Does every job that is due, and returns how many that were.
///
/// # Errors
/// When the database fails; a job that fails is put back instead.
pub async fn run_due(state: &AppState) -> DbResult<usize> {
    let mut done = 0;
    while let Some(job) = take_next(state).await? {
        run(state, job).await?;
        done += 1;
    }
    Ok(done)
}

async fn take_next(state: &AppState) -> DbResult<Option<store::Job>> {
    let now = state.clock.now_ms();
    // A look without the write lock first: most of the time there is nothing to do.
    let mut conn = state.db.read().await?;
    if store::next_due(&mut conn, crate::db::Dialect::Sqlite, now)
        .await?
        .is_none()
    {
        return Ok(None);
    }
    drop(conn);
    let mut tx = state.db.begin_write().await?;
    let dialect = tx.dialect();
    let Some(job) = store::next_due(&mut tx, dialect, now).await? else {
        return Ok(None);
    };
    store::take(&mut tx, &job.id, now + LOCK).await?;
    tx.commit().await?;
    Ok(Some(job))
}

async fn run(state: &AppState, job: store::Job) -> DbResult<()> {
    let result = perform(state, &job).await;
    let mut tx = state.db.begin_write().await?;
    match result {
        Ok(()) => store::delete(&mut tx, &job.id).await?,
        Err(failure) => {
            let now = state.clock.now_ms();
            let tries = job.attempts + 1;
            let gives_up = failure.for_good || tries >= MAX_ATTEMPTS;
            tracing::warn!(
                job = job.id,
                kind = job.kind,
                tries,
                gives_up,
                error = failure.text,
                "job failed"
            );
            let failed_at = gives_up.then_some(now);
            store::put_back(
                &mut tx,
                &job.id,
                now + pause(tries),
                failed_at,
                &failure.text,
            )
            .await?;
        }
    }
    tx.commit().await
}

async fn perform(state: &AppState, job: &store::Job) -> Result<(), Failure> {
    let Some(kind) = JobKind::parse(&job.kind) else {
        return Err(Failure::for_good(format!("unknown kind {}", job.kind)));
    };
    let task = Task {
        kind,
        id: &job.id,
        payload: &job.payload,
    };
    (state.do_job)(state, task).await
}

/// The pause after the `tries`-th failure: 5 s, 10 s, 20 s, … at most 6 hours.
fn pause(tries: i64) -> i64 {
    let doublings = u32::try_from(tries - 1).unwrap_or(0).min(13);
    (5 * SECOND * (1_i64 << doublings)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::pause;

    #[test]
    fn pauses_grow_to_six_hours() {
        assert_eq!(pause(1), 5_000);
        assert_eq!(pause(3), 20_000);
        assert_eq!(pause(19), 21_600_000);
    }
}
