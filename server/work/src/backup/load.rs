//! Loading the rows of a backup into an empty database with the tables of its version: every table once, each with
//! every column. A backup may be somebody else's work, so nothing in it is trusted.

use std::path::Path;

use serde_json::Value;
use tokio::sync::mpsc;

use super::manifest::{BackupEntry, Manifest, TableRows};
use super::portions;
use super::{BackupError, display_name};
use plumbline_platform::data_folder;
use plumbline_platform::db::table_rows::{TableShape, TableWriter};
use plumbline_platform::db::{Db, Dialect, migrate};
use plumbline_platform::ids::is_id;

/// The tables whose ids are Stripe's.
const STRIPE_IDS: [&str; 3] = ["card_events", "refund_failures", "subscription_invoices"];

/// Creates the tables as they were when the backup was made, and inserts its rows. `folder` is where the database is, if
/// it is SQLite's.
pub(super) async fn load_rows(
    file: &Path,
    manifest: &Manifest,
    (db, folder): (&Db, &Path),
) -> Result<(), BackupError> {
    if db.dialect() == Dialect::Sqlite {
        fits(file, manifest, data_folder::free(folder))?;
    }
    let newest = manifest.migrations.last();
    migrate::run_up_to(db, newest.map_or(0, |migration| migration.version)).await?;
    let mut filling = TableWriter::begin(db).await?;
    let shapes = filling.list_tables().await?;
    for shape in &shapes {
        filling.clear_table(shape).await?;
    }
    let tables = match_tables(manifest, &shapes)
        .map_err(|fault| BackupError::Damaged { file: display_name(file), fault })?;
    for (table, shape) in tables {
        load_table(file, (table, manifest.part_of(table)), &shape, &mut filling).await?;
    }
    filling.finish().await?;
    Ok(())
}

/// Refuses tables that are larger than the disk, before they fill it while others write to it.
fn fits(file: &Path, manifest: &Manifest, free: Option<u64>) -> Result<(), BackupError> {
    const MEGABYTE: u64 = 1024 * 1024;
    let parts = manifest.tables.iter().filter_map(|it| manifest.part_of(it));
    let bytes = parts.fold(0_u64, |sum, part| sum.saturating_add(part.bytes));
    match free {
        Some(free) if bytes > free => Err(BackupError::Message(format!(
            "{} does not fit: its tables have {} MB, and the disk has {} MB free",
            display_name(file),
            bytes / MEGABYTE,
            free / MEGABYTE
        ))),
        _ => Ok(()),
    }
}

/// The backup's tables, each with its columns in the backup's order.
///
/// # Errors
/// Names a table or column that is unknown, missing or there twice.
fn match_tables<'a>(
    manifest: &'a Manifest,
    shapes: &[TableShape],
) -> Result<Vec<(&'a TableRows, TableShape)>, String> {
    let mut tables = Vec::with_capacity(shapes.len());
    for table in &manifest.tables {
        let shape = shapes.iter().find(|shape| shape.name == table.name);
        let shape = shape.ok_or_else(|| format!("it has a strange table, {}", table.name))?;
        let column = |name: &String| {
            let found = shape.columns.iter().find(|(column, _)| column == name);
            found.cloned().ok_or_else(|| format!("{} has a strange column, {name}", table.name))
        };
        let columns: Vec<_> = table.columns.iter().map(column).collect::<Result<_, _>>()?;
        if let Some((name, _)) = shape.columns.iter().find(|it| !columns.contains(it)) {
            return Err(format!("{} lacks its column {name}", table.name));
        }
        if columns.len() > shape.columns.len() {
            return Err(format!("{} has a column twice", table.name));
        }
        let name = table.name.clone();
        tables.push((table, TableShape { name, columns }));
    }
    for shape in shapes {
        match tables.iter().filter(|(it, _)| it.name == shape.name).count() {
            0 => return Err(format!("it lacks the table {}", shape.name)),
            1 => {}
            _ => return Err(format!("it has the table {} twice", shape.name)),
        }
    }
    Ok(tables)
}

/// Inserts the rows of a table while they are read; their number, their size and their hash must match.
async fn load_table(
    file: &Path,
    (table, part): (&TableRows, Option<&BackupEntry>),
    shape: &TableShape,
    filling: &mut TableWriter,
) -> Result<(), BackupError> {
    let damaged = |fault: String| BackupError::Damaged {
        file: display_name(file),
        fault: format!("{}: {fault}", table.name),
    };
    let (sender, mut receiver) = mpsc::channel(portions::AHEAD);
    let part = part.ok_or_else(|| damaged("the manifest does not have it".to_owned()))?;
    let (path, name, bytes) = (file.to_owned(), part.name.clone(), part.bytes);
    let width = shape.columns.len();
    let reading = tokio::task::spawn_blocking(move || portions::read(&path, &name, (width, bytes), &sender));
    let mut count = 0;
    while let Some(rows) = receiver.recv().await {
        count += i64::try_from(rows.len()).unwrap_or(i64::MAX);
        if let Some(id) = find_false_id(shape, &rows) {
            return Err(damaged(format!("{}.id is no id in a row of it: {id}", table.name)));
        }
        // The hash is known only at the end; nothing is committed before.
        if let Err(error) = filling.write_rows(shape, &rows).await {
            return Err(damaged(error.to_string()));
        }
    }
    let hash = match reading.await {
        Ok(Ok(hash)) => hash,
        Ok(Err(error)) => return Err(damaged(error.to_string())),
        Err(error) => return Err(damaged(error.to_string())),
    };
    if hash != part.sha256 {
        return Err(damaged("its rows are not those that were written".to_owned()));
    }
    if count != table.rows {
        return Err(damaged(format!("it has {count} rows in place of {}", table.rows)));
    }
    Ok(())
}

