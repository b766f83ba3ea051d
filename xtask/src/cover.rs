//! The HTTP tests on both databases.
//!
//! A test run executes all of them on SQLite. On PostgreSQL it executes a selection which together executes every SQL
//! statement, and all tests that depend on how a database locks, searches or is shared. Which test executes which
//! statement is recorded while they run on SQLite (`server/app/tests/http/support/statements.rs`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

use crate::ErrorText;
use crate::counts::Results;
use crate::postgres::Postgres;
use crate::rust_tests::{self, RustTestKind};
use crate::statements;
use crate::steps::{Mode, Run, count_cores};

const VARIABLE: &str = "PLUMBLINE_SQL_LOG";

/// A file of texts, one on each line, that occur only in SQLite's statements, for which PostgreSQL has other forms:
/// full-text search, JSON functions, pragmas.
const SQLITE_ONLY: &str = "server/app/tests/sqlite-only.txt";

/// Parts of the names of tests that always run on PostgreSQL, because what they test differs between the databases even
/// if the statements are the same.
const ALWAYS_RUN: [&str; 14] = [
    "at_rest::",
    "backups::",
    "batches::",
    "faults",
    "jobs::",
    "live",
    "numbering::",
    "once",
    "races",
    "same_create::",
    "search",
    "shared_limits::",
    "stay_in_order",
    "upgrade::",
];

/// The marker among the statements of a test with several servers, or with another operation during a write: how these
/// wait for each other differs between the databases (`server/app/tests/http/support/statements.rs`).
const CONCURRENCY_MARKER: &str = "-- several writes at the same time";

/// The statements that each test executes, by the name of the test.
type Record = BTreeMap<String, BTreeSet<String>>;

/// Runs the tests on SQLite. A full run saves its record for `run_on_postgres`, and compares the statements with the
/// types that read them.
pub fn run_on_sqlite(run: &Run) -> Result<Results, ErrorText> {
    let log = run.scratch.path().join("sqlite.tsv");
    let mut tests = rust_tests::test_command(&run.paths, RustTestKind::Http, count_cores() + 1, &run.filter);
    let recorded = run.scratch.path().join("sqlite-statements.tsv");
    let mut results = rust_tests::run(tests.env(VARIABLE, &log).env(statements::VARIABLE, &recorded))?;
    if run.filter.is_empty() && results.counts.failed == 0 {
        let saved = record_path(run);
        let folder = saved.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .and_then(|()| fs::copy(&log, &saved))
            .map_err(|e| format!("{} could not be saved: {e}", saved.display()))?;
        let compared = statements::compare(run, &recorded, None)?;
        results.counts = results.counts + compared + statements::find_unrecorded(run, &recorded)?;
    }
    Ok(results)
}

/// Starts a PostgreSQL server and runs the tests on it: all of them in `prove`, the covering selection in `test`, and
/// only the filtered ones if there is a filter. Each statement that no test executed there is a failure.
pub fn run_on_postgres(run: &Run) -> Result<Results, ErrorText> {
    let is_whole = run.filter.is_empty();
    if is_whole && !record_path(run).exists() {
        println!("  which test executes which statement is not known yet, so they run on SQLite first");
        run_on_sqlite(run)?;
    }
    let only = read_sqlite_only(&run.paths.root)?;
    let record = match is_whole {
        true => remove_statements(read(&record_path(run))?, &only),
        false => Record::new(),
    };
    let names = match (run.mode, is_whole) {
        (Mode::Test, true) => {
            let mut names = choose_cover(&record);
            println!("  {} of {} tests execute every statement", names.len(), record.len());
            names.push("--exact".to_owned());
            names
        }
        _ => run.filter.clone(),
    };
    let database = Postgres::start()?;
    let log = run.scratch.path().join("postgres.tsv");
    // A test spends more time waiting for its database to be created and removed than working.
    let threads = count_cores() * 2;
    let mut tests = rust_tests::test_command(&run.paths, RustTestKind::Http, threads, &names);
    let recorded = run.scratch.path().join("postgres-statements.tsv");
    tests.env("TEST_DATABASE_URL", database.url()).env(VARIABLE, &log).env(statements::VARIABLE, &recorded);
    let mut results = rust_tests::run(&mut tests)?;
    if is_whole && results.counts.failed == 0 {
        let missing = find_missing(&record, &read(&log)?);
        for (statement, test) in &missing {
            println!("  never executed on PostgreSQL: {statement}\n    (on SQLite by {test})");
        }
        if !missing.is_empty() {
            println!("  texts that occur only in SQLite's statements are listed in {SQLITE_ONLY}");
        }
        results.counts.failed += missing.len() as u64;
        results.counts.passed += list_statements(&record).len() as u64 - missing.len() as u64;
        // Backups and tools open SQLite files in these tests too.
        statements::remove(&recorded, &only)?;
        results.counts = results.counts + statements::compare(run, &recorded, Some(&database.url()))?;
    }
    Ok(results)
}

