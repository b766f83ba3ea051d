//! The stream of a connection, which ends when the other side takes too long.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::pace::{Pace, PaceTimer, Timer};
use super::phase::ConnectionPhase;
use super::slots::Slot;

/// A stream whose reads fail when it has been the client's turn for too long, and whose writes fail when the client
/// doesn't receive them.
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
    /// `turn` limits how long the client may take to send, and `pace` how slowly it may receive.
    pub fn new(inner: TcpStream, seat: Slot, turn: ConnectionPhase, pace: Pace) -> Self {
        Self { inner, phase: turn, reading: Timer::default(), writing: PaceTimer::new(pace), _slot: seat }
    }

    /// Handles the result of a write: one that waits is limited in time.
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
                return Poll::Ready(Err(timeout_error("what was written was not taken")));
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
                Poll::Ready(Err(timeout_error("no request came")))
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
