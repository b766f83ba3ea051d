//! The rows of a table, read one by one and each within limits: a row of ten million commas would take eighty
//! megabytes, and one without an end the whole file.
//!
//! An unclosed quotation mark would turn the rest of the file into one cell. So a quoted cell continues on the next
//! line only if it is closed properly there, before a separator or the end of a line. Otherwise its row ends with
//! its line and is marked as broken.

use csv::StringRecord;

/// The most columns of a file; an address book has some two hundred.
pub const COLUMNS_MAX: usize = 300;
/// The most rows of a file, including empty ones: as many as a spreadsheet has.
const ROWS_MAX: usize = 1_048_576;
/// The most bytes of a row.
const ROW_BYTES_MAX: usize = 256 * 1024;

/// Why a row, and with it the file, is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RowError {
    /// The row has too many columns.
    #[error("Row {0} of this file has more than 300 columns.")]
    TooWide(usize),
    /// The row has too many bytes.
    #[error("Row {0} of this file is longer than 256 KB.")]
    TooLong(usize),
    /// The file has more rows than a spreadsheet.
    #[error(
        "This file has more than 1,048,576 rows, including empty ones. Please delete the empty rows, or split it into \
         several files."
    )]
    TooMany,
}

impl RowError {
    /// The code of the error.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooWide(_) => "too_wide",
            Self::TooLong(_) => "too_long",
            Self::TooMany => "too_many",
        }
    }
}

/// Why nothing is imported from a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnevenRow {
    /// A quoted cell has no closing quotation mark.
    #[error("A quotation mark is missing in this row.")]
    Quote,
    /// The row has fewer cells than there are columns.
    #[error("It has fewer cells than there are columns.")]
    TooFew,
    /// The row has more cells than there are columns.
    #[error("It has more cells than there are columns.")]
    TooMany,
}

/// A row of a table.
#[derive(Debug, Clone)]
pub struct TableRow {
    /// The number of the row as in a spreadsheet: the first is 1, and empty rows count.
    pub number: usize,
    /// The cells of the row.
    pub cells: StringRecord,
    /// Whether a quoted cell has no closing quotation mark.
    pub is_broken: bool,
}

impl TableRow {
    /// Whether all cells are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.iter().all(|cell| cell.trim().is_empty())
    }

    /// The number of cells, without empty ones at the end.
    #[must_use]
    pub fn width(&self) -> usize {
        let is_said = |at: &usize| !self.cells[*at].trim().is_empty();
        let last = (0..self.cells.len()).rev().find(is_said);
        last.map_or(0, |last| last + 1)
    }

    /// Checks that the row has this many columns: if cells are missing or there are too many, it is unknown which.
    /// Empty cells at the end don't count.
    ///
    /// # Errors
    /// Why the row doesn't fit.
    pub fn check_width(&self, columns: usize) -> Result<(), UnevenRow> {
        if self.is_broken {
            Err(UnevenRow::Quote)
        } else if self.cells.len() < columns {
            Err(UnevenRow::TooFew)
        } else if self.width() > columns {
            Err(UnevenRow::TooMany)
        } else {
            Ok(())
        }
    }
}

/// The rows of a text, including the headings; rows may have different numbers of cells.
#[derive(Debug, Clone)]
pub struct TableRows<'a> {
    text: &'a str,
    separator: u8,
    at: usize,
    row: usize,
    is_over: bool,
}

impl<'a> TableRows<'a> {
    pub(super) fn new(text: &'a str, separator: char) -> Self {
        Self { text, separator: u8::try_from(separator).unwrap_or(b','), at: 0, row: 0, is_over: false }
    }

    /// Reads the row that begins at `at`.
    fn read_row(&mut self) -> Result<TableRow, RowError> {
        let bytes = self.text.as_bytes();
        let (begin, mut cells, mut is_broken) = (self.at, StringRecord::new(), false);
        loop {
            if cells.len() == COLUMNS_MAX {
                return Err(RowError::TooWide(self.row));
            }
            let cell = self.read_cell();
            is_broken |= cell.is_broken;
            if cell.end - begin > ROW_BYTES_MAX {
                return Err(RowError::TooLong(self.row));
            }
            cells.push_field(&cell.text);
            self.at = cell.end;
            match bytes.get(self.at) {
                Some(byte) if *byte == self.separator => self.at += 1,
                Some(b'\r') => {
                    self.at += 1 + usize::from(bytes.get(self.at + 1) == Some(&b'\n'));
                    break;
                }
                Some(_) => {
                    self.at += 1;
                    break;
                }
                None => break,
            }
        }
        Ok(TableRow { number: self.row, cells, is_broken })
    }

