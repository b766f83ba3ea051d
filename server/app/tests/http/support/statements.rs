//! Which SQL each test executes, written to the file that `PLUMBLINE_SQL_LOG` names: a line for each statement that is
//! new in a test, `test⇥statement`. From the record of a run on SQLite, `cargo xtask test postgres` chooses tests that
//! together execute every statement, and those in which several things happen to one database at the same time.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fs::File;
use std::io::Write as _;
use std::sync::{Mutex, OnceLock};
use std::thread::LocalKey;

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, EnteredSpan, Id};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, Registry};

/// The variable that names the file.
const VARIABLE: &str = "PLUMBLINE_SQL_LOG";
/// The target under which sqlx logs the statements that it executes.
const TARGET: &str = "sqlx::query";
/// The span that names the test: sqlx carries it to its own threads.
const SPAN: &str = "test";

/// What is recorded as a statement for a test whose requests or servers wait for each other; `xtask` looks for this
/// text.
const CONCURRENT_MARK: &str = "-- several writes at the same time";

thread_local! {
    static TEST: RefCell<Option<EnteredSpan>> = const { RefCell::new(None) };
    static READS: Cell<u32> = const { Cell::new(0) };
    static WRITES: Cell<u32> = const { Cell::new(0) };
}

/// Records that this thread's test is about simultaneous use of the database.
pub fn mark_concurrent() {
    tracing::debug!(target: "sqlx::query", summary = CONCURRENT_MARK);
}

/// A use of the database by this thread's test, until it is dropped. A write at the same time as anything else is
/// recorded; several reads are not, since they don't wait for each other.
pub struct DatabaseUse(&'static LocalKey<Cell<u32>>);

impl DatabaseUse {
    /// Begins a read.
    pub fn begin_read() -> Self {
        Self::begin(&READS)
    }

    /// Begins what may write: a request, the due jobs, or a transaction of the test's own.
    pub fn begin_write() -> Self {
        Self::begin(&WRITES)
    }

    fn begin(kind: &'static LocalKey<Cell<u32>>) -> Self {
        kind.set(kind.get() + 1);
        if WRITES.get() > 0 && READS.get() + WRITES.get() > 1 {
            mark_concurrent();
        }
        Self(kind)
    }
}

impl Drop for DatabaseUse {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

/// Records from now on what the test of this thread executes.
pub fn start_recording() {
    static STARTED: OnceLock<bool> = OnceLock::new();
    let is_on = *STARTED.get_or_init(|| match std::env::var(VARIABLE) {
        Ok(path) => {
            let file = File::options().create(true).append(true).open(path);
            let recorder = StatementRecorder {
                file: Mutex::new(file.expect("a file for the statements")),
                seen: Mutex::new(HashSet::new()),
            };
            tracing::subscriber::set_global_default(Registry::default().with(recorder))
                .expect("no other subscriber");
            true
        }
        Err(_) => false,
    });
    // A test that reads the log has a subscriber of its own, so its statements are not recorded.
    let is_ours = || tracing::dispatcher::get_default(|it| it.downcast_ref::<StatementRecorder>().is_some());
    if is_on && is_ours() {
        TEST.with_borrow_mut(|entered| {
            entered.get_or_insert_with(|| tracing::info_span!(target: "sqlx::query", SPAN).entered());
        });
    }
}

/// The name of this thread's test, as libtest has it.
fn test_name() -> String {
    let thread = std::thread::current();
    thread.name().unwrap_or("unknown").to_owned()
}

struct TestName(String);

struct StatementRecorder {
    file: Mutex<File>,
    /// The lines that were written already.
    seen: Mutex<HashSet<(String, String)>>,
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for StatementRecorder {
    fn enabled(&self, metadata: &tracing::Metadata<'_>, _: Context<'_, S>) -> bool {
        metadata.target() == TARGET && *metadata.level() <= Level::DEBUG
    }

    fn on_new_span(&self, _: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(TestName(test_name()));
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut statement = SqlStatement::default();
        event.record(&mut statement);
        let test = context
            .event_span(event)
            .and_then(|span| span.extensions().get::<TestName>().map(|name| name.0.clone()))
            .unwrap_or_else(|| "unknown".to_owned());
        let sql = statement.text().split_whitespace().collect::<Vec<_>>().join(" ");
        let is_new = self.seen.lock().expect("no panic here").insert((test.clone(), sql.clone()));
        if is_new {
            let line = format!("{test}\t{sql}\n");
            let mut file = self.file.lock().expect("no panic here");
            file.write_all(line.as_bytes()).expect("written");
        }
    }
}

/// The statement of one of sqlx's events; a short one is its own summary.
#[derive(Default)]
struct SqlStatement {
    whole: String,
    summary: String,
}

impl SqlStatement {
    fn text(&self) -> &str {
        match self.whole.trim() {
            "" => &self.summary,
            whole => whole,
        }
    }
}

impl Visit for SqlStatement {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "db.statement" => self.whole = value.to_owned(),
            "summary" => self.summary = value.to_owned(),
            _ => {}
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}
