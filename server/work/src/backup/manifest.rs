//! The manifest of a backup, and whether this program can read it.

use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use zip::ZipArchive;
use zip::result::ZipError;

use super::{BackupError, display_name};
use plumbline_platform::db::migrate::{Migration, list_known};
use plumbline_platform::error::BoxError;
use plumbline_platform::ids::FileId;

/// Its name in the file.
pub(super) const MANIFEST: &str = "manifest.json";
/// The version of the file's layout; raised when an older program could not read a new file.
pub(super) const FORMAT: u32 = 1;
/// The longest manifest, in bytes: it has some 200 bytes for each picture.
const MANIFEST_MAX: u64 = 256 * 1024 * 1024;

/// The contents of a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// The version of the file's layout.
    pub format: u32,
    /// The version of Plumbline that made it.
    pub version: String,
    /// When it was made, unix milliseconds.
    pub made_at: i64,
    /// `sqlite` or `postgres`.
    pub database: String,
    /// The migrations that created its tables.
    pub migrations: Vec<Migration>,
    /// Its tables.
    pub tables: Vec<TableRows>,
    /// How many pictures there are.
    pub files: i64,
    /// Pictures with a row but without a file when the backup was made.
    pub missing: BTreeSet<FileId>,
    /// Those of them whose row was deleted while the backup was made. Earlier versions didn't note that.
    #[serde(default)]
    pub deleted: BTreeSet<FileId>,
    /// Each part of the file with its hash.
    pub entries: Vec<BackupEntry>,
}

/// A table of a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TableRows {
    /// Its name.
    pub name: String,
    /// Its columns, in the order of the values.
    pub columns: Vec<String>,
    /// How many rows there are.
    pub rows: i64,
}

/// A part of the file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupEntry {
    /// Its name in the file.
    pub name: String,
    /// Its size in bytes, uncompressed.
    pub bytes: u64,
    /// The SHA-256 of these bytes, in hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// How many documents there are.
    #[must_use]
    pub fn document_count(&self) -> i64 {
        self.row_count("documents")
    }

    /// How many accounts there are.
    #[must_use]
    pub fn account_count(&self) -> i64 {
        self.row_count("users")
    }

    /// Whether it is of no server: each has keys of its own from its first start on, before there are accounts.
    pub(super) fn is_empty(&self) -> bool {
        self.account_count() == 0 && self.row_count("server_secrets") == 0
    }

    fn row_count(&self, name: &str) -> i64 {
        let table = self.tables.iter().find(|table| table.name == name);
        table.map_or(0, |table| table.rows)
    }

    /// The size and the hash of a table's part.
    pub(super) fn part_of(&self, table: &TableRows) -> Option<&BackupEntry> {
        let name = table_part(&table.name);
        self.entries.iter().find(|entry| entry.name == name)
    }
}

/// The name of a table's part.
pub(super) fn table_part(table: &str) -> String {
    format!("tables/{table}.ndjson")
}

/// The name of a picture's part.
pub(super) fn picture_part(id: &str) -> String {
    format!("files/{id}")
}

/// Opens a backup for reading.
pub(super) fn open(file: &Path) -> Result<ZipArchive<BufReader<File>>, BoxError> {
    Ok(ZipArchive::new(BufReader::new(File::open(file)?))?)
}

/// Reads the manifest of a backup.
///
/// # Errors
/// If the file is not complete, or was made by a newer program.
pub fn read(file: &Path) -> Result<Manifest, BackupError> {
    let damaged =
        |fault: BoxError| BackupError::Damaged { file: display_name(file), fault: fault.to_string() };
    if let Err(cause) = File::open(file) {
        return Err(BackupError::Unread { place: file.display().to_string(), cause: cause.into() });
    }
    let text = || -> Result<Vec<u8>, BoxError> {
        // The library's messages for these errors are about the internals of zip files.
        let mut archive = open(file).map_err(|fault| match fault.downcast_ref() {
            Some(ZipError::InvalidArchive(_)) => "it is no zip file, or only part of one".into(),
            _ => fault,
        })?;
        let mut text = Vec::new();
        let part = match archive.by_name(MANIFEST) {
            Err(ZipError::FileNotFound) => {
                return Err(format!("there is no {MANIFEST} in it: it is no backup").into());
            }
            part => part?,
        };
        part.take(MANIFEST_MAX).read_to_end(&mut text)?;
        Ok(text)
    };
    let manifest: Manifest = text().and_then(|text| Ok(serde_json::from_slice(&text)?)).map_err(damaged)?;
    if let Some(name) = find_repeated(&manifest.entries) {
        return Err(damaged(format!("its manifest has {name} twice").into()));
    }
    check_version(file, &manifest)?;
    Ok(manifest)
}

/// The first part that is in a manifest twice: which of them is meant is unknown.
fn find_repeated(entries: &[BackupEntry]) -> Option<&str> {
    let mut names = HashSet::new();
    entries.iter().map(|entry| entry.name.as_str()).find(|name| !names.insert(*name))
}

/// Refuses a backup of a newer program, which may have changed what a table means, and one of another product, whose
/// migrations have other contents than ours of the same version.
fn check_version(file: &Path, manifest: &Manifest) -> Result<(), BackupError> {
    let known = list_known();
    let newest = known.last().map_or(0, |migration| migration.version);
    let is_newer = manifest.migrations.iter().any(|seen| seen.version > newest);
    if manifest.format > FORMAT || is_newer {
        return Err(BackupError::Newer {
            file: display_name(file),
            theirs: manifest.version.clone(),
            ours: env!("CARGO_PKG_VERSION"),
        });
    }
    // The migrations must be ours from the first on, in order, so that no table is left out.
    let mut pairs = manifest.migrations.iter().zip(&known);
    let strange = pairs.find(|(seen, known)| seen != known);
    let fault = match strange {
        Some((seen, _)) => format!("its migration {} is another than this program's", seen.version),
        None if manifest.migrations.is_empty() => "it names no migration".to_owned(),
        None => return Ok(()),
    };
    Err(BackupError::Damaged { file: display_name(file), fault })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_in_the_manifest_once() {
        let entry = |name: &str, bytes| BackupEntry { name: name.to_owned(), bytes, sha256: String::new() };
        assert_eq!(find_repeated(&[entry("files/a", 1), entry("files/b", 1)]), None);
        let twice = [entry("files/a", 1), entry("files/b", 1), entry("files/a", 2)];
        assert_eq!(find_repeated(&twice), Some("files/a"));
    }
}
