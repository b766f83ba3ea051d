//! Wake-up signals: a commit that queued jobs wakes the workers that do them.

use std::sync::Arc;

use tokio::sync::watch;

/// How many queues there are, each with a wake-up signal of its own.
pub const QUEUES: usize = 3;

/// The wake-up signals of one server; cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct WakeSignals(Arc<[watch::Sender<()>; QUEUES]>);

impl WakeSignals {
    pub(super) fn new() -> Self {
        Self(Arc::new(std::array::from_fn(|_| watch::Sender::new(()))))
    }

    /// A receiver of every signal from now on; one that arrives before the receiver waits isn't lost.
    pub(super) fn subscribe(&self, queue: usize) -> watch::Receiver<()> {
        self.0[queue % QUEUES].subscribe()
    }

    pub(super) fn wake(&self, queue: usize) {
        self.0[queue % QUEUES].send_replace(());
    }
}
