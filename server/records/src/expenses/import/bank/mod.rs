//! A bank's file: its rows, read by what its columns contain.
//!
//! Three things that the file does not say are decided by looking at all of it, shown in the report, and can be
//! changed: which columns are read, whether the day or the month comes first, and whether spending is negative or
//! positive.

mod amounts;
mod columns;
mod formats;
mod lines;

use plumbline_core::money::Pence;
use plumbline_core::time::Date;
use plumbline_core::time::written::{self, Order};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{ROWS_MAX, Unusable};
pub use amounts::Signs;
pub use columns::Holds;
use plumbline_platform::ids::sha256_hex;
use plumbline_platform::sheets::allowance::Allowance;
use plumbline_platform::sheets::layout::{Layout, layout};
use plumbline_platform::sheets::{self, COLUMNS_MAX, bare, left_out, weight};

/// The most bytes of the account's name in a fingerprint.
const ACCOUNT_MAX: usize = 100;
/// How many characters of a heading or an example are displayed.
const SHOWN: usize = 60;

/// Whether the day or the month comes first in dates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "BankDates")
)]
#[schema(as = BankDates)]
pub enum Dates {
    /// As in the UK: 23/11/2026.
    #[default]
    DayFirst,
    /// As in the US: 11/23/2026.
    MonthFirst,
}

impl From<Dates> for Order {
    fn from(dates: Dates) -> Self {
        match dates {
            Dates::DayFirst => Self::DayFirst,
            Dates::MonthFirst => Self::MonthFirst,
        }
    }
}

/// How a bank file is read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "BankReading")
)]
#[schema(as = BankReading)]
pub struct Reading {
    /// The contents of each column, from the left.
    pub columns: Vec<Holds>,
    /// The format of its dates.
    pub dates: Dates,
    /// The sign of the amounts that were spent.
    pub signs: Signs,
}

/// A person's choice of how a bank file is read, in the form's field `reading`. What it leaves out is detected from the
/// file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "BankReadingSaid")
)]
#[schema(as = BankReadingSaid)]
pub struct ReadingSaid {
    /// The contents of each column, from the left.
    pub columns: Option<Vec<Holds>>,
    /// The format of its dates.
    pub dates: Option<Dates>,
    /// The sign of the amounts that were spent.
    pub signs: Option<Signs>,
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
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "BankQuestion")
)]
#[schema(as = BankQuestion)]
pub enum Question {
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
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "BankColumnFound")
)]
#[schema(as = BankColumnFound)]
pub struct Found {
    /// Its heading; empty if it has no heading.
    pub heading: String,
    /// Its first cell that isn't empty.
    pub example: String,
}

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Line {
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
    pub told: String,
    /// The account, in lower-case letters and digits; empty if the file doesn't say.
    pub account: String,
    /// Negative if it was spent.
    pub amount: Pence,
}

/// The result of reading a row.
#[derive(Debug, Clone)]
pub(super) enum Row {
    Line(Line),
    Unreadable { row: usize, why: String },
}

impl Row {
    /// The approximate bytes of its text.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Line(line) => {
                2 * (line.name.len() + line.words.len() + line.account.len()) + line.told.len()
            }
            Self::Unreadable { why, .. } => why.len(),
        }
    }
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct FileRead {
    pub separator: char,
    pub left_out: Vec<String>,
    /// A hash of its headings, by which a remembered reading is found again.
    pub headings: String,
    pub columns: Vec<Found>,
    pub reading: Reading,
    /// The choices that were sent or remembered.
    pub said: ReadingSaid,
    pub asks: Vec<Question>,
    pub rows: Vec<Row>,
}

