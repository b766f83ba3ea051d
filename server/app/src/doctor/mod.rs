//! `plumbline doctor`: what may be wrong with an installation, and how to fix it. It only reads; a server may run
//! meanwhile.
//!
//! A check is one function in the list [`CHECKS`], in the file of what it checks.

mod backups;
mod data;
mod dates;
mod documents;
mod folder;
mod outside;
mod rates;

use std::fmt::Write as _;
use std::future::ready;

use futures::future::BoxFuture;
use serde::Serialize;

use plumbline_platform::clock::SharedClock;
use plumbline_platform::config::Config;
use plumbline_platform::db::Db;

/// What is looked at.
pub struct Patient {
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
pub(crate) struct Said(Level, String, String);

/// There is nothing to do.
fn fine(found: impl Into<String>) -> Said {
    Said(Level::Fine, found.into(), String::new())
}

/// It works, and will not for ever.
fn warning(found: impl Into<String>, mend: impl Into<String>) -> Said {
    Said(Level::Warning, found.into(), mend.into())
}

/// It does not work.
fn broken(found: impl Into<String>, mend: impl Into<String>) -> Said {
    Said(Level::Broken, found.into(), mend.into())
}

/// A check that needs a database, on one that does not open: that is said once.
fn unseen() -> Said {
    warning("the database can’t be opened", "see the check “database”")
}

/// A check that the database failed.
#[expect(clippy::needless_pass_by_value, reason = "as a closure's argument")]
fn failed(error: impl ToString) -> Said {
    broken(
        format!("the database failed: {}", error.to_string()),
        "see its log, and the check “database”",
    )
}

/// What a check looks with.
type Look = for<'a> fn(&'a Patient) -> BoxFuture<'a, Said>;

/// Every check, in the order in which one rests on another.
const CHECKS: &[(&str, Look)] = &[
    ("data folder", |it| Box::pin(ready(folder::usable(it)))),
    ("rights", |it| Box::pin(ready(folder::private(it)))),
    ("disk", |it| Box::pin(ready(folder::room(it)))),
    ("database", |it| Box::pin(data::opens(it))),
    ("integrity", |it| Box::pin(data::whole(it))),
    ("tables", |it| Box::pin(data::tables(it))),
    ("documents", |it| Box::pin(documents::sample(it))),
    ("dates", |it| Box::pin(dates::within_bounds(it))),
    ("rates", |it| Box::pin(ready(rates::up_to_date(it)))),
    ("lists", |it| Box::pin(documents::lists(it))),
    ("pictures", |it| Box::pin(documents::pictures(it))),
    ("jobs", |it| Box::pin(outside::jobs(it))),
    ("mail", |it| Box::pin(outside::mail(it))),
    ("clock", |it| Box::pin(outside::clock(it))),
    ("backup", |it| Box::pin(backups::last(it))),
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
pub async fn look(patient: &Patient) -> Vec<Finding> {
    look_at(patient, |_| true).await
}

/// Looks at what takes no time.
pub async fn look_quickly(patient: &Patient) -> Vec<Finding> {
    look_at(patient, |name| QUICK.contains(&name)).await
}

async fn look_at(patient: &Patient, wanted: impl Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, look) in CHECKS.iter().filter(|(name, _)| wanted(name)) {
        let Said(level, found, mend) = look(patient).await;
        findings.push(Finding {
            name,
            level,
            found,
            mend,
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
pub fn text(findings: &[Finding]) -> String {
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
