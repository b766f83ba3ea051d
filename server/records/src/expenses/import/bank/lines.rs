//! One row of a bank's file: what it says, or why it is not imported.

use plumbline_core::money::Pence;
use plumbline_core::time::{DateError, written};

use super::amounts::{marked, signed};
use super::columns::Holds;
use super::{ACCOUNT_MAX, Line, Reading, Row, plain};
use plumbline_platform::sheets::{self, bare, currency};

/// The most cells with text that are read in one row.
const WORDS_MAX: usize = 20;
/// The most characters in a name, and in the other texts.
const LENGTHS: [usize; 2] = [200, 500];

/// Why a row with an amount that isn't understood isn't imported.
const NO_AMOUNT: &str = "We can’t read its amount.";

/// States of payments that weren't made.
const NOT_PAID: [&str; 11] = [
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
const BALANCES: [&str; 8] = [
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
pub(super) fn read(row: &sheets::Row, width: usize, reading: &Reading, account: &str) -> Vec<Row> {
    let number = row.number;
    let line = row
        .fits(width)
        .map_err(|why| why.to_string())
        .and_then(|()| line(row, reading, account));
    let (line, fee) = match line {
        Ok(read) => read,
        Err(why) => return vec![Row::Unreadable { row: number, why }],
    };
    let fee = fee.map(|fee| Line {
        is_fee: true,
        name: "Bank fee".to_owned(),
        words: line.name.clone(),
        told: format!("fee {}", line.told),
        amount: -fee,
        kind: String::new(),
        ..line.clone()
    });
    // A row that is only a fee has no other line.
    let line = (!line.amount.is_zero() || fee.is_none()).then_some(line);
    line.into_iter().chain(fee).map(Row::Line).collect()
}

/// The line of a row, and the bank's fee.
fn line(
    row: &sheets::Row,
    reading: &Reading,
    account: &str,
) -> Result<(Line, Option<Pence>), String> {
    let mut cells = Cells {
        account: account.to_owned(),
        ..Cells::default()
    };
    for (holds, cell) in reading.columns.iter().zip(&row.cells) {
        let cell = plain(cell);
        if !cell.is_empty() {
            cells.add(*holds, cell)?;
        }
    }
    let date = written::read(cells.date, reading.dates.into()).map_err(|why| match why {
        DateError::OutOfRange => "Its year is before 2000 or after 2099.".to_owned(),
        _ => "We can’t read its date.".to_owned(),
    })?;
    let amount = cells.amount(reading)?;
    let (name, words) = cells.names();
    if BALANCES
        .iter()
        .any(|said| name.to_lowercase().starts_with(said))
    {
        return Err("It is a balance, not a payment.".to_owned());
    }
    let [name_max, words_max] = LENGTHS;
    let line = Line {
        row: row.number,
        is_fee: false,
        date: Some(date),
        told: cells.told(),
        name: name.chars().take(name_max).collect(),
        words: words.chars().take(words_max).collect(),
        kind: cells.kind.to_owned(),
        account: cells.account.chars().take(ACCOUNT_MAX).collect(),
        amount,
    };
    Ok((line, cells.fee))
}

/// The cells of a row by their contents.
#[derive(Default)]
struct Cells<'a> {
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

impl<'a> Cells<'a> {
    fn add(&mut self, holds: Holds, cell: &'a str) -> Result<(), String> {
        match holds {
            Holds::Date if self.date.is_empty() => self.date = cell,
            Holds::Name => add_words(&mut self.names, cell),
            Holds::Words => {
                add_words(&mut self.words, cell);
                add_words(&mut self.others, cell);
            }
            Holds::Reference => {
                add_words(&mut self.references, cell);
                add_words(&mut self.others, cell);
            }
            Holds::Amount => self.amounts.push(cell),
            Holds::Out => self.out.push(cell),
            Holds::In => self.r#in.push(cell),
            Holds::Direction => self.direction = Some(cell),
            Holds::Fee => {
                let fee = marked(cell).ok_or("We can’t read its fee.")?;
                // Some banks write a fee as a negative amount, others as a positive one.
                let fee = Pence(fee.pence.0.saturating_abs());
                self.fee = (!fee.is_zero()).then_some(fee);
            }
            Holds::Currency if currency::other(cell).is_some() => {
                return Err("It isn’t in pounds.".to_owned());
            }
            Holds::State if NOT_PAID.contains(&cell.to_lowercase().as_str()) => {
                return Err("It wasn’t paid.".to_owned());
            }
            Holds::Account => self.account.push_str(&bare(cell)),
            Holds::Kind => self.kind = cell,
            Holds::Ignored | Holds::Date | Holds::Currency | Holds::State => {}
        }
        Ok(())
    }

    /// The amount, negative if it was spent. If a cell has digits but isn't understood, the amount isn't taken from
    /// another column.
    fn amount(&self, reading: &Reading) -> Result<Pence, String> {
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
                match marked(cell) {
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
                all.any(|cell| marked(cell).is_some())
            });
        }
        let mut amounts = self.amounts.iter();
        let amount = amounts.find_map(|cell| match marked(cell) {
            Some(amount) => Some(Ok(amount)),
            // A word such as `Debit` isn't an amount.
            None => cell.contains(char::is_numeric).then_some(Err(NO_AMOUNT)),
        });
        if let Some(amount) = amount.transpose()? {
            let signed = signed(amount, self.direction, reading.signs);
            found = found.or(Some(
                signed.ok_or("It doesn’t say whether it went out or came in.")?,
            ));
        }
        found.ok_or_else(|| NO_AMOUNT.to_owned())
    }

    /// The name (otherwise the bank's first description, otherwise the reference), and the remaining texts.
    fn names(&self) -> (String, String) {
        let all = self.names.iter().chain(&self.words).chain(&self.references);
        let mut all = all.take(WORDS_MAX);
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
    fn told(&self) -> String {
        let first = self.names.first();
        let more = self.names.iter().skip(1);
        let mut all: Vec<&str> = Vec::new();
        for one in first
            .into_iter()
            .chain(more)
            .chain(&self.others)
            .take(WORDS_MAX)
        {
            if !all.contains(&one.as_str()) {
                all.push(one);
            }
        }
        all.join(" ")
    }
}

fn add_words(words: &mut Vec<String>, cell: &str) {
    if words.len() < WORDS_MAX {
        words.push(one_line(cell));
    }
}

/// A cell's text on one line, with single spaces.
pub(super) fn one_line(cell: &str) -> String {
    let plain = cell.replace(|c: char| c.is_control(), " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