/// The choices for a file, sent with it or remembered for one with the same headings.
pub(super) struct Said<'a> {
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
    said: Said<'_>,
    mut allowance: Allowance,
) -> Result<FileRead, Unusable> {
    if let Some(name) = formats::named(text) {
        return Err(Unusable::Format(name));
    }
    let Layout {
        separator,
        headings,
        width,
    } = layout(text, columns::known);
    let mut rows = Vec::new();
    let mut filled = 0;
    for row in sheets::rows(text, separator) {
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
        allowance.take(size_of::<sheets::Row>() + 2 * weight(&row.cells))?;
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(Unusable::Empty);
    }
    let headings = headings.or_else(|| columns::unknown_headings(&rows, width));
    let body = headings.map_or(0, |number| {
        let before = rows.iter().take_while(|row| row.number <= number);
        before.count()
    });
    let (above, rows) = rows.split_at(body);
    if rows.is_empty() {
        return Err(Unusable::Empty);
    }
    if filled - body > ROWS_MAX {
        return Err(Unusable::TooMany(filled - body));
    }
    let (preamble, heading) = match above {
        [preamble @ .., heading] => (preamble, Some(heading)),
        [] => (above, None),
    };
    // In a table without headings, the most frequent width is the table's.
    let width = heading.map_or(width, sheets::Row::width).min(COLUMNS_MAX);
    let names: Vec<&str> = heading.map_or_else(Vec::new, |row| row.cells.iter().collect());
    let signature = signature(&names, width);
    let remembered = (said.remembered)(&signature).unwrap_or_default();
    let mut told = said.reading.or(remembered);
    // Choices for a file with more columns don't apply.
    told.columns = told.columns.filter(|columns| columns.len() <= width);
    let (reading, asks) = found(heading, &names, (rows, width), &told, said.today)?;
    let columns = (0..width).map(|at| Found {
        heading: shown(names.get(at).copied().unwrap_or_default()),
        example: columns::filled(rows, at)
            .next()
            .map(shown)
            .unwrap_or_default(),
    });
    let mut file = FileRead {
        separator,
        left_out: left_out(
            names
                .iter()
                .copied()
                .zip(reading.columns.iter().map(|it| *it != Holds::Ignored)),
        ),
        headings: signature,
        columns: columns.collect(),
        reading,
        said: told,
        asks,
        rows: Vec::new(),
    };
    if !is_enough(&file.reading.columns) {
        file.asks = vec![Question::Columns];
        return Ok(file);
    }
    let account = account_above(preamble);
    for row in rows {
        let read = lines::read(row, width, &file.reading, &account);
        for one in read {
            allowance.take(size_of::<Row>() + one.weight())?;
            file.rows.push(one);
        }
    }
    Ok(file)
}

/// Determines how a file is read, apart from what was chosen, and the questions that it leaves open.
fn found(
    heading: Option<&sheets::Row>,
    names: &[&str],
    (rows, width): (&[sheets::Row], usize),
    said: &ReadingSaid,
    today: Option<Date>,
) -> Result<(Reading, Vec<Question>), Unusable> {
    let mut asks = Vec::new();
    let mut columns = match &said.columns {
        Some(columns) => columns.clone(),
        None => heading.map_or_else(Vec::new, |row| columns::by_headings(&row.cells, rows)),
    };
    columns.truncate(width);
    if said.columns.is_some() {
        columns.resize(width, Holds::Ignored);
    } else if !columns::by_content(&mut columns, names, (rows, width)) {
        if !columns::may_be_told(rows, width) {
            return Err(Unusable::NoColumns);
        }
        asks.push(Question::Columns);
    }
    let date = columns.iter().position(|it| *it == Holds::Date);
    let by_dates = date.map(|at| written::decide(columns::filled(rows, at), today));
    let by_dates = by_dates.unwrap_or_default();
    let (by_amounts, is_guess) = amounts::signs(&columns, names, rows);
    // Other questions make sense only once the columns are known.
    if asks.is_empty() {
        if by_dates.is_guess && said.dates.is_none() {
            asks.push(Question::Dates);
        }
        if is_guess && said.signs.is_none() {
            asks.push(Question::Signs);
        }
    }
    let dates = said.dates.unwrap_or(match by_dates.order {
        Order::DayFirst => Dates::DayFirst,
        Order::MonthFirst => Dates::MonthFirst,
    });
    let signs = said.signs.unwrap_or(by_amounts);
    let reading = Reading {
        columns,
        dates,
        signs,
    };
    Ok((reading, asks))
}

/// Whether the columns include a date and an amount.
pub(super) fn is_enough(columns: &[Holds]) -> bool {
    let is_sum = |it: &Holds| matches!(it, Holds::Amount | Holds::Out | Holds::In);
    columns.contains(&Holds::Date) && columns.iter().any(is_sum)
}

/// The hash by which files with the same headings are recognised; without headings, the number of columns counts.
fn signature(names: &[&str], width: usize) -> String {
    let bare: Vec<String> = names.iter().take(width).map(|name| bare(name)).collect();
    sha256_hex(format!("{width}|{}", bare.join("|")))
}

/// The account that a bank names above the headings: the texts next to `Account` or `Card`, without amounts.
fn account_above(preamble: &[sheets::Row]) -> String {
    let names_it = |row: &&sheets::Row| {
        let first = row.cells.get(0).unwrap_or_default().to_lowercase();
        let is_account = ["account", "card", "iban", "sort code"]
            .iter()
            .any(|word| first.contains(word));
        is_account && !first.contains("balance")
    };
    let named = preamble.iter().filter(names_it);
    let words: String = named.flat_map(|row| &row.cells).map(bare).collect();
    words.chars().take(ACCOUNT_MAX).collect()
}

/// A cell without the apostrophe that some banks put before it to make spreadsheets treat it as text.
pub(super) fn plain(cell: &str) -> &str {
    let cell = cell.trim();
    cell.strip_prefix('\'').unwrap_or(cell).trim()
}

fn shown(cell: &str) -> String {
    lines::one_line(cell).chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests;
