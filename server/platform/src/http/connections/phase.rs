//! Whose turn it is on a connection: the client's, which must send a request in time, or ours.

use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Waker};
use std::time::Duration;

use tokio::time::Instant;

/// Whose turn it is on a connection. The stream uses it for its timeouts; the code that responds to requests sets it.
#[derive(Debug, Clone)]
pub struct ConnectionPhase {
    now: Arc<Mutex<PhaseState>>,
    /// How long the head of a request may take.
    head: Duration,
    /// How long the client may be idle between two requests.
    idle: Duration,
}

#[derive(Debug)]
struct PhaseState {
    phase: Phase,
    /// The task that read last. It may have asked before our turn began, and not have read again before it ended.
    reader: Option<Waker>,
}

/// The state of a connection.
#[derive(Debug, Clone, Copy)]
enum Phase {
    /// Between two requests, at most until this instant.
    Idle(Instant),
    /// In the head of a request, at most until this instant.
    Head(Instant),
    /// We are responding, or the connection is no longer HTTP.
    Ours,
}

impl ConnectionPhase {
    /// The turn of a new connection, on which a request is expected at once.
    pub fn new(head: Duration, idle: Duration) -> Self {
        let now = PhaseState { phase: Phase::Head(Instant::now() + head), reader: None };
        Self { now: Arc::new(Mutex::new(now)), head, idle }
    }

    /// Until when to wait for the client; `None` while it is our turn. The calling task is woken when our turn ends,
    /// because there is a new deadline then.
    pub fn client_deadline(&self, cx: &Context<'_>) -> Option<Instant> {
        self.with_state(|now| {
            now.reader = Some(cx.waker().clone());
            match now.phase {
                Phase::Idle(until) | Phase::Head(until) => Some(until),
                Phase::Ours => None,
            }
        })
    }

    /// The client has sent something: from its first byte on, the head of a request counts as begun.
    pub fn note_received(&self) {
        self.with_state(|now| {
            if matches!(now.phase, Phase::Idle(_)) {
                now.phase = Phase::Head(Instant::now() + self.head);
            }
        });
    }

    /// The head is complete.
    pub fn begin_response(&self) {
        self.with_state(|now| now.phase = Phase::Ours);
    }

    /// The response is complete.
    pub fn end_response(&self) {
        let reader = self.with_state(|now| {
            now.phase = Phase::Idle(Instant::now() + self.idle);
            now.reader.take()
        });
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    fn with_state<T>(&self, look: impl FnOnce(&mut PhaseState) -> T) -> T {
        // The two fields are set one by one and are independent, so a panic leaves nothing half written.
        look(&mut self.now.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::task::Wake;

    use super::*;

    const HEAD: Duration = Duration::from_secs(10);
    const IDLE: Duration = Duration::from_secs(75);

    fn until(turn: &ConnectionPhase) -> Option<Instant> {
        turn.client_deadline(&Context::from_waker(Waker::noop()))
    }

    /// Whether the server waits this long for the client after `change`.
    fn is_waiting(turn: &ConnectionPhase, wait: Duration, change: impl FnOnce(&ConnectionPhase)) -> bool {
        let before = Instant::now();
        change(turn);
        let until = until(turn).expect("the client's turn");
        before + wait <= until && until <= Instant::now() + wait
    }

    #[test]
    fn the_time_limit_of_a_header_starts_with_its_first_byte() {
        let turn = ConnectionPhase::new(HEAD, IDLE);
        turn.begin_response();
        assert_eq!(until(&turn), None, "we answer");
        assert!(is_waiting(&turn, IDLE, ConnectionPhase::end_response));
        assert!(is_waiting(&turn, HEAD, ConnectionPhase::note_received));
        // Further bytes don't extend the wait.
        let before = until(&turn);
        turn.note_received();
        assert_eq!(until(&turn), before);
    }

    #[test]
    fn wakes_a_reader_when_the_response_ends_whenever_it_started_reading() {
        struct Woken(AtomicBool);
        impl Wake for Woken {
            fn wake(self: Arc<Self>) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        for reads_in_our_turn in [false, true] {
            let woken = Arc::new(Woken(AtomicBool::new(false)));
            let waker = Waker::from(woken.clone());
            let cx = Context::from_waker(&waker);
            let turn = ConnectionPhase::new(HEAD, IDLE);
            if !reads_in_our_turn {
                assert!(turn.client_deadline(&cx).is_some());
            }
            turn.begin_response();
            if reads_in_our_turn {
                assert_eq!(turn.client_deadline(&cx), None);
            }
            assert!(!woken.0.load(Ordering::Relaxed));
            turn.end_response();
            assert!(woken.0.load(Ordering::Relaxed));
        }
    }
}
