//! What a business customer owes for paying late: statutory interest and a fixed sum.
//!
//! Sources: Late Payment of Commercial Debts (Interest) Act 1998, s. 1 and 2 (only between businesses), s. 4 (it
//! starts on the day after the day for paying, at the rate that prevails then, and so stays at it; where no day was
//! agreed, that is the last of 30 days that begin with the later of the work and the invoice; a public authority has
//! no more than those), s. 5A (fixed sums);
//! SI 2002/1675 (8 % over the reference rate). Simple interest, by the day, over 365 days a year.

mod charge;

pub use charge::{Claim, Letter, NoCharge, charge, rate_text};

use serde::{Deserialize, Serialize};

use super::Period;
use crate::money::{Pence, divide_rounded};
use crate::tax::{DAYS_WHERE_NONE_AGREED, OVER_REFERENCE, ReferenceRate, fixed_sum};
use crate::time::Date;

/// What a customer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Customer {
    /// A person who does not buy for a business.
    Consumer,
    /// A business.
    Business,
    /// A public authority: it has 30 days, whatever was agreed beyond them.
    PublicAuthority,
}

/// A debt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Debt {
    /// Whose it is.
    pub customer: Customer,
    /// What is to be paid, with VAT, less what credit notes take off.
    pub amount: Pence,
    /// How much of that is VAT.
    pub vat: Pence,
    /// The day that was agreed for paying; none where none was.
    pub agreed: Option<Date>,
    /// The later of the day that the work was done and the day that the customer had the invoice.
    pub told: Date,
    /// What came in, in any order; below zero where it went back.
    pub payments: Vec<PaidOff>,
}

/// A payment of a debt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidOff {
    /// Its id.
    pub id: String,
    /// The day: from this day on the debt is smaller.
    pub date: Date,
    /// How much.
    pub amount: Pence,
}

/// Days in which the same sum was owed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stretch {
    /// The first day and the last.
    pub days: Period,
    /// How many.
    pub count: i64,
    /// What was owed.
    pub owed: Pence,
    /// Its interest; the stretches' sum to the whole.
    pub interest: Pence,
    /// The payments of its first day, which left this to be owed.
    pub payments: Vec<String>,
}

/// What paying late costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LatePayment {
    /// The last day for paying.
    pub due: Date,
    /// Whether that day was agreed, or is the Act's.
    pub was_agreed: bool,
    /// Days of interest.
    pub days: i64,
    /// The day whose reference rate holds: `2026-06-30`.
    pub reference_day: &'static str,
    /// The reference rate in hundredths of a percent.
    pub reference: u32,
    /// Whether it is that of the half-year, and was read: where that is not known yet, the newest counts.
    pub reference_confirmed: bool,
    /// The whole rate, in hundredths of a percent: 1175 is 11.75 %.
    pub rate: u32,
    /// The sums owed, one after the other; none in which nothing was.
    pub stretches: Vec<Stretch>,
    /// The interest to the end of the day asked for.
    pub interest: Pence,
    /// What one day more costs.
    pub a_day: Pence,
    /// Whether all that the interest rests on was read: that of the reference rate. It runs on VAT too (Pharos v Keynvor
    /// Morlift [2025] EWHC 2496 (TCC)), and the rate stays when another begins to hold (SI 2002/1675: the rate
    /// 'immediately before the day on which statutory interest starts to run').
    pub interest_confirmed: bool,
    /// The fixed sum, by what was owed when the interest began.
    pub fixed_sum: Pence,
    /// Interest and fixed sum.
    pub total: Pence,
    /// What is still owed of the debt itself.
    pub owed: Pence,
}

/// Why nothing can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoInterest {
    /// The customer is a consumer.
    #[error(
        "You can only charge statutory interest to a business. This customer is private, so you can’t add any."
    )]
    Consumer,
    /// Its day for paying has not passed.
    #[error("This isn’t late yet.")]
    NotLate,
    /// It was paid by its day.
    #[error("This was paid on time.")]
    PaidInTime,
}

impl NoInterest {
    /// The stable code for a machine.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Consumer => "consumer",
            Self::NotLate => "not_late",
            Self::PaidInTime => "paid_in_time",
        }
    }
}

