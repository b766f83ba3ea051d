//! Live updates: open pages learn what has changed and read it again (`docs/product.md`, section 7, 'Live socket').
//!
//! A write announces its change in its transaction. Once that is committed, every server that shares the database
//! sends it to the sockets concerned: the pages opened by the document's link, and the business's own windows. The
//! socket itself is `socket`, in the crate `app`.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use tokio::sync::{broadcast, watch};

use crate::db::{Db, DbResult, WriteTx};
use crate::ids::{DocumentId, UserId};

/// What is announced between servers: what happened, and who is notified.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// The `type` of the message, one of the names in `docs/product.md`, section 7.
    pub event: String,
    /// The account whose windows are notified.
    pub user_id: UserId,
    /// The document to which it happened, whose public pages are notified as well; `None` if it concerns the account
    /// itself.
    #[serde(flatten)]
    pub document: Option<LiveDocument>,
    /// What happened to the account's plan; `None` for anything else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanEvent>,
}

/// What happened to an account's plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanEvent {
    /// `started`, `upgraded`, `downgraded`, `cancelled`, `resumed`, `lapsed`.
    pub action: String,
    /// The name of the plan.
    pub plan: String,
}

/// A document in a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveDocument {
    /// Whether it is a quote, an invoice or a credit note.
    pub kind: DocumentKind,
    /// The document's id.
    pub id: DocumentId,
}

/// The type and kind of the message that the list of notifications has changed.
const NOTIFICATION: &str = "notification";

/// The announcement that a session of the account has ended. It is no message to the browser: each of the account's
/// WebSockets checks whether its own session has ended.
pub const SESSION_ENDED: &str = "session_ended";

/// The type of the message that a plan has changed.
const SUBSCRIPTION_EVENT: &str = "subscription_event";

/// The kind of that message.
const SUBSCRIPTION: &str = "subscription";

/// A message to a public page: only the type, because the holder of a link doesn't see ids.
#[derive(Serialize)]
struct ToCustomer<'a> {
    r#type: &'a str,
}

/// A message to the business's windows.
#[derive(Serialize)]
struct ToBusiness<'a> {
    r#type: &'a str,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<PlanData<'a>>,
}

/// The data of a message about a plan.
#[derive(Serialize)]
struct PlanData<'a> {
    plan: &'a str,
}

impl Announcement {
    /// Announces that an account's list of notifications has changed.
    #[must_use]
    pub fn notification(user_id: &UserId) -> Self {
        Self { event: NOTIFICATION.to_owned(), user_id: user_id.clone(), document: None, plan: None }
    }

    /// Announces that a session of an account has ended.
    #[must_use]
    pub fn session_ended(user_id: &UserId) -> Self {
        Self { event: SESSION_ENDED.to_owned(), user_id: user_id.clone(), document: None, plan: None }
    }

    /// Announces that something happened to an account's plan.
    #[must_use]
    pub fn subscription(user_id: &UserId, action: &str, plan: &str) -> Self {
        Self {
            event: SUBSCRIPTION_EVENT.to_owned(),
            user_id: user_id.clone(),
            document: None,
            plan: Some(PlanEvent { action: action.to_owned(), plan: plan.to_owned() }),
        }
    }

