//! The bodies of requests and responses: a request's must arrive in time, and the end of a response's means that it
//! is the client's turn again.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};

use super::phase::ConnectionPhase;
use super::stream::{Pace, PaceTimer};
use crate::error::BoxError;

/// The most bytes of an unwanted body that are read and discarded: as long as any upload that is accepted.
const UNREAD_MAX: usize = 64 * 1024 * 1024;

/// The body of a request, which ends in an error if it arrives too slowly. Its unread rest can be discarded.
#[derive(Debug)]
pub struct PacedBody {
    /// Present until this is dropped.
    body: Option<Incoming>,
    timer: PaceTimer,
    unread: Arc<Mutex<Option<Incoming>>>,
}

/// The unread rest of a request's body that was dropped before its end.
#[derive(Debug)]
pub struct UnreadBody {
    body: Arc<Mutex<Option<Incoming>>>,
    pace: Pace,
}

impl PacedBody {
    /// A body that must arrive at this pace, and a handle on its unread rest.
    pub fn new(body: Incoming, pace: Pace) -> (Self, UnreadBody) {
        let unread = Arc::default();
        let paced_body = Self::with_pace(body, pace, Arc::clone(&unread));
        (paced_body, UnreadBody { body: unread, pace })
    }

    fn with_pace(body: Incoming, pace: Pace, unread: Arc<Mutex<Option<Incoming>>>) -> Self {
        Self { body: Some(body), timer: PaceTimer::new(pace), unread }
    }
}

impl Drop for PacedBody {
    fn drop(&mut self) {
        if let Some(body) = self.body.take().filter(|body| !body.is_end_stream()) {
            *self.unread.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
        }
    }
}

impl UnreadBody {
    /// Reads the rest and discards it. If a connection is closed while its client is still writing, it is reset, and
    /// the client never reads why its request was refused.
    pub async fn discard(self) {
        let rest = self.body.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(rest) = rest else { return };
        let mut rest = PacedBody::with_pace(rest, self.pace, Arc::default());
        let mut bytes = 0;
        while let Some(Ok(frame)) = poll_fn(|cx| Pin::new(&mut rest).poll_frame(cx)).await {
            bytes += frame.data_ref().map_or(0, Bytes::len);
            if bytes > UNREAD_MAX {
                return;
            }
        }
    }
}

impl HttpBody for PacedBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let paced_body = self.get_mut();
        let Some(body) = &mut paced_body.body else {
            return Poll::Ready(None);
        };
        match Pin::new(body).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                paced_body.timer.record_progress(frame.data_ref().map_or(0, Bytes::len));
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(Some(Err(error))) => Poll::Ready(Some(Err(error.into()))),
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => {
                ready!(paced_body.timer.poll_over(cx));
                Poll::Ready(Some(Err("the body came too slowly".into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(SizeHint::default, HttpBody::size_hint)
    }
}

/// The body of a response. When it is dropped, sent or not, it is the client's turn again.
#[derive(Debug)]
pub struct ResponseBody {
    body: Body,
    phase: ConnectionPhase,
}

impl ResponseBody {
    /// A body after which it is the client's turn.
    pub fn new(body: Body, turn: ConnectionPhase) -> Self {
        Self { body, phase: turn }
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.phase.end_response();
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.get_mut().body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
