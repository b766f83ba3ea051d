//! The stream of a connection, which ends when the other side takes too long.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::pace::{Pace, Patience, Timer};
use super::seats::Seat;
use super::turn::Turn;

/// A stream whose reads fail when it has been the client's turn for too long, and whose writes fail when the client
/// doesn't receive them.
#[derive(Debug)]
pub struct Stream {
    inner: TcpStream,
    turn: Turn,
    reading: Timer,
    writing: Patience,
    /// The place of the connection, reserved as long as it is open, also as a WebSocket.
    _seat: Seat,
}

impl Stream {
    /// `turn` limits how long the client may take to send, and `pace` how slowly it may receive.
    pub fn new(inner: TcpStream, seat: Seat, turn: Turn, pace: Pace) -> Self {
        Self {
            inner,
            turn,
            reading: Timer::default(),
            writing: Patience::new(pace),
            _seat: seat,
        }
    }

    /// Handles the result of a write: one that waits is limited in time.
    fn written(
        &mut self,
        cx: &mut Context<'_>,
        write: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match write {
            Poll::Ready(Ok(bytes)) => self.writing.moved(bytes),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                ready!(self.writing.poll_over(cx));
                return Poll::Ready(Err(too_slow("what was written was not taken")));
            }
        }
        write
    }
}

fn too_slow(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::TimedOut, what)
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        let before = buf.filled().len();
        let read = Pin::new(&mut stream.inner).poll_read(cx, buf);
        if read.is_ready() {
            if buf.filled().len() > before {
                stream.turn.heard();
            }
            return read;
        }
        match stream.turn.until(cx) {
            None => Poll::Pending,
            Some(until) => {
                ready!(stream.reading.poll_at(cx, until));
                Poll::Ready(Err(too_slow("no request came")))
            }
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let write = Pin::new(&mut stream.inner).poll_write(cx, buf);
        stream.written(cx, write)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let stream = self.get_mut();
        let write = Pin::new(&mut stream.inner).poll_write_vectored(cx, bufs);
        stream.written(cx, write)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let stream = self.get_mut();
        // After a flush everything has been written.
        stream.writing.rest();
        Pin::new(&mut stream.inner).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().inner).poll_shutdown(cx)
    }
}
