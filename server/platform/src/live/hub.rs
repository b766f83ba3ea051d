//! Who listens to what, in this process.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{broadcast, watch};

use super::message::Announcement;
use crate::db::Db;
use crate::ids::{DocumentId, UserId};

/// How many messages a slow socket may fall behind.
const BACKLOG: usize = 16;

/// What a socket can listen to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Topic {
    /// The pages behind the link of the document with this id.
    Document(DocumentId),
    /// The windows of the account with this id.
    User(UserId),
}

/// Messages on a topic, as JSON text.
pub type Messages = broadcast::Receiver<Arc<str>>;

type Topics = Mutex<HashMap<Topic, broadcast::Sender<Arc<str>>>>;

/// Hands announcements to the sockets of this process; cheap to clone.
#[derive(Clone)]
pub struct Hub {
    topics: Arc<Topics>,
    stop: watch::Sender<bool>,
}

impl Hub {
    /// Starts handing on what is announced on the database, until it is closed.
    #[must_use]
    pub fn start(db: &Db) -> Self {
        let hub = Self {
            topics: Arc::default(),
            stop: watch::Sender::new(false),
        };
        tokio::spawn(hand_on(
            hub.topics.clone(),
            db.announcements(),
            hub.stop.subscribe(),
        ));
        hub
    }

    /// Sends every socket away: the server stops.
    pub fn close(&self) {
        self.stop.send_replace(true);
    }

    /// Becomes true when the server stops.
    #[must_use]
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// How many sockets of this process listen.
    #[must_use]
    pub fn listeners(&self) -> usize {
        let topics = lock(&self.topics);
        topics.values().map(broadcast::Sender::receiver_count).sum()
    }

    /// Messages on a topic from now on.
    #[must_use]
    pub fn subscribe(&self, topic: Topic) -> Messages {
        let mut topics = lock(&self.topics);
        // Topics that nobody listens to any more go when the map would grow.
        if topics.len() == topics.capacity() {
            topics.retain(|_, sender| sender.receiver_count() > 0);
        }
        topics
            .entry(topic)
            .or_insert_with(|| broadcast::Sender::new(BACKLOG))
            .subscribe()
    }
}

fn lock(topics: &Topics) -> std::sync::MutexGuard<'_, HashMap<Topic, broadcast::Sender<Arc<str>>>> {
    // A map is whole after any panic.
    topics.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn hand_on(
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
        // The last listener has gone.
        topics.remove(topic);
    }
}
