//! The state of agreed instalments: what each asks for now, how much of it is paid, and what is due.

use serde::Serialize;

use super::Instalment;
use crate::calculate::payments::{Credits, calculate_balance};
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::time::Date;

/// The state of an instalment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum InstalmentState {
    /// Paid in full.
    Paid,
    /// Nothing to pay any more, because the amount was taken off the invoice.
    Nothing,
    /// The due date has passed.
    Overdue,
    /// Due today.
    Due,
    /// Paid in part before its due date.
    PartPaid,
    /// Due in the future.
    Later,
}

/// An instalment with its current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct InstalmentPart {
    /// The last day to pay it on time.
    pub date: Date,
    /// What it asks for now, in pounds.
    pub amount: Pence,
    /// How much of it is paid, in pounds.
    pub paid: Pence,
    /// How much of it is still to be paid, in pounds.
    pub open: Pence,
    /// Its state.
    pub state: InstalmentState,
}

/// The current state of all instalments of an invoice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct InstalmentSchedule {
    /// The instalments, earliest first.
    pub parts: Vec<InstalmentPart>,
    /// The amount that is due by now, in pounds.
    pub due_now: Pence,
    /// The amount that is overdue, in pounds.
    pub overdue: Pence,
    /// The next amount to pay, in pounds: everything due by now, otherwise the next instalment; 0 once everything is
    /// paid.
    pub asked: Pence,
    /// The earliest due date with something to pay; `None` once everything is paid.
    pub next: Option<Date>,
    /// The sentence that explains why the invoice asks for another sum than was agreed; empty if it doesn't.
    pub says: String,
}

impl InstalmentSchedule {
    /// Which instalments are to be paid now: `instalment 2 of 4`, `instalments 1 and 2 of 4`; empty once everything is
    /// paid.
    #[must_use]
    pub fn due_label(&self) -> String {
        let is_open = |part: &InstalmentPart| part.open > Pence::ZERO;
        let is_due =
            |part: &InstalmentPart| matches!(part.state, InstalmentState::Due | InstalmentState::Overdue);
        let many = self.parts.len();
        let places = |wanted: &dyn Fn(&InstalmentPart) -> bool| -> Vec<usize> {
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

/// What each instalment asks for now, and how much of it is paid. It doesn't depend on the day.
#[must_use]
pub fn allocate_paid(agreed: &[Instalment], whole: Pence, paid: Pence) -> Vec<(Instalment, Pence)> {
    let mut rows = agreed.to_vec();
    let sum: Pence = rows.iter().map(|row| row.amount).sum();
    // An additional amount is added to the last instalment; a reduction is taken off the last ones first.
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

/// The earliest due date with something to pay; `None` once everything is paid.
#[must_use]
pub fn first_open_date(agreed: &[Instalment], whole: Pence, paid: Pence) -> Option<Date> {
    let rows = allocate_paid(agreed, whole, paid);
    let open = rows.iter().find(|(row, paid)| row.amount > *paid);
    open.map(|(row, _)| row.date)
}

/// The current sum of an invoice's instalments, and how much of it is paid. The difference is the invoice's balance.
pub fn schedule_amounts(payable: Pence, credits: Credits, paid: Pence) -> (Pence, Pence) {
    let left = calculate_balance(payable, credits, paid);
    let amount = (payable - credits.credited).max(Pence::ZERO);
    let paid = (paid - credits.refunded).max(Pence::ZERO).min(amount);
    (left + paid, paid)
}

/// The state of the agreed instalments on the day `today`, where the invoice asks for `whole`, of which `paid` is paid.
/// Payments fill the earliest instalments first, in whatever order they arrived.
#[must_use]
pub fn build_schedule(
    agreed: &[Instalment],
    (whole, paid): (Pence, Pence),
    today: Date,
) -> InstalmentSchedule {
    let part = |(row, paid): (Instalment, Pence)| InstalmentPart {
        date: row.date,
        amount: row.amount,
        paid,
        open: row.amount - paid,
        state: state(row, paid, today),
    };
    let parts: Vec<InstalmentPart> = allocate_paid(agreed, whole, paid).into_iter().map(part).collect();
    let sum = |is: &dyn Fn(&&InstalmentPart) -> bool| parts.iter().filter(is).map(|part| part.open).sum();
    let due_now: Pence = sum(&|part| part.date <= today);
    let overdue = sum(&|part| part.date < today);
    let next = parts.iter().find(|part| part.open > Pence::ZERO);
    let pence = match due_now {
        Pence::ZERO => next.map_or(Pence::ZERO, |part| part.open),
        due => due,
    };
    let next = next.map(|part| part.date);
    let agreed = agreed.iter().map(|row| row.amount).sum();
    InstalmentSchedule { says: describe_payments(agreed, whole), due_now, overdue, asked: pence, next, parts }
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

fn describe_payments(agreed: Pence, whole: Pence) -> String {
    let off = format_gbp(Pence((whole - agreed).0.abs()));
    let was = format_gbp(agreed);
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
