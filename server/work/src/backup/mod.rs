//! Backups, each verified by restoring it.
//!
//! ```text
//! make       one file: every row of every table in one transaction, every picture
//! manifest   what is in it, by which migrations, with a hash of each part
//! load       the rows of one into an empty database, read in portions
//! prove      verifying: restored apart, every document calculated again, every picture's hash compared
//! place      where they are stored: a folder, or a bucket (s3)
//! take       all of that at once, recorded for people to see, and the oldest removed
//! schedule   each night
//! audit      what was done by hand, for the audit log
//! restore    replacing the current data, which is moved aside; and back
//! ```
//!
//! A backup has the rows and is not a copy of SQLite's file, so that one format serves both databases: a backup of
//! either is verified in an SQLite database made for it, and can be restored into either. That is also how a
//! business moves from one to the other.

mod archive;
mod emails;
mod live_data;
mod load;
pub mod make;
pub mod manifest;
mod place;
mod portions;
pub mod prove;
pub mod restore;
mod s3;
pub mod schedule;
pub mod store;
pub mod take;

use std::path::Path;
use std::sync::Arc;

use store::BackupRow;

use plumbline_platform::audit::{self, AuditAction};
use plumbline_platform::clock::{SystemClock, format_london_date_time};
use plumbline_platform::config::Config;
use plumbline_platform::db::{Db, DbResult, MigrationError, OpenError};
use plumbline_platform::error::BoxError;
use plumbline_platform::ids::{Ids, SystemEntropy};
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::mail;

pub use place::Place;

/// The jobs of backups.
pub const JOB_HANDLERS: &[JobHandler] = &[schedule::JOB_HANDLER];

/// Why there is no backup, or none that can be restored.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// No destination is configured.
    #[error("say where the backup goes: --to FOLDER, or PLUMBLINE_BACKUP_TO")]
    Nowhere,
    /// The destination can't be written to.
    #[error("the backup cannot be written to {place}: {cause}. Nothing was left there.")]
    Unwritten {
        /// The folder or bucket.
        place: String,
        /// The system's error.
        cause: BoxError,
    },
    /// There were backups at the destination, and there are none now.
    #[error(
        "{place} had the backup {newest} and now has no backups. Is its disk mounted? If it’s meant to be a new \
         disk, run `plumbline backup --anew` to start on it"
    )]
    Gone {
        /// The folder.
        place: String,
        /// The name of the newest backup that was there.
        newest: String,
    },
    /// The place can't be read.
    #[error("{place} cannot be read: {cause}")]
    Unread {
        /// The folder, bucket or file.
        place: String,
        /// The system's error.
        cause: BoxError,
    },
    /// The file's contents are not what was written.
    #[error("{file} is damaged: {fault}")]
    Damaged {
        /// The file's name.
        file: String,
        /// What is wrong.
        fault: String,
    },
    /// The backup's tables are newer than this program.
    #[error(
        "{file} was made by Plumbline {theirs}, which is newer than this one ({ours}): restore it with that version"
    )]
    Newer {
        /// The file's name.
        file: String,
        /// The version that made it.
        theirs: String,
        /// This version.
        ours: &'static str,
    },
    /// Its amounts differ from core's, or something is missing.
    #[error("{file} failed its check: {faults}")]
    Unproved {
        /// The file's name.
        file: String,
        /// The first faults.
        faults: String,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// A database could not be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The tables could not be created.
    #[error(transparent)]
    Tables(#[from] MigrationError),
    /// Something else is in the way, described in a sentence.
    #[error("{0}")]
    Message(String),
}

/// A file's name for people to read.
fn display_name(file: &Path) -> String {
    file.file_name().map_or_else(|| file.display().to_string(), |name| name.to_string_lossy().into_owned())
}

// What the operator did with backups by hand, for the audit log; and emails that must not be sent twice because of
// a restore.

/// Records that a backup was made. If the tables are older than the log, the backup is made anyway.
pub async fn record_made(db: &Db, row: &BackupRow, now: i64) {
    let file = format!("{}/{}", row.place.trim_end_matches('/'), row.name);
    if let Err(error) = record(db, now, AuditAction::BackUp, &file).await {
        tracing::warn!(%error, "the audit log could not be written");
    }
}

/// Prepares a backup that is about to replace all current data: records the restore in it, and stops the emails that
/// were waiting in it from being sent.
async fn record_restored(db: &Db, (made_at, name): (i64, &str), holds: bool, now: i64) -> DbResult<()> {
    let faults = if holds { "" } else { ", which failed its check" };
    let text = format!("Of {}: {name}{faults}", format_london_date_time(made_at));
    record(db, now, AuditAction::RestoreBackup, &text).await?;
    hold_emails(db, now).await
}

/// Records that the data moved aside was brought back. It may be of any version, also one that has no log yet.
async fn record_taken_back(config: &Config, before: &str, now: i64) {
    let noted = async {
        let url = config.database_url.as_deref();
        let db = Db::open_without_migrating(url, &config.data, 2).await?;
        let text = format!("The data it had restored is in {before}.");
        let noted = record(&db, now, AuditAction::TakeRestoreBack, &text).await;
        // The restored data may have sent these emails meanwhile.
        let cached = hold_emails(&db, now).await;
        db.close().await;
        noted.and(cached).map_err(BackupError::from)
    };
    if let Err(error) = noted.await {
        tracing::warn!(%error, "the audit log could not be written");
    }
}

async fn hold_emails(db: &Db, now: i64) -> DbResult<()> {
    let mut tx = db.begin_write().await?;
    let cached = mail::hold_back_restored(&mut tx, now).await?;
    tx.commit().await?;
    if cached > 0 {
        tracing::warn!(cached, "mails that waited are held: they may have gone out before");
    }
    Ok(())
}

async fn record(db: &Db, now: i64, act: AuditAction, about: &str) -> DbResult<()> {
    let ids = Ids::new(Arc::new(SystemClock), Arc::new(SystemEntropy));
    let mut tx = db.begin_write().await?;
    audit::record_by_operator(&mut tx, (&ids, now), act, about).await?;
    tx.commit().await
}
