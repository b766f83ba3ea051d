//! Whose turn it is on a connection: the client's, who must send a request in time, or ours.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Whose turn it is. The stream of a connection waits by it, and what answers its requests sets it.
#[derive(Debug, Clone)]
pub struct Turn {
    now: Arc<Mutex<Phase>>,
    /// How long a head may take.
    head: Duration,
    /// How long the client may rest between two requests.
    idle: Duration,
}

/// What a connection is at.
#[derive(Debug, Clone, Copy)]
enum Phase {
    /// Between two requests, until then at most.
    Idle(Instant),
    /// In the head of a request, until then at most.
    Head(Instant),
    /// We answer, or it has become something else than HTTP.
    Ours,
}

impl Turn {
    /// Of a new connection: whoever makes one has something to say.
    pub fn new(head: Duration, idle: Duration) -> Self {
        let phase = Phase::Head(Instant::now() + head);
        Self {
            now: Arc::new(Mutex::new(phase)),
            head,
            idle,
        }
    }

    /// How long the client is waited for; none while it is our turn.
    pub fn until(&self) -> Option<Instant> {
        self.with(|phase| match phase {
            Phase::Idle(until) | Phase::Head(until) => Some(*until),
            Phase::Ours => None,
        })
    }

    /// The client has sent something: from its first byte on a head is written.
    pub fn heard(&self) {
        self.with(|phase| {
            if matches!(phase, Phase::Idle(_)) {
                *phase = Phase::Head(Instant::now() + self.head);
            }
        });
    }

    /// The head is there.
    pub fn begin(&self) {
        self.with(|phase| *phase = Phase::Ours);
    }

    /// The request is answered.
    pub fn end(&self) {
        self.with(|phase| *phase = Phase::Idle(Instant::now() + self.idle));
    }

    fn with<T>(&self, look: impl FnOnce(&mut Phase) -> T) -> T {
        // One word is behind the lock: a panic cannot leave it half written.
        look(&mut self.now.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: Duration = Duration::from_secs(10);
    const IDLE: Duration = Duration::from_secs(75);

    /// Whether the client is waited for so long, from within this call on.
    fn waits(turn: &Turn, wait: Duration, change: impl FnOnce(&Turn)) -> bool {
        let before = Instant::now();
        change(turn);
        let until = turn.until().expect("the client's turn");
        before + wait <= until && until <= Instant::now() + wait
    }

    #[test]
    fn a_head_is_waited_for_from_its_first_byte_and_a_request_for_longer() {
        let turn = Turn::new(HEAD, IDLE);
        turn.begin();
        assert_eq!(turn.until(), None, "we answer");
        assert!(waits(&turn, IDLE, Turn::end));
        assert!(waits(&turn, HEAD, Turn::heard));
        // Its further bytes buy no time.
        let until = turn.until();
        turn.heard();
        assert_eq!(turn.until(), until);
    }
}
