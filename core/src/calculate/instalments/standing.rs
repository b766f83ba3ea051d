//! The state of agreed instalments: what each asks for now, how much of it is paid, and what is due.

use serde::Serialize;

use super::Instalment;
use crate::calculate::payments::{Credits, balance};
use crate::money::Pence;
use crate::money::text::gbp;
use crate::time::Date;

/// How far an instalment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum InstalmentState {
    /// All of it is paid.
    Paid,
    /// It asks for nothing any more: what it was to be was taken off the invoice.
    Nothing,
    /// Its day has passed.
    Overdue,
    /// Its day is today.
    Due,
    /// Some of it is paid before its day.
    PartPaid,
    /// Its day is still to come.
    Later,
}

/// An instalment as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "InstalmentPart")
)]
pub struct Part {
    /// The last day on which it is paid in time.
    pub date: Date,
    /// What it asks for now, in pounds.
    pub amount: Pence,
    /// Pounds of it that are paid.
    pub paid: Pence,
    /// Pounds of it that are to be paid.
    pub open: Pence,
    /// How far it is.
    pub state: InstalmentState,
}

/// All instalments of an invoice as they stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "InstalmentStanding")
)]
pub struct Standing {
    /// Each, the earliest first.
    pub parts: Vec<Part>,
    /// Pounds that are due by now.
    pub due_now: Pence,
    /// Pounds that are overdue.
    pub overdue: Pence,
    /// What is to be paid next, in pounds: what is due by now, else the next instalment; nothing once
    /// all is paid.
    pub asked: Pence,
    /// The earliest day on which something is to be paid; none once all is paid.
    pub next: Option<Date>,
    /// What is said where the invoice asks for another sum than was agreed; empty where it does not.
    pub says: String,
}

impl Standing {
    /// Which of them something is asked for now: `instalment 2 of 4`, `instalments 1 and 2 of 4`; empty
    /// once all is paid.
    #[must_use]
    pub fn asked_of(&self) -> String {
        let is_open = |part: &Part| part.open > Pence::ZERO;
        let is_due =
            |part: &Part| matches!(part.state, InstalmentState::Due | InstalmentState::Overdue);
        let many = self.parts.len();
        let places = |wanted: &dyn Fn(&Part) -> bool| -> Vec<usize> {
            let parts = self.parts.iter().enumerate();
            let places = parts.filter(|(_, part)| is_open(part) && wanted(part));
            places.map(|(at, _)| at + 1).collect()
        };
        let due = places(&is_due);
        match due.as_slice() {
            [] => match places(&|_| true).first() {
                Some(next) => format!("instalment {next} of {many}"),
                None => String::new(),
            },
            [only] => format!("instalment {only} of {many}"),
            [first, last] => format!("instalments {first} and {last} of {many}"),
            [first, .., last] => format!("instalments {first} to {last} of {many}"),
        }
    }
}

/// What an instalment asks for now, and what of it is paid: of no day.
#[must_use]
pub fn filled(agreed: &[Instalment], whole: Pence, paid: Pence) -> Vec<(Instalment, Pence)> {
    let mut rows = agreed.to_vec();
    let sum: Pence = rows.iter().map(|row| row.amount).sum();
    // What it asks for more is paid last, and what it asks for less is not paid last.
    if let Some(last) = rows.last_mut() {
        last.amount += (whole - sum).max(Pence::ZERO);
    }
    let mut less = (sum - whole).max(Pence::ZERO);
    for row in rows.iter_mut().rev() {
        let off = less.min(row.amount);
        row.amount -= off;
        less -= off;
    }
    let mut left = paid;
    let each = rows.into_iter().map(|row| {
        let of_it = left.min(row.amount).max(Pence::ZERO);
        left -= of_it;
        (row, of_it)
    });
    each.collect()
}

/// The earliest day on which something is still to be paid; none once all is paid.
#[must_use]
pub fn first_open(agreed: &[Instalment], whole: Pence, paid: Pence) -> Option<Date> {
    let rows = filled(agreed, whole, paid);
    let open = rows.iter().find(|(row, paid)| row.amount > *paid);
    open.map(|(row, _)| row.date)
}

/// What an invoice's instalments sum to now and what of it is paid, so that what they leave open is what
/// is left to pay of the invoice.
pub fn standing_of(payable: Pence, credits: Credits, paid: Pence) -> (Pence, Pence) {
    let left = balance(payable, credits, paid);
    let asked = (payable - credits.credited).max(Pence::ZERO);
    let paid = (paid - credits.refunded).max(Pence::ZERO).min(asked);
    (left + paid, paid)
}

/// How the instalments that were agreed stand on the day `today`, the invoice asking for `whole`, of which
/// `paid` is paid: payments fill the earliest first, whatever the order in which they came.
#[must_use]
pub fn standing(agreed: &[Instalment], (whole, paid): (Pence, Pence), today: Date) -> Standing {
    let part = |(row, paid): (Instalment, Pence)| Part {
        date: row.date,
        amount: row.amount,
        paid,
        open: row.amount - paid,
        state: state(row, paid, today),
    };
    let parts: Vec<Part> = filled(agreed, whole, paid).into_iter().map(part).collect();
    let sum = |is: &dyn Fn(&&Part) -> bool| parts.iter().filter(is).map(|part| part.open).sum();
    let due_now: Pence = sum(&|part| part.date <= today);
    let overdue = sum(&|part| part.date < today);
    let next = parts.iter().find(|part| part.open > Pence::ZERO);
    let asked = match due_now {
        Pence::ZERO => next.map_or(Pence::ZERO, |part| part.open),
        due => due,
    };
    let next = next.map(|part| part.date);
    let agreed = agreed.iter().map(|row| row.amount).sum();
    Standing {
        says: says(agreed, whole),
        due_now,
        overdue,
        asked,
        next,
        parts,
    }
}

fn state(row: Instalment, paid: Pence, today: Date) -> InstalmentState {
    match row {
        _ if row.amount == Pence::ZERO => InstalmentState::Nothing,
        _ if paid == row.amount => InstalmentState::Paid,
        _ if row.date < today => InstalmentState::Overdue,
        _ if row.date == today => InstalmentState::Due,
        _ if paid > Pence::ZERO => InstalmentState::PartPaid,
        _ => InstalmentState::Later,
    }
}

fn says(agreed: Pence, whole: Pence) -> String {
    let off = gbp(Pence((whole - agreed).0.abs()));
    let was = gbp(agreed);
    match whole.cmp(&agreed) {
        std::cmp::Ordering::Equal => String::new(),
        std::cmp::Ordering::Greater => format!(
            "The instalments were agreed for {was}. The invoice now comes to {off} more, which is added to the last \
             one."
        ),
        std::cmp::Ordering::Less => format!(
            "The instalments were agreed for {was}. The invoice now comes to {off} less, which comes off the last \
             one first."
        ),
    }
}
