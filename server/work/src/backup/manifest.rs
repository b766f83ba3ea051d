//! The manifest of a backup, and whether this program can read it.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use zip::ZipArchive;
use zip::result::ZipError;

use super::{BackupError, shown};
use plumbline_platform::db::migrate::{Migration, known};
use plumbline_platform::error::BoxError;

/// Its name in the file.
pub(super) const MANIFEST: &str = "manifest.json";
/// How the file is laid out; raised when an older program could not read it.
pub(super) const FORMAT: u32 = 1;
/// No manifest is longer: it has some 200 bytes for each picture.
const LONGEST: u64 = 256 * 1024 * 1024;

/// What is in a backup.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// How the file is laid out.
    pub format: u32,
    /// The version of Plumbline that made it.
    pub version: String,
    /// When, unix milliseconds.
    pub made_at: i64,
    /// `sqlite` or `postgres`.
    pub database: String,
    /// What its tables were made by.
    pub migrations: Vec<Migration>,
    /// Its tables.
    pub tables: Vec<TableRows>,
    /// How many pictures there are.
    pub files: i64,
    /// Pictures of which there was a row and no file when it was made.
    pub missing: Vec<String>,
    /// Each part of the file with its hash.
    pub entries: Vec<Entry>,
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
pub struct Entry {
    /// Its name in the file.
    pub name: String,
    /// Its bytes, unpacked.
    pub bytes: u64,
    /// SHA-256 of them, in hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// How many documents there are.
    #[must_use]
    pub fn documents(&self) -> i64 {
        let table = self.tables.iter().find(|table| table.name == "documents");
        table.map_or(0, |table| table.rows)
    }

    /// The hash of a part.
    pub(super) fn hash_of(&self, name: &str) -> Option<&str> {
        let entry = self.entries.iter().find(|entry| entry.name == name);
        entry.map(|entry| entry.sha256.as_str())
    }
}

/// The name of a table's part.
pub(super) fn part_of_table(table: &str) -> String {
    format!("tables/{table}.ndjson")
}

/// The name of a picture's part.
pub(super) fn part_of_file(id: &str) -> String {
    format!("files/{id}")
}

/// Opens a backup for reading.
pub(super) fn open(file: &Path) -> Result<ZipArchive<BufReader<File>>, BoxError> {
    Ok(ZipArchive::new(BufReader::new(File::open(file)?))?)
}

/// Reads what a backup says of itself.
///
/// # Errors
/// When it is not whole, or made by a newer program.
pub fn read(file: &Path) -> Result<Manifest, BackupError> {
    let damaged = |fault: BoxError| BackupError::Damaged {
        file: shown(file),
        fault: fault.to_string(),
    };
    if let Err(cause) = File::open(file) {
        return Err(BackupError::Unread {
            place: file.display().to_string(),
            cause: cause.into(),
        });
    }
    let text = || -> Result<Vec<u8>, BoxError> {
        // What the library says of either is of the insides of zips.
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
        part.take(LONGEST).read_to_end(&mut text)?;
        Ok(text)
    };
    let manifest: Manifest = text()
        .and_then(|text| Ok(serde_json::from_slice(&text)?))
        .map_err(damaged)?;
    judge(file, &manifest)?;
    Ok(manifest)
}

/// A newer program may have changed what a table means: only its own kind reads it. One whose
/// migrations are known and said something else was made by another product.
fn judge(file: &Path, manifest: &Manifest) -> Result<(), BackupError> {
    let known = known();
    let newest = known.last().map_or(0, |migration| migration.version);
    let is_newer = manifest.migrations.iter().any(|seen| seen.version > newest);
    if manifest.format > FORMAT || is_newer {
        return Err(BackupError::Newer {
            file: shown(file),
            theirs: manifest.version.clone(),
            ours: env!("CARGO_PKG_VERSION"),
        });
    }
    // Each from the first, in their order: no table of theirs is left out.
    let mut pairs = manifest.migrations.iter().zip(&known);
    let strange = pairs.find(|(seen, known)| seen != known);
    let fault = match strange {
        Some((seen, _)) => format!(
            "its migration {} is another than this program's",
            seen.version
        ),
        None if manifest.migrations.is_empty() => "it names no migration".to_owned(),
        None => return Ok(()),
    };
    Err(BackupError::Damaged {
        file: shown(file),
        fault,
    })
}
