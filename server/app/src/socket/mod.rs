//! The live socket `/ws` (`docs/product.md`, section 7): for a signed-in window, which is identified by its
//! session's cookie, or for a customer's page, which names its link first (`authenticate_public`). A socket that
//! names a link is a customer's page even in a browser in which somebody is signed in: it gets messages about that
//! document, and none about the account.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use plumbline_core::kind::DocumentKind;
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, MissedTickBehavior, interval};

use plumbline_platform::error::ApiError;
use plumbline_platform::http::connections::{Slot, SlotsFull};
use plumbline_platform::http::{ClientAddress, guard};
use plumbline_platform::ids::DocumentId;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::live::{Messages, SESSION_ENDED, Topic};
use plumbline_platform::sessions::{CurrentUser, MaybeUser, is_session_alive};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::{self, DocumentStatus};

/// The largest message, in bytes, that a browser may send; an `authenticate_public` has about a hundred.
const MESSAGE_MAX: usize = 4 * 1024;
/// The read buffer of each socket, in bytes; with the default of 128 KiB, sockets would use most of the server's
/// memory.
const READ_BUFFER: usize = 1024;
/// How often each socket is pinged.
const PING_EVERY: Duration = Duration::from_secs(30);
/// How long a socket may be silent before it counts as gone.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(75);
/// How long a browser may take to send the link that it is about.
const GREETING_TIMEOUT: Duration = Duration::from_secs(10);

/// After how many seconds to try again if there is no free place.
const RETRY_AFTER_SECONDS: u64 = 30;

/// The close code when the server restarts: the browser should connect again.
const RESTART: u16 = 1012;
/// The close code when the session has ended.
const SIGNED_OUT: u16 = 4401;
/// The close code for a link that leads nowhere: connecting again is of no use.
const NOT_FOUND: u16 = 4404;

/// The first message of a browser.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Greeting {
    AuthenticatePublic {
        token: String,
    },
    /// Any other message, which is ignored.
    #[serde(other)]
    Other,
}

/// The socket's route.
pub fn router() -> Router<AppState> {
    Router::new().route("/ws", get(open_socket))
}

/// Opens a socket for one of our own pages.
async fn open_socket(
    State(state): State<AppState>,
    address: ClientAddress,
    MaybeUser(user): MaybeUser,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    // Browsers let any page open a socket to any server, with its cookies.
    if !guard::is_same_origin(&headers, &state.public_url) {
        return Err(guard::cross_origin_error());
    }
    state.limits.check(ProcessLimit::SocketByAddress, address.0)?;
    let place = reserve_place(&state, address, user.as_ref())?;
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(MESSAGE_MAX)
        .max_frame_size(MESSAGE_MAX)
        .on_upgrade(move |socket| async move {
            serve_socket(state, user, socket).await;
            drop(place);
        })
        .into_response())
}

/// Reserves a place for a socket. One network address may have half as many sockets as connections, and one account a
/// quarter.
fn reserve_place(
    state: &AppState,
    address: ClientAddress,
    user: Option<&CurrentUser>,
) -> Result<Slot, ApiError> {
    let factor = usize::try_from(state.config.limit_factor).unwrap_or(1);
    let most = state.config.connections.max_per_address.saturating_mul(factor);
    let mut keys = vec![(format!("address {}", address.0), most / 2)];
    if let Some(user) = user {
        keys.push((format!("account {}", user.id), most / 4));
    }
    state.sockets.acquire(keys).map_err(|full| match full {
        SlotsFull::All => ApiError::unavailable("every place of a socket is taken"),
        SlotsFull::Key => ApiError::too_many("Too many windows are open.", RETRY_AFTER_SECONDS),
    })
}

async fn serve_socket(state: AppState, user: Option<CurrentUser>, mut socket: WebSocket) {
    let ended = match user {
        Some(user) => {
            let messages = state.live.subscribe(Topic::User(user.id.clone()));
            forward_messages(&state, Some(&user), messages, &mut socket).await
        }
        None => match wait_for_greeting(&state, &mut socket).await {
            Ok(messages) => forward_messages(&state, None, messages, &mut socket).await,
            Err(ended) => ended,
        },
    };
    if let SocketEnd::Closed(code, reason) = ended {
        let frame = CloseFrame { code, reason: reason.into() };
        // The browser may already be gone.
        let _ = socket.send(Message::Close(Some(frame))).await;
    }
}

