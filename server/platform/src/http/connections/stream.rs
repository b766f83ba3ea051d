//! The stream of a connection, which ends when the other side takes too long.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::Slot;
use super::phase::ConnectionPhase;

/// A stream whose reads fail if the client takes too long to send what is expected of it, and whose writes fail if the
/// client doesn't receive the data.
#[derive(Debug)]
pub struct TimedStream {
    inner: TcpStream,
    phase: ConnectionPhase,
    reading: Timer,
    writing: PaceTimer,
    /// The place of the connection, reserved as long as it is open, also as a WebSocket.
    _slot: Slot,
}

impl TimedStream {
    /// `phase` limits how long the client may take to send, and `pace` how slowly it may receive.
    pub fn new(inner: TcpStream, slot: Slot, phase: ConnectionPhase, pace: Pace) -> Self {
        Self { inner, phase, reading: Timer::default(), writing: PaceTimer::new(pace), _slot: slot }
    }

    /// Handles the result of a write: if it has to wait, the wait is limited in time.
    fn finish_write(
        &mut self,
        cx: &mut Context<'_>,
        write: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match write {
            Poll::Ready(Ok(bytes)) => self.writing.record_progress(bytes),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                ready!(self.writing.poll_over(cx));
                return Poll::Ready(Err(timeout_error("the client did not receive the data in time")));
            }
        }
        write
    }
}

fn timeout_error(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, what)
}

impl AsyncRead for TimedStream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        let before = buf.filled().len();
        let read = Pin::new(&mut stream.inner).poll_read(cx, buf);
        if read.is_ready() {
            if buf.filled().len() > before {
                stream.phase.note_received();
            }
            return read;
        }
        match stream.phase.client_deadline(cx) {
            None => Poll::Pending,
            Some(until) => {
                ready!(stream.reading.poll_at(cx, until));
                Poll::Ready(Err(timeout_error("the client sent no request in time")))
            }
        }
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let write = Pin::new(&mut stream.inner).poll_write(cx, buf);
        stream.finish_write(cx, write)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let write = Pin::new(&mut stream.inner).poll_write_vectored(cx, bufs);
        stream.finish_write(cx, write)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        // After a flush everything has been written.
        stream.writing.reset();
        Pin::new(&mut stream.inner).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_shutdown(cx)
    }
}

// How long the server waits for a client that sends or receives a body.

/// The requirements for the other side: never to pause for longer than `grace`, and to keep up a minimum speed after
/// that.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// How long the other side may pause.
    pub grace: Duration,
    /// The minimum speed, in bytes a second.
    pub min_speed: u32,
}

/// A wait for the other side. Bytes that it moves extend the wait, but never beyond the grace period from now: a byte
/// now and then doesn't keep the connection open, and a large body at a reasonable speed isn't interrupted.
#[derive(Debug)]
pub struct PaceTimer {
    pace: Pace,
    /// When the wait ends; `None` while nothing waits.
    until: Option<Instant>,
    timer: Timer,
}

impl PaceTimer {
    /// Starts without a wait.
    pub fn new(pace: Pace) -> Self {
        Self { pace, until: None, timer: Timer::default() }
    }

    /// Begins a wait unless one is in progress, and is ready once it has taken too long.
    pub fn poll_over(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let until = self.start_waiting(Instant::now());
        self.timer.poll_at(cx, until)
    }

    /// Records that this many bytes were moved.
    pub fn record_progress(&mut self, bytes: usize) {
        self.extend(bytes, Instant::now());
    }

    /// Begins a wait unless one is in progress, and returns when it ends.
    fn start_waiting(&mut self, now: Instant) -> Instant {
        *self.until.get_or_insert_with(|| now + self.pace.grace)
    }

    fn extend(&mut self, bytes: usize, now: Instant) {
        if let Some(until) = &mut self.until {
            let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
            let extension = Duration::from_secs(1) * bytes / self.pace.min_speed.max(1);
            *until = (*until + extension).min(now + self.pace.grace);
        }
    }

    /// Ends the wait, because everything was moved; the next one begins anew.
    pub fn reset(&mut self) {
        self.until = None;
    }
}

/// A timer that is created when it is first needed, and then reset.
#[derive(Debug, Default)]
pub struct Timer(Option<Pin<Box<Sleep>>>);

impl Timer {
    /// Ready at this instant.
    pub fn poll_at(&mut self, cx: &mut Context<'_>, at: Instant) -> Poll<()> {
        let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(at)));
        if sleep.deadline() != at {
            sleep.as_mut().reset(at);
        }
        sleep.as_mut().poll(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACE: Pace = Pace { grace: Duration::from_secs(30), min_speed: 16_000 };
    const SECOND: Duration = Duration::from_secs(1);

    /// For how many seconds, at most 600, the server waits for a peer that transfers this many bytes a second.
    fn seconds_waited(bytes_a_second: usize) -> u64 {
        let start = Instant::now();
        let mut timer = PaceTimer::new(PACE);
        let mut now = start;
        while timer.start_waiting(now) > now && now < start + 600 * SECOND {
            now += SECOND;
            timer.extend(bytes_a_second, now);
        }
        (now - start).as_secs()
    }

    #[test]
    fn waits_for_a_stalled_client_only_for_the_grace_period() {
        assert_eq!(seconds_waited(0), 30);
        // A byte now and then hardly extends the wait.
        assert_eq!(seconds_waited(1), 31);
    }

    #[test]
    fn waits_for_a_client_of_normal_speed_but_not_for_a_slow_one() {
        assert_eq!(seconds_waited(50_000), 600);
        assert_eq!(seconds_waited(16_000), 600);
        assert_eq!(seconds_waited(8_000), 60);
    }

    #[test]
    fn fast_progress_does_not_extend_the_wait_beyond_the_grace_period() {
        let now = Instant::now();
        let mut timer = PaceTimer::new(PACE);
        assert_eq!(timer.start_waiting(now), now + PACE.grace);
        timer.extend(5_000_000, now);
        assert_eq!(timer.start_waiting(now), now + PACE.grace);
        // Bytes moved before a wait, or after everything was moved, extend nothing.
        timer.reset();
        timer.extend(5_000_000, now);
        assert_eq!(timer.start_waiting(now + SECOND), now + SECOND + PACE.grace);
    }
}
