//! Verifying a backup: restored into an SQLite database of its own, migrated to this version; core calculates every
//! document again and the result is compared with what is stored; every picture's hash is compared. A backup without a
//! picture that something shows fails, so that it never replaces an earlier one that has it, and so does one in which
//! nothing is that every server has.

use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use zip::ZipArchive;

use super::manifest::{self, Manifest, picture_part};
use super::{BackupError, display_name, load};
use plumbline_platform::db::{Db, migrate};
use plumbline_platform::error::BoxError;
use plumbline_platform::files::store::{self as pictures, FileRow};
use plumbline_records::documents::{consistency, store};

/// How many ids of documents, or rows of pictures, are read at once.
const BATCH_SIZE: i64 = 200;
/// How many faults are listed; the rest are counted.
const FAULTS_LISTED_MAX: usize = 10;

/// The result of verifying a backup.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proof {
    /// How many accounts there are.
    pub accounts: i64,
    /// How many documents were calculated again.
    pub documents: i64,
    /// How many pictures were compared.
    pub files: i64,
    /// How many pictures were already missing when the backup was made.
    pub missing: usize,
    /// The first faults.
    pub faults: Vec<String>,
    /// How many more faults there are.
    pub more: usize,
}

impl Proof {
    /// Whether no fault was found.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.faults.is_empty()
    }

    /// The faults, in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut text = self.faults.join("; ");
        if self.more > 0 {
            text.push_str(&format!("; and {} more", self.more));
        }
        text
    }

    fn add_fault(&mut self, fault: String) {
        if self.faults.len() < FAULTS_LISTED_MAX {
            self.faults.push(fault);
        } else {
            self.more += 1;
        }
    }
}

/// A folder that is deleted when it is dropped.
pub(super) struct ScratchFolder(PathBuf);

impl ScratchFolder {
    /// Creates it below `data`, where there is space for another copy of the data.
    pub(super) fn create_in(data: &Path) -> Result<Self, BackupError> {
        let path = data.join(format!("proving-{}", std::process::id()));
        // Removes what an interrupted process with the same number left.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).map_err(|cause| BackupError::Unwritten {
            place: path.display().to_string(),
            cause: cause.into(),
        })?;
        Ok(Self(path))
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Verifies a backup in a folder of its own below `data`, which is deleted afterwards.
///
/// # Errors
/// If it is damaged or newer than this program, or there is no space. Faults in its contents are in the result.
pub async fn prove(file: &Path, data: &Path) -> Result<(Manifest, Proof), BackupError> {
    let manifest = manifest::read(file)?;
    let scratch = ScratchFolder::create_in(data)?;
    let db = Db::open_without_migrating(None, &scratch.0, 2).await?;
    let proof = async {
        load::load_rows(file, &manifest, (&db, &scratch.0)).await?;
        migrate::run(&db, &scratch.0).await?;
        prove_loaded(file, &manifest, &db, None).await
    };
    let proof = proof.await;
    db.close().await;
    Ok((manifest, proof?))
}

/// Checks everything in a database that was loaded from a backup. Pictures are written into `files` if it is given.
pub(super) async fn prove_loaded(
    file: &Path,
    manifest: &Manifest,
    db: &Db,
    files: Option<&Path>,
) -> Result<Proof, BackupError> {
    let mut proof =
        Proof { accounts: manifest.account_count(), missing: manifest.missing.len(), ..Proof::default() };
    if manifest.is_empty() {
        let fault = "it has neither an account nor the keys that a server creates at its first start";
        proof.add_fault(fault.to_owned());
    }
    prove_documents(db, &mut proof).await.map_err(|error| as_damaged(file, error))?;
    if proof.documents != manifest.document_count() {
        let fault = format!("{} documents of {}", proof.documents, manifest.document_count());
        proof.add_fault(fault);
    }
    let mut after = String::new();
    let mut archive = None;
    loop {
        let mut conn = db.read().await?;
        let some = pictures::list_after(&mut conn, &after, BATCH_SIZE).await;
        let some = some.map_err(|error| as_damaged(file, error.into()))?;
        let Some(last) = some.last() else {
            break;
        };
        after = last.id.as_str().to_owned();
        let is_there = |row: &FileRow| !manifest.missing.contains(&row.id);
        let (some, lost): (Vec<FileRow>, Vec<FileRow>) = some.into_iter().partition(is_there);
        for row in lost.iter().filter(|row| !manifest.deleted.contains(&row.id)) {
            if pictures::is_needed(&mut conn, &row.id).await? {
                proof.add_fault(format!("the picture {} is missing, and something shows it", row.id));
            }
        }
        drop(conn);
        proof.files += i64::try_from(some.len()).unwrap_or(i64::MAX);
        let (path, into, opened) = (file.to_owned(), files.map(Path::to_owned), archive.take());
        let looked = tokio::task::spawn_blocking(move || {
            // Opened once, because each time its list of all pictures is read.
            let mut opened = opened.map_or_else(|| manifest::open(&path), Ok)?;
            let faults = prove_pictures(&mut opened, some, into.as_deref())?;
            Ok::<_, BoxError>((opened, faults))
        });
        let looked = looked.await.map_err(|error| BoxError::from(error.to_string()));
        let looked = looked.and_then(|looked| looked);
        let (opened, faults) =
            looked.map_err(|cause| BackupError::Unread { place: display_name(file), cause })?;
        archive = Some(opened);
        for fault in faults {
            proof.add_fault(fault);
        }
    }
    if let Some(fault) = describe_lost_pictures(proof.files, proof.missing) {
        proof.add_fault(fault);
    }
    if proof.files != manifest.files {
        let fault = format!("{} pictures of {}", proof.files, manifest.files);
        proof.add_fault(fault);
    }
    Ok(proof)
}

