//! A bank's file: its rows, read by what its columns contain.
//!
//! Three things that the file does not say are decided by looking at all of it, shown in the report, and can be
//! changed: which columns are read, whether the day or the month comes first, and whether spending is negative or
//! positive.

mod amounts;
mod columns;
mod currencies;
mod detect;
mod directions;
mod lines;
mod not_payments;
mod running_balance;

use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use plumbline_core::time::date_parser::DateOrder;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{BankFileError, ROWS_MAX};
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::table_import::budget::ReadBudget;
use plumbline_platform::table_import::layout::{TableLayout, detect_layout};
use plumbline_platform::table_import::{
    self, COLUMNS_MAX, count_bytes, list_unread_headings, normalise_heading,
};

pub use amounts::BankSigns;
use amounts::UsualMinus;
pub use columns::BankColumn;
use detect::BankTable;
use lines::RowReader;

/// The most bytes of the account's name in a fingerprint.
const ACCOUNT_MAX: usize = 100;

/// How many characters of a heading or an example are displayed.
const DISPLAYED_MAX: usize = 60;

/// Whether the day or the month comes first in dates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum BankDates {
    /// As in the UK: 23/11/2026.
    #[default]
    DayFirst,
    /// As in the US: 11/23/2026.
    MonthFirst,
}

impl From<BankDates> for DateOrder {
    fn from(dates: BankDates) -> Self {
        match dates {
            BankDates::DayFirst => Self::DayFirst,
            BankDates::MonthFirst => Self::MonthFirst,
        }
    }
}

/// How a bank file is read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankReading {
    /// The contents of each column, from the left.
    pub columns: Vec<BankColumn>,
    /// The format of its dates.
    pub dates: BankDates,
    /// The sign of the amounts that were spent.
    pub signs: BankSigns,
}

/// A person's choice of how a bank file is read, in the form's field `reading`. What it leaves out is detected from the
/// file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "BankReadingSaid"))]
#[schema(as = BankReadingSaid)]
pub struct ReadingSaid {
    /// The contents of each column, from the left.
    pub columns: Option<Vec<BankColumn>>,
    /// The format of its dates.
    pub dates: Option<BankDates>,
    /// The sign of the amounts that were spent.
    pub signs: Option<BankSigns>,
}

impl ReadingSaid {
    /// Fills in what is missing here from another choice.
    fn or(self, other: Self) -> Self {
        Self {
            columns: self.columns.or(other.columns),
            dates: self.dates.or(other.dates),
            signs: self.signs.or(other.signs),
        }
    }
}

/// A question that a file leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum BankQuestion {
    /// Which column is the date, or which is the amount: no row is read before that is answered.
    Columns,
    /// Whether 3/4 is 3 April or 4 March.
    Dates,
    /// The sign of the amounts that were spent.
    Signs,
}

/// A column of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct BankColumnFound {
    /// Its heading; empty if it has no heading.
    pub heading: String,
    /// Its first cell that isn't empty.
    pub example: String,
}

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct BankLine {
    /// The row number, counted as in a spreadsheet.
    pub row: usize,
    /// Whether it is the bank's fee in addition to the row's amount.
    pub is_fee: bool,
    pub date: Option<Date>,
    /// The payee, as the bank writes it.
    pub name: String,
    /// The bank's other texts.
    pub words: String,
    /// The kind of transaction, if the bank gives one.
    pub kind: String,
    /// All texts in the order of the columns. The line is recognised by them, whichever is taken for the name.
    pub identifying_text: String,
    /// The account, in lower-case letters and digits; empty if the file doesn't say.
    pub account: String,
    /// Negative if it was spent.
    pub amount: Pence,
}

/// The result of reading a row.
#[derive(Debug, Clone)]
pub(super) enum BankFileRow {
    Line(BankLine),
    Unreadable { row: usize, why: String },
}

