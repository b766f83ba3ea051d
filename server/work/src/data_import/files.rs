//! The uploaded files, one after the other, as they are or in a zip file, which is unpacked while it is read.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Cursor, Error, ErrorKind, Read};

use axum::body::Bytes;
use plumbline_core::time::date_parser::DateOrder;
use zip::ZipArchive;

use super::ImportError;
use super::parsed::ParsedTable;
use super::report::DataImportTable;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::state::AppState;
use plumbline_platform::table_import::columns;
use plumbline_records::documents::store::origins::ImportSource;

/// The most bytes of the files in a zip file, uncompressed.
const UNPACKED_MAX: u64 = 256 * 1024 * 1024;

/// The most files of a zip file that are looked at.
const ENTRIES_MAX: usize = 100;

/// The most files that a zip file may list: a list in memory takes some hundred bytes for each.
const LISTED_MAX: usize = 10_000;

/// A file, with its name in lower case.
#[derive(Debug)]
pub(super) struct ImportFile {
    /// The name, such as `invoices.csv`.
    pub name: String,
    /// The contents.
    pub bytes: Bytes,
}

/// Calls `look` with each table and backup among the files, also those in a zip file, with its name in lower case. What
/// `look` does not read is not decompressed.
///
/// # Errors
/// If a zip file can't be opened or contains too much; also the errors of `look`.
pub(super) fn for_each_file(
    files: Vec<ImportFile>,
    mut look: impl FnMut(&str, &mut dyn BufRead) -> Result<(), ImportError>,
) -> Result<(), ImportError> {
    let mut left = UNPACKED_MAX;
    for file in files {
        if !file.bytes.starts_with(b"PK\x03\x04") {
            look(&file.name, &mut Cursor::new(file.bytes))?;
            continue;
        }
        // Opening a zip file reads its whole list into memory.
        if count_entries(&file.bytes) > LISTED_MAX {
            return Err(ImportError::TooManyFiles);
        }
        let mut zip = ZipArchive::new(Cursor::new(file.bytes)).map_err(|_| ImportError::BrokenZip)?;
        for at in 0..zip.len().min(ENTRIES_MAX) {
            let entry = zip.by_index(at).map_err(|_| ImportError::BrokenZip)?;
            let name = entry.name().map_err(|_| ImportError::BrokenZip)?.to_lowercase();
            // An Excel workbook is a zip file as well.
            if name == "xl/workbook.xml" {
                return Err(ImportError::Excel);
            }
            if !entry.is_file() || !(name.ends_with(".json") || name.ends_with(".csv")) {
                continue;
            }
            let bounded = BoundedReader { entry, left: &mut left };
            look(&name, &mut BufReader::new(bounded))?;
        }
    }
    Ok(())
}

/// How many files a zip file may list, at most [`LISTED_MAX`] and one more: each begins with this signature. Compressed
/// data may contain it by chance, which is rare.
fn count_entries(zip: &[u8]) -> usize {
    let signatures = zip.windows(4).filter(|part| part == b"PK\x01\x02");
    signatures.take(LISTED_MAX + 1).count()
}

/// A part of a zip file, of which no more than `left` bytes are read, whatever size it claims to have.
struct BoundedReader<'a, R> {
    entry: R,
    left: &'a mut u64,
}

impl<R: Read> Read for BoundedReader<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let read = self.entry.read(bytes)?;
        match self.left.checked_sub(read as u64) {
            Some(left) => *self.left = left,
            None => return Err(ErrorKind::FileTooLarge.into()),
        }
        Ok(read)
    }
}

/// What an error while reading a file means.
impl From<Error> for ImportError {
    fn from(error: Error) -> Self {
        match error.kind() {
            ErrorKind::FileTooLarge => Self::TooLarge,
            _ => Self::BrokenZip,
        }
    }
}

/// How tables are read, as somebody chose.
#[derive(Debug, Default)]
pub(super) struct TablesSaid {
    /// The headings under which columns are read, by the key of the table's headings, as they were sent.
    pub sent: HashMap<String, Vec<String>>,
    /// The same, as remembered from an earlier import.
    pub remembered: HashMap<String, Vec<String>>,
    /// Whether the day or the month comes first in dates that can be read both ways.
    pub dates: Option<DateOrder>,
}

