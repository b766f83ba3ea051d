//! The kinds of jobs, and their handlers.

use std::collections::BTreeMap;

use futures::future::BoxFuture;

use super::Lane;
use crate::db::WriteTx;
use crate::error::ApiError;
use crate::state::AppState;

/// A kind of job: declared once, in the file of who does it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JobKind {
    /// Its word in the table: letters and underscores. A word that was ever used keeps its sense.
    pub word: &'static str,
    /// How urgent its jobs are where nothing else is said.
    pub lane: Lane,
}

impl JobKind {
    /// A kind.
    #[must_use]
    pub const fn new(word: &'static str, lane: Lane) -> Self {
        Self { word, lane }
    }
}

/// A job to be done.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The job's id, the same at every attempt.
    pub id: &'a str,
    /// The word of its kind.
    pub kind: &'a str,
    /// Which attempt it is.
    pub attempt: i64,
    /// What it needs.
    pub payload: &'a str,
    /// Which occurrence of a schedule it is, if it is one.
    pub occurrence: Option<Occurrence<'a>>,
}

/// One time that a schedule was due. A server that was down for a week makes one job of a schedule,
/// not seven: who does it sees how late it is and schedules what comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurrence<'a> {
    /// The schedule's key.
    pub key: &'a str,
    /// When it was due, milliseconds since the epoch.
    pub due_at: i64,
}

/// How a job went wrong.
#[derive(Debug)]
pub struct Failure {
    /// What is the matter, for the log.
    pub text: String,
    /// The same for whoever waits for it, in a sentence; empty where nobody is told.
    pub said: String,
    /// Trying again will not help.
    pub for_good: bool,
    /// Nobody knows whether it was done, and it must not be done twice.
    pub unsure: bool,
    /// What was begun for good (`begin_for_good`) is known not to have been done.
    pub not_done: bool,
    /// It is not tried again before this, milliseconds since the epoch; the pauses between tries hold
    /// all the same.
    pub not_before: i64,
}

impl Failure {
    /// Trying again will not help.
    pub fn for_good(cause: impl ToString) -> Self {
        Self {
            text: cause.to_string(),
            said: String::new(),
            for_good: true,
            unsure: false,
            not_done: false,
            not_before: 0,
        }
    }

    /// It is tried again after a while.
    pub fn for_now(cause: impl ToString) -> Self {
        Self {
            for_good: false,
            ..Self::for_good(cause)
        }
    }

    /// Nobody knows whether it was done: it is not tried again.
    pub fn unsure(cause: impl ToString) -> Self {
        Self {
            unsure: true,
            ..Self::for_good(cause)
        }
    }

    /// Though it was begun for good, it is known not to have been done.
    #[must_use]
    pub fn not_done(self) -> Self {
        Self {
            not_done: true,
            ..self
        }
    }

    /// With a sentence for whoever waits for it.
    #[must_use]
    pub fn saying(self, said: impl Into<String>) -> Self {
        Self {
            said: said.into(),
            ..self
        }
    }

    /// It is not tried again before this, milliseconds since the epoch.
    #[must_use]
    pub fn not_before(self, not_before: i64) -> Self {
        Self { not_before, ..self }
    }
}

/// Does a job. It must bear being done twice.
pub type Handler = for<'a> fn(&'a AppState, Task<'a>) -> BoxFuture<'a, Result<(), Failure>>;

/// What becomes of a job that failed.
#[derive(Debug, Clone, Copy)]
pub enum Outcome<'a> {
    /// It is tried again.
    Again(&'a Failure),
    /// It is given up.
    GivenUp(&'a Failure),
}

/// Notes what becomes of a job that failed, in the transaction that puts it back.
pub type Note = for<'a> fn(
    &'a AppState,
    &'a mut WriteTx,
    Task<'a>,
    Outcome<'a>,
) -> BoxFuture<'a, Result<(), ApiError>>;

/// A kind of job and who does it.
#[derive(Debug, Clone, Copy)]
pub struct Duty {
    kind: JobKind,
    run: Handler,
    note: Option<Note>,
}

impl Duty {
    /// `run` does the jobs of this kind.
    #[must_use]
    pub const fn new(kind: JobKind, run: Handler) -> Self {
        Self {
            kind,
            run,
            note: None,
        }
    }

    /// And `note` notes what becomes of those that fail.
    #[must_use]
    pub const fn noted(self, note: Note) -> Self {
        Self {
            note: Some(note),
            ..self
        }
    }
}

/// Two capabilities use one word.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("two kinds of jobs are called {0}, or its word is not of small letters and underscores")]
pub struct DutyError(&'static str);

/// Every kind of job that this server does.
#[derive(Debug)]
pub struct Duties {
    by_word: BTreeMap<&'static str, Duty>,
    /// The words as SQL has them in a list.
    words: String,
}

impl Duties {
    /// Puts the duties of all capabilities together.
    ///
    /// # Errors
    /// When a word is taken, or is none.
    pub fn of(duties: impl IntoIterator<Item = Duty>) -> Result<Self, DutyError> {
        let mut by_word = BTreeMap::new();
        for duty in duties {
            let word = duty.kind.word;
            let is_plain = |sign: u8| sign == b'_' || sign.is_ascii_lowercase();
            let is_word = !word.is_empty() && word.bytes().all(is_plain);
            if !is_word || by_word.insert(word, duty).is_some() {
                return Err(DutyError(word));
            }
        }
        let words: Vec<String> = by_word.keys().map(|word| format!("'{word}'")).collect();
        Ok(Self {
            by_word,
            words: words.join(", "),
        })
    }

    /// Who does the jobs of the kind with this word.
    pub(super) fn handler(&self, word: &str) -> Option<Handler> {
        self.by_word.get(word).map(|duty| duty.run)
    }

    /// Who notes what becomes of jobs of the kind with this word that fail.
    pub(super) fn note(&self, word: &str) -> Option<Note> {
        self.by_word.get(word).and_then(|duty| duty.note)
    }

    /// The lane of the kind with this word.
    pub(super) fn lane(&self, word: &str) -> Lane {
        self.by_word
            .get(word)
            .map_or(Lane::Ordinary, |duty| duty.kind.lane)
    }

    /// What this server does, as `kind IN (…)` has it. Jobs of other kinds were written by a newer
    /// server and wait for one: this one leaves them as they are, since giving them up would lose
    /// them, and trying them would use their tries up.
    pub(super) fn words(&self) -> &str {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duty(word: &'static str) -> Duty {
        Duty::new(JobKind::new(word, Lane::Bulk), |_, _| {
            Box::pin(async { Ok(()) })
        })
    }

    #[test]
    fn a_word_is_one_kind_and_goes_into_sql_as_it_is() {
        let duties = Duties::of([duty("b_c"), duty("a")]).expect("two kinds");
        assert_eq!(duties.words(), "'a', 'b_c'");
        assert_eq!(duties.lane("a"), Lane::Bulk);
        assert!(duties.handler("c").is_none());
        for (first, second) in [("a", "a"), ("a", ""), ("a", "it's"), ("a", "B")] {
            let wrong = Duties::of([duty(first), duty(second)]);
            assert_eq!(wrong.err(), Some(DutyError(second)));
        }
    }
}
