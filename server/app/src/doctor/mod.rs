//! `plumbline doctor`: what may be wrong with an installation, and how to fix it. It only reads; a server may run
//! meanwhile.
//!
//! A check is one function in the list [`CHECKS`], in the file of what it checks.

mod backups;
mod data;
mod dates;
mod documents;
mod environment;
mod folder;
mod rates;

use std::fmt::Write as _;
use std::future::ready;

use futures::future::BoxFuture;
use serde::Serialize;

use plumbline_platform::clock::SharedClock;
use plumbline_platform::config::Config;
use plumbline_platform::db::Db;

/// What is looked at.
pub struct Installation {
    /// Its configuration.
    pub config: Config,
    /// Its database, as it is; or why there is none.
    pub db: Result<Db, String>,
    /// The clock.
    pub clock: SharedClock,
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nothing to do.
    Fine,
    /// It works, and will not for ever.
    Warning,
    /// It does not work.
    Broken,
}

/// What a check found.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// Which check.
    pub name: &'static str,
    /// How bad it is.
    pub level: Level,
    /// What there is.
    pub found: String,
    /// What to do; empty where there is nothing to do.
    pub mend: String,
}

/// What a check says, before it has its name.
pub(crate) struct CheckOutcome(Level, String, String);

/// There is nothing to do.
fn fine(found: impl Into<String>) -> CheckOutcome {
    CheckOutcome(Level::Fine, found.into(), String::new())
}

/// It works, and will not for ever.
fn warning(found: impl Into<String>, fix: impl Into<String>) -> CheckOutcome {
    CheckOutcome(Level::Warning, found.into(), fix.into())
}

/// It does not work.
fn broken(found: impl Into<String>, fix: impl Into<String>) -> CheckOutcome {
    CheckOutcome(Level::Broken, found.into(), fix.into())
}

/// A check that needs a database, on one that does not open: that is said once.
fn no_database() -> CheckOutcome {
    warning("the database can’t be opened", "see the check “database”")
}

/// A check that the database failed.
#[expect(clippy::needless_pass_by_value, reason = "as a closure's argument")]
fn database_failed(error: impl ToString) -> CheckOutcome {
    broken(
        format!("the database failed: {}", error.to_string()),
        "see its log, and the check “database”",
    )
}

/// What a check looks with.
type CheckFn = for<'a> fn(&'a Installation) -> BoxFuture<'a, CheckOutcome>;

/// Every check, in the order in which one rests on another.
const CHECKS: &[(&str, CheckFn)] = &[
    ("data folder", |it| {
        Box::pin(ready(folder::check_usable(it)))
    }),
    ("rights", |it| Box::pin(ready(folder::check_private(it)))),
    ("disk", |it| Box::pin(ready(folder::check_space(it)))),
    ("database", |it| Box::pin(data::check_opens(it))),
    ("integrity", |it| Box::pin(data::check_integrity(it))),
    ("tables", |it| Box::pin(data::check_tables(it))),
    ("documents", |it| Box::pin(documents::check_sample(it))),
    ("dates", |it| Box::pin(dates::check_bounds(it))),
    ("rates", |it| Box::pin(ready(rates::check_up_to_date(it)))),
    ("lists", |it| Box::pin(documents::check_lists(it))),
    ("pictures", |it| Box::pin(documents::check_pictures(it))),
    ("jobs", |it| Box::pin(environment::check_jobs(it))),
    ("mail", |it| Box::pin(environment::check_mail(it))),
    ("clock", |it| Box::pin(environment::check_clock(it))),
    ("backup", |it| Box::pin(backups::check_last(it))),
];

/// Those that take no time, for whoever looks at a running server often: the rest reads every row, or
/// waits for somebody else.
const QUICK: &[&str] = &[
    "data folder",
    "rights",
    "disk",
    "tables",
    "jobs",
    "clock",
    "backup",
];

/// Looks at everything.
pub async fn run_checks(patient: &Installation) -> Vec<Finding> {
    run_selected(patient, |_| true).await
}

/// Looks at what takes no time.
pub async fn run_quick_checks(patient: &Installation) -> Vec<Finding> {
    run_selected(patient, |name| QUICK.contains(&name)).await
}

async fn run_selected(patient: &Installation, wanted: impl Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, look) in CHECKS.iter().filter(|(name, _)| wanted(name)) {
        let CheckOutcome(level, found, fix) = look(patient).await;
        findings.push(Finding {
            name,
            level,
            found,
            mend: fix,
        });
    }
    findings
}

/// Whether something does not work.
#[must_use]
pub fn is_broken(findings: &[Finding]) -> bool {
    findings.iter().any(|it| it.level == Level::Broken)
}

/// The findings for people.
#[must_use]
pub fn format_findings(findings: &[Finding]) -> String {
    let mut text = String::new();
    for it in findings {
        let mark = match it.level {
            Level::Fine => "ok      ",
            Level::Warning => "warning ",
            Level::Broken => "BROKEN  ",
        };
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{mark} {}: {}", it.name, it.found);
        if !it.mend.is_empty() {
            let _ = writeln!(text, "         → {}", it.mend);
        }
    }
    text
}
