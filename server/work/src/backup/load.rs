//! Loading the rows of a backup into an empty database with the tables of its version: every table once, each with
//! every column. A backup may be somebody else's work, so nothing in it is trusted.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use super::manifest::{self, Manifest, TableRows, part_of_table};
use super::{BackupError, shown};
use plumbline_platform::db::rows::{Filling, Shape};
use plumbline_platform::db::{Db, migrate};
use plumbline_platform::error::BoxError;

/// How many rows are in one portion.
const AT_ONCE: usize = 500;
/// How many portions may wait for the database.
const AHEAD: usize = 4;
/// The longest row, in bytes: a document has a megabyte at most, and an email not much more than its PDFs.
const ROW_MAX: u64 = 64 * 1024 * 1024;

/// Creates the tables as they were when the backup was made, and inserts its rows.
pub(super) async fn load(file: &Path, manifest: &Manifest, db: &Db) -> Result<(), BackupError> {
    let newest = manifest.migrations.last();
    migrate::run_upto(db, newest.map_or(0, |migration| migration.version)).await?;
    let mut filling = Filling::begin(db).await?;
    let shapes = filling.shapes().await?;
    for shape in &shapes {
        filling.empty(shape).await?;
    }
    let tables = fitting(manifest, &shapes).map_err(|fault| BackupError::Damaged {
        file: shown(file),
        fault,
    })?;
    for (table, shape) in tables {
        put(file, manifest, table, &shape, &mut filling).await?;
    }
    filling.end().await?;
    Ok(())
}

/// The backup's tables, each with its columns in the backup's order.
///
/// # Errors
/// Names a table or column that is unknown, missing or there twice.
fn fitting<'a>(
    manifest: &'a Manifest,
    shapes: &[Shape],
) -> Result<Vec<(&'a TableRows, Shape)>, String> {
    let mut tables = Vec::with_capacity(shapes.len());
    for table in &manifest.tables {
        let shape = shapes.iter().find(|shape| shape.name == table.name);
        let shape = shape.ok_or_else(|| format!("it has a strange table, {}", table.name))?;
        let column = |name: &String| {
            let found = shape.columns.iter().find(|(column, _)| column == name);
            found
                .cloned()
                .ok_or_else(|| format!("{} has a strange column, {name}", table.name))
        };
        let columns: Vec<_> = table.columns.iter().map(column).collect::<Result<_, _>>()?;
        if let Some((name, _)) = shape.columns.iter().find(|it| !columns.contains(it)) {
            return Err(format!("{} lacks its column {name}", table.name));
        }
        if columns.len() > shape.columns.len() {
            return Err(format!("{} has a column twice", table.name));
        }
        let name = table.name.clone();
        tables.push((table, Shape { name, columns }));
    }
    for shape in shapes {
        match tables
            .iter()
            .filter(|(it, _)| it.name == shape.name)
            .count()
        {
            0 => return Err(format!("it lacks the table {}", shape.name)),
            1 => {}
            _ => return Err(format!("it has the table {} twice", shape.name)),
        }
    }
    Ok(tables)
}

/// Inserts the rows of a table while they are read; their number and their hash must match.
async fn put(
    file: &Path,
    manifest: &Manifest,
    table: &TableRows,
    shape: &Shape,
    filling: &mut Filling,
) -> Result<(), BackupError> {
    let damaged = |fault: String| BackupError::Damaged {
        file: shown(file),
        fault: format!("{}: {fault}", table.name),
    };
    let (sender, mut portions) = mpsc::channel(AHEAD);
    let (path, part) = (file.to_owned(), part_of_table(&table.name));
    let expected = manifest.hash_of(&part).unwrap_or_default().to_owned();
    let reading = tokio::task::spawn_blocking(move || read(&path, &part, &sender));
    let mut count = 0;
    while let Some(rows) = portions.recv().await {
        count += i64::try_from(rows.len()).unwrap_or(i64::MAX);
        // The hash is known only at the end; nothing is committed before.
        if let Err(error) = filling.put(shape, &rows).await {
            return Err(damaged(error.to_string()));
        }
    }
    let hash = match reading.await {
        Ok(Ok(hash)) => hash,
        Ok(Err(error)) => return Err(damaged(error.to_string())),
        Err(error) => return Err(damaged(error.to_string())),
    };
    if hash != expected {
        return Err(damaged(
            "its rows are not those that were written".to_owned(),
        ));
    }
    if count != table.rows {
        return Err(damaged(format!(
            "it has {count} rows in place of {}",
            table.rows
        )));
    }
    Ok(())
}

/// Reads the rows of a part and sends them on. Returns the hash of all of them.
fn read(
    file: &Path,
    part: &str,
    sender: &mpsc::Sender<Vec<Vec<Value>>>,
) -> Result<String, BoxError> {
    let mut archive = manifest::open(file)?;
    let mut lines = BufReader::new(archive.by_name(part)?);
    let mut hash = Sha256::new();
    let (mut line, mut rows) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        let is_end = lines.by_ref().take(ROW_MAX).read_until(b'\n', &mut line)? == 0;
        if line.len() as u64 == ROW_MAX {
            return Err("a row of it is longer than 64 MB".into());
        }
        if is_end || rows.len() == AT_ONCE {
            // If the receiver has stopped, it reports the reason.
            if sender.blocking_send(std::mem::take(&mut rows)).is_err() || is_end {
                return Ok(hex::encode(hash.finalize()));
            }
        }
        hash.update(&line);
        rows.push(serde_json::from_slice(&line)?);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_there_once_with_every_column() {
        let text = |name: &str| (name.to_owned(), true);
        let shape = |name: &str| Shape {
            name: name.to_owned(),
            columns: vec![text("id"), text("name")],
        };
        let shapes = [shape("contacts"), shape("files")];
        let table = |name: &str, columns: &[&str]| TableRows {
            name: name.to_owned(),
            columns: columns.iter().map(|it| (*it).to_owned()).collect(),
            rows: 0,
        };
        let fault = |tables: Vec<TableRows>| {
            let manifest = Manifest {
                format: 1,
                version: String::new(),
                made_at: 0,
                database: "sqlite".to_owned(),
                migrations: Vec::new(),
                tables,
                files: 0,
                missing: Vec::new(),
                entries: Vec::new(),
            };
            let found = fitting(&manifest, &shapes);
            found.map(|tables| tables.len()).err()
        };
        let contacts = || table("contacts", &["name", "id"]);
        let files = || table("files", &["id", "name"]);
        assert_eq!(fault(vec![files(), contacts()]), None);
        for (tables, says) in [
            (vec![], "it lacks the table contacts"),
            (vec![contacts()], "it lacks the table files"),
            (
                vec![contacts(), files(), files()],
                "it has the table files twice",
            ),
            (
                vec![contacts(), table("files", &["id"])],
                "files lacks its column name",
            ),
            (
                vec![contacts(), table("files", &["id", "name", "id"])],
                "files has a column twice",
            ),
            (
                vec![contacts(), files(), table("x", &[])],
                "it has a strange table, x",
            ),
            (
                vec![contacts(), table("files", &["id", "name", "x"])],
                "files has a strange column, x",
            ),
        ] {
            assert_eq!(fault(tables).as_deref(), Some(says));
        }
    }
}
