//! One row of a bank's file: what it says, or why it is not imported.

use plumbline_core::money::Pence;
use plumbline_core::time::{DateError, date_parser};

use super::amounts::{DebitMark, MarkedAmount, UsualMinus, parse_marked_amount, signed_amount};
use super::columns::{BankColumn, is_amount};
use super::not_payments::{self, PaymentState};
use super::running_balance::BalanceDirections;
use super::{ACCOUNT_MAX, BankFileRow, BankLine, BankReading, without_apostrophe};
use plumbline_platform::table_import::{TableRow, currency, normalise_heading};

/// The most cells with text that are read in one row.
const TEXTS_MAX: usize = 20;
/// The most characters in a name, and in the other texts.
const LENGTHS_MAX: [usize; 2] = [200, 500];

/// Why a row with an amount that isn't understood isn't imported.
const NO_AMOUNT: &str = "We can’t read its amount.";

/// Why a row isn't imported if nothing shows in which direction the money went.
const NO_DIRECTION: &str = "It doesn’t say whether it went out or came in.";
/// Why a row with different amounts isn't imported.
const TWO_AMOUNTS: &str = "It has more than one amount.";

/// How many characters of an unknown state are displayed.
const STATE_DISPLAYED_MAX: usize = 40;

/// Reads the rows of a file.
pub(super) struct RowReader<'a> {
    /// The number of columns.
    pub width: usize,
    pub reading: &'a BankReading,
    /// The account that is given above the headings.
    pub account: &'a str,
    /// What a minus means in the columns for money out and in.
    pub usual_minus: UsualMinus,
    /// Where the money of each row went, if only the balance says so.
    pub by_balance: Option<&'a BalanceDirections>,
    /// The number of the row in which the file is cut off.
    pub cut_row: Option<usize>,
}

impl RowReader<'_> {
    /// The line of a row; two lines if the bank charged a fee in addition to the amount.
    pub(super) fn read_row(&self, row: &TableRow) -> Vec<BankFileRow> {
        let number = row.number;
        let line = row.check_width(self.width).map_err(|why| why.to_string());
        let (line, fee) = match line.and_then(|()| self.parse_line(row)) {
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
    fn parse_line(&self, row: &TableRow) -> Result<(BankLine, Option<Pence>), String> {
        let reading = self.reading;
        let mut cells = RowCells { account: self.account.to_owned(), ..RowCells::default() };
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
        if let Some(by_balance) = self.by_balance {
            cells.direction = by_balance.get(&row.number).map(|is_out| if *is_out { "out" } else { "in" });
        }
        let amount = cells.find_amount(reading, self.usual_minus, self.by_balance.is_some())?;
        let (name, text) = cells.name_and_description();
        if not_payments::is_balance(&name) {
            return Err("It is a balance, not a payment.".to_owned());
        }
        if self.cut_row == Some(row.number) {
            return Err("The file ends in the middle of this row.".to_owned());
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
}

/// Whether the last row ends in an amount without pence, while all other amounts have them: the file was cut off there.
pub(super) fn ends_in_an_amount(rows: &[TableRow], columns: &[BankColumn]) -> bool {
    let is_sum = |it: &BankColumn| matches!(it, BankColumn::Amount | BankColumn::Out | BankColumn::In);
    let Some((last, earlier)) = rows.split_last() else {
        return false;
    };
    let at = last.cells.len().saturating_sub(1);
    let end = last.cells.get(at).map(without_apostrophe).unwrap_or_default();
    if !columns.get(at).is_some_and(is_sum) || end.is_empty() || is_amount(end) {
        return false;
    }
    let sums = earlier.iter().flat_map(|row| columns.iter().zip(&row.cells));
    let sums = sums.filter(|(holds, cell)| is_sum(holds) && parse_marked_amount(cell).is_some());
    let mut sums = sums.map(|(_, cell)| without_apostrophe(cell)).peekable();
    sums.peek().is_some() && sums.all(is_amount)
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
            BankColumn::State => match not_payments::parse_state(cell) {
                PaymentState::Made => {}
                PaymentState::NotMade => return Err("It wasn’t paid.".to_owned()),
                PaymentState::Unknown => {
                    let state: String = to_one_line(cell).chars().take(STATE_DISPLAYED_MAX).collect();
                    return Err(format!("Its status, “{state}”, doesn’t say whether it was paid."));
                }
            },
            BankColumn::Account => self.account.push_str(&normalise_heading(cell)),
            BankColumn::Kind => self.kind = cell,
            BankColumn::Ignored | BankColumn::Date | BankColumn::Currency => {}
        }
        Ok(())
    }

    /// The amount, negative if it was spent. If a cell has digits but isn't understood, the amount isn't taken from
    /// another column.
    fn find_amount(
        &self,
        reading: &BankReading,
        usual_minus: UsualMinus,
        is_by_balance: bool,
    ) -> Result<Pence, String> {
        let mut found: Option<Pence> = None;
        let mut add = |amount: Pence| {
            if found.is_some_and(|before| before != amount) {
                return Err(TWO_AMOUNTS.to_owned());
            }
            found = Some(amount);
            Ok(())
        };
        let sides = [(&self.out, true), (&self.r#in, false)];
        for (cells, is_out) in sides {
            for cell in cells {
                match parse_marked_amount(cell) {
                    Some(it) if !it.pence.is_zero() => {
                        add(usual_minus.sign_amount(it, is_out).ok_or(NO_DIRECTION)?)?;
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
        if let Some(amount) = self.find_plain_amount()? {
            let has_direction = is_by_balance || reading.columns.contains(&BankColumn::Direction);
            let is_unsaid = has_direction && self.direction.is_none() && amount.mark == DebitMark::None;
            let signed = signed_amount(amount, self.direction, reading.signs).filter(|_| !is_unsaid);
            found = found.or(Some(signed.ok_or(NO_DIRECTION)?));
        }
        found.ok_or_else(|| NO_AMOUNT.to_owned())
    }

    /// The amount in the columns that aren't only for money out or in; of several, the first that isn't zero.
    fn find_plain_amount(&self) -> Result<Option<MarkedAmount>, String> {
        let mut found: Option<MarkedAmount> = None;
        let size = |amount: MarkedAmount| amount.pence.0.saturating_abs();
        for cell in &self.amounts {
            match (parse_marked_amount(cell), found) {
                (Some(next), Some(before)) if size(before) != 0 => {
                    if size(next) != 0 && size(next) != size(before) {
                        return Err(TWO_AMOUNTS.to_owned());
                    }
                }
                (Some(next), _) => found = Some(next),
                // A word such as `Debit` isn't an amount.
                (None, None) if cell.contains(char::is_numeric) => return Err(NO_AMOUNT.to_owned()),
                (None, _) => {}
            }
        }
        Ok(found)
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
