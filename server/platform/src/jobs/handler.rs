//! The kinds of jobs, and their handlers.

use std::collections::BTreeMap;

use futures::future::BoxFuture;

use super::Lane;
use crate::db::WriteTx;
use crate::error::ApiError;
use crate::state::AppState;

/// A kind of job, declared once in the file of its handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobKind {
    /// The stored code: lower-case letters and underscores. A code that was ever used must not get another meaning.
    pub code: &'static str,
    /// The default urgency of its jobs.
    pub lane: Lane,
}

impl JobKind {
    /// A kind of job.
    #[must_use]
    pub const fn new(word: &'static str, lane: Lane) -> Self {
        Self { code: word, lane }
    }
}

/// A job that is to be done.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The job's id, the same at every attempt.
    pub id: &'a str,
    /// The code of the job's kind.
    pub kind: &'a str,
    /// The number of this attempt.
    pub attempt: i64,
    /// The data for the job.
    pub payload: &'a str,
    /// The occurrence of a schedule, if the job comes from one.
    pub occurrence: Option<Occurrence<'a>>,
}

/// One occurrence of a schedule. If a server was down for a week, a schedule makes one job and not seven: the handler
/// sees how late it is, and schedules the next occurrence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence<'a> {
    /// The schedule's key.
    pub key: &'a str,
    /// When the occurrence was due, milliseconds since the epoch.
    pub due_at: i64,
}

/// How a job failed.
#[derive(Debug)]
pub struct JobFailure {
    /// The cause, for the log.
    pub text: String,
    /// A message for the person who waits for the job; empty if nobody is notified.
    pub message: String,
    /// Whether another attempt would not help.
    pub is_permanent: bool,
    /// Whether it is unknown if the job was done, and it must not be done twice.
    pub is_uncertain: bool,
    /// Whether the action that was begun for good (`begin_for_good`) is known not to have been done.
    pub is_not_done: bool,
    /// The earliest time of the next attempt, milliseconds since the epoch; the usual pauses between attempts apply as
    /// well.
    pub not_before: i64,
}

impl JobFailure {
    /// A failure after which the job isn't tried again.
    pub fn permanent(cause: impl ToString) -> Self {
        Self {
            text: cause.to_string(),
            message: String::new(),
            is_permanent: true,
            is_uncertain: false,
            is_not_done: false,
            not_before: 0,
        }
    }

    /// A failure after which the job is tried again later.
    pub fn temporary(cause: impl ToString) -> Self {
        Self { is_permanent: false, ..Self::permanent(cause) }
    }

    /// A failure after which it is unknown whether the job was done; it isn't tried again.
    pub fn uncertain(cause: impl ToString) -> Self {
        Self { is_uncertain: true, ..Self::permanent(cause) }
    }

    /// Although the action was begun for good, it is known not to have been done.
    #[must_use]
    pub fn known_not_done(self) -> Self {
        Self { is_not_done: true, ..self }
    }

    /// Adds a message for the person who waits for the job.
    #[must_use]
    pub fn with_message(self, given: impl Into<String>) -> Self {
        Self { message: given.into(), ..self }
    }

    /// Sets the earliest time of the next attempt, milliseconds since the epoch.
    #[must_use]
    pub fn with_not_before(self, not_before: i64) -> Self {
        Self { not_before, ..self }
    }
}

/// Does a job. It must be safe to do a job twice.
pub type HandlerFn = for<'a> fn(&'a AppState, Task<'a>) -> BoxFuture<'a, Result<(), JobFailure>>;

/// What happens to a job that failed.
#[derive(Debug, Clone, Copy)]
pub enum FailureOutcome<'a> {
    /// The job is tried again.
    Again(&'a JobFailure),
    /// The job is given up.
    GivenUp(&'a JobFailure),
}

/// Records what happens to a failed job, in the same transaction that puts it back into the queue.
pub type FailureHook = for<'a> fn(
    &'a AppState,
    &'a mut WriteTx,
    Task<'a>,
    FailureOutcome<'a>,
) -> BoxFuture<'a, Result<(), ApiError>>;

