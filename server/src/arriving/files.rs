//! The files that were brought: as they are, or in a zip.

use std::io::{Cursor, Read as _};

use axum::body::Bytes;
use zip::ZipArchive;

use super::Unusable;

/// The most bytes that a zip may hold once it is unpacked.
const UNPACKED_MAX: u64 = 256 * 1024 * 1024;
/// The most files of a zip that are looked at.
const ENTRIES_MAX: usize = 100;

/// A file, with its name in small letters.
#[derive(Debug)]
pub(super) struct File {
    /// Such as `invoices.csv`.
    pub name: String,
    /// What it holds.
    pub bytes: Bytes,
}

/// The tables and backups among the files; what lies in a zip is taken out of it.
///
/// # Errors
/// Where a zip cannot be opened, or holds too much.
pub(super) fn unpacked(files: Vec<File>) -> Result<Vec<File>, Unusable> {
    let mut all = Vec::new();
    let mut left = UNPACKED_MAX;
    for file in files {
        if !file.bytes.starts_with(b"PK\x03\x04") {
            all.push(file);
            continue;
        }
        let mut zip = ZipArchive::new(Cursor::new(file.bytes)).map_err(|_| Unusable::BrokenZip)?;
        for at in 0..zip.len().min(ENTRIES_MAX) {
            let mut entry = zip.by_index(at).map_err(|_| Unusable::BrokenZip)?;
            let name = entry
                .name()
                .map_err(|_| Unusable::BrokenZip)?
                .to_lowercase();
            if !entry.is_file() || !(name.ends_with(".json") || name.ends_with(".csv")) {
                continue;
            }
            let mut bytes = Vec::new();
            // What it says of its size may be wrong: it is read up to the bound and no further.
            let mut bounded = (&mut entry).take(left + 1);
            let read = bounded.read_to_end(&mut bytes);
            let read = read.map_err(|_| Unusable::BrokenZip)? as u64;
            left = left.checked_sub(read).ok_or(Unusable::TooLarge)?;
            all.push(File {
                name,
                bytes: bytes.into(),
            });
        }
    }
    Ok(all)
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

    fn file(bytes: Bytes) -> File {
        File {
            name: "a".into(),
            bytes,
        }
    }

    #[test]
    fn tables_and_backups_come_out_of_a_zip() {
        let zip = zipped(&[
            ("Backup.JSON", b"{}"),
            ("logo.png", b"x"),
            ("a/b.csv", b"y"),
        ]);
        let files = unpacked(vec![file(zip), file(Bytes::from_static(b"Name\n"))]).unwrap();
        let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["backup.json", "a/b.csv", "a"]);
    }

    #[test]
    fn a_zip_that_is_none_and_one_without_end_are_refused() {
        let broken = file(Bytes::from_static(b"PK\x03\x04nothing"));
        assert_eq!(unpacked(vec![broken]).unwrap_err(), Unusable::BrokenZip);
        let bomb = vec![0_u8; 257 * 1024 * 1024];
        let bomb = file(zipped(&[("a.csv", &bomb)]));
        assert_eq!(unpacked(vec![bomb]).unwrap_err(), Unusable::TooLarge);
    }
}