impl BankFileRow {
    /// The approximate bytes of its text.
    pub(super) fn text_bytes(&self) -> usize {
        match self {
            Self::Line(line) => {
                2 * (line.name.len() + line.words.len() + line.account.len()) + line.identifying_text.len()
            }
            Self::Unreadable { why, .. } => why.len(),
        }
    }
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct BankFile {
    pub separator: char,
    pub left_out: Vec<String>,
    /// A hash of its headings, by which a remembered reading is found again.
    pub headings: String,
    pub columns: Vec<BankColumnFound>,
    pub reading: BankReading,
    /// The choices that were sent or remembered.
    pub said: ReadingSaid,
    pub asks: Vec<BankQuestion>,
    pub rows: Vec<BankFileRow>,
}

/// The choices for a file, sent with it or remembered for one with the same headings.
pub(super) struct BankFileOptions<'a> {
    /// The choices that were sent with it.
    pub reading: ReadingSaid,
    /// Finds remembered choices by the hash of the headings.
    pub remembered: &'a dyn Fn(&str) -> Option<ReadingSaid>,
    /// Today in London: no payment can be later.
    pub today: Option<Date>,
}

/// Reads a bank file.
pub(super) fn read(
    text: &str,
    bank_file_options: BankFileOptions<'_>,
    mut allowance: ReadBudget,
) -> Result<BankFile, BankFileError> {
    if let Some(name) = detect_format(text) {
        return Err(BankFileError::Format(name));
    }
    let TableLayout { separator, headings, width } = detect_layout(text, columns::count_known_headings);
    let mut rows = Vec::new();
    let mut filled = 0;
    for row in table_import::read_rows(text, separator) {
        let row = row?;
        if row.is_empty() {
            continue;
        }
        filled += 1;
        // The headings, and the rows above them, aren't payments. If there are too many rows, only their count is
        // reported.
        if filled > ROWS_MAX + 1 + headings.unwrap_or_default() {
            continue;
        }
        allowance.spend(size_of::<table_import::TableRow>() + 2 * count_bytes(&row.cells))?;
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(BankFileError::Empty);
    }
    let headings = headings.or_else(|| columns::find_unknown_headings(&rows, width));
    let body = headings.map_or(0, |number| {
        let before = rows.iter().take_while(|row| row.number <= number);
        before.count()
    });
    let (above, rows) = rows.split_at(body);
    if rows.is_empty() {
        return Err(BankFileError::Empty);
    }
    if filled - body > ROWS_MAX {
        return Err(BankFileError::TooMany(filled - body));
    }
    let (preamble, heading) = match above {
        [preamble @ .., heading] => (preamble, Some(heading)),
        [] => (above, None),
    };
    // In a table without headings, the most frequent width is the table's.
    let width = heading.map_or(width, table_import::TableRow::width).min(COLUMNS_MAX);
    let names: Vec<&str> = heading.map_or_else(Vec::new, |row| row.cells.iter().collect());
    let signature = headings_key(&names, width);
    // Choices for a file with more columns don't apply.
    let fitting = |said: ReadingSaid| ReadingSaid {
        columns: said.columns.filter(|columns| columns.len() <= width),
        ..said
    };
    let remembered = fitting((bank_file_options.remembered)(&signature).unwrap_or_default());
    let sent = fitting(bank_file_options.reading);
    let table = BankTable { heading, names: &names, rows, width };
    let detected = detect::detect_reading(table, &sent, &remembered, bank_file_options.today)?;
    let detect::DetectedReading { reading, by_balance, asks } = detected;
    let columns = (0..width).map(|at| BankColumnFound {
        heading: shorten(names.get(at).copied().unwrap_or_default()),
        example: columns::filled_cells(rows, at).next().map(shorten).unwrap_or_default(),
    });
    let mut file = BankFile {
        separator,
        left_out: list_unread_headings(
            names.iter().copied().zip(reading.columns.iter().map(|it| *it != BankColumn::Ignored)),
        ),
        headings: signature,
        columns: columns.collect(),
        reading,
        said: sent.or(remembered),
        asks,
        rows: Vec::new(),
    };
    if !has_needed_columns(&file.reading.columns) {
        file.asks = vec![BankQuestion::Columns];
        return Ok(file);
    }
    let is_cut = !text.ends_with(['\n', '\r']) && lines::ends_in_an_amount(rows, &file.reading.columns);
    let row_reader = RowReader {
        width,
        reading: &file.reading,
        account: &find_account_name(preamble),
        usual_minus: UsualMinus::detect(&file.reading.columns, rows),
        by_balance: by_balance.as_ref(),
        cut_row: rows.last().filter(|_| is_cut).map(|row| row.number),
    };
    let mut read = Vec::new();
    for row in rows {
        for one in row_reader.read_row(row) {
            allowance.spend(size_of::<BankFileRow>() + one.text_bytes())?;
            read.push(one);
        }
    }
    file.rows = read;
    Ok(file)
}

