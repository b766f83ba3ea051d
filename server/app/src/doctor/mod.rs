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

/// The installation that is checked.
pub struct Installation {
    /// Its configuration.
    pub config: Config,
    /// Its database, opened without migrating it; or why it can't be opened.
    pub db: Result<Db, String>,
    /// The clock.
    pub clock: SharedClock,
}

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// There is nothing to do.
    Fine,
    /// Something works, but may not for much longer.
    Warning,
    /// Something does not work.
    Broken,
}

/// A finding of a check.
#[derive(Debug, Clone, Serialize)]
pub struct Finding {
    /// The name of the check.
    pub name: &'static str,
    /// How serious it is.
    pub level: Level,
    /// What was found.
    pub found: String,
    /// How to fix it; empty if there is nothing to fix.
    pub mend: String,
}

/// The result of a check without its name: the level, what was found and how to fix it.
pub(crate) struct CheckOutcome(Level, String, String);

/// A result with nothing to do.
fn fine(found: impl Into<String>) -> CheckOutcome {
    CheckOutcome(Level::Fine, found.into(), String::new())
}

/// A result for something that works, but may not for much longer.
fn warning(found: impl Into<String>, fix: impl Into<String>) -> CheckOutcome {
    CheckOutcome(Level::Warning, found.into(), fix.into())
}

/// A result for something that does not work.
fn broken(found: impl Into<String>, fix: impl Into<String>) -> CheckOutcome {
    CheckOutcome(Level::Broken, found.into(), fix.into())
}

/// The result of a check that needs a database if that can't be opened, which is reported only once.
fn no_database() -> CheckOutcome {
    warning("the database can’t be opened", "see the check “database”")
}

/// The result of a check whose query failed.
#[expect(clippy::needless_pass_by_value, reason = "as a closure's argument")]
fn database_failed(error: impl ToString) -> CheckOutcome {
    broken(format!("the database failed: {}", error.to_string()), "see its log, and the check “database”")
}

/// A check.
type CheckFn = for<'a> fn(&'a Installation) -> BoxFuture<'a, CheckOutcome>;

/// All checks, in an order in which each may depend on the ones before.
const CHECKS: &[(&str, CheckFn)] = &[
    ("data folder", |it| Box::pin(ready(folder::check_usable(it)))),
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

/// The checks that take no time, for a running server that is checked often. The others read every row, or wait for
/// another server.
const QUICK: &[&str] = &["data folder", "rights", "disk", "tables", "jobs", "clock", "backup"];

/// Runs all checks.
pub async fn run_checks(patient: &Installation) -> Vec<Finding> {
    run_selected(patient, |_| true).await
}

/// Runs the checks that take no time.
pub async fn run_quick_checks(patient: &Installation) -> Vec<Finding> {
    run_selected(patient, |name| QUICK.contains(&name)).await
}

async fn run_selected(patient: &Installation, wanted: impl Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, look) in CHECKS.iter().filter(|(name, _)| wanted(name)) {
        let CheckOutcome(level, found, fix) = look(patient).await;
        findings.push(Finding { name, level, found, mend: fix });
    }
    findings
}

/// Whether any finding says that something does not work.
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
