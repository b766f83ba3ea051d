//! Notifying every server that shares a database of what was committed.
//!
//! With SQLite there is one server, which is notified after the commit. With PostgreSQL, a NOTIFY inside the
//! transaction reaches the LISTEN connection of each server once, and only if the transaction commits.

use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::PgListener;
use tokio::sync::{broadcast, watch};
use tokio::task::JoinHandle;

use super::{Conn, DbResult, sql};

/// The channel on which servers notify each other on PostgreSQL.
const CHANNEL: &str = "plumbline_live";

/// How many announcements a slow subscriber may lag behind before it is notified that it missed some.
const BACKLOG: usize = 1024;

/// How long to wait before a lost LISTEN connection is opened again.
const RETRY: Duration = Duration::from_secs(1);

/// The announcements among the servers that share a database.
#[derive(Clone)]
pub(super) struct Announcements {
    sender: broadcast::Sender<Arc<str>>,
    /// The connection that receives announcements of other servers, on PostgreSQL.
    listener: Option<Arc<ListenerTask>>,
}

struct ListenerTask(JoinHandle<()>);

impl Drop for ListenerTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Announcements {
    /// For a database that only this server uses.
    pub(super) fn new_local() -> Self {
        Self { sender: broadcast::Sender::new(BACKLOG), listener: None }
    }

    /// For a PostgreSQL database that several servers may share.
    pub(super) async fn new_shared(url: &str) -> DbResult<Self> {
        let result = broadcast::Sender::new(BACKLOG);
        let listener = listen(url).await?;
        let task = tokio::spawn(forward(listener, result.clone()));
        Ok(Self { sender: result, listener: Some(Arc::new(ListenerTask(task))) })
    }

    /// A receiver of the announcements from now on.
    pub(super) fn subscribe(&self) -> broadcast::Receiver<Arc<str>> {
        self.sender.subscribe()
    }

    /// Stops receiving announcements of other servers and closes the connection.
    pub(super) fn stop_listening(&self) {
        if let Some(ListenerTask(task)) = self.listener.as_deref() {
            task.abort();
        }
    }

    /// Sends an announcement to the subscribers in this process.
    pub(super) fn send(&self, text: Arc<str>) {
        // An error means that there are no subscribers.
        let _ = self.sender.send(text);
    }
}

/// Queues `text` for the subscribers of every server; it is sent when the transaction commits.
pub(super) async fn notify(conn: &mut Conn, text: &str) -> DbResult<()> {
    sql::query("SELECT CAST(pg_notify($1, $2) AS TEXT)").bind(CHANNEL).bind(text).execute(conn).await?;
    Ok(())
}

async fn listen(url: &str) -> DbResult<PgListener> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Forwards the announcements received. The listener itself reconnects after a lost connection; announcements made in
/// the meantime are lost, and pages read their data again when they are next looked at.
async fn forward(mut listener: PgListener, sender: broadcast::Sender<Arc<str>>) {
    loop {
        match listener.recv().await {
            Ok(heard) => {
                let _ = sender.send(heard.payload().into());
            }
            Err(error) => {
                tracing::warn!(%error, "announcements of other servers cannot be heard");
                tokio::time::sleep(RETRY).await;
            }
        }
    }
}

// Wake-up signals: a commit that queued jobs wakes the workers that do them.

/// How many queues there are, each with a wake-up signal of its own.
pub const QUEUES: usize = 3;

/// The wake-up signals of one server; cheap to clone.
#[derive(Debug, Clone)]
pub(super) struct WakeSignals(Arc<[watch::Sender<()>; QUEUES]>);

impl WakeSignals {
    pub(super) fn new() -> Self {
        Self(Arc::new(std::array::from_fn(|_| watch::Sender::new(()))))
    }

    /// A receiver of every signal from now on; one that arrives before the receiver waits isn't lost.
    pub(super) fn subscribe(&self, queue: usize) -> watch::Receiver<()> {
        self.0[queue % QUEUES].subscribe()
    }

    pub(super) fn wake(&self, queue: usize) {
        self.0[queue % QUEUES].send_replace(());
    }
}