    /// Reads the cell that begins at `at`.
    fn read_cell(&self) -> RawCell<'a> {
        let bytes = self.text.as_bytes();
        let is_blank = |byte: u8| byte == b' ' && byte != self.separator;
        let blanks = bytes[self.at..].iter().take_while(|byte| is_blank(**byte));
        let open = self.at + blanks.count();
        if bytes.get(open) == Some(&b'"') {
            return self.read_quoted_cell(open);
        }
        let ends = |byte: &u8| *byte == self.separator || matches!(byte, b'\r' | b'\n');
        let length = bytes[self.at..].iter().position(ends);
        let end = length.map_or(bytes.len(), |length| self.at + length);
        RawCell { text: self.text[self.at..end].into(), end, is_broken: false }
    }

    /// Reads the cell with its opening quotation mark at `open`.
    fn read_quoted_cell(&self, open: usize) -> RawCell<'a> {
        let bytes = self.text.as_bytes();
        let most = bytes.len().min(open + ROW_BYTES_MAX);
        let mut text = String::new();
        let (mut from, mut at, mut line_end) = (open + 1, open + 1, None);
        while at < most {
            match bytes[at] {
                b'"' if bytes.get(at + 1) == Some(&b'"') => {
                    text.push_str(&self.text[from..=at]);
                    at += 2;
                    from = at;
                }
                b'"' => {
                    if let Some(end) = self.find_quote_end(at) {
                        text.push_str(&self.text[from..at]);
                        return RawCell { text: text.into(), end, is_broken: false };
                    }
                    // In the first line it means inches, as in `2" pipe`; in a later line it opens a cell of another
                    // row.
                    if line_end.is_some() {
                        break;
                    }
                    at += 1;
                }
                b'\r' | b'\n' => {
                    line_end = line_end.or(Some(at));
                    at += 1;
                }
                _ => at += 1,
            }
        }
        // No line end was found so far, so this line is longer than a row may be.
        let end = line_end.unwrap_or_else(|| {
            let rest = bytes[at.min(bytes.len())..].iter();
            let length = rest.clone().position(|byte| matches!(byte, b'\r' | b'\n'));
            at + length.unwrap_or(rest.len())
        });
        RawCell { text: self.text[open..end].into(), end, is_broken: true }
    }

    /// Where a quoted cell with its closing mark at `at` ends; `None` if the mark doesn't close it.
    fn find_quote_end(&self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let blanks = bytes[at + 1..].iter().take_while(|byte| **byte == b' ');
        let end = at + 1 + blanks.count();
        match bytes.get(end) {
            None | Some(b'\r' | b'\n') => Some(end),
            Some(byte) if *byte == self.separator => Some(end),
            Some(_) => None,
        }
    }
}

/// A cell, and the position at which it ends.
struct RawCell<'a> {
    text: std::borrow::Cow<'a, str>,
    end: usize,
    is_broken: bool,
}

