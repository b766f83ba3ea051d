//! Backups, and the drill: what was backed up is restored and gives the same responses.

mod bad;
mod bucket;
mod drill;
mod faults;
mod older;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use plumbline::audit::{self, AuditAction};
use plumbline::backup::store::{self, BackupRow};
use plumbline::clock::{Clock as _, HOUR};
use plumbline::config::{Config, Destination};

use crate::documents::{TestBusiness, id_of};
use crate::pictures::try_upload_picture;
use crate::support::TestApp;

/// The program's command, with the configuration of a server.
pub fn plumbline_command(config: &Config) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plumbline"));
    program
        .env("PLUMBLINE_DATA", &config.data)
        .env("PLUMBLINE_LOG", "error")
        .env_remove("PLUMBLINE_BACKUP_TO");
    match &config.database_url {
        Some(url) => program.env("DATABASE_URL", url),
        None => program.env_remove("DATABASE_URL"),
    };
    program
}

/// The program's output, which must have succeeded.
#[track_caller]
pub fn expect_success(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The program's error message, which must have failed.
#[track_caller]
pub fn expect_failure(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A server that makes backups in a folder next to its own.
async fn start_server(to: &Path) -> TestApp {
    let to = to.to_owned();
    TestApp::start_with(|config| config.backup.to = Some(Destination::Folder(to))).await
}

/// A business with something of everything that a verification checks.
async fn fill_business(app: TestApp) -> TestBusiness {
    let business = TestBusiness::open_at(app).await;
    business.draft_quote().await;
    business.accepted_quote().await;
    let invoice = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    let payment = serde_json::json!({ "amount": "100.00", "method": "cash", "date": "2026-11-16" });
    business.client.post(&path, &payment).await.expect_status(201);
    try_upload_picture(&business.client).await.expect_status(201);
    business
}

/// Advances the clock to the night, and runs the due jobs.
async fn run_nightly_backup(app: &TestApp) {
    app.clock.advance(18 * HOUR);
    app.run_jobs().await;
}

/// The records of backups, newest first.
async fn list_backup_rows(app: &TestApp) -> Vec<BackupRow> {
    let mut conn = app.state().db.read().await.expect("a connection");
    store::list_newest(&mut conn, 10).await.expect("backups")
}

/// The entries about backups in the audit log, latest first.
async fn list_audit_entries(app: &TestApp) -> Vec<(AuditAction, String)> {
    let mut conn = app.state().db.read().await.expect("a connection");
    let page = audit::store::list_page(&mut conn, None, (10, 0)).await;
    let (rows, _) = page.expect("the log");
    assert!(rows.iter().all(|row| row.actor.contains("operator")));
    rows.into_iter().map(|row| (row.act, row.about)).collect()
}

/// The names in a folder.
fn list_names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.expect("an entry").file_name().to_string_lossy().into_owned()
    };
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}

/// The one backup in a folder.
pub fn only_backup(folder: &Path) -> PathBuf {
    let mut zips = list_names(folder).into_iter().filter(|name| name.ends_with(".zip"));
    let zip = zips.next().expect("a backup");
    assert_eq!(zips.next(), None);
    folder.join(zip)
}

/// Restores a backup at the time of the server's clock.
pub async fn restore_backup(app: &TestApp, file: &Path) -> Result<(), String> {
    let file = file.display().to_string();
    let now = app.clock.now_ms();
    let done = plumbline::backup::restore::restore(app.config(), &file, false, now).await;
    done.map(|_| ()).map_err(|error| error.to_string())
}
