//! Connections: how many there may be, and how long the server waits for each.
//!
//! ```text
//! phase    whose turn it is: a head must arrive within 10 s, the next request within 75 s
//! stream   reads end when the client's turn is over; writes end when the client receives nothing
//! bodies   a body must arrive within 30 s, or at a minimum speed
//! pace     that speed
//! slots    how many connections there may be, in total and per address
//! ```
//!
//! Connections are HTTP/1.1; newer versions are for the proxy. The limits are counted before a request is read,
//! which no framework does.

mod bodies;
mod phase;
mod stream;

use std::collections::HashMap;
use std::convert::Infallible;
use std::io::Write as _;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, Response, StatusCode, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use stream::Pace;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt as _;

use self::bodies::{PacedBody, ResponseBody};
use self::phase::ConnectionPhase;
use self::stream::TimedStream;
use crate::config::{Config, ConnectionConfig};
use crate::http::address::network_address;

/// The most connections, unless configured otherwise.
const DEFAULT_MAX: usize = 10_000;

/// How many open files the rest of the server may need: for the database, pictures and emails.
const RESERVED_FILES: u64 = 256;

/// The most bytes of a request's head, and of a connection's buffer.
const BUFFER_MAX: usize = 64 * 1024;

/// The pause after a connection could not be accepted because of too many open files.
const PAUSE: Duration = Duration::from_millis(200);

/// The response to a connection over the limit.
const FULL_RESPONSE: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\n\
    Content-Length: 0\r\n\r\n";

/// The most connections at a time: the configured number, or as many as the limit of open files allows.
#[must_use]
pub fn max_connections(config: &ConnectionConfig) -> usize {
    let files = raise_limit().map(|files| files.saturating_sub(RESERVED_FILES).max(16));
    let files = files.and_then(|files| usize::try_from(files).ok());
    config.max.unwrap_or(DEFAULT_MAX).min(files.unwrap_or(usize::MAX))
}

/// Accepts and serves connections until the server is stopped; then waits for the requests in progress.
pub async fn serve(listener: TcpListener, app: Router, config: Config, mut stopped: watch::Receiver<bool>) {
    let slots = Slots::new(max_connections(&config.connections));
    let mut open = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = open.join_next() => continue,
            () = wait_for_stop(&mut stopped) => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        match acquire_slot(&slots, &config, peer) {
            Ok(slot) => {
                let connection =
                    Connection { app: app.clone(), config: config.connections.clone(), peer, slot };
                open.spawn(connection.serve(stream, stopped.clone()));
            }
            Err(full) => refuse(stream, full),
        }
    }
    drop(listener);
    while open.join_next().await.is_some() {}
}

/// Waits until the server is stopped.
async fn wait_for_stop(stopped: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone, which also means stop.
    let _ = stopped.wait_for(|stop| *stop).await;
}

/// Reserves a place for a connection. The connections of a proxy are those of its clients, so they are not limited by
/// address here.
fn acquire_slot(slots: &Arc<Slots>, config: &Config, peer: SocketAddr) -> Result<Slot, SlotsFull> {
    let mut keys = Vec::new();
    if config.trusted_proxies == 0 {
        let factor = usize::try_from(config.limit_factor).unwrap_or(1);
        let most = config.connections.max_per_address.saturating_mul(factor);
        keys.push((network_address(peer.ip()).to_string(), most));
    }
    slots.acquire(keys)
}

/// Sends the refusal, if that is possible without waiting, and closes the connection.
fn refuse(stream: TcpStream, full: SlotsFull) {
    tracing::debug!(?full, "a connection found no place");
    if let Ok(mut stream) = stream.into_std() {
        // The connection is closed whether or not this succeeds.
        let _ = stream.write(FULL_RESPONSE);
    }
}

/// An accepted connection.
struct Connection {
    app: Router,
    config: ConnectionConfig,
    peer: SocketAddr,
    slot: Slot,
}

impl Connection {
    async fn serve(self, stream: TcpStream, mut stopped: watch::Receiver<bool>) {
        let pace = Pace { grace: self.config.grace, min_speed: self.config.min_speed };
        let turn = ConnectionPhase::new(self.config.head_timeout, self.config.idle_timeout);
        // Responses are ready in memory, and the slowest network that can still load a page is no attack.
        let taking = Pace { min_speed: pace.min_speed / 8, ..pace };
        let io = TokioIo::new(TimedStream::new(stream, self.slot, turn.clone(), taking));
        let (app, peer) = (self.app, self.peer);
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            respond(app.clone(), request, turn.clone(), pace)
        });
        let connection =
            http1::Builder::new().max_buf_size(BUFFER_MAX).serve_connection(io, service).with_upgrades();
        let mut connection = pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = wait_for_stop(&mut stopped) => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection ended");
        }
    }
}

