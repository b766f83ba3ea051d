//! Notifying every server that shares a database of what was committed.
//!
//! With SQLite there is one server, which is notified after the commit. With PostgreSQL, a NOTIFY inside the
//! transaction reaches the LISTEN connection of each server once, and only if the transaction commits.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

use super::{Conn, DbResult};

/// The name under which servers hear each other on PostgreSQL.
const CHANNEL: &str = "plumbline_live";

/// How many announcements a slow listener may fall behind before it is told that it missed some.
const BACKLOG: usize = 1024;

/// How long to wait before a lost LISTEN connection is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// What the servers on one database tell each other.
#[derive(Clone)]
pub(super) struct Announcements {
    told: broadcast::Sender<Arc<str>>,
    /// The connection that hears the other servers, on PostgreSQL.
    listening: Option<Arc<Listening>>,
}

struct Listening(JoinHandle<()>);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Announcements {
    /// For a database that this server has to itself.
    pub(super) fn alone() -> Self {
        Self {
            told: broadcast::Sender::new(BACKLOG),
            listening: None,
        }
    }

    /// For a PostgreSQL that several servers may share.
    ///
    /// # Errors
    /// When the database cannot be reached.
    pub(super) async fn shared(url: &str) -> DbResult<Self> {
        let told = broadcast::Sender::new(BACKLOG);
        let listener = listen(url).await?;
        let task = tokio::spawn(hear(listener, told.clone()));
        Ok(Self {
            told,
            listening: Some(Arc::new(Listening(task))),
        })
    }

    /// What is announced from now on.
    pub(super) fn subscribe(&self) -> broadcast::Receiver<Arc<str>> {
        self.told.subscribe()
    }

    /// Hears other servers no more, and lets its connection go.
    pub(super) fn stop_listening(&self) {
        if let Some(Listening(task)) = self.listening.as_deref() {
            task.abort();
        }
    }

    /// Tells the listeners in this process.
    pub(super) fn tell(&self, text: Arc<str>) {
        // An error means that nobody listens.
        let _ = self.told.send(text);
    }
}

/// Queues `text` for every server's listener; it goes out when the transaction commits.
pub(super) async fn notify(conn: &mut Conn, text: &str) -> DbResult<()> {
    sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)")
        .bind(CHANNEL)
        .bind(text)
        .execute(conn)
        .await?;
    Ok(())
}

async fn listen(url: &str) -> DbResult<PgListener> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Passes on what is heard. The listener itself connects again after a lost connection; what was
/// said meanwhile is lost, and pages that were left behind read again when they are looked at.
async fn hear(mut listener: PgListener, told: broadcast::Sender<Arc<str>>) {
    loop {
        match listener.recv().await {
            Ok(heard) => {
                let _ = told.send(heard.payload().into());
            }
            Err(error) => {
                tracing::warn!(%error, "announcements of other servers cannot be heard");
                tokio::time::sleep(RETRY).await;
            }
        }
    }
}
