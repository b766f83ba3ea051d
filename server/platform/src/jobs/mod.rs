//! Background jobs. A job is a row that is written in the transaction that causes it, so that a crash loses none. A
//! worker does it at least once, and again after a pause if it fails.
//!
//! ```text
//! queue       queues a job for now or for later
//! schedule    queues a job that is due at a later time, by a key
//! lane        the priorities: urgent, ordinary, bulk
//! handler     the kinds of jobs, and their handlers
//! run         takes one job after the other, does it, and puts it back if it failed; a panic is a failed attempt
//! worker      the workers of each lane
//! heartbeat   whether the workers are alive, for /readyz
//! ```
//!
//! A capability declares its kinds of jobs next to their handlers, and `app/server.rs` in the crate `app` collects
//! all of them. A handler must tolerate being run twice: the server may stop between the work and the note that it
//! is done.

mod handler;
mod heartbeat;
mod queue;
mod run;
pub mod store;
mod worker;

pub use handler::{
    DuplicateJobKind, FailureHook, FailureOutcome, HandlerFn, JobFailure, JobHandler, JobHandlers, JobKind,
    Occurrence, Task,
};
pub use heartbeat::{Heartbeat, WorkerMonitor};
pub use queue::{
    Lane, Schedule, cancel, enqueue, enqueue_at, enqueue_for_account, enqueue_in_lane, enqueue_with_id,
    find_due_at, insert_once, list_retryable, mark_begun, mark_uncertain, retry, schedule,
};
pub use run::{PAUSE_MAX as LONGEST_WAIT, run_due};
pub use worker::Workers;

use crate::clock::DAY;
use crate::db::{Conn, DbResult};
use crate::ids::UserId;

/// How long a job that was given up remains visible, in milliseconds.
const FAILED_RETENTION: i64 = 30 * DAY;

/// The jobs of a lane that are due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlog {
    /// The lane.
    pub lane: Lane,
    /// How many jobs are due, including those in progress.
    pub due: i64,
    /// Since when the first of them has been due, milliseconds since the epoch; `None` if nothing is due.
    pub since: Option<i64>,
}

/// The backlog of each lane.
pub async fn list_backlog(conn: &mut Conn, now: i64) -> DbResult<Vec<Backlog>> {
    store::list_backlog(conn, now).await
}

/// How many jobs were given up and are still visible.
pub async fn count_given_up(conn: &mut Conn) -> DbResult<i64> {
    store::count_failed(conn).await
}

/// The text with all email addresses shortened, for the log and for admins: many of them are customers' addresses.
#[must_use]
pub fn redact_addresses(text: &str) -> String {
    let word = |word: &str| match word.split_once('@') {
        Some((_, host)) => format!("…@{host}"),
        None => word.to_owned(),
    };
    let words = text.split(' ').map(word);
    words.collect::<Vec<_>>().join(" ")
}

/// A job that was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenUpJob {
    /// The word of the job's kind.
    pub kind: String,
    /// When the job was given up, milliseconds since the epoch.
    pub at: i64,
    /// The cause, as in the log.
    pub error: String,
}

/// The jobs that were given up most recently, latest first: of all accounts, or of one, including the emails that
/// concern it.
pub async fn list_given_up(
    conn: &mut Conn,
    user_id: Option<&UserId>,
    limit: i64,
) -> DbResult<Vec<GivenUpJob>> {
    store::list_last(conn, user_id, limit).await
}

/// How many jobs of each kind were given up and are still visible.
pub async fn count_given_up_by_kind(conn: &mut Conn) -> DbResult<Vec<(String, i64)>> {
    store::count_by_kind(conn).await
}

/// Deletes jobs that were given up long ago.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    store::delete_failed(conn, now - FAILED_RETENTION).await
}

#[cfg(test)]
mod tests {
    use super::redact_addresses;

    #[test]
    fn redacts_email_addresses_in_errors() {
        assert_eq!(
            redact_addresses("550 <jo@example.com>: no such user"),
            "550 …@example.com>: no such user"
        );
        assert_eq!(redact_addresses("it was too slow"), "it was too slow");
    }
}
