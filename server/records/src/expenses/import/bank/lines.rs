//! One row of a bank's file: what it says, or why it is not imported.

use plumbline_core::money::Pence;
use plumbline_core::time::{DateError, date_parser};

use super::amounts::{parse_marked_amount, signed_amount};
use super::columns::BankColumn;
use super::{ACCOUNT_MAX, BankFileRow, BankLine, BankReading, without_apostrophe};
use plumbline_platform::table_import::{self, currency, normalise_heading};

/// The most cells with text that are read in one row.
const TEXTS_MAX: usize = 20;
/// The most characters in a name, and in the other texts.
const LENGTHS_MAX: [usize; 2] = [200, 500];

/// Why a row with an amount that isn't understood isn't imported.
const NO_AMOUNT: &str = "We can’t read its amount.";

/// States of payments that weren't made.
const UNPAID_STATES: [&str; 11] = [
    "declined",
    "reverted",
    "failed",
    "pending",
    "denied",
    "canceled",
    "cancelled",
    "reversed",
    "expired",
    "rejected",
    "voided",
];

/// Texts of a row with the account's balance.
const BALANCE_TEXTS: [&str; 8] = [
    "opening balance",
    "closing balance",
    "balance brought forward",
    "balance carried forward",
    "brought forward",
    "carried forward",
    "start balance",
    "end balance",
];

/// The line of a bank file's row; two lines if the bank charged a fee in addition to the amount.
pub(super) fn read_row(
    row: &table_import::TableRow,
    width: usize,
    reading: &BankReading,
    account: &str,
) -> Vec<BankFileRow> {
    let number = row.number;
    let line = row
        .check_width(width)
        .map_err(|why| why.to_string())
        .and_then(|()| parse_line(row, reading, account));
    let (line, fee) = match line {
        Ok(read) => read,
        Err(why) => return vec![BankFileRow::Unreadable { row: number, why }],
    };
    let fee = fee.map(|fee| BankLine {
        is_fee: true,
        name: "Bank fee".to_owned(),
        words: line.name.clone(),
        identifying_text: format!("fee {}", line.identifying_text),
        amount: -fee,
        kind: String::new(),
        ..line.clone()
    });
    // A row that is only a fee has no other line.
    let line = (!line.amount.is_zero() || fee.is_none()).then_some(line);
    line.into_iter().chain(fee).map(BankFileRow::Line).collect()
}

/// The line of a row, and the bank's fee.
fn parse_line(
    row: &table_import::TableRow,
    reading: &BankReading,
    account: &str,
) -> Result<(BankLine, Option<Pence>), String> {
    let mut cells = RowCells { account: account.to_owned(), ..RowCells::default() };
    for (holds, cell) in reading.columns.iter().zip(&row.cells) {
        let cell = without_apostrophe(cell);
        if !cell.is_empty() {
            cells.add(*holds, cell)?;
        }
    }
    let date = date_parser::parse_date(cells.date, reading.dates.into()).map_err(|why| match why {
        DateError::OutOfRange => "Its year is before 2000 or after 2099.".to_owned(),
        _ => "We can’t read its date.".to_owned(),
    })?;
    let amount = cells.find_amount(reading)?;
    let (name, text) = cells.name_and_description();
    if BALANCE_TEXTS.iter().any(|given| name.to_lowercase().starts_with(given)) {
        return Err("It is a balance, not a payment.".to_owned());
    }
    let [name_max, words_max] = LENGTHS_MAX;
    let line = BankLine {
        row: row.number,
        is_fee: false,
        date: Some(date),
        identifying_text: cells.identifying_text(),
        name: name.chars().take(name_max).collect(),
        words: text.chars().take(words_max).collect(),
        kind: cells.kind.to_owned(),
        account: cells.account.chars().take(ACCOUNT_MAX).collect(),
        amount,
    };
    Ok((line, cells.fee))
}

/// The cells of a row by their contents.
#[derive(Default)]
struct RowCells<'a> {
    date: &'a str,
    names: Vec<String>,
    words: Vec<String>,
    references: Vec<String>,
    /// The other texts, in the order of the columns.
    others: Vec<String>,
    amounts: Vec<&'a str>,
    out: Vec<&'a str>,
    r#in: Vec<&'a str>,
    direction: Option<&'a str>,
    fee: Option<Pence>,
    kind: &'a str,
    account: String,
}

