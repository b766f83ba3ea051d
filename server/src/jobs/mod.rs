//! Work in the background. A job is a row written in the transaction that causes it, so that a
//! crash loses none; a worker does it at least once, again after a while when it fails.

pub(crate) mod store;
mod worker;

pub use worker::{LONGEST_PAUSE as LONGEST_WAIT, Worker, run_due};

use futures::future::BoxFuture;

use crate::clock::DAY;
use crate::db::{Conn, DbResult, WriteTx};
use crate::ids::JobId;
use crate::state::{AppState, Services};

/// What a job does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    /// Delivers a mail; the payload is a [`crate::mail::Mail`].
    Mail,
    /// Delivers the mail of a sent document with its PDF; the payload names both.
    DocumentMail,
    /// Sends a new verification code, if the address waits for one; the payload is the address.
    Verification,
    /// Sends a link to a new password, if the address has an account; the payload is the address.
    Reset,
    /// Puts an account's data together; the payload is the export's id.
    Export,
    /// Removes files that no row names any more; the payload is a JSON list of their keys.
    RemoveFiles,
    /// Closes a card checkout at the provider, or looks there how it ended; the payload is its id.
    CardCheckout,
    /// Closes a card session that no row knows any more; the payload is `account session`.
    CardSession,
    /// Gives back what was paid beyond what was due; the payload is the checkout's id.
    CardRefund,
    /// Clears away what has run out. The worker does it now and then, without a row.
    Tidy,
}

impl JobKind {
    const ALL: [Self; 10] = [
        Self::Mail,
        Self::DocumentMail,
        Self::Verification,
        Self::Reset,
        Self::Export,
        Self::RemoveFiles,
        Self::CardCheckout,
        Self::CardSession,
        Self::CardRefund,
        Self::Tidy,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::DocumentMail => "document_mail",
            Self::Verification => "verification",
            Self::Reset => "reset",
            Self::Export => "export",
            Self::RemoveFiles => "remove_files",
            Self::CardCheckout => "card_checkout",
            Self::CardSession => "card_session",
            Self::CardRefund => "card_refund",
            Self::Tidy => "tidy",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A job to be done.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// What to do.
    pub kind: JobKind,
    /// The job's id, the same at every attempt.
    pub id: &'a str,
    /// What it needs.
    pub payload: &'a str,
}

/// How a job went wrong.
#[derive(Debug)]
pub struct Failure {
    /// What is the matter, for the log.
    pub text: String,
    /// Trying again will not help.
    pub for_good: bool,
}

impl Failure {
    /// Trying again will not help.
    pub fn for_good(cause: impl ToString) -> Self {
        Self {
            text: cause.to_string(),
            for_good: true,
        }
    }

    /// It is tried again after a while.
    pub fn for_now(cause: impl ToString) -> Self {
        Self {
            text: cause.to_string(),
            for_good: false,
        }
    }
}

/// Who does the jobs: capabilities do theirs, so it is told to the worker from above (`app.rs`).
pub type Doer = for<'a> fn(&'a AppState, Task<'a>) -> BoxFuture<'a, Result<(), Failure>>;

/// How long a job that was given up stays for people to see.
const KEPT_FAILED: i64 = 30 * DAY;

/// Clears jobs away that were given up long ago.
///
/// # Errors
/// When the database fails.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    store::delete_failed(conn, now - KEPT_FAILED).await
}

/// Queues a job; the worker sees it once the transaction is committed.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue(
    services: &Services,
    tx: &mut WriteTx,
    kind: JobKind,
    payload: &str,
) -> DbResult<()> {
    let (id, now) = (services.ids.new_id::<JobId>(), services.clock.now_ms());
    store::insert(tx, &id, kind.as_str(), payload, now).await?;
    tx.wake_jobs();
    Ok(())
}

/// Queues a job for later: it is due at `run_at` (milliseconds since the epoch), at most
/// [`LONGEST_WAIT`] ahead.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue_at(
    services: &Services,
    tx: &mut WriteTx,
    kind: JobKind,
    payload: &str,
    run_at: i64,
) -> DbResult<()> {
    let (id, now) = (services.ids.new_id::<JobId>(), services.clock.now_ms());
    store::insert_at(tx, &id, kind.as_str(), payload, (now, run_at)).await
}

/// Queues a job under an id of the caller's; again is nothing. For places that have a connection
/// only: the worker looks every two seconds, nobody rings for it.
///
/// # Errors
/// When the database refuses.
pub async fn insert_once(
    conn: &mut Conn,
    id: &str,
    kind: JobKind,
    payload: &str,
    now: i64,
) -> DbResult<()> {
    store::insert_once(conn, id, kind.as_str(), payload, now).await
}
