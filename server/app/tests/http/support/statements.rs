//! What `cargo xtask test` learns of the statements that the tests execute:
//!
//! - Which SQL each test executes, in the file that `PLUMBLINE_SQL_LOG` names: a line for each statement that is new in
//!   a test, `test⇥statement`. From the record of a run on SQLite, `cargo xtask test postgres` chooses tests that
//!   together execute every statement, and those in which several things happen to one database at the same time.
//! - What is read of each statement, in the file that `PLUMBLINE_STATEMENTS` names: a line for each new report of
//!   `platform/src/db/sql.rs`, `place⇥columns⇥statement`.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fs::File;
use std::io::Write as _;
use std::sync::{Mutex, OnceLock};
use std::thread::LocalKey;

use plumbline_platform::db::sql;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, EnteredSpan, Id};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::{Layer, Registry};

/// The variable that names the file of the tests' statements.
const VARIABLE: &str = "PLUMBLINE_SQL_LOG";
/// The variable that names the file of what is read of them.
const READ_VARIABLE: &str = "PLUMBLINE_STATEMENTS";
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
    let is_on = *STARTED.get_or_init(|| {
        let [executed, read] = [VARIABLE, READ_VARIABLE].map(LineFile::open);
        let is_on = executed.is_some() || read.is_some();
        if is_on {
            let recorder = StatementRecorder { executed, read };
            tracing::subscriber::set_global_default(Registry::default().with(recorder))
                .expect("no other subscriber");
        }
        is_on
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

/// A file of different lines.
struct LineFile {
    file: Mutex<File>,
    /// The lines that were written already.
    seen: Mutex<HashSet<String>>,
}

impl LineFile {
    /// The file that a variable names, if it is set.
    fn open(variable: &str) -> Option<Self> {
        let path = std::env::var(variable).ok()?;
        let file = File::options().create(true).append(true).open(path).expect("a file for the statements");
        Some(Self { file: Mutex::new(file), seen: Mutex::default() })
    }

    fn write(&self, line: String) {
        let line = format!("{line}\n");
        let is_new = self.seen.lock().expect("no panic here").insert(line.clone());
        if is_new {
            let mut file = self.file.lock().expect("no panic here");
            file.write_all(line.as_bytes()).expect("written");
        }
    }
}

struct StatementRecorder {
    executed: Option<LineFile>,
    read: Option<LineFile>,
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for StatementRecorder {
    fn enabled(&self, metadata: &tracing::Metadata<'_>, _: Context<'_, S>) -> bool {
        let is_executed = metadata.target() == TARGET && *metadata.level() <= Level::DEBUG;
        is_executed || metadata.target() == sql::TARGET
    }

    fn on_new_span(&self, _: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            span.extensions_mut().insert(TestName(test_name()));
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let mut statement = SqlStatement::default();
        event.record(&mut statement);
        let sql = statement.text().split_whitespace().collect::<Vec<_>>().join(" ");
        if event.metadata().target() == sql::TARGET {
            if let Some(file) = &self.read {
                file.write(format!("{}\t{}\t{sql}", statement.place, statement.columns));
            }
        } else if let Some(file) = &self.executed {
            let test = context
                .event_span(event)
                .and_then(|span| span.extensions().get::<TestName>().map(|name| name.0.clone()))
                .unwrap_or_else(|| "unknown".to_owned());
            file.write(format!("{test}\t{sql}"));
        }
    }
}

/// The statement of an event. In one of sqlx's, a short one is its own summary; in one of ours, it comes with the place
/// and the columns.
#[derive(Default)]
struct SqlStatement {
    whole: String,
    summary: String,
    place: String,
    columns: String,
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
            "db.statement" | "statement" => self.whole = value.to_owned(),
            "place" => self.place = value.to_owned(),
            "columns" => self.columns = value.to_owned(),
            "summary" => self.summary = value.to_owned(),
            _ => {}
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}
