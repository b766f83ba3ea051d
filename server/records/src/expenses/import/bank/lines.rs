//! One row of a bank's file: what it says, or why it is not imported.

use plumbline_core::money::Pence;
use plumbline_core::time::{DateError, written};

use super::amounts::{marked, signed};
use super::columns::Holds;
use super::{ACCOUNT_MAX, Line, Reading, Row, plain};
use plumbline_platform::sheets::{self, bare, currency};

/// The most cells of a bank's other words that are kept.
const WORDS_MAX: usize = 20;
/// The most characters of a name, and of other words.
const LENGTHS: [usize; 2] = [200, 500];

/// Why a row is not read whose amount is not understood.
const NO_AMOUNT: &str = "We can’t read its amount.";

/// States of what was not paid.
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

/// Words of a row that says what is in the account.
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

/// A row of a bank's file; two where the bank took a fee beside the amount.
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
    // Of a row that is nothing but a fee there is no other line.
    let line = (!line.amount.is_zero() || fee.is_none()).then_some(line);
    line.into_iter().chain(fee).map(Row::Line).collect()
}

/// What a row says, and what the bank took for it.
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

/// The cells of a row by what they hold.
#[derive(Default)]
struct Cells<'a> {
    date: &'a str,
    names: Vec<String>,
    words: Vec<String>,
    references: Vec<String>,
    /// The other words in the order of the columns.
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
                // Some write what they took below nothing, some above.
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

    /// What went out, below nothing, or came in. What has digits and is not understood is not taken from elsewhere.
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
                    // Some banks write what went out with a minus, some without.
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
            // Both columns say nothing went by.
            found = Some(Pence::ZERO).filter(|_| {
                let mut all = self.out.iter().chain(&self.r#in);
                all.any(|cell| marked(cell).is_some())
            });
        }
        let mut amounts = self.amounts.iter();
        let amount = amounts.find_map(|cell| match marked(cell) {
            Some(amount) => Some(Ok(amount)),
            // Words, such as `Debit`, are no amount.
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

    /// The name, else the first of the bank's words, else its reference; and all that is left.
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

    /// The words by which the line is known again: the first name, then the others in the order of the columns.
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

/// A cell in one line, its spaces single.
pub(super) fn one_line(cell: &str) -> String {
    let plain = cell.replace(|c: char| c.is_control(), " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