/// Why a socket ends.
enum SocketEnd {
    /// The browser has disconnected.
    Gone,
    /// The server closes it, with this code and reason.
    Closed(u16, &'static str),
}

/// Waits for the link, and subscribes to the live updates about its document.
async fn wait_for_greeting(state: &AppState, socket: &mut WebSocket) -> Result<Messages, SocketEnd> {
    let mut stopping = state.live.subscribe_to_stop();
    let deadline = Instant::now() + GREETING_TIMEOUT;
    loop {
        let received = tokio::select! {
            received = socket.recv() => received,
            () = tokio::time::sleep_until(deadline) => return Err(SocketEnd::Closed(SIGNED_OUT, "nobody")),
            _ = stopping.wait_for(|stop| *stop) => return Err(SocketEnd::Closed(RESTART, "restart")),
        };
        let text = match received {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(SocketEnd::Gone),
            Some(Ok(_)) => continue,
        };
        if let Some(token) = parse_greeting(&text) {
            return subscribe_to_link(state, &token).await;
        }
    }
}

/// The link in a message; `None` if there is none.
fn parse_greeting(text: &str) -> Option<String> {
    match serde_json::from_str(text) {
        Ok(Greeting::AuthenticatePublic { token }) => Some(token),
        Ok(Greeting::Other) | Err(_) => None,
    }
}

/// Subscribes to the live updates about the document behind a link.
async fn subscribe_to_link(state: &AppState, token: &str) -> Result<Messages, SocketEnd> {
    match find_document(state, token).await {
        Ok(Some(id)) => Ok(state.live.subscribe(Topic::Document(id))),
        Ok(None) => Err(SocketEnd::Closed(NOT_FOUND, "not found")),
        Err(error) => {
            tracing::error!(?error, "a link could not be looked up for its socket");
            Err(SocketEnd::Closed(RESTART, "try again"))
        }
    }
}

/// The document behind a link, of any kind.
async fn find_document(state: &AppState, token: &str) -> Result<Option<DocumentId>, ApiError> {
    let mut conn = state.db.read().await?;
    for kind in DocumentKind::ALL {
        if let Some(row) = store::find_public(&mut conn, kind, token).await? {
            return Ok((row.status != DocumentStatus::Void).then_some(row.id));
        }
    }
    Ok(None)
}

/// The next event on a socket.
enum NextEvent {
    /// A message from the browser.
    Received(Message),
    /// A message for the browser.
    Send(Message),
    /// The session may have ended.
    CheckSession,
}

/// Passes live updates on until one side ends. A socket with a session that sends a link becomes that customer's page.
async fn forward_messages(
    state: &AppState,
    mut user: Option<&CurrentUser>,
    mut messages: Messages,
    socket: &mut WebSocket,
) -> SocketEnd {
    let mut stopping = state.live.subscribe_to_stop();
    let mut ping = interval(PING_EVERY);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut heard = Instant::now();
    loop {
        let next = tokio::select! {
            received = socket.recv() => match received {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return SocketEnd::Gone,
                Some(Ok(message)) => NextEvent::Received(message),
            },
            message = messages.recv() => match message {
                Ok(text) if *text == *SESSION_ENDED => NextEvent::CheckSession,
                Ok(text) => NextEvent::Send(Message::Text(text.as_ref().into())),
                // Some updates were missed. The browser reads everything again at the next one, but the end of its
                // session may have been among the missed ones.
                Err(RecvError::Lagged(_)) => NextEvent::CheckSession,
                Err(RecvError::Closed) => return SocketEnd::Closed(RESTART, "restart"),
            },
            _ = ping.tick() => {
                if heard.elapsed() > SILENCE_TIMEOUT {
                    return SocketEnd::Gone;
                }
                NextEvent::Send(Message::Ping(Vec::new().into()))
            }
            _ = stopping.wait_for(|stop| *stop) => return SocketEnd::Closed(RESTART, "restart"),
        };
        let next = match next {
            NextEvent::Send(message) => Some(message),
            NextEvent::CheckSession => None,
            NextEvent::Received(message) => {
                heard = Instant::now();
                if let Message::Text(text) = message
                    && user.is_some()
                    && let Some(token) = parse_greeting(&text)
                {
                    match subscribe_to_link(state, &token).await {
                        Ok(of_link) => messages = of_link,
                        Err(ended) => return ended,
                    }
                    user = None;
                }
                continue;
            }
        };
        // A window that was signed out meanwhile gets no more updates.
        if let Some(user) = user
            && !is_session_alive(state, &user.session_id).await
        {
            return SocketEnd::Closed(SIGNED_OUT, "signed out");
        }
        if let Some(message) = next
            && socket.send(message).await.is_err()
        {
            return SocketEnd::Gone;
        }
    }
}
