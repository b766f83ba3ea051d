//! Making a backup: every row, read in one transaction, then the pictures that these rows name.

use std::collections::BTreeSet;
use std::path::Path;

use super::BackupError;
use super::archive::{ArchivePart, ArchiveWriter};
use super::manifest::{FORMAT, Manifest, TableRows, picture_part, table_part};
use plumbline_platform::db::{Conn, Db, Dialect, migrate, table_rows};
use plumbline_platform::error::BoxError;
use plumbline_platform::files::{FileStorage, store};
use plumbline_platform::ids::FileId;

/// The size of a portion of rows in bytes.
const CHUNK_SIZE: usize = 256 * 1024;
/// How many rows of pictures are read at once.
const BATCH_SIZE: i64 = 500;

/// What is backed up.
#[derive(Clone, Copy)]
pub struct BackupSource<'a> {
    /// The database, whose tables may be older than this program.
    pub db: &'a Db,
    /// The pictures.
    pub files: &'a FileStorage,
    /// Now, unix milliseconds.
    pub now: i64,
}

/// What failed: reading the data, or writing the file.
pub(super) enum MakeError {
    Source(BackupError),
    Place(BoxError),
}

impl<E: Into<BackupError>> From<E> for MakeError {
    fn from(error: E) -> Self {
        Self::Source(error.into())
    }
}

/// Writes a backup to a path where nothing exists yet. After an error, part of a file may remain.
pub(super) async fn make(source: BackupSource<'_>, path: &Path) -> Result<Manifest, MakeError> {
    let writing = ArchiveWriter::start(path.to_owned());
    let written = write_parts(source, &writing).await;
    let (manifest, fault) = match written {
        Ok(manifest) => (manifest, None),
        Err(error) => (None, Some(error)),
    };
    // A thread that gave up reports why; one that was stopped has nothing new to report.
    match (writing.finish(manifest).await, fault) {
        (_, Some(fault)) => Err(MakeError::Source(fault)),
        (Ok(manifest), None) => Ok(manifest),
        (Err(cause), None) => Err(MakeError::Place(cause)),
    }
}

/// Writes everything to the file; `None` if the file could not be written.
async fn write_parts(
    source: BackupSource<'_>,
    writing: &ArchiveWriter,
) -> Result<Option<Manifest>, BackupError> {
    let mut tx = source.db.begin_read().await?;
    table_rows::disable_timeout(&mut tx).await?;
    let migrations = migrate::list_applied(&mut tx).await?;
    let mut tables = Vec::new();
    for shape in table_rows::list_tables(&mut tx).await? {
        let part = ArchivePart::Begin(table_part(&shape.name), true);
        if !writing.send(part).await {
            return Ok(None);
        }
        let Some(count) = table_rows::read_rows(&mut tx, &shape, CHUNK_SIZE, writing.sender()).await? else {
            return Ok(None);
        };
        tables.push(TableRows {
            columns: shape.column_names().map(str::to_owned).collect(),
            name: shape.name,
            rows: count,
        });
    }
    let ids = list_picture_ids(&mut tx).await?;
    tx.commit().await?;
    let (mut missing, mut deleted) = (BTreeSet::new(), BTreeSet::new());
    for id in &ids {
        let bytes = source.files.get(id).await;
        let bytes = bytes.map_err(|error| BackupError::Unread {
            place: format!("the picture {id}"),
            cause: error.into(),
        })?;
        // A picture that was deleted meanwhile has no row any more.
        let Some(bytes) = bytes else {
            let mut conn = source.db.read().await?;
            let is_lost = store::exists(&mut conn, id).await?;
            let id = id.parse::<FileId>();
            let id = id.map_err(|error| BackupError::Message(error.to_string()))?;
            if !is_lost {
                deleted.insert(id.clone());
            }
            missing.insert(id);
            continue;
        };
        let is_taken = writing.send(ArchivePart::Begin(picture_part(id), false)).await
            && writing.send(ArchivePart::Bytes(bytes.into())).await;
        if !is_taken {
            return Ok(None);
        }
    }
    Ok(Some(Manifest {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        made_at: source.now,
        database: match source.db.dialect() {
            Dialect::Sqlite => "sqlite".to_owned(),
            Dialect::Postgres => "postgres".to_owned(),
        },
        migrations,
        tables,
        files: i64::try_from(ids.len() - missing.len()).unwrap_or(i64::MAX),
        missing,
        deleted,
        entries: Vec::new(),
    }))
}

/// The ids of all pictures.
async fn list_picture_ids(conn: &mut Conn) -> Result<Vec<String>, BackupError> {
    let mut ids: Vec<String> = Vec::new();
    loop {
        let after = ids.last().cloned().unwrap_or_default();
        let some = store::list_ids_after(conn, &after, BATCH_SIZE).await?;
        if some.is_empty() {
            return Ok(ids);
        }
        ids.extend(some);
    }
}
