//! `plumbline doctor`: what may be wrong with an installation, and how to fix it. It only reads; a server may run
//! meanwhile.
//!
//! A check is one function in the list [`CHECKS`], in the file of what it checks.

mod backups;
mod dates;
mod documents;
mod environment;
mod store;

use std::fmt::Write as _;
use std::fs::{self, File};
use std::future::ready;
use std::path::Path;

use futures::future::BoxFuture;
use plumbline_core::tax::ReferenceRate;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;
use serde::Serialize;

use plumbline_platform::clock::{SharedClock, london_date};
use plumbline_platform::config::Config;
use plumbline_platform::data_folder::free;
use plumbline_platform::db::{Db, Dialect, migrate};

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
    /// How to fix it; empty if there is nothing to fix. The JSON still calls it `mend`, because scripts may read it.
    #[serde(rename = "mend")]
    pub fix: String,
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
    ("data folder", |it| Box::pin(ready(check_usable(it)))),
    ("rights", |it| Box::pin(ready(check_private(it)))),
    ("disk", |it| Box::pin(ready(check_space(it)))),
    ("database", |it| Box::pin(check_opens(it))),
    ("integrity", |it| Box::pin(check_integrity(it))),
    ("tables", |it| Box::pin(check_tables(it))),
    ("documents", |it| Box::pin(documents::check_sample(it))),
    ("dates", |it| Box::pin(dates::check_bounds(it))),
    ("rates", |it| Box::pin(ready(check_up_to_date(it)))),
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
pub async fn run_checks(installation: &Installation) -> Vec<Finding> {
    run_selected(installation, |_| true).await
}

/// Runs the checks that take no time.
pub async fn run_quick_checks(installation: &Installation) -> Vec<Finding> {
    run_selected(installation, |name| QUICK.contains(&name)).await
}

async fn run_selected(installation: &Installation, wanted: impl Fn(&str) -> bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, look) in CHECKS.iter().filter(|(name, _)| wanted(name)) {
        let CheckOutcome(level, found, fix) = look(installation).await;
        findings.push(Finding { name, level, found, fix });
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
        if !it.fix.is_empty() {
            let _ = writeln!(text, "         → {}", it.fix);
        }
    }
    text
}

// The data folder: whether it exists, is writable, is readable by its owner only, and has room.

/// A megabyte, in bytes.
const MEGABYTE: u64 = 1024 * 1024;

const LOW_SPACE: u64 = 1024 * MEGABYTE;

const NO_SPACE: u64 = 100 * MEGABYTE;

fn check_usable(it: &Installation) -> CheckOutcome {
    let folder = &it.config.data;
    let display = folder.display();
    if !folder.is_dir() {
        return broken(
            format!("{display} doesn’t exist"),
            "mount its disk, or set PLUMBLINE_DATA to where it is",
        );
    }
    let probe = folder.join(format!(".doctor-{}", std::process::id()));
    let written = File::create(&probe).and_then(|file| file.sync_all());
    let _ = fs::remove_file(&probe);
    match written {
        Ok(()) => fine(display.to_string()),
        Err(error) => broken(
            format!("{display} cannot be written to: {error}"),
            "make the server’s user its owner, and check that its disk isn’t full or read-only",
        ),
    }
}

#[cfg(unix)]
fn check_private(it: &Installation) -> CheckOutcome {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::metadata(path).map(|about| about.permissions().mode() & 0o777);
    let folder = &it.config.data;
    let names = ["", "plumbline.db", "files", "mail"];
    let open = names.iter().find_map(|name| {
        let path = if name.is_empty() { folder.clone() } else { folder.join(name) };
        let mode = mode(&path).ok()?;
        (mode & 0o077 != 0).then_some((path, mode))
    });
    match open {
        None => fine("no other user on this machine can read the data"),
        Some((path, mode)) => warning(
            format!("other users on this machine can read {} ({mode:o})", path.display()),
            format!("chmod -R go= {}", folder.display()),
        ),
    }
}