impl Iterator for TableRows<'_> {
    type Item = Result<TableRow, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over || self.at >= self.text.len() {
            return None;
        }
        self.row += 1;
        // Fifteen million empty rows fit into a file, and each takes as long as a short row.
        let row = if self.row > ROWS_MAX { Err(RowError::TooMany) } else { self.read_row() };
        self.is_over = row.is_err();
        Some(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row with its number; rows with a missing quotation mark have a `!`.
    fn read(text: &str) -> Result<Vec<String>, RowError> {
        let result = |row: TableRow| {
            let cells: Vec<&str> = row.cells.iter().collect();
            let mark = if row.is_broken { "!" } else { "" };
            format!("{}{mark} {}", row.number, cells.join("|"))
        };
        TableRows::new(text, ',').map(|it| it.map(result)).collect()
    }

    #[test]
    fn reads_the_same_rows_as_a_spreadsheet() {
        let text = "a,\"b\r\nc\",\"say \"\"d\"\"\"\r\n\r\nü\n,\r, \"e, f\" ,g\nlast,€";
        assert_eq!(
            read(text).expect("rows"),
            ["1 a|b\r\nc|say \"d\"", "2 ", "3 ü", "4 |", "5 |e, f|g", "6 last|€"]
        );
        assert!(read("").expect("no rows").is_empty());
        assert_eq!(read("a\nb\n").expect("rows").len(), 2);
    }

    #[test]
    fn an_unclosed_quotation_mark_affects_only_its_own_row() {
        for (text, expected) in [
            (
                "a,\"SCREWFIX,-4.00\n13/11,SHELL,-2.00\n14/11,\"A, B\",-3.00\n",
                &["1! a|\"SCREWFIX,-4.00", "2 13/11|SHELL|-2.00", "3 14/11|A, B|-3.00"][..],
            ),
            ("a,\"b\nc,d", &["1! a|\"b", "2 c|d"]),
            ("a,\"", &["1! a|\""]),
            ("a,\"2\" pipe\",b\nc,d,e", &["1 a|2\" pipe|b", "2 c|d|e"]),
            ("a,5\" pipe\nb,c", &["1 a|5\" pipe", "2 b|c"]),
            ("\"a\",\"b,\"\",\"1\"\n\"c\",\"d\"\n", &["1 a|b,\",\"1", "2 c|d"]),
        ] {
            let rows = read(text).expect("rows");
            assert_eq!(rows, expected, "{text}");
        }
        let open = format!("a,b\n\"{}", "x\n".repeat(200_000));
        let rows = read(&open).expect("rows");
        assert_eq!((rows.len(), rows[1].as_str()), (200_001, "2! \"x"));
    }

    #[test]
    fn refuses_an_overlong_row_with_its_number() {
        let wide = |cells: usize| format!("a,b\n{}\n", vec!["x"; cells].join(","));
        assert_eq!(read(&wide(300)).expect("rows").len(), 2);
        assert_eq!(read(&wide(301)), Err(RowError::TooWide(2)));
        assert_eq!(read(&",".repeat(10_000_000)), Err(RowError::TooWide(1)));
        let long = format!("a,b\n\n{}", "x".repeat(300_000));
        assert_eq!(read(&long), Err(RowError::TooLong(3)));
        let quoted = format!("a,b\n\"{}€", "x".repeat(ROW_BYTES_MAX - 3));
        assert_eq!(read(&quoted), Err(RowError::TooLong(2)));
        let mut rows = TableRows::new(&long, ',');
        assert_eq!(rows.by_ref().filter(Result::is_err).count(), 1);
        assert!(rows.next().is_none());
    }

    #[test]
    fn refuses_more_rows_than_a_spreadsheet_has_and_counts_empty_ones() {
        let rows_after = |row: usize| TableRows { row, ..TableRows::new("\n\n\n\n", ',') };
        assert!(rows_after(ROWS_MAX - 4).all(|row| row.is_ok()));
        let rows: Vec<_> = rows_after(ROWS_MAX - 2).map(|row| row.map(|row| row.number)).collect();
        assert_eq!(rows, [Ok(ROWS_MAX - 1), Ok(ROWS_MAX), Err(RowError::TooMany)]);
    }

    #[test]
    fn refuses_rows_with_too_many_or_too_few_cells() {
        let fits = |text: &str| {
            let row = TableRows::new(text, ',').next().expect("a row").expect("read");
            row.check_width(3)
        };
        assert_eq!(fits("a,b,c"), Ok(()));
        assert_eq!(fits("a,b,"), Ok(()));
        assert_eq!(fits("a,b,c,,"), Ok(()));
        assert_eq!(fits("a,b"), Err(UnevenRow::TooFew));
        assert_eq!(fits("a,b,c,d"), Err(UnevenRow::TooMany));
        assert_eq!(fits("a,\"b,c"), Err(UnevenRow::Quote));
    }
}
