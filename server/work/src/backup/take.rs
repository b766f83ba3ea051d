//! A whole backup: made, verified, stored, recorded, and the oldest removed.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::make::{self, BackupSource, MakeError};
use super::prove::{self, Proof};
use super::store::{self, BackupRow};
use super::{BackupError, Place};
use plumbline_platform::clock::{DAY, SharedClock};
use plumbline_platform::db::{Db, DbResult};
use plumbline_platform::error::BoxError;
use plumbline_platform::files::FileStorage;
use plumbline_platform::ids::Ids;

/// What is backed up, and with which services.
pub struct BackupContext<'a> {
    /// The database.
    pub db: &'a Db,
    /// The pictures.
    pub files: &'a FileStorage,
    /// The data folder, below which a backup is restored to verify it.
    pub data: &'a Path,
    /// The clock.
    pub clock: &'a SharedClock,
    /// The source of ids.
    pub ids: &'a Ids,
    /// Whether the place may be empty although backups were stored there.
    pub starts_anew: bool,
}

/// A backup that was made.
#[derive(Debug, Clone)]
pub struct TakenBackup {
    /// The record, as in the database.
    pub row: BackupRow,
    /// The result of its verification.
    pub proof: Proof,
}

/// The note that is stored beside a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProofNote {
    /// SHA-256 of the file, in hexadecimal.
    pub(super) sha256: String,
    /// When it was verified, unix milliseconds.
    pub(super) proved_at: i64,
    /// The version that verified it.
    pub(super) version: String,
    /// How many documents were calculated again.
    pub(super) documents: i64,
    /// How many pictures were compared.
    pub(super) files: i64,
    /// How many pictures were missing before.
    pub(super) missing: usize,
    /// What is wrong; empty if nothing is.
    pub(super) fault: String,
}

/// The suffix of the note's name, after the backup's.
pub(super) const PROVED_SUFFIX: &str = ".proved";
const UNPROVED_SUFFIX: &str = ".unproved";
const NAME_PREFIX: &str = "plumbline-";
pub(super) const NAME_SUFFIX: &str = ".zip";

/// Makes a backup, verifies it, stores it at the place and, if `keep` is given, removes all but the newest `keep`
/// verified ones. A backup that fails its verification is stored too, since there may be no better one.
///
/// # Errors
/// If no backup could be made. The reason is recorded in the database.
pub async fn take(
    whole: &BackupContext<'_>,
    place: &Place,
    keep: Option<usize>,
) -> Result<TakenBackup, BackupError> {
    let begun = whole.clock.now_ms();
    let done = make_and_prove(whole, place, begun).await;
    match done {
        Ok(taken) => {
            record_row(whole, &taken.row).await;
            if let Some(keep) = keep
                && let Err(error) = remove_old(place, keep, begun).await
            {
                tracing::warn!(%error, "old backups could not be removed");
            }
            Ok(taken)
        }
        Err(error) => {
            let row = BackupRow { fault: error.to_string(), ..new_row(whole, place, begun) };
            record_row(whole, &row).await;
            Err(error)
        }
    }
}

fn new_row(whole: &BackupContext<'_>, place: &Place, begun: i64) -> BackupRow {
    BackupRow {
        id: whole.ids.new_id(),
        made_at: begun,
        place: place.display_name(),
        name: String::new(),
        bytes: 0,
        sha256: String::new(),
        documents: 0,
        files: 0,
        proved_at: None,
        fault: String::new(),
    }
}

/// Records a backup. A database that can't do so, for example because its tables are older, does not stop the backup.
async fn record_row(whole: &BackupContext<'_>, row: &BackupRow) {
    let noted = async {
        let mut tx = whole.db.begin_write().await?;
        store::insert(&mut tx, row).await?;
        tx.commit().await
    };
    let noted: DbResult<()> = noted.await;
    if let Err(error) = noted {
        tracing::warn!(%error, "the backup could not be noted in the database");
    }
}

/// The newest backup stored at the place, as far as the database knows.
async fn newest_at(whole: &BackupContext<'_>, place: &Place) -> Option<BackupRow> {
    let mut conn = whole.db.read().await.ok()?;
    store::find_newest_at(&mut conn, &place.display_name()).await.ok()?
}

async fn make_and_prove(
    whole: &BackupContext<'_>,
    place: &Place,
    begun: i64,
) -> Result<TakenBackup, BackupError> {
    if !whole.starts_anew
        && let Some(newest) = newest_at(whole, place).await
    {
        place.require_present(&newest.name)?;
    }
    let name = name_at(begun);
    let partial = place.working_folder(whole.data)?.join(format!(".{name}.partial"));
    let source = BackupSource { db: whole.db, files: whole.files, now: begun };
    let taken = async {
        make::make(source, &partial).await.map_err(|fault| match fault {
            MakeError::Source(error) => error,
            MakeError::Place(cause) => place.write_error(cause),
        })?;
        let (manifest, proof) = prove::prove(&partial, whole.data).await?;
        let (sha256, bytes) = hash_file(&partial).await.map_err(|cause| place.write_error(cause))?;
        place.store(&partial, &name, &sha256).await?;
        let proved_at = whole.clock.now_ms();
        let row = BackupRow {
            name: name.clone(),
            bytes,
            sha256,
            documents: manifest.document_count(),
            files: manifest.files,
            proved_at: proof.holds().then_some(proved_at),
            fault: proof.summary(),
            ..new_row(whole, place, begun)
        };
        place.write_note(&note_name(&name, &proof), note_text(&row, &proof, proved_at)).await?;
        Ok(TakenBackup { row, proof })
    };
    let taken = taken.await;
    if taken.is_err() {
        // Half of a file is not a backup, and may be what filled the disk.
        let _ = fs::remove_file(&partial);
    }
    taken
}