#[cfg(not(unix))]
fn check_private(_: &Installation) -> CheckOutcome {
    fine("up to this system")
}

fn check_space(it: &Installation) -> CheckOutcome {
    let Some(free) = free(&it.config.data) else {
        return warning("can’t tell how much space is free", "check the disk yourself");
    };
    let found = format!("{} MB free", free / MEGABYTE);
    let fix = "free some space: old files in before-restore-… folders, logs, or a larger disk. A backup needs as \
                much space as the database";
    match free {
        free if free < NO_SPACE => broken(found, fix),
        free if free < LOW_SPACE => warning(found, fix),
        _ => fine(found),
    }
}

// The database: whether it opens, is intact, and has the tables of this program.

async fn check_opens(it: &Installation) -> CheckOutcome {
    let db = match &it.db {
        Ok(db) => db,
        Err(why) => {
            return broken(
                why.clone(),
                "check DATABASE_URL and PLUMBLINE_DATA, and that the disk or the database server is there; \
                 `plumbline restore` restores a backup",
            );
        }
    };
    let kind = match db.dialect() {
        Dialect::Sqlite => "SQLite",
        Dialect::Postgres => "PostgreSQL",
    };
    match db.size_in_bytes().await {
        Ok(bytes) => fine(format!("{kind}, {} MB", bytes / (1024 * 1024) + 1)),
        Err(error) => database_failed(error),
    }
}

async fn check_integrity(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    match db.check_integrity().await {
        Ok(None) => fine("its integrity check passed"),
        Ok(Some(fault)) => broken(
            fault,
            "stop the server, keep a copy of the file, and run `plumbline restore` with the last verified backup; \
             then check the disk and the memory for faults",
        ),
        Err(error) => database_failed(error),
    }
}

async fn check_tables(it: &Installation) -> CheckOutcome {
    let Ok(db) = &it.db else {
        return no_database();
    };
    let seen = async { migrate::list_applied(&mut *db.read().await?).await };
    let seen = match seen.await {
        Ok(seen) => seen,
        Err(error) => return database_failed(error),
    };
    let known = migrate::list_known();
    if let Some(strange) = seen.iter().find(|one| !known.contains(one)) {
        return broken(
            format!(
                "this database was changed by a newer or different Plumbline (migration {})",
                strange.version
            ),
            "run that version, or restore a backup made with this one",
        );
    }
    let missing = known.len() - seen.len();
    match seen.last() {
        Some(last) if missing == 0 => fine(format!("up to date, at migration {}", last.version)),
        _ => warning(
            format!("{missing} migrations haven’t run yet"),
            "make a backup, then restart the server or run `plumbline migrate`",
        ),
    }
}

// Tables of rates that later versions extend: which are about to run out.

/// How many days before a rate is needed its absence is reported.
const DAYS_AHEAD: u32 = 45;

fn check_up_to_date(it: &Installation) -> CheckOutcome {
    let today = london_date(it.clock.now_ms()).to_string();
    check_on(today.parse().unwrap_or(Date::FIRST))
}

fn check_on(today: Date) -> CheckOutcome {
    match ReferenceRate::first_missing_day(today, DAYS_AHEAD) {
        None => fine("all rate tables are up to date"),
        Some(from) => warning(
            format!(
                "this version doesn’t know the reference rate for late payment interest from {}: we use the newest \
                 one, marked as not confirmed",
                format_long_date(from)
            ),
            "update to a version that knows it, once the Bank of England has published its rate for the day before",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{Level, *};

    #[test]
    fn warns_before_a_table_of_rates_runs_out() {
        let level = |day: &str| {
            let CheckOutcome(level, ..) = check_on(day.parse().expect("a day"));
            level
        };
        assert_eq!(level("2026-11-16"), Level::Fine);
        assert_eq!(level("2026-11-17"), Level::Warning);
        assert_eq!(level("2027-06-30"), Level::Warning);
    }
}