fn record_path(run: &Run) -> PathBuf {
    run.paths.target.join("xtask/sqlite-statements.tsv")
}

fn read(path: &Path) -> Result<Record, ErrorText> {
    let text = fs::read_to_string(path).map_err(|e| format!("{} could not be read: {e}", path.display()))?;
    let shape = Shape::new()?;
    let mut record = Record::new();
    for (test, sql) in text.lines().filter_map(|line| line.split_once('\t')) {
        let executed = record.entry(test.to_owned()).or_default();
        executed.insert(shape.normalise(sql));
    }
    Ok(record)
}

fn read_sqlite_only(root: &Path) -> Result<Vec<String>, ErrorText> {
    let text = fs::read_to_string(root.join(SQLITE_ONLY))
        .map_err(|e| format!("{SQLITE_ONLY} could not be read: {e}"))?;
    let lines = text.lines().filter(|line| !line.is_empty());
    Ok(lines.map(str::to_owned).collect())
}

/// The record without the statements that contain one of these texts.
fn remove_statements(mut record: Record, only: &[String]) -> Record {
    for executed in record.values_mut() {
        executed.retain(|statement| !only.iter().any(|part| statement.contains(part.as_str())));
    }
    record
}

/// Chooses tests that together execute every statement: those that always run, and then, one at a time, the test that
/// executes most of the remaining statements.
fn choose_cover(record: &Record) -> Vec<String> {
    let is_always = |name: &str| {
        ALWAYS_RUN.iter().any(|part| name.contains(part))
            || record[name].contains(CONCURRENCY_MARKER)
            || record[name].iter().any(|statement| is_search(statement))
    };
    let mut chosen: BTreeSet<&str> =
        record.keys().map(String::as_str).filter(|name| is_always(name)).collect();
    let mut left = list_statements(record);
    for name in &chosen {
        left.retain(|statement| !record[*name].contains(*statement));
    }
    while !left.is_empty() {
        let count_new =
            |executed: &BTreeSet<String>| executed.iter().filter(|it| left.contains(it.as_str())).count();
        let Some((name, executed)) = record.iter().max_by_key(|(_, executed)| count_new(executed)) else {
            break;
        };
        chosen.insert(name);
        left.retain(|statement| !executed.contains(*statement));
    }
    chosen.into_iter().filter(|name| *name != "unknown").map(str::to_owned).collect()
}

/// Whether a statement searches for typed text: LIKE is case-sensitive only on PostgreSQL, so the same statement finds
/// less there.
fn is_search(statement: &str) -> bool {
    statement.contains(" LIKE ") && statement.contains(" ESCAPE ")
}

fn list_statements(record: &Record) -> BTreeSet<&str> {
    record.values().flatten().map(String::as_str).collect()
}

/// The statements in the first record that are not in the second, each with a test that executes it.
fn find_missing<'a>(record: &'a Record, executed: &Record) -> BTreeMap<&'a str, &'a str> {
    let executed = list_statements(executed);
    let mut missing = BTreeMap::new();
    for (test, statements) in record {
        for statement in statements {
            if !executed.contains(statement.as_str()) {
                missing.insert(statement.as_str(), test.as_str());
            }
        }
    }
    missing
}

/// Normalises statements that differ only in the number of values, the dates written into them, and the keywords that
/// only one of the databases knows.
struct Shape {
    numbers: Regex,
    lists: Regex,
    rows: Regex,
    dates: Regex,
    /// SQLite's choice of an index, and PostgreSQL's row locks.
    dialect: Regex,
}