/// The first value that should be an id of ours and isn't, shortened. Ids become names of files and parts of addresses;
/// a reference to another row is checked by the database.
fn find_false_id(shape: &TableShape, rows: &[Vec<Value>]) -> Option<String> {
    let is_ours = !STRIPE_IDS.contains(&shape.name.as_str());
    let at = shape.columns.iter().position(|(name, is_text)| is_ours && *is_text && name == "id")?;
    let false_id = rows.iter().map(|row| row.get(at)).find(|id| match id {
        Some(Value::String(id)) => !is_id(id),
        _ => true,
    })?;
    Some(false_id.map_or_else(String::new, |id| id.to_string().chars().take(60).collect()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn manifest(tables: Vec<TableRows>, entries: Vec<BackupEntry>) -> Manifest {
        Manifest {
            format: 1,
            version: String::new(),
            made_at: 0,
            database: "sqlite".to_owned(),
            migrations: Vec::new(),
            tables,
            files: 0,
            missing: BTreeSet::new(),
            deleted: BTreeSet::new(),
            entries,
        }
    }

    #[test]
    fn tables_larger_than_the_disk_are_refused() {
        let table = |name: &str| TableRows { name: name.to_owned(), columns: Vec::new(), rows: 0 };
        let entry = |name: &str, bytes| BackupEntry { name: name.to_owned(), bytes, sha256: String::new() };
        // Pictures are not among the tables.
        let entries = vec![
            entry("tables/a.ndjson", 3 << 20),
            entry("tables/b.ndjson", 1 << 20),
            entry("files/c", 9 << 20),
        ];
        let manifest = manifest(vec![table("a"), table("b")], entries);
        let fits = |free| fits(Path::new("x/spare.zip"), &manifest, free);
        assert!(fits(None).is_ok() && fits(Some(4 << 20)).is_ok());
        let text = fits(Some((4 << 20) - 1)).expect_err("too much").to_string();
        let expected = "spare.zip does not fit: its tables have 4 MB, and the disk has 3 MB free";
        assert_eq!(text, expected);
    }

    #[test]
    fn every_id_of_ours_is_a_uuid() {
        let text = |name: &str| (name.to_owned(), true);
        let false_id = |table: &str, columns: &[&str], id: Value| {
            let columns = columns.iter().map(|name| text(name)).collect();
            let shape = TableShape { name: table.to_owned(), columns };
            let good = "01890a5d-ac96-774b-bcce-b302099a8057";
            find_false_id(&shape, &[vec!["x".into(), good.into()], vec!["x".into(), id]])
        };
        for id in ["../../evil4", "", "a/b", "01890A5D-AC96-774B-BCCE-B302099A8057"] {
            assert_eq!(false_id("exports", &["path", "id"], id.into()), Some(format!("\"{id}\"")));
            assert_eq!(false_id("card_events", &["path", "id"], id.into()), None);
            assert_eq!(false_id("exports", &["path", "key"], id.into()), None);
        }
        assert_eq!(false_id("exports", &["path", "id"], 7.into()).as_deref(), Some("7"));
        let fine = "01890a5d-ac96-774b-bcce-b302099a8058";
        assert_eq!(false_id("exports", &["path", "id"], fine.into()), None);
    }

    #[test]
    fn every_table_is_there_once_with_every_column() {
        let text = |name: &str| (name.to_owned(), true);
        let shape =
            |name: &str| TableShape { name: name.to_owned(), columns: vec![text("id"), text("name")] };
        let shapes = [shape("contacts"), shape("files")];
        let table = |name: &str, columns: &[&str]| TableRows {
            name: name.to_owned(),
            columns: columns.iter().map(|it| (*it).to_owned()).collect(),
            rows: 0,
        };
        let fault = |tables: Vec<TableRows>| {
            let manifest = manifest(tables, Vec::new());
            let found = match_tables(&manifest, &shapes);
            found.map(|tables| tables.len()).err()
        };
        let contacts = || table("contacts", &["name", "id"]);
        let files = || table("files", &["id", "name"]);
        assert_eq!(fault(vec![files(), contacts()]), None);
        for (tables, says) in [
            (vec![], "it lacks the table contacts"),
            (vec![contacts()], "it lacks the table files"),
            (vec![contacts(), files(), files()], "it has the table files twice"),
            (vec![contacts(), table("files", &["id"])], "files lacks its column name"),
            (vec![contacts(), table("files", &["id", "name", "id"])], "files has a column twice"),
            (vec![contacts(), files(), table("x", &[])], "it has a strange table, x"),
            (vec![contacts(), table("files", &["id", "name", "x"])], "files has a strange column, x"),
        ] {
            assert_eq!(fault(tables).as_deref(), Some(says));
        }
    }
}
