//! Who listens to what, in this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{broadcast, watch};

use super::message::Announcement;
use crate::db::Db;
use crate::ids::{DocumentId, UserId};

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