impl Shape {
    fn new() -> Result<Self, ErrorText> {
        let regex = |pattern| Regex::new(pattern).map_err(|e| e.to_string());
        Ok(Self {
            numbers: regex(r"\$\d+")?,
            lists: regex(r"\$(, ?\$)+")?,
            rows: regex(r"\(\$…?\)(, ?\(\$…?\))+")?,
            dates: regex(r"'\d{4}-\d\d-\d\d'")?,
            dialect: regex(
                r" INDEXED BY \w+| FOR (NO KEY UPDATE|KEY SHARE|UPDATE|SHARE)( OF \w+)?( SKIP LOCKED| NOWAIT)?",
            )?,
        })
    }

    /// The statement with `$…` for any number of values, and one row for any number of rows.
    fn normalise(&self, sql: &str) -> String {
        let sql = sql.split_whitespace().collect::<Vec<_>>().join(" ");
        let sql = self.dialect.replace_all(&sql, "").replace(" CROSS JOIN ", " JOIN ");
        let sql = self.dates.replace_all(&sql, "'…'");
        let sql = self.numbers.replace_all(&sql, "$$");
        let sql = self.lists.replace_all(&sql, "$$…");
        self.rows.replace_all(&sql, "($$…)").into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(tests: &[(&str, &[&str])]) -> Record {
        let own = |statements: &[&str]| statements.iter().map(|&it| it.to_owned()).collect();
        let tests = tests.iter();
        tests.map(|(name, it)| ((*name).to_owned(), own(it))).collect()
    }

    #[test]
    fn a_cover_executes_every_statement() {
        let record = record(&[
            ("lists::all", &["a", "b", "c"]),
            ("items::one", &["a", "b"]),
            ("items::two", &["d"]),
            ("jobs::lanes", &["a"]),
        ]);
        assert_eq!(choose_cover(&record), ["items::two", "jobs::lanes", "lists::all"]);
    }

    #[test]
    fn always_includes_tests_of_concurrency() {
        let record = record(&[
            ("lists::all", &["a", "b"]),
            ("items::two_servers", &["a", CONCURRENCY_MARKER]),
            ("items::a_lock", &[CONCURRENCY_MARKER]),
            ("items::one", &["a"]),
        ]);
        assert_eq!(choose_cover(&record), ["items::a_lock", "items::two_servers", "lists::all"]);
    }

    #[test]
    fn always_includes_tests_that_search() {
        let search = r"SELECT id FROM users WHERE name LIKE $$ ESCAPE '\'";
        let record = record(&[
            ("lists::all", &["a", search]),
            ("items::small_letters", &["a", search]),
            ("items::numbers", &["SELECT id FROM users WHERE name LIKE $$"]),
            ("items::one", &["a"]),
        ]);
        assert_eq!(choose_cover(&record), ["items::numbers", "items::small_letters", "lists::all"]);
    }

    #[test]
    fn a_statement_that_was_not_executed_is_named() {
        let sqlite = record(&[("items::one", &["a", "b"])]);
        let postgres = record(&[("items::one", &["a"])]);
        let missing = find_missing(&sqlite, &postgres);
        assert_eq!(missing.into_iter().collect::<Vec<_>>(), [("b", "items::one")]);
    }

    #[test]
    fn ignores_how_many_values_a_statement_takes() {
        let shape = Shape::new().unwrap();
        assert_eq!(
            shape.normalise("SELECT id  FROM items WHERE user_id = $1 AND id IN ($2, $3, $4)"),
            shape.normalise("SELECT id FROM items WHERE user_id = $2 AND id IN ($3, $4)"),
        );
        assert_eq!(
            shape.normalise("INSERT INTO items (id, name) VALUES ($1, $2), ($3, $4)"),
            shape.normalise("INSERT INTO items (id, name) VALUES ($1, $2)"),
        );
    }

    #[test]
    fn ignores_keywords_of_one_database() {
        let shape = Shape::new().unwrap();
        assert_eq!(
            shape.normalise("SELECT id FROM jobs INDEXED BY jobs_due WHERE due < '2026-11-29'"),
            shape.normalise("SELECT id FROM jobs WHERE due < '2026-11-30' FOR UPDATE SKIP LOCKED"),
        );
    }

    #[test]
    fn omits_statements_that_only_sqlite_supports() {
        let record = record(&[("items::one", &["SELECT instr(words, $) FROM items", "b"])]);
        let left = remove_statements(record, &["instr(".to_owned()]);
        assert_eq!(list_statements(&left).into_iter().collect::<Vec<_>>(), ["b"]);
    }
}