/// The fault if all pictures are missing: one may be missing by chance, but not all of several.
fn describe_lost_pictures(files: i64, missing: usize) -> Option<String> {
    (files == 0 && missing > 1).then(|| format!("all {missing} pictures are missing"))
}

/// A row that exists but cannot be decoded is a fault of the backup, not of the database.
fn as_damaged(file: &Path, error: BackupError) -> BackupError {
    match error {
        BackupError::Database(error @ (sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_))) => {
            BackupError::Damaged { file: display_name(file), fault: error.to_string() }
        }
        other => other,
    }
}

/// Calculates every document again.
async fn prove_documents(db: &Db, proof: &mut Proof) -> Result<(), BackupError> {
    let mut after = String::new();
    let mut conn = db.read().await?;
    loop {
        let some = store::list_ids_after(&mut conn, &after, BATCH_SIZE).await?;
        let Some(last) = some.last() else {
            return Ok(());
        };
        after = last.as_str().to_owned();
        for id in some {
            // Only one document is in memory.
            let Some(row) = store::find_by_id(&mut conn, &id).await? else {
                continue;
            };
            proof.documents += 1;
            let fault = consistency::find_fault(&mut conn, row).await;
            let fault = fault.map_err(|error| BackupError::Message(format!("{error:?}")))?;
            if let Some(fault) = fault {
                proof.add_fault(fault);
            }
        }
    }
}

/// Compares some pictures with their hashes, and writes them into `into`. Returns the faults.
fn prove_pictures(
    archive: &mut ZipArchive<BufReader<fs::File>>,
    some: Vec<FileRow>,
    into: Option<&Path>,
) -> Result<Vec<String>, BoxError> {
    let mut faults = Vec::new();
    for row in some {
        // The id of a row is a UUID, so as a name it can't lead out of the folder.
        let path = into.map(|folder| folder.join(row.id.as_str()));
        let mut file = path.as_ref().map(fs::File::create_new).transpose()?;
        let hash = match archive.by_name(&picture_part(row.id.as_str())) {
            Ok(part) => copy_and_hash(part, row.byte_size, file.as_mut()),
            Err(error) => Err(error.into()),
        };
        let fault = match hash {
            Err(error) => format!("the picture {}: {error}", row.id),
            Ok(hash) if hash != row.sha256 => {
                format!("the picture {} is not the one that was saved", row.id)
            }
            Ok(_) => {
                if let Some(file) = file {
                    file.sync_all()?;
                }
                continue;
            }
        };
        faults.push(fault);
        if let Some(path) = path {
            fs::remove_file(path)?;
        }
    }
    Ok(faults)
}

/// The hash of a part, which is also written into `file`: never more of it than its row says, whatever it decompresses
/// to.
fn copy_and_hash(part: impl Read, most: i64, mut file: Option<&mut fs::File>) -> Result<String, BoxError> {
    let most = u64::try_from(most)?;
    let mut part = part.take(most.saturating_add(1));
    let (mut hash, mut seen) = (Sha256::new(), 0);
    let mut bytes = [0; 64 * 1024];
    loop {
        let read = match part.read(&mut bytes) {
            Ok(0) => return Ok(hex::encode(hash.finalize())),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        seen += read as u64;
        if seen > most {
            return Err("it is larger than its row says".into());
        }
        hash.update(&bytes[..read]);
        if let Some(file) = &mut file {
            file.write_all(&bytes[..read])?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_all_of_several_pictures_may_be_missing() {
        assert_eq!(describe_lost_pictures(0, 0), None);
        assert_eq!(describe_lost_pictures(0, 1), None);
        assert_eq!(describe_lost_pictures(1, 55), None);
        let fault = describe_lost_pictures(0, 56);
        assert_eq!(fault.as_deref(), Some("all 56 pictures are missing"));
    }
}
