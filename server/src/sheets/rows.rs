//! The rows of a table, read one by one, each within bounds: a row of ten million commas would take
//! eighty megabytes, and one that nothing ends the whole file.

use csv::StringRecord;
use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

/// The most columns: an address book has some two hundred.
pub const COLUMNS_MAX: usize = 300;
/// The most bytes of a row.
const ROW_MAX: usize = 256 * 1024;

/// A row that is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RowFault {
    /// It has too many columns.
    #[error("Row {0} of this file has more than 300 columns.")]
    TooWide(usize),
    /// It has too many bytes.
    #[error(
        "Row {0} of this file is longer than 256 KB. Perhaps a quotation mark is missing in it."
    )]
    TooLong(usize),
}

impl RowFault {
    /// The code of the refusal.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooWide(_) => "too_wide",
            Self::TooLong(_) => "too_long",
        }
    }
}

/// The rows of a text, the headings among them; a row may have more or fewer cells than another.
#[derive(Debug)]
pub struct Rows<'a> {
    reader: Reader,
    rest: &'a [u8],
    row: usize,
    cells: Vec<u8>,
    ends: Vec<usize>,
    is_over: bool,
}

impl<'a> Rows<'a> {
    pub(super) fn of(text: &'a str, separator: char) -> Self {
        let separator = u8::try_from(separator).unwrap_or(b',');
        Self {
            reader: ReaderBuilder::new().delimiter(separator).build(),
            rest: text.as_bytes(),
            row: 0,
            cells: vec![0; ROW_MAX],
            ends: vec![0; COLUMNS_MAX],
            is_over: false,
        }
    }

    /// Reads a row into the buffers: how many cells it has; none at the end.
    fn fill(&mut self) -> Result<Option<usize>, RowFault> {
        let (mut bytes, mut cells) = (0, 0);
        loop {
            let (result, taken, written, ended) = self.reader.read_record(
                self.rest,
                &mut self.cells[bytes..],
                &mut self.ends[cells..],
            );
            self.rest = &self.rest[taken..];
            (bytes, cells) = (bytes + written, cells + ended);
            match result {
                // Told that there is nothing more, it ends the last row.
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => return Err(RowFault::TooLong(self.row)),
                ReadRecordResult::OutputEndsFull => return Err(RowFault::TooWide(self.row)),
                ReadRecordResult::Record => return Ok(Some(cells)),
                ReadRecordResult::End => return Ok(None),
            }
        }
    }

    fn record(&self, cells: usize) -> StringRecord {
        let ends = &self.ends[..cells];
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let cells = starts.zip(ends).map(|(start, end)| {
            // A text is cut at separators only, between its letters.
            std::str::from_utf8(&self.cells[start..*end]).unwrap_or_default()
        });
        cells.collect()
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<StringRecord, RowFault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        self.row += 1;
        let filled = self.fill();
        self.is_over = !matches!(filled, Ok(Some(_)));
        match filled {
            Ok(cells) => Some(Ok(self.record(cells?))),
            Err(fault) => Some(Err(fault)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Vec<String>>, RowFault> {
        let row = |row: StringRecord| row.iter().map(str::to_owned).collect();
        Rows::of(text, ',').map(|it| it.map(row)).collect()
    }

    #[test]
    fn rows_are_those_that_a_spreadsheet_has() {
        let text = "a,\"b\r\nc\",\"say \"\"d\"\"\"\r\n\r\nü\n,\nlast,€";
        let rows = read(text).expect("rows");
        let expected: [&[&str]; 4] = [
            &["a", "b\r\nc", "say \"d\""],
            &["ü"],
            &["", ""],
            &["last", "€"],
        ];
        assert_eq!(rows, expected);
        assert!(read("").expect("no rows").is_empty());
        assert_eq!(read("a\nb\n").expect("rows").len(), 2);
    }

    #[test]
    fn a_row_without_end_is_refused_by_its_number() {
        let wide = |cells: usize| format!("a,b\n{}\n", vec!["x"; cells].join(","));
        assert_eq!(read(&wide(300)).expect("rows")[1].len(), 300);
        assert_eq!(read(&wide(301)), Err(RowFault::TooWide(2)));
        assert_eq!(read(&",".repeat(10_000_000)), Err(RowFault::TooWide(1)));
        let open = format!("a,b\nc,d\n\"{}", "x\n".repeat(200_000));
        assert_eq!(read(&open), Err(RowFault::TooLong(3)));
        let mut rows = Rows::of(&open, ',');
        assert_eq!(rows.by_ref().filter(Result::is_err).count(), 1);
        assert!(rows.next().is_none());
    }
}