async fn respond(
    app: Router,
    request: Request<Incoming>,
    turn: ConnectionPhase,
    pace: Pace,
) -> Result<Response<Body>, Infallible> {
    turn.begin_response();
    // A client that first asks whether to send the body doesn't send it once the request is refused.
    let asks_first = request.headers().contains_key(header::EXPECT);
    let (head, body) = request.into_parts();
    let (body, unread) = PacedBody::new(body, pace);
    let answer = app.oneshot(Request::from_parts(head, Body::new(body))).await?;
    if !asks_first {
        unread.discard().await;
    }
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS {
        // From here on this is a WebSocket, which has its own timeouts.
        return Ok(answer);
    }
    Ok(answer.map(|body| Body::new(ResponseBody::new(body, turn))))
}

// How many files, and so connections, the process may have open.

/// Raises the limit of open files as far as the system allows, and returns the new limit; `None` if there is no such
/// limit. Systems start programs with a low limit because of a call (`select`) that this program doesn't use.
#[cfg(unix)]
#[must_use]
pub fn raise_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let before = getrlimit(Resource::Nofile);
    if before.current != before.maximum {
        let wanted = Rlimit { current: before.maximum, maximum: before.maximum };
        if let Err(error) = setrlimit(Resource::Nofile, wanted) {
            tracing::warn!(%error, "the limit of open files cannot be raised");
        }
    }
    getrlimit(Resource::Nofile).current
}

/// Other systems have no such limit.
#[cfg(not(unix))]
#[must_use]
pub fn raise_limit() -> Option<u64> {
    None
}

// Places that are taken for a while, counted in total and per holder.

/// A limited number of places.
#[derive(Debug)]
pub struct Slots {
    max: usize,
    counts: Mutex<SlotCounts>,
}

#[derive(Debug, Default)]
struct SlotCounts {
    all: usize,
    by_key: HashMap<String, usize>,
}

/// A place, which is released when it is dropped.
#[derive(Debug)]
pub struct Slot {
    slots: Arc<Slots>,
    keys: Vec<String>,
}

/// Why there is no free place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotsFull {
    /// All places are taken.
    All,
    /// One of the keys has as many places as it may have.
    Key,
}

impl Slots {
    /// This many places, all of them free.
    #[must_use]
    pub fn new(most: usize) -> Arc<Self> {
        let taken = Mutex::default();
        Arc::new(Self { max: most, counts: taken })
    }

    /// Takes a place for these keys, each with its limit. Existing places are never taken away: it is the newest
    /// request that is refused.
    ///
    /// # Errors
    /// [`SlotsFull`] if there is no place, in total or for a key.
    pub fn acquire(self: &Arc<Self>, keys: Vec<(String, usize)>) -> Result<Slot, SlotsFull> {
        let mut taken = self.lock();
        if taken.all >= self.max {
            return Err(SlotsFull::All);
        }
        let of = |key: &String| taken.by_key.get(key).copied().unwrap_or_default();
        if keys.iter().any(|(key, most)| of(key) >= *most) {
            return Err(SlotsFull::Key);
        }
        taken.all += 1;
        let keys: Vec<String> = keys.into_iter().map(|(key, _)| key).collect();
        for key in &keys {
            *taken.by_key.entry(key.clone()).or_default() += 1;
        }
        let slots = Arc::clone(self);
        Ok(Slot { slots, keys })
    }

    fn lock(&self) -> MutexGuard<'_, SlotCounts> {
        // A panic between two counts leaves, at worst, a place that is never free again.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut taken = self.slots.lock();
        taken.all -= 1;
        for key in &self.keys {
            if let Some(count) = taken.by_key.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    taken.by_key.remove(key);
                }
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use rustix::process::{Resource, getrlimit};

    #[test]
    fn raises_the_limit_of_open_files_to_the_maximum() {
        let raised = super::raise_limit();
        assert_eq!(raised, getrlimit(Resource::Nofile).maximum);
    }
}

#[cfg(test)]
mod slots_tests {
    use super::*;

    #[test]
    fn refuses_a_connection_without_a_free_slot_and_frees_slots() {
        let slots = Slots::new(3);
        let take = |key: &str| slots.acquire(vec![(key.to_owned(), 2)]);
        let first = take("a").expect("a place");
        let second = take("a").expect("a place");
        assert_eq!(take("a").expect_err("two are the most"), SlotsFull::Key);
        let other = take("b").expect("a place");
        assert_eq!(take("c").expect_err("three are the most"), SlotsFull::All);
        drop(first);
        assert!(take("a").is_ok());
        drop((second, other));
        assert!(slots.lock().by_key.is_empty());
        assert_eq!(slots.lock().all, 0);
    }
}
