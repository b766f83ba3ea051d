//! The rows of a table of a backup, in portions. A backup may be somebody else's work, so how much of it is in memory,
//! and how much it may become, doesn't depend on what it says.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use super::manifest;
use plumbline_platform::error::BoxError;

/// How many rows are in one portion at most.
const ROWS_MAX: usize = 500;
/// After how many bytes a portion is complete.
const ENOUGH: usize = 4 * 1024 * 1024;
/// The longest row, in bytes: a document has a megabyte at most, and an email not much more than its PDFs.
const ROW_MAX: u64 = 64 * 1024 * 1024;
/// How many portions may wait for the database. Another is being gathered, and another is being written.
pub(super) const AHEAD: usize = 1;

/// One portion.
pub(super) type Portion = Vec<Vec<Value>>;

/// Reads the rows of a part, with so many values each and at most so many bytes in all, and sends them on. Returns the
/// hash of all of them.
pub(super) fn read(
    file: &Path,
    part: &str,
    (width, most): (usize, u64),
    sender: &mpsc::Sender<Portion>,
) -> Result<String, BoxError> {
    let mut archive = manifest::open(file)?;
    let mut lines = BufReader::new(archive.by_name(part)?);
    let mut hash = Sha256::new();
    let (mut line, mut rows, mut bytes) = (Vec::new(), Vec::new(), 0);
    let mut left = most;
    loop {
        line.clear();
        let is_end = lines.by_ref().take(ROW_MAX).read_until(b'\n', &mut line)? == 0;
        if line.len() as u64 == ROW_MAX {
            return Err("a row of it is longer than 64 MB".into());
        }
        left = left.checked_sub(line.len() as u64).ok_or("it is longer than the manifest says")?;
        if is_end || rows.len() == ROWS_MAX || bytes >= ENOUGH {
            bytes = 0;
            // If the receiver has stopped, it reports the reason.
            if sender.blocking_send(std::mem::take(&mut rows)).is_err() || is_end {
                return Ok(hex::encode(hash.finalize()));
            }
        }
        hash.update(&line);
        rows.push(row(&line, width)?);
        bytes += line.len();
    }
}

/// The values of a row. They are counted before they are read, because a value takes more memory than text.
fn row(line: &[u8], width: usize) -> Result<Vec<Value>, BoxError> {
    if !is_flat(line, width) {
        return Err(format!("a row of it has more than {width} values").into());
    }
    Ok(serde_json::from_slice(line)?)
}

/// Whether a text has at most this many values, and no value has values of its own.
fn is_flat(line: &[u8], width: usize) -> bool {
    let (mut commas, mut lists) = (0, 0);
    let (mut is_text, mut is_escaped) = (false, false);
    for byte in line {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_text,
            b'"' => is_text = !is_text,
            _ if is_text => {}
            b',' => commas += 1,
            b'[' | b'{' => lists += 1,
            _ => {}
        }
        if commas >= width.max(1) || lists > 1 {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// The sizes of the portions of a part with these rows, of one value each.
    fn portions(rows: &str, most: u64) -> Result<Vec<usize>, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("backup.zip");
        let mut writer = ZipWriter::new(File::create(&path).expect("a file"));
        writer.start_file("part", SimpleFileOptions::default()).expect("a part");
        writer.write_all(rows.as_bytes()).expect("written");
        writer.finish().expect("a zip");
        let (sender, mut receiver) = mpsc::channel(100);
        let hash = read(&path, "part", (1, most), &sender).map_err(|error| error.to_string())?;
        assert_eq!(hash, hex::encode(Sha256::digest(rows)));
        drop(sender);
        let mut sizes = Vec::new();
        while let Ok(portion) = receiver.try_recv() {
            sizes.push(portion.len());
        }
        Ok(sizes)
    }

    #[test]
    fn limits_portions_by_rows_and_bytes() {
        let any = u64::MAX;
        assert_eq!(portions(&"[1]\n".repeat(501), any), Ok(vec![500, 1]));
        let long = format!("[\"{}\"]\n", "a".repeat(ENOUGH / 2));
        assert_eq!(portions(&long.repeat(5), any), Ok(vec![2, 2, 1]));
        assert_eq!(portions("", 0), Ok(vec![0]));
    }

    #[test]
    fn a_part_has_no_more_bytes_than_its_manifest_says() {
        assert_eq!(portions("[1]\n[2]\n", 8), Ok(vec![2]));
        let text = "it is longer than the manifest says";
        assert_eq!(portions("[1]\n[2]\n", 7), Err(text.to_owned()));
    }

    #[test]
    fn a_row_has_as_many_values_as_the_table_has_columns() {
        for (line, width) in [("[]", 1), ("[1]", 1), (r#"["a,[{\",",null]"#, 2), (r#"["\\",2]"#, 2)] {
            assert!(row(line.as_bytes(), width).is_ok(), "{line}");
        }
        for line in ["[1,2,3]", "[[],[]]", "[{}]", "{\"a\":[]}", "[[[[[[["] {
            let error = row(line.as_bytes(), 2).expect_err(line).to_string();
            assert_eq!(error, "a row of it has more than 2 values");
        }
    }
}
