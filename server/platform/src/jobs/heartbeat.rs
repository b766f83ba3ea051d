//! Whether the workers are alive: each records a heartbeat in every cycle, and when it ends.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::clock::{MINUTE, SharedClock};

/// A worker without a heartbeat for this long is stuck: it checks for jobs every two seconds when idle, and sends a
/// heartbeat every minute while it works.
const STUCK_AFTER: i64 = 3 * MINUTE;

/// The heartbeats of one server's workers.
#[derive(Clone)]
pub struct WorkerMonitor {
    clock: SharedClock,
    hearts: Arc<Mutex<Vec<Arc<WorkerHeart>>>>,
    panics: Arc<AtomicU64>,
}

#[derive(Debug)]
struct WorkerHeart {
    /// The worker's name, for the log.
    name: &'static str,
    last: AtomicI64,
    ended: AtomicBool,
}

impl WorkerMonitor {
    /// The heartbeats of a server without workers.
    #[must_use]
    pub fn new(clock: SharedClock) -> Self {
        Self { clock, hearts: Arc::default(), panics: Arc::default() }
    }

    /// Registers a worker. If the returned value is dropped without [`Heartbeat::finish`], the worker counts as dead.
    #[must_use]
    pub fn register_worker(&self, name: &'static str) -> Heartbeat {
        let heart = Arc::new(WorkerHeart {
            name,
            last: AtomicI64::new(self.clock.now_ms()),
            ended: AtomicBool::new(false),
        });
        self.hearts().push(Arc::clone(&heart));
        Heartbeat { heart, pulse: self.clone() }
    }

    /// The first worker that is dead or stuck, and what is wrong with it; `None` if all are well.
    #[must_use]
    pub fn find_fault(&self) -> Option<String> {
        let now = self.clock.now_ms();
        self.hearts().iter().find_map(|heart| {
            let name = heart.name;
            if heart.ended.load(Ordering::Relaxed) {
                return Some(format!("a worker ({name}) has ended"));
            }
            let silent = now - heart.last.load(Ordering::Relaxed);
            let seconds = silent / 1000;
            (silent > STUCK_AFTER).then(|| format!("a worker ({name}) is stuck for {seconds} s"))
        })
    }

    /// Counts a job that panicked, and returns how many did since the start.
    pub(super) fn count_panic(&self) -> u64 {
        self.panics.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// How many jobs panicked since the start.
    #[must_use]
    pub fn panic_count(&self) -> u64 {
        self.panics.load(Ordering::Relaxed)
    }

    fn hearts(&self) -> std::sync::MutexGuard<'_, Vec<Arc<WorkerHeart>>> {
        // A panic between two pushes leaves the list unchanged.
        self.hearts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The heartbeat of one worker.
pub struct Heartbeat {
    heart: Arc<WorkerHeart>,
    pulse: WorkerMonitor,
}

impl Heartbeat {
    /// Records that the worker is alive.
    pub fn record(&self) {
        let now = self.pulse.clock.now_ms();
        self.heart.last.store(now, Ordering::Relaxed);
    }

    /// Unregisters a worker that was stopped on purpose, so that its absence is no fault.
    pub fn finish(self) {
        self.pulse.hearts().retain(|heart| !Arc::ptr_eq(heart, &self.heart));
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        self.heart.ended.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    fn pulse() -> (Arc<ManualClock>, WorkerMonitor) {
        let clock = Arc::new(ManualClock::new(1_795_000_000_000));
        (clock.clone(), WorkerMonitor::new(clock))
    }

    #[test]
    fn a_worker_that_is_silent_is_stuck_until_it_beats() {
        let (clock, pulse) = pulse();
        assert_eq!(pulse.find_fault(), None);
        let (urgent, bulk) = (pulse.register_worker("urgent"), pulse.register_worker("bulk"));
        clock.advance(STUCK_AFTER);
        assert_eq!(pulse.find_fault(), None);
        urgent.record();
        clock.advance(1_000);
        let fault = "a worker (bulk) is stuck for 181 s".to_owned();
        assert_eq!(pulse.find_fault(), Some(fault));
        bulk.record();
        assert_eq!(pulse.find_fault(), None);
        // If the clock was set back, the workers aren't at fault.
        clock.advance(-STUCK_AFTER * 10);
        assert_eq!(pulse.find_fault(), None);
    }

    #[tokio::test]
    async fn reports_a_worker_that_panicked_but_not_one_that_was_stopped() {
        let (_, pulse) = pulse();
        let beat = pulse.register_worker("urgent");
        tokio::spawn(async move { beat.finish() }).await.expect("ended");
        assert_eq!(pulse.find_fault(), None);
        let beat = pulse.register_worker("bulk");
        let task = tokio::spawn(async move {
            beat.record();
            panic!("on purpose");
        });
        assert!(task.await.is_err_and(|error| error.is_panic()));
        let fault = "a worker (bulk) has ended".to_owned();
        assert_eq!(pulse.find_fault(), Some(fault));
    }
}