    /// The message for the pages behind the document's link.
    fn to_customer(&self) -> String {
        to_json(&ToCustomer { r#type: &self.event })
    }

    /// The message for the business's windows.
    fn to_business(&self) -> String {
        if self.event == SESSION_ENDED {
            return SESSION_ENDED.to_owned();
        }
        let document = self.document.as_ref();
        let plan = self.plan.as_ref();
        let own = plan.map_or(NOTIFICATION, |_| SUBSCRIPTION);
        to_json(&ToBusiness {
            r#type: &self.event,
            kind: document.map_or(own, |document| document.kind.code()),
            id: document.map(|document| document.id.as_str()),
            action: plan.map(|news| news.action.as_str()),
            data: plan.map(|news| PlanData { plan: &news.plan }),
        })
    }
}

fn to_json(message: &impl Serialize) -> String {
    // Structs that contain only text can always be serialised.
    serde_json::to_string(message).unwrap_or_default()
}

/// Sends an announcement when the transaction commits.
pub async fn announce(tx: &mut WriteTx, announcement: &Announcement) -> DbResult<()> {
    tx.announce(to_json(announcement)).await
}

/// How many messages a slow WebSocket may lag behind.
const BACKLOG: usize = 16;

/// What a WebSocket can subscribe to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    /// Changes for the pages behind the link of the document with this id.
    Document(DocumentId),
    /// Changes for the browser windows of the account with this id.
    User(UserId),
}

/// A receiver of the messages on a topic, as JSON text.
pub type Messages = broadcast::Receiver<Arc<str>>;

type Topics = Mutex<HashMap<Topic, broadcast::Sender<Arc<str>>>>;

/// Forwards announcements to the WebSockets of this process; cheap to clone.
#[derive(Clone)]
pub struct Hub {
    topics: Arc<Topics>,
    stop: watch::Sender<bool>,
}

impl Hub {
    /// Starts forwarding what is announced on the database, until it is closed.
    #[must_use]
    pub fn start(db: &Db) -> Self {
        let hub = Self { topics: Arc::default(), stop: watch::Sender::new(false) };
        tokio::spawn(forward(hub.topics.clone(), db.announcements(), hub.stop.subscribe()));
        hub
    }

    /// Closes every WebSocket, because the server is stopping.
    pub fn close(&self) {
        self.stop.send_replace(true);
    }

    /// A value that becomes true when the server is stopping.
    #[must_use]
    pub fn subscribe_to_stop(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// How many WebSockets of this process are subscribed.
    #[must_use]
    pub fn listener_count(&self) -> usize {
        let topics = lock(&self.topics);
        topics.values().map(broadcast::Sender::receiver_count).sum()
    }

    /// A receiver of the messages on a topic from now on.
    #[must_use]
    pub fn subscribe(&self, topic: Topic) -> Messages {
        let mut topics = lock(&self.topics);
        // Topics without subscribers are removed when the map would grow.
        if topics.len() == topics.capacity() {
            topics.retain(|_, sender| sender.receiver_count() > 0);
        }
        topics.entry(topic).or_insert_with(|| broadcast::Sender::new(BACKLOG)).subscribe()
    }
}

fn lock(topics: &Topics) -> std::sync::MutexGuard<'_, HashMap<Topic, broadcast::Sender<Arc<str>>>> {
    // A map is intact after any panic.
    topics.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn forward(
    topics: Arc<Topics>,
    mut announced: broadcast::Receiver<Arc<str>>,
    mut stop: watch::Receiver<bool>,
) {
    loop {
        let heard = tokio::select! {
            heard = announced.recv() => heard,
            _ = stop.wait_for(|stop| *stop) => return,
        };
        match heard {
            Ok(text) => match serde_json::from_str::<Announcement>(&text) {
                Ok(announcement) => publish(&topics, &announcement),
                Err(error) => tracing::warn!(%error, "an announcement could not be read"),
            },
            Err(broadcast::error::RecvError::Lagged(missed)) => {
                tracing::warn!(missed, "announcements came faster than they were handed on");
            }
            Err(broadcast::error::RecvError::Closed) => return,
        }
    }
}

fn publish(topics: &Topics, announcement: &Announcement) {
    let mut topics = lock(topics);
    if let Some(document) = &announcement.document {
        let customer = Topic::Document(document.id.clone());
        send(&mut topics, &customer, announcement.to_customer());
    }
    let business = Topic::User(announcement.user_id.clone());
    send(&mut topics, &business, announcement.to_business());
}

fn send(topics: &mut HashMap<Topic, broadcast::Sender<Arc<str>>>, topic: &Topic, text: String) {
    if let Some(sender) = topics.get(topic)
        && sender.send(text.into()).is_err()
    {
        // The last subscriber is gone.
        topics.remove(topic);
    }
}
