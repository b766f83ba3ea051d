//! The bodies of a connection's requests and answers: the one must come in time, the end of the
//! other gives the turn back to the client.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};

use super::pace::{Pace, Patience};
use super::turn::Turn;
use crate::error::BoxError;

/// The body of a request, which ends in an error when it comes too slowly.
#[derive(Debug)]
pub struct Asked {
    body: Incoming,
    patience: Patience,
}

impl Asked {
    /// A body that must come at this pace.
    pub fn new(body: Incoming, pace: Pace) -> Self {
        Self {
            body,
            patience: Patience::new(pace),
        }
    }
}

impl HttpBody for Asked {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let asked = self.get_mut();
        match Pin::new(&mut asked.body).poll_frame(cx) {
            Poll::Ready(Some(Ok(frame))) => {
                asked.patience.moved(frame.data_ref().map_or(0, Bytes::len));
                Poll::Ready(Some(Ok(frame)))
            }
            Poll::Ready(Some(Err(error))) => Poll::Ready(Some(Err(error.into()))),
            Poll::Ready(None) => Poll::Ready(None),
            Poll::Pending => {
                ready!(asked.patience.poll_over(cx));
                Poll::Ready(Some(Err("the body came too slowly".into())))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer. When it is let go of, sent or not, the client may ask again.
#[derive(Debug)]
pub struct Answered {
    body: Body,
    turn: Turn,
}

impl Answered {
    /// A body after which the turn is the client's.
    pub fn new(body: Body, turn: Turn) -> Self {
        Self { body, turn }
    }
}

impl Drop for Answered {
    fn drop(&mut self) {
        self.turn.end();
    }
}

impl HttpBody for Answered {
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