/// A kind of job and its handler.
#[derive(Debug, Clone, Copy)]
pub struct JobHandler {
    kind: JobKind,
    run: HandlerFn,
    note: Option<FailureHook>,
}

impl JobHandler {
    /// A kind of job that is done by `run`.
    #[must_use]
    pub const fn new(kind: JobKind, run: HandlerFn) -> Self {
        Self { kind, run, note: None }
    }

    /// Adds `note`, which records what happens to jobs that fail.
    #[must_use]
    pub const fn with_failure_hook(self, note: FailureHook) -> Self {
        Self { note: Some(note), ..self }
    }
}

/// Two kinds of jobs have the same code, or a code is invalid.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error(
    "two kinds of job are called {0}, or its code has other characters than lower-case letters and underscores"
)]
pub struct DuplicateJobKind(&'static str);

/// Every kind of job that this server does.
#[derive(Debug)]
pub struct JobHandlers {
    by_code: BTreeMap<&'static str, JobHandler>,
    /// The codes as a list in SQL.
    kinds_sql: String,
}

impl JobHandlers {
    /// Combines the job handlers of all modules.
    ///
    /// # Errors
    /// If a code is used twice, or isn't valid.
    pub fn new(duties: impl IntoIterator<Item = JobHandler>) -> Result<Self, DuplicateJobKind> {
        let mut by_word = BTreeMap::new();
        for job_handler in duties {
            let word = job_handler.kind.code;
            let is_plain = |sign: u8| sign == b'_' || sign.is_ascii_lowercase();
            let is_word = !word.is_empty() && word.bytes().all(is_plain);
            if !is_word || by_word.insert(word, job_handler).is_some() {
                return Err(DuplicateJobKind(word));
            }
        }
        let words: Vec<String> = by_word.keys().map(|word| format!("'{word}'")).collect();
        Ok(Self { by_code: by_word, kinds_sql: words.join(", ") })
    }

    /// The handler of the kind with this code.
    pub(super) fn find_handler(&self, word: &str) -> Option<HandlerFn> {
        self.by_code.get(word).map(|job_handler| job_handler.run)
    }

    /// The function that records failures of jobs of the kind with this code.
    pub(super) fn find_failure_hook(&self, word: &str) -> Option<FailureHook> {
        self.by_code.get(word).and_then(|job_handler| job_handler.note)
    }

    /// The lane of the kind with this code.
    pub(super) fn find_lane(&self, word: &str) -> Lane {
        self.by_code.get(word).map_or(Lane::Ordinary, |job_handler| job_handler.kind.lane)
    }

    /// The kinds that this server does, for `kind IN (…)`. Jobs of other kinds were queued by a newer server and wait
    /// for one: this server doesn't touch them, because giving them up would lose them, and trying them would use up
    /// their attempts.
    pub(super) fn kinds_sql(&self) -> &str {
        &self.kinds_sql
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_handler(word: &'static str) -> JobHandler {
        JobHandler::new(JobKind::new(word, Lane::Bulk), |_, _| Box::pin(async { Ok(()) }))
    }

    #[test]
    fn refuses_duplicate_job_kinds_and_those_unsafe_in_sql() {
        let duties = JobHandlers::new([test_handler("b_c"), test_handler("a")]).expect("two kinds");
        assert_eq!(duties.kinds_sql(), "'a', 'b_c'");
        assert_eq!(duties.find_lane("a"), Lane::Bulk);
        assert!(duties.find_handler("c").is_none());
        for (first, second) in [("a", "a"), ("a", ""), ("a", "it's"), ("a", "B")] {
            let wrong = JobHandlers::new([test_handler(first), test_handler(second)]);
            assert_eq!(wrong.err(), Some(DuplicateJobKind(second)));
        }
    }
}