fn note_name(name: &str, proof: &Proof) -> String {
    let end = if proof.holds() { PROVED_SUFFIX } else { UNPROVED_SUFFIX };
    format!("{name}{end}")
}

fn note_text(row: &BackupRow, proof: &Proof, proved_at: i64) -> String {
    let note = ProofNote {
        sha256: row.sha256.clone(),
        proved_at,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        documents: proof.documents,
        files: proof.files,
        missing: proof.missing,
        fault: proof.summary(),
    };
    // The note contains only numbers and texts, so this can't fail.
    serde_json::to_string_pretty(&note).unwrap_or_default()
}

/// The name of a backup that was started at an instant; names sort by time.
fn name_at(ms: i64) -> String {
    let at = DateTime::<Utc>::from_timestamp_millis(ms).unwrap_or(DateTime::UNIX_EPOCH);
    format!("{NAME_PREFIX}{}{NAME_SUFFIX}", at.format("%Y%m%d-%H%M%S"))
}

/// The hash and the size in bytes of a file.
pub(super) async fn hash_file(path: &Path) -> Result<(String, i64), BoxError> {
    let path = path.to_owned();
    let hashed = tokio::task::spawn_blocking(move || -> io::Result<(String, i64)> {
        let mut hash = Sha256::new();
        let bytes = io::copy(&mut File::open(path)?, &mut hash)?;
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        Ok((hex::encode(hash.finalize()), bytes))
    });
    Ok(hashed.await??)
}

/// Removes all but the newest verified backups, the failed ones that are older than these or more than the newest as
/// many, and unfinished files that are more than a day old.
async fn remove_old(place: &Place, keep: usize, now: i64) -> Result<(), BackupError> {
    let names = place.names().await?;
    let backups = |end: &'static str| {
        let named = names.iter().filter_map(move |name| name.strip_suffix(end));
        named.filter(|name| name.starts_with(NAME_PREFIX) && name.ends_with(NAME_SUFFIX))
    };
    let mut proved: Vec<&str> = backups(PROVED_SUFFIX).collect();
    // Sorted by name, which is by time.
    proved.sort_unstable_by(|a, b| b.cmp(a));
    let (saved, old) = proved.split_at(keep.min(proved.len()));
    let oldest = saved.last().copied().unwrap_or_default();
    let mut failed: Vec<&str> = backups(UNPROVED_SUFFIX).collect();
    failed.sort_unstable_by(|a, b| b.cmp(a));
    // Without any verified backup they would fill the destination.
    let old_failed = failed.iter().enumerate().filter(|(at, name)| *at >= keep || **name < oldest);
    let old_failed = old_failed.map(|(_, name)| (name, UNPROVED_SUFFIX));
    for (name, end) in old.iter().map(|name| (name, PROVED_SUFFIX)).chain(old_failed) {
        // The note is removed last, so that a note without its backup is found again.
        place.remove(name).await?;
        place.remove(&format!("{name}{end}")).await?;
    }
    let yesterday = format!(".{}.partial", name_at(now - DAY));
    for name in &names {
        let is_partial = name.starts_with(&format!(".{NAME_PREFIX}")) && name.ends_with(".partial");
        if is_partial && *name < yesterday {
            place.remove(name).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn keeps_the_newest_verified_backups() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str| fs::write(folder.path().join(name), "x").expect("written");
        for day in 1..=5 {
            let name = format!("plumbline-2026110{day}-030000.zip");
            write(&name);
            // The second and the fourth failed.
            write(&format!("{name}{}", if day % 2 == 0 { UNPROVED_SUFFIX } else { PROVED_SUFFIX }));
        }
        write("holiday.zip");
        write(".plumbline-20261104-030000.zip.partial");
        write(".plumbline-20261105-030000.zip.partial");
        let place = Place::Folder(folder.path().to_owned());
        let now = DateTime::parse_from_rfc3339("2026-11-05T20:00:00Z").expect("an instant");
        remove_old(&place, 2, now.timestamp_millis()).await.expect("thinned");
        let names = place.names().await.expect("names");
        let expected = [
            ".plumbline-20261105-030000.zip.partial",
            "holiday.zip",
            "plumbline-20261103-030000.zip",
            "plumbline-20261103-030000.zip.proved",
            "plumbline-20261104-030000.zip",
            "plumbline-20261104-030000.zip.unproved",
            "plumbline-20261105-030000.zip",
            "plumbline-20261105-030000.zip.proved",
        ];
        assert_eq!(names, expected);
    }

    #[tokio::test]
    async fn removes_failed_backups_even_if_none_was_verified() {
        let folder = tempfile::tempdir().expect("a folder");
        for day in 1..=4 {
            let name = format!("plumbline-2026110{day}-030000.zip");
            for name in [format!("{name}{UNPROVED_SUFFIX}"), name] {
                fs::write(folder.path().join(name), "x").expect("written");
            }
        }
        let place = Place::Folder(folder.path().to_owned());
        remove_old(&place, 2, 0).await.expect("thinned");
        let names = place.names().await.expect("names");
        let expected = [
            "plumbline-20261103-030000.zip",
            "plumbline-20261103-030000.zip.unproved",
            "plumbline-20261104-030000.zip",
            "plumbline-20261104-030000.zip.unproved",
        ];
        assert_eq!(names, expected);
    }
}
