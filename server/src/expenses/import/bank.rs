//! The file of a bank: which of its columns say when, what and how much.
//!
//! The headings are those of Monzo, Starling, Barclays, Lloyds, Halifax, NatWest, HSBC, Nationwide,
//! Santander, Revolut and Tide, as their files have them; another bank's are mostly the same words.

use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use super::{ROWS_MAX, Unusable};
use crate::sheets::allowance::Allowance;
use crate::sheets::cells::{amount, day};
use crate::sheets::{self, bare, left_out, separator_of, unquoted, weight};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    Date,
    /// Who it was, where a bank says it by itself.
    Name,
    Words,
    /// Below nothing is what went out.
    Amount,
    Out,
    In,
    Currency,
    State,
}

const HEADINGS: &[(Holds, &[&str])] = &[
    (
        Holds::Date,
        &[
            "date",
            "transactiondate",
            "completeddate",
            "completeddateutc",
            "bookingdate",
            "posteddate",
            "datecompleted",
        ],
    ),
    (
        Holds::Name,
        &[
            "name",
            "counterparty",
            "payee",
            "merchant",
            "merchantname",
            "counterpartyname",
            "paymentdetails",
            "merchantdescription",
        ],
    ),
    (
        Holds::Words,
        &[
            "description",
            "transactiondescription",
            "reference",
            "memo",
            "details",
            "narrative",
            "transactiondetails",
            "transaction",
            "notes",
            "notesandtags",
        ],
    ),
    (
        Holds::Amount,
        &[
            "amount",
            "amountgbp",
            "value",
            "valuegbp",
            "transactionamount",
            "debitcredit",
        ],
    ),
    (
        Holds::Out,
        &[
            "paidout",
            "moneyout",
            "debit",
            "debitamount",
            "debits",
            "withdrawn",
            "withdrawals",
            "amountout",
            "out",
            "paidoutgbp",
            "moneyoutgbp",
        ],
    ),
    (
        Holds::In,
        &[
            "paidin",
            "moneyin",
            "credit",
            "creditamount",
            "credits",
            "deposits",
            "amountin",
            "in",
            "paidingbp",
            "moneyingbp",
        ],
    ),
    (Holds::Currency, &["currency"]),
    (Holds::State, &["state", "status"]),
];

/// How many rows of a bank's own words may come before the headings.
const PREAMBLE: usize = 20;

/// The most columns of a bank's other words that are kept.
const WORDS_MAX: usize = 20;

/// Why a row is not read whose amount is not understood.
const NO_AMOUNT: &str = "Its amount cannot be read.";

/// A line of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    /// As a spreadsheet counts it.
    pub row: usize,
    pub date: Date,
    /// Whom it was paid to, as the bank says it.
    pub name: String,
    /// The bank's other words.
    pub words: String,
    /// Below nothing is what went out.
    pub amount: Pence,
}

/// What a row is.
#[derive(Debug, Clone)]
pub(super) enum Row {
    Line(Line),
    Unreadable { row: usize, why: &'static str },
}

impl Row {
    /// The bytes of its text.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Line(line) => line.name.len() + line.words.len(),
            Self::Unreadable { .. } => 0,
        }
    }
}

/// A file as it was read.
#[derive(Debug)]
pub(super) struct FileRead {
    pub separator: char,
    pub left_out: Vec<String>,
    /// Whether no amount was below nothing, so that all of them are taken for what went out.
    pub is_card: bool,
    pub rows: Vec<Row>,
}

fn holds(heading: &str) -> Option<Holds> {
    let bare = bare(heading);
    let known = HEADINGS
        .iter()
        .find(|(_, words)| words.contains(&bare.as_str()));
    known.map(|(holds, _)| *holds)
}

/// The columns that a row names, if it is one of headings.
fn columns(record: &csv::StringRecord) -> Option<Vec<Option<Holds>>> {
    let mut columns: Vec<Option<Holds>> = record.iter().map(holds).collect();
    let has = |kind| columns.contains(&Some(kind));
    let is_headings = has(Holds::Date) && (has(Holds::Amount) || has(Holds::Out) || has(Holds::In));
    if !is_headings {
        return None;
    }
    // Monzo has both: what went out and in says the same as the amount.
    if has(Holds::Amount) {
        for column in &mut columns {
            if matches!(column, Some(Holds::Out | Holds::In)) {
                *column = None;
            }
        }
    }
    Some(columns)
}

/// HSBC's file has no headings: a day, words, an amount.
fn without_headings(record: &csv::StringRecord) -> Option<Vec<Option<Holds>>> {
    let cells: Vec<&str> = record.iter().collect();
    match cells.as_slice() {
        [date, _, value] if day(date).is_some() && amount(value).is_some() => Some(vec![
            Some(Holds::Date),
            Some(Holds::Words),
            Some(Holds::Amount),
        ]),
        _ => None,
    }
}

