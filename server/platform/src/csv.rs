//! Tables as CSV files, which every spreadsheet opens (RFC 4180).
//!
//! Spreadsheets treat a cell that begins with `=` as a formula, and an account may type such a cell. So it gets an
//! apostrophe in front, which makes it text (OWASP, CSV injection).

use std::iter;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

use crate::error::ApiError;

/// The byte order mark, by which spreadsheets recognise UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The first visible characters for which a spreadsheet takes a cell for a formula.
const FORMULA: [char; 4] = ['=', '+', '-', '@'];
/// Characters that some spreadsheets take for the end of a cell, so that a formula may follow.
const BREAKS: [char; 3] = ['\t', '\r', '\n'];

/// A file that is being written, row by row.
pub struct Sheet {
    writer: ::csv::Writer<Vec<u8>>,
}

/// A file with its name.
pub struct CsvFile {
    /// The file's name, such as `activities-2026-11-23.csv`: only letters, digits, `-` and `.`.
    pub name: String,
    /// The contents of the file.
    pub bytes: Vec<u8>,
}

impl Sheet {
    /// A file whose first row contains the names of the columns.
    pub fn of(columns: &[&str]) -> Result<Self, ApiError> {
        let writer = ::csv::WriterBuilder::new()
            .terminator(::csv::Terminator::CRLF)
            .from_writer(MARK.to_vec());
        let mut sheet = Self { writer };
        sheet.row(columns)?;
        Ok(sheet)
    }

    /// Adds a row, which must have one cell for each column.
    ///
    /// # Errors
    /// When the row has more or fewer cells than the rows before it.
    pub fn row(&mut self, cells: &[&str]) -> Result<(), ApiError> {
        let cells = cells.iter().map(|cell| harmless(cell));
        let cells: Vec<String> = cells.collect();
        self.writer.write_record(&cells).map_err(ApiError::internal)
    }

    /// Completes the file.
    pub fn finish(self, name: String) -> Result<CsvFile, ApiError> {
        let bytes = self.writer.into_inner();
        let bytes = bytes.map_err(|error| ApiError::internal(error.to_string()))?;
        Ok(CsvFile { name, bytes })
    }
}

/// A cell that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe in front, which
/// makes it text. A negative number is no formula and can be summed; a telephone number with `+` gets an apostrophe.
#[must_use]
pub fn harmless(cell: &str) -> String {
    let digits = cell.strip_prefix('-').unwrap_or_default();
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let is_formula = first_seen(cell).is_some_and(|first| FORMULA.contains(&first));
    if !is_number && (is_formula || cell.starts_with(BREAKS)) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

/// The first visible character of a cell, in its compatibility form: a spreadsheet ignores spaces and characters
/// without width, and takes a full-width '＝' for a '='.
fn first_seen(cell: &str) -> Option<char> {
    let has_width = |c: &char| skeleton(c.encode_utf8(&mut [0; 4])).next().is_some();
    let is_seen = |c: &char| !c.is_whitespace() && !c.is_control() && has_width(c);
    let first = cell.chars().find(is_seen)?;
    iter::once(first).nfkc().next()
}

impl IntoResponse for CsvFile {
    fn into_response(self) -> Response {
        let shown = format!("attachment; filename=\"{}\"", self.name);
        let mut response = self.bytes.into_response();
        let headers = response.headers_mut();
        for (name, value) in [
            (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
            (header::CACHE_CONTROL, "private, no-cache"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if let Ok(shown) = HeaderValue::from_str(&shown) {
            headers.insert(header::CONTENT_DISPOSITION, shown);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_comes_back_as_it_was_and_reckons_nothing() {
        let rows = [
            ["Mo, \"the\" plumber", "two\nlines", "ünïcödé €"],
            ["=HYPERLINK(\"http://x\")", "+44 113 496", "@SUM(A1)"],
            ["-12.50", "-x", "\tx"],
            ["", "+447700900123", "'quoted"],
        ];
        let mut sheet = Sheet::of(&["Name", "Text", "More"]).expect("a sheet");
        for row in &rows {
            sheet.row(row).expect("a row");
        }
        let file = sheet.finish("a.csv".to_owned()).expect("a file");
        let text = String::from_utf8(file.bytes).expect("UTF-8");
        let text = text.strip_prefix('\u{feff}').expect("a mark");
        assert!(text.starts_with("Name,Text,More\r\n"));
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        let read: Vec<Vec<String>> = reader
            .deserialize()
            .collect::<Result<_, _>>()
            .expect("readable");
        assert_eq!(read[0], rows[0]);
        assert_eq!(
            read[1],
            ["'=HYPERLINK(\"http://x\")", "'+44 113 496", "'@SUM(A1)"]
        );
        // Numbers remain numbers, so that a column can be summed.
        assert_eq!(read[2], ["-12.50", "'-x", "'\tx"]);
        assert_eq!(read[3], ["", "'+447700900123", "'quoted"]);
    }

    #[test]
    fn a_formula_in_disguise_reckons_nothing_either() {
        for cell in [
            "\u{feff}=1+1",
            "\u{200b}=1+1",
            "＝1+1",
            "\u{2060} ＠SUM(A1)",
            "\u{a0}+1",
            "\u{200b}－1",
            "\n=1",
        ] {
            assert_eq!(harmless(cell), format!("'{cell}"));
        }
        for cell in ["1=1", "a-b", "-3", "", " x", "“=1”"] {
            assert_eq!(harmless(cell), cell);
        }
    }

    #[test]
    fn a_row_has_as_many_cells_as_there_are_columns() {
        let mut sheet = Sheet::of(&["Name", "Text"]).expect("a sheet");
        assert!(sheet.row(&["too few"]).is_err());
    }
}