impl<'a> RowCells<'a> {
    fn add(&mut self, holds: BankColumn, cell: &'a str) -> Result<(), String> {
        match holds {
            BankColumn::Date if self.date.is_empty() => self.date = cell,
            BankColumn::Name => add_text(&mut self.names, cell),
            BankColumn::Words => {
                add_text(&mut self.words, cell);
                add_text(&mut self.others, cell);
            }
            BankColumn::Reference => {
                add_text(&mut self.references, cell);
                add_text(&mut self.others, cell);
            }
            BankColumn::Amount => self.amounts.push(cell),
            BankColumn::Out => self.out.push(cell),
            BankColumn::In => self.r#in.push(cell),
            BankColumn::Direction => self.direction = Some(cell),
            BankColumn::Fee => {
                let fee = parse_marked_amount(cell).ok_or("We can’t read its fee.")?;
                // Some banks write a fee as a negative amount, others as a positive one.
                let fee = Pence(fee.pence.0.saturating_abs());
                self.fee = (!fee.is_zero()).then_some(fee);
            }
            BankColumn::Currency if currency::find_foreign_currency(cell).is_some() => {
                return Err("It isn’t in pounds.".to_owned());
            }
            BankColumn::State if UNPAID_STATES.contains(&cell.to_lowercase().as_str()) => {
                return Err("It wasn’t paid.".to_owned());
            }
            BankColumn::Account => self.account.push_str(&normalise_heading(cell)),
            BankColumn::Kind => self.kind = cell,
            BankColumn::Ignored | BankColumn::Date | BankColumn::Currency | BankColumn::State => {}
        }
        Ok(())
    }

    /// The amount, negative if it was spent. If a cell has digits but isn't understood, the amount isn't taken from
    /// another column.
    fn find_amount(&self, reading: &BankReading) -> Result<Pence, String> {
        let mut found: Option<Pence> = None;
        let mut add = |amount: Pence| {
            if found.is_some_and(|before| before != amount) {
                return Err("It has more than one amount.".to_owned());
            }
            found = Some(amount);
            Ok(())
        };
        let sides = [(&self.out, true), (&self.r#in, false)];
        for (cells, is_out) in sides {
            for cell in cells {
                match parse_marked_amount(cell) {
                    // Some banks write a minus before amounts in the column for spending, others don't.
                    Some(it) if !it.pence.is_zero() => {
                        let size = Pence(it.pence.0.saturating_abs());
                        add(if is_out { -size } else { size })?;
                    }
                    None if cell.contains(char::is_numeric) => return Err(NO_AMOUNT.to_owned()),
                    _ => {}
                }
            }
        }
        if found.is_none() && (!self.out.is_empty() || !self.r#in.is_empty()) {
            // Both columns say that no money moved.
            found = Some(Pence::ZERO).filter(|_| {
                let mut all = self.out.iter().chain(&self.r#in);
                all.any(|cell| parse_marked_amount(cell).is_some())
            });
        }
        let mut amounts = self.amounts.iter();
        let amount = amounts.find_map(|cell| match parse_marked_amount(cell) {
            Some(amount) => Some(Ok(amount)),
            // A word such as `Debit` isn't an amount.
            None => cell.contains(char::is_numeric).then_some(Err(NO_AMOUNT)),
        });
        if let Some(amount) = amount.transpose()? {
            let signed = signed_amount(amount, self.direction, reading.signs);
            found = found.or(Some(signed.ok_or("It doesn’t say whether it went out or came in.")?));
        }
        found.ok_or_else(|| NO_AMOUNT.to_owned())
    }

    /// The name (otherwise the bank's first description, otherwise the reference), and the remaining texts.
    fn name_and_description(&self) -> (String, String) {
        let all = self.names.iter().chain(&self.words).chain(&self.references);
        let mut all = all.take(TEXTS_MAX);
        let name = all.next().cloned().unwrap_or_default();
        let mut rest: Vec<&str> = Vec::new();
        for one in all {
            if *one != name && !rest.contains(&one.as_str()) {
                rest.push(one);
            }
        }
        (name, rest.join(", "))
    }

    /// The texts by which the line is recognised: the first name, then the others in the order of the columns.
    fn identifying_text(&self) -> String {
        let first = self.names.first();
        let more = self.names.iter().skip(1);
        let mut all: Vec<&str> = Vec::new();
        for one in first.into_iter().chain(more).chain(&self.others).take(TEXTS_MAX) {
            if !all.contains(&one.as_str()) {
                all.push(one);
            }
        }
        all.join(" ")
    }
}

fn add_text(words: &mut Vec<String>, cell: &str) {
    if words.len() < TEXTS_MAX {
        words.push(to_one_line(cell));
    }
}

/// A cell's text on one line, with single spaces.
pub(super) fn to_one_line(cell: &str) -> String {
    let plain = cell.replace(|c: char| c.is_control(), " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
