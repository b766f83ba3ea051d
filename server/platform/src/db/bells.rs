//! Wake-up signals: a commit that queued jobs wakes the workers that do them.

use std::sync::Arc;

use tokio::sync::watch;

/// How many queues there are, each with a bell of its own.
pub const QUEUES: usize = 3;

/// The bells of one server; cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct Bells(Arc<[watch::Sender<()>; QUEUES]>);

impl Bells {
    pub(super) fn new() -> Self {
        Self(Arc::new(std::array::from_fn(|_| watch::Sender::new(()))))
    }

    /// Hears every ring from now on: one that came while nobody listened is not lost.
    pub(super) fn hear(&self, queue: usize) -> watch::Receiver<()> {
        self.0[queue % QUEUES].subscribe()
    }

    pub(super) fn ring(&self, queue: usize) {
        self.0[queue % QUEUES].send_replace(());
    }
}