/// What paying late costs to the end of a day.
///
/// All days' sums are added up exactly and rounded once. An early payment, before interest begins, makes the debt
/// that is late smaller, and so the fixed sum too. Nothing is asked for one that was paid late altogether before
/// `until`, beyond the days that it took.
///
/// # Errors
/// [`NoInterest`], each with its sentence.
pub fn late_payment(debt: &Debt, until: Date) -> Result<LatePayment, NoInterest> {
    if debt.customer == Customer::Consumer {
        return Err(NoInterest::Consumer);
    }
    let (due, was_agreed) = last_day(debt);
    let starts = due.plus_days(1).filter(|starts| *starts <= until);
    let starts = starts.ok_or(NoInterest::NotLate)?;
    let owed_on = |day: Date| {
        let paid = debt.payments.iter().filter(|it| it.date <= day);
        (debt.amount - paid.map(|it| it.amount).sum()).max(Pence::ZERO)
    };
    let late = owed_on(due);
    if late.is_zero() {
        return Err(NoInterest::PaidInTime);
    }
    let reference = ReferenceRate::for_start(starts);
    let rate = reference.hundredths + OVER_REFERENCE;
    let (stretches, interest) = stretches(debt, (starts, until), rate, owed_on);
    let fixed_sum = fixed_sum(late);
    let owed = owed_on(until);
    Ok(LatePayment {
        due,
        was_agreed,
        days: stretches.iter().map(|it| it.count).sum(),
        reference_day: reference.on,
        reference: reference.hundredths,
        reference_confirmed: reference.confirmed,
        rate,
        stretches,
        interest,
        a_day: of_days(i128::from(owed.0), rate),
        interest_confirmed: reference.confirmed,
        fixed_sum,
        total: interest + fixed_sum,
        owed,
    })
}

/// The last day for paying, and whether it was agreed (s. 4 (2A) to (2D)). An agreed one of more than 60 days holds,
/// as it does unless it is grossly unfair to who is to be paid: that is not for arithmetic to say.
fn last_day(debt: &Debt) -> (Date, bool) {
    let of_act = debt.told.plus_days(DAYS_WHERE_NONE_AGREED - 1);
    let of_act = of_act.unwrap_or(Date::LAST);
    match debt.agreed {
        Some(agreed) if debt.customer != Customer::PublicAuthority || agreed <= of_act => {
            (agreed, true)
        }
        _ => (of_act, false),
    }
}

/// The days cut where money moved, and the interest of all of them.
fn stretches(
    debt: &Debt,
    (starts, until): (Date, Date),
    rate: u32,
    owed_on: impl Fn(Date) -> Pence,
) -> (Vec<Stretch>, Pence) {
    let moves = debt.payments.iter().map(|it| it.date);
    let mut cuts: Vec<Date> = moves.filter(|day| starts < *day && *day <= until).collect();
    cuts.push(starts);
    cuts.sort_unstable();
    cuts.dedup();
    let mut stretches = Vec::new();
    let (mut sum, mut before) = (0_i128, Pence::ZERO);
    for (at, from) in cuts.iter().enumerate() {
        let next = cuts.get(at + 1).and_then(|next| next.day_before());
        let Some(days) = Period::new(*from, next.unwrap_or(until)) else {
            continue;
        };
        let owed = owed_on(*from);
        if owed.is_zero() {
            continue;
        }
        let count = days.from.days_until(days.to) + 1;
        sum = sum.saturating_add(i128::from(owed.0) * i128::from(count));
        let so_far = of_days(sum, rate);
        let paid_then = debt.payments.iter().filter(|it| it.date == *from);
        let mut payments: Vec<String> = paid_then.map(|it| it.id.clone()).collect();
        payments.sort();
        stretches.push(Stretch {
            days,
            count,
            owed,
            interest: so_far - before,
            payments,
        });
        before = so_far;
    }
    (stretches, before)
}

/// The interest of pence times days, at hundredths of a percent a year.
fn of_days(pence_days: i128, rate: u32) -> Pence {
    let product = pence_days.saturating_mul(i128::from(rate));
    Pence::nearest(divide_rounded(product, 100 * 100 * 365))
}

#[cfg(test)]
mod tests;
