//! The layout of a table: what separates its cells, and which row has the headings. Both are found by looking at
//! the whole file, because a bank's text above the headings may contain more commas than any row below.

use csv::StringRecord;

use super::read_rows;

/// How many rows that aren't empty may come before the headings.
const PREAMBLE_ROWS_MAX: usize = 30;
/// How many rows, and of which part of the text, are read to find the separator; a longer file is assumed to continue
/// likewise. It is the same part for every separator, because they are compared by the number of rows.
const SAMPLED_ROWS: usize = 20_000;
const SAMPLED_BYTES: usize = 4 * 1024 * 1024;

/// The possible separators. Of two that fit equally well, the first is used.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// The layout of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableLayout {
    /// The character between cells.
    pub separator: char,
    /// The number of the row with the recognised headings; `None` if no row has any.
    pub headings: Option<usize>,
    /// How many cells most rows have.
    pub width: usize,
}

/// Finds the layout of a text. `known` returns the number of recognised headings in a row: 0 if it is no row of
/// headings.
#[must_use]
pub fn detect_layout(text: &str, known: impl Fn(&StringRecord) -> usize) -> TableLayout {
    let sample = cut_sample(text);
    let fits = SEPARATORS.map(|separator| score_separator(sample, separator, &known));
    let best = fits.into_iter().rev().max_by_key(|(fit, _)| *fit);
    best.map_or(TableLayout { separator: ',', headings: None, width: 1 }, |(_, layout)| layout)
}

/// The first lines of a text.
fn cut_sample(text: &str) -> &str {
    let Some(start) = text.as_bytes().get(..SAMPLED_BYTES) else {
        return text;
    };
    let last_end = start.iter().rposition(|byte| matches!(byte, b'\r' | b'\n'));
    // A text without a line end is one row, which is too long in any case.
    last_end.map_or("", |end| &text[..=end])
}

/// How well a separator fits: first by the number of recognised headings, then by how many rows have the most common
/// number of cells, if that is more than one, and then by that number.
fn score_separator(
    text: &str,
    separator: char,
    known: impl Fn(&StringRecord) -> usize,
) -> ([usize; 3], TableLayout) {
    let mut widths: Vec<usize> = Vec::new();
    let mut headings: Option<(usize, usize)> = None;
    let mut seen = 0;
    let whole = read_rows(text, separator).map_while(Result::ok);
    for row in whole.filter(|row| !row.is_empty()).take(SAMPLED_ROWS) {
        seen += 1;
        if seen <= PREAMBLE_ROWS_MAX && !row.is_broken {
            let count = known(&row.cells);
            if count > headings.map_or(0, |(count, _)| count) {
                headings = Some((count, row.number));
            }
        }
        let width = row.cells.len();
        if widths.len() <= width {
            widths.resize(width + 1, 0);
        }
        widths[width] += 1;
    }
    let several = widths.iter().enumerate().skip(2);
    let most = several.max_by_key(|(width, rows)| (**rows, *width));
    let (width, rows) = most.map_or((1, 0), |(width, rows)| (width, *rows));
    let (count, headings) = headings.unzip();
    let layout = TableLayout { separator, headings, width: if rows == 0 { 1 } else { width } };
    ([count.unwrap_or_default(), rows, layout.width], layout)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn detect(text: &str) -> (char, Option<usize>, usize) {
        let words = ["date", "name", "amount", "details"];
        let known = |row: &StringRecord| {
            let is_known = |cell: &&str| words.contains(&cell.to_lowercase().trim());
            row.iter().filter(is_known).count()
        };
        let layout = detect_layout(text, known);
        (layout.separator, layout.headings, layout.width)
    }

    #[test]
    fn separator_and_headings_are_those_of_the_whole_file() {
        for (text, expected) in [
            ("Date,Name\n1,2\n", (',', Some(1), 2)),
            ("Name\nJo\nAl\n", (',', Some(1), 1)),
            // The bank's own text contains more commas than the headings contain semicolons.
            (
                "Jo, 1 High Street, Leeds, LS1, UK, account 1, page 1\n\nDate;Name;Amount\n1;2;3,00\n1;2;4,00\n",
                (';', Some(3), 3),
            ),
            // So does a row further down.
            ("Date;Details\n1;a, b, c, d, e, f\n2;b\n3;c\n", (';', Some(1), 2)),
            ("1;2,5;x\n1;2,5;y\n", (';', None, 3)),
            ("a\tb\tc\n1\t2\t3", ('\t', None, 3)),
            ("a|b\n1|2", ('|', None, 2)),
            // A row that only contains one heading comes before the row of headings.
            ("Name,x\nDate,Name,Amount\n1,2,3\n", (',', Some(2), 3)),
            ("", (',', None, 1)),
        ] {
            assert_eq!(detect(text), expected, "{text}");
        }
    }

    #[test]
    fn reads_only_the_first_whole_lines_of_a_long_text() {
        let long = "ü;b\n".repeat(SAMPLED_BYTES / 5 + 10);
        let sample = cut_sample(&long);
        assert!(sample.len() <= SAMPLED_BYTES && sample.len() > SAMPLED_BYTES - 5);
        assert!(sample.ends_with('\n'));
        assert_eq!(detect(&long), (';', None, 2));
        assert_eq!(cut_sample("a\nb"), "a\nb");
        assert_eq!(cut_sample(&"ü".repeat(SAMPLED_BYTES)), "");
    }
}