/// Whether the columns include a date and an amount.
pub(super) fn has_needed_columns(columns: &[BankColumn]) -> bool {
    let is_sum = |it: &BankColumn| matches!(it, BankColumn::Amount | BankColumn::Out | BankColumn::In);
    columns.contains(&BankColumn::Date) && columns.iter().any(is_sum)
}

/// The hash by which files with the same headings are recognised; without headings, the number of columns counts.
fn headings_key(names: &[&str], width: usize) -> String {
    let bare: Vec<String> = names.iter().take(width).map(|name| normalise_heading(name)).collect();
    sha256_hex(format!("{width}|{}", bare.join("|")))
}

/// The account that a bank gives above the headings: the texts of each row with `Account` or `Card`, without dates and
/// amounts unless the row begins with that word.
fn find_account_name(preamble: &[table_import::TableRow]) -> String {
    let is_label = |cell: &str| {
        let lower = cell.to_lowercase();
        let is_account = ["account", "card", "iban", "sort code"].iter().any(|word| lower.contains(word));
        is_account && !lower.contains("balance")
    };
    let is_changing = |cell: &str| columns::is_date(cell) || amounts::parse_marked_amount(cell).is_some();
    let mut text = String::new();
    for row in preamble {
        let is_first = is_label(row.cells.get(0).unwrap_or_default());
        if is_first || row.cells.iter().any(is_label) {
            let cells = row.cells.iter().filter(|cell| is_first || !is_changing(cell));
            text.extend(cells.map(normalise_heading));
        }
    }
    text.chars().take(ACCOUNT_MAX).collect()
}

/// A cell without the apostrophe that some banks put before it to make spreadsheets treat it as text.
pub(super) fn without_apostrophe(cell: &str) -> &str {
    let cell = cell.trim();
    cell.strip_prefix('\'').unwrap_or(cell).trim()
}

fn shorten(cell: &str) -> String {
    lines::to_one_line(cell).chars().take(DISPLAYED_MAX).collect()
}

// Banks' files that are not tables, by name.

/// The format of a bank statement that isn't a table; `None` for a table.
fn detect_format(text: &str) -> Option<&'static str> {
    let start: String = text.trim_start().chars().take(4_000).collect();
    let upper = start.to_ascii_uppercase();
    let has_line = |tag: &str| upper.lines().any(|line| line.trim_start().starts_with(tag));
    if upper.starts_with("OFXHEADER") || upper.contains("<OFX>") || upper.contains("<?OFX") {
        Some("OFX")
    } else if upper.starts_with("!TYPE:") || upper.starts_with("!ACCOUNT") || upper.starts_with("!OPTION:") {
        Some("QIF")
    } else if upper.contains("CAMT.05") || upper.contains("<BKTOCSTMR") {
        Some("CAMT")
    } else if has_line(":20:") && (has_line(":25:") || has_line(":60F:")) || upper.starts_with("{1:F") {
        Some("MT940")
    } else {
        None
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod doubt_tests;

#[cfg(test)]
mod formats_tests {
    use super::*;

    #[test]
    fn detects_the_format_of_a_bank_file() {
        for (text, name) in [
            ("OFXHEADER:100\r\nDATA:OFXSGML\r\n", Some("OFX")),
            ("<?xml version=\"1.0\"?>\n<?OFX OFXHEADER=\"200\"?><OFX>", Some("OFX")),
            ("!Type:Bank\nD12/11/2026\nT-43.20\nPSCREWFIX\n^\n", Some("QIF")),
            ("!Account\nNCurrent\n^\n", Some("QIF")),
            ("{1:F01BARCGB22XXXX0000000000}{2:O9400000}{4:\n:20:1\n", Some("MT940")),
            (":20:STMT\n:25:20000012345678\n:28C:1/1\n:60F:C261101GBP900,00\n", Some("MT940")),
            (
                "<?xml version=\"1.0\"?>\n<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.02\">",
                Some("CAMT"),
            ),
            ("Date,Description,Amount\n12/11/2026,OFX LTD,-1.00\n", None),
            ("", None),
        ] {
            assert_eq!(detect_format(text), name, "{text}");
        }
    }
}