/// Reads a file.
pub(super) fn read(text: &str, mut allowance: Allowance) -> Result<FileRead, Unusable> {
    let separator = separator_below(text);
    let mut found: Option<Vec<Option<Holds>>> = None;
    let mut read = FileRead {
        separator,
        left_out: Vec::new(),
        is_card: false,
        rows: Vec::new(),
    };
    let mut seen = 0;
    for (at, record) in sheets::rows(text, separator).enumerate() {
        let record = record?;
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        seen += 1;
        let row = at + 1;
        let Some(columns) = &found else {
            if let Some(columns) = columns(&record) {
                let read_ones = columns.iter().map(Option::is_some);
                read.left_out = left_out(record.iter().zip(read_ones));
                found = Some(columns);
            } else if let Some(columns) = without_headings(&record) {
                read.rows.push(row_of(&columns, &record, row));
                found = Some(columns);
            } else if seen == PREAMBLE {
                break;
            }
            continue;
        };
        if read.rows.len() == ROWS_MAX {
            return Err(Unusable::TooMany);
        }
        allowance.take(size_of::<Row>() + weight(&record))?;
        read.rows.push(row_of(columns, &record, row));
    }
    let Some(columns) = found else {
        let why = if seen == 0 {
            Unusable::Empty
        } else {
            Unusable::NoColumns
        };
        return Err(why);
    };
    if read.rows.is_empty() {
        return Err(Unusable::Empty);
    }
    turn_card(&mut read, &columns);
    Ok(read)
}

/// The separator of the line that looks most like one of headings: a bank's words may come before it.
fn separator_below(text: &str) -> char {
    let lines = text.lines().take(PREAMBLE);
    let count = |line: &str| {
        let separator = separator_of(line);
        (line.matches(separator).count(), separator)
    };
    let most = lines.map(count).max_by_key(|(count, _)| *count);
    most.map_or(',', |(_, separator)| separator)
}

/// A card's statement has what was bought above nothing. Where no amount is below it, it is one.
fn turn_card(read: &mut FileRead, columns: &[Option<Holds>]) {
    let is_signed = columns.contains(&Some(Holds::Amount));
    let any_out = read
        .rows
        .iter()
        .any(|row| matches!(row, Row::Line(line) if line.amount.0 < 0));
    let any = read.rows.iter().any(|row| matches!(row, Row::Line(_)));
    if !is_signed || any_out || !any {
        return;
    }
    read.is_card = true;
    for row in &mut read.rows {
        if let Row::Line(line) = row {
            line.amount = -line.amount;
        }
    }
}

fn row_of(columns: &[Option<Holds>], record: &csv::StringRecord, row: usize) -> Row {
    let unreadable = |why| Row::Unreadable { row, why };
    let mut date = None;
    let mut name = String::new();
    let mut words: Vec<String> = Vec::new();
    let mut sum: Option<Pence> = None;
    for (holds, cell) in columns.iter().zip(record) {
        let cell = unquoted(cell).trim();
        let Some(holds) = holds.filter(|_| !cell.is_empty()) else {
            continue;
        };
        match holds {
            Holds::Date => date = date.or_else(|| day(cell)),
            Holds::Name if name.is_empty() => name = one_line(cell),
            Holds::Name | Holds::Words if words.len() == WORDS_MAX => {}
            Holds::Name | Holds::Words => {
                let line = one_line(cell);
                if line != name && !words.contains(&line) {
                    words.push(line);
                }
            }
            // Words, such as `Debit`, are no amount; of what has digits none is guessed at or left out.
            Holds::Amount | Holds::Out | Holds::In
                if amount(cell).is_none() && cell.contains(char::is_numeric) =>
            {
                return unreadable(NO_AMOUNT);
            }
            Holds::Amount => sum = sum.or_else(|| amount(cell)),
            // Some banks write what went out with a minus, some without.
            Holds::Out | Holds::In => match amount(cell) {
                Some(pence) if !pence.is_zero() => {
                    let size = Pence(pence.0.saturating_abs());
                    let signed = if holds == Holds::Out { -size } else { size };
                    if sum.is_some_and(|before| before != signed) {
                        return unreadable("It has more than one amount.");
                    }
                    sum = Some(signed);
                }
                _ => {}
            },
            Holds::Currency if !cell.eq_ignore_ascii_case("GBP") => {
                return unreadable("It is not in pounds.");
            }
            Holds::State
                if ["declined", "reverted", "failed", "pending"]
                    .contains(&cell.to_lowercase().as_str()) =>
            {
                return unreadable("It was not paid.");
            }
            Holds::Currency | Holds::State => {}
        }
    }
    let Some(date) = date else {
        return unreadable("Its date cannot be read.");
    };
    let Some(amount) = sum else {
        return unreadable(NO_AMOUNT);
    };
    if name.is_empty() && !words.is_empty() {
        name = words.remove(0);
    }
    Row::Line(Line {
        row,
        date,
        name: name.chars().take(200).collect(),
        words: words.join(", ").chars().take(500).collect(),
        amount,
    })
}

/// A cell in one line, its spaces single.
fn one_line(cell: &str) -> String {
    let plain = cell.replace(|c: char| c.is_control(), " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
