//! The rows of a backup, into an empty database with the tables of then.

use std::io::{BufRead as _, BufReader};
use std::path::Path;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use super::manifest::{self, Manifest, TableRows, part_of_table};
use super::{BackupError, shown};
use crate::db::rows::{Filling, Shape};
use crate::db::{Db, migrate};
use crate::error::BoxError;

/// How many rows are handed on at once.
const AT_ONCE: usize = 500;
/// How many such portions wait for the database.
const AHEAD: usize = 4;

/// Makes the tables as they were when the backup was made, and puts its rows in.
pub(super) async fn load(file: &Path, manifest: &Manifest, db: &Db) -> Result<(), BackupError> {
    let newest = manifest.migrations.last();
    migrate::run_upto(db, newest.map_or(0, |migration| migration.version)).await?;
    let mut filling = Filling::begin(db).await?;
    let shapes = filling.shapes().await?;
    for shape in &shapes {
        filling.empty(shape).await?;
    }
    for table in &manifest.tables {
        let shape = fitting(file, table, &shapes)?;
        put(file, manifest, table, &shape, &mut filling).await?;
    }
    filling.end().await?;
    Ok(())
}

/// The table with its columns in the backup's order.
fn fitting(file: &Path, table: &TableRows, shapes: &[Shape]) -> Result<Shape, BackupError> {
    let damaged = |fault: String| BackupError::Damaged {
        file: shown(file),
        fault,
    };
    let shape = shapes.iter().find(|shape| shape.name == table.name);
    let shape = shape.ok_or_else(|| damaged(format!("it has a strange table, {}", table.name)))?;
    let column = |name: &String| {
        let found = shape.columns.iter().find(|(column, _)| column == name);
        found
            .cloned()
            .ok_or_else(|| damaged(format!("{} has a strange column, {name}", table.name)))
    };
    let columns: Result<Vec<_>, _> = table.columns.iter().map(column).collect();
    Ok(Shape {
        name: table.name.clone(),
        columns: columns?,
    })
}

/// Puts the rows of a table in, as they are read; their number and their hash must be right.
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
        // The hash is known at the end only; until then nothing is committed.
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

/// Reads the rows of a part and hands them on: the hash of all.
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
        let is_end = lines.read_until(b'\n', &mut line)? == 0;
        if is_end || rows.len() == AT_ONCE {
            // Who does not take them any more has said why.
            if sender.blocking_send(std::mem::take(&mut rows)).is_err() || is_end {
                return Ok(hex::encode(hash.finalize()));
            }
        }
        hash.update(&line);
        rows.push(serde_json::from_slice(&line)?);
    }
}