impl TablesSaid {
    /// How the columns of a table with these headings are read; `None` if nobody chose.
    pub(super) fn columns(&self, headings: &str) -> Option<Vec<String>> {
        let texts = self.sent.get(headings);
        texts.or_else(|| self.remembered.get(headings)).cloned()
    }
}

/// Remembers how the columns of these tables are read.
pub(super) async fn remember_columns(
    state: &AppState,
    user_id: &UserId,
    source: ImportSource,
    (columns, tables): (HashMap<String, Vec<String>>, &[ParsedTable]),
) -> Result<(), ApiError> {
    let is_there = |headings: &String| tables.iter().any(|it| it.headings == *headings);
    let given: Vec<_> = columns.into_iter().filter(|(headings, _)| is_there(headings)).collect();
    if given.is_empty() {
        return Ok(());
    }
    let mut tx = state.db.begin_write().await?;
    for (headings, reads) in given {
        let of = (user_id, source.code(), headings.as_str());
        columns::remember(&mut tx, of, &reads, state.clock.now_ms()).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The tables as the report lists them: those with the same headings are one, since their columns are read in the same
/// way.
pub(super) fn group_tables(tables: Vec<ParsedTable>) -> Vec<DataImportTable> {
    let mut all: Vec<DataImportTable> = Vec::new();
    for table in tables {
        let known = all.iter_mut().find(|it| it.headings == table.headings);
        match known {
            Some(known) => known.files.push(table.name),
            None => all.push(DataImportTable {
                files: vec![table.name],
                headings: table.headings,
                columns: table.columns,
                choices: table.choices,
                asks: table.asks,
            }),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    fn zipped(entries: &[(&str, &[u8])]) -> Bytes {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in entries {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner().into()
    }

    fn file(bytes: Bytes) -> ImportFile {
        ImportFile { name: "a".into(), bytes }
    }

    fn read_files(files: Vec<ImportFile>) -> Result<Vec<(String, u64)>, ImportError> {
        let mut all = Vec::new();
        for_each_file(files, |name, file| {
            let length = std::io::copy(file, &mut std::io::sink())?;
            all.push((name.to_owned(), length));
            Ok(())
        })?;
        Ok(all)
    }

    #[test]
    fn tables_and_backups_come_out_of_a_zip() {
        let zip = zipped(&[("Backup.JSON", b"{}"), ("logo.png", b"x"), ("a/b.csv", b"y")]);
        let files = read_files(vec![file(zip), file(Bytes::from_static(b"Name\n"))]).unwrap();
        let expected = [("backup.json", 2), ("a/b.csv", 1), ("a", 5)];
        assert_eq!(files, expected.map(|(name, length)| (name.to_owned(), length)));
    }

    #[test]
    fn refuses_a_zip_with_too_many_files() {
        let names: Vec<String> = (0..=LISTED_MAX).map(|at| at.to_string()).collect();
        let entries: Vec<(&str, &[u8])> = names.iter().map(|name| (&**name, &b""[..])).collect();
        let result = read_files(vec![file(zipped(&entries))]);
        assert_eq!(result, Err(ImportError::TooManyFiles));
        assert_eq!(read_files(vec![file(zipped(&entries[1..]))]), Ok(Vec::new()));
    }

    #[test]
    fn recognises_a_spreadsheet_whatever_its_name() {
        let zip = zipped(&[("[Content_Types].xml", b"<x/>"), ("xl/workbook.xml", b"<x/>")]);
        assert_eq!(read_files(vec![file(zip)]), Err(ImportError::Excel));
    }

    #[test]
    fn refuses_a_broken_zip_and_one_that_is_too_large() {
        let broken = file(Bytes::from_static(b"PK\x03\x04nothing"));
        assert_eq!(read_files(vec![broken]).unwrap_err(), ImportError::BrokenZip);
        let half = vec![0_u8; 129 * 1024 * 1024];
        let bomb = zipped(&[("a.csv", &half), ("b.csv", &half)]);
        assert_eq!(read_files(vec![file(bomb.clone())]).unwrap_err(), ImportError::TooLarge);
        // A file that nobody reads is not decompressed.
        assert_eq!(for_each_file(vec![file(bomb)], |_, _| Ok(())), Ok(()));
    }
}
