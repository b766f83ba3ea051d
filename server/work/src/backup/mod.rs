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
pub mod audit;
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

use plumbline_platform::db::{MigrationError, OpenError};
use plumbline_platform::error::BoxError;
use plumbline_platform::jobs::JobHandler;

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
