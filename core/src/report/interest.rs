//! What a business customer owes for paying late: statutory interest and a fixed sum.
//!
//! Sources: Late Payment of Commercial Debts (Interest) Act 1998, s. 1 and 2 (only between businesses), s. 4 (it starts
//! on the day after the day for paying, at the rate that applies on that day, which then doesn't change; if no day was
//! agreed, that is the last of 30 days that begin with the later of the work and the invoice; a public authority has no
//! more than those), s. 5A (fixed sums); SI 2002/1675 (8 % over the reference rate). Simple interest, by the day, over
//! 365 days a year.

mod charge;

pub use charge::{LatePaymentClaim, LatePaymentEmail, NoCharge, calculate_charge, format_rate};

use serde::{Deserialize, Serialize};

use super::Period;
use crate::money::{Pence, divide_rounded};
use crate::tax::{DEFAULT_PAYMENT_DAYS, ReferenceRate, STATUTORY_MARGIN, find_fixed_sum};
use crate::time::Date;

/// The type of a customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CustomerKind {
    /// A person who does not buy for a business.
    Consumer,
    /// A business.
    Business,
    /// A public authority: it must pay within 30 days, even if a longer period was agreed.
    PublicAuthority,
}

/// A debt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Debt {
    /// The type of customer who owes it.
    pub customer: CustomerKind,
    /// The amount to pay, including VAT, less credit notes.
    pub amount: Pence,
    /// How much of that is VAT.
    pub vat: Pence,
    /// The agreed payment date; `None` if none was agreed.
    pub agreed: Option<Date>,
    /// The later of the day on which the work was done and the day on which the customer received the invoice.
    pub notified_on: Date,
    /// The payments, in any order; refunds are negative.
    pub payments: Vec<DebtPayment>,
}

/// A payment of a debt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebtPayment {
    /// The payment's id.
    pub id: String,
    /// The day from which the debt is smaller.
    pub date: Date,
    /// The amount.
    pub amount: Pence,
}

/// Consecutive days on which the same amount was owed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InterestPeriod {
    /// The first and the last day.
    pub days: Period,
    /// The number of days.
    pub count: i64,
    /// The amount owed.
    pub owed: Pence,
    /// The interest; the parts add up to the total.
    pub interest: Pence,
    /// The payments on the first day, after which this amount was owed.
    pub payments: Vec<String>,
}

/// The cost of paying late.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LatePayment {
    /// The last day to pay on time.
    pub due: Date,
    /// Whether that day was agreed, rather than set by the Act.
    pub was_agreed: bool,
    /// The number of days with interest.
    pub days: i64,
    /// The day whose reference rate applies: `2026-06-30`.
    pub reference_day: &'static str,
    /// The reference rate in hundredths of a percent.
    pub reference: u32,
    /// Whether the rate is that of the right half-year and was read in a source: while that rate isn't known, the
    /// newest one applies.
    pub reference_confirmed: bool,
    /// The whole interest rate, in hundredths of a percent: 1175 is 11.75 %.
    pub rate: u32,
    /// The amounts owed in order, without days on which nothing was owed.
    pub stretches: Vec<InterestPeriod>,
    /// The interest up to the end of the requested day.
    pub interest: Pence,
    /// The interest for each further day.
    pub a_day: Pence,
    /// Whether everything behind the interest was read in its source, which depends only on the reference rate.
    /// Interest runs on VAT too (Pharos v Keynvor Morlift [2025] EWHC 2496 (TCC)), and the rate doesn't change when
    /// another one begins to apply (SI 2002/1675: the rate 'immediately before the day on which statutory interest
    /// starts to run').
    pub interest_confirmed: bool,
    /// The fixed sum, according to the amount owed when interest began.
    pub fixed_sum: Pence,
    /// The interest plus the fixed sum.
    pub total: Pence,
    /// How much of the debt itself is still owed.
    pub owed: Pence,
}

/// Why nothing can be charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoInterest {
    /// The customer is a consumer.
    #[error(
        "You can only charge statutory interest to a business. This customer is private, so you can’t add any."
    )]
    Consumer,
    /// The debt is not late.
    #[error("This isn’t late yet.")]
    NotLate,
    /// The debt was paid on time.
    #[error("This was paid on time.")]
    PaidInTime,
}

impl NoInterest {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Consumer => "consumer",
            Self::NotLate => "not_late",
            Self::PaidInTime => "paid_in_time",
        }
    }
}

/// The cost of paying late, up to the end of the day `until`.
///
/// The amounts of all days are added up exactly and rounded once. A payment before interest began makes the late debt
/// smaller, and so also the fixed sum. For a debt that was paid in full, but late, before `until`, interest runs only
/// until that payment.
///
/// # Errors
/// A [`NoInterest`], with the sentence for the user.
pub fn calculate_late_payment(debt: &Debt, until: Date) -> Result<LatePayment, NoInterest> {
    if debt.customer == CustomerKind::Consumer {
        return Err(NoInterest::Consumer);
    }
    let (due, was_agreed) = last_payment_day(debt);
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
    let rate = reference.hundredths + STATUTORY_MARGIN;
    let (stretches, interest) = split_into_periods(debt, (starts, until), rate, owed_on);
    let fixed_sum = find_fixed_sum(late);
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
        a_day: interest_for_days(i128::from(owed.0), rate),
        interest_confirmed: reference.confirmed,
        fixed_sum,
        total: interest + fixed_sum,
        owed,
    })
}

/// The last day to pay on time, and whether it was agreed (s. 4 (2A) to (2D)). An agreed period of more than 60 days
/// applies unless it is grossly unfair to the creditor, which cannot be calculated.
fn last_payment_day(debt: &Debt) -> (Date, bool) {
    let of_act = debt.notified_on.plus_days(DEFAULT_PAYMENT_DAYS - 1);
    let of_act = of_act.unwrap_or(Date::LAST);
    match debt.agreed {
        Some(agreed) if debt.customer != CustomerKind::PublicAuthority || agreed <= of_act => (agreed, true),
        _ => (of_act, false),
    }
}

/// The days divided where the amount owed changed, and the interest of all of them.
fn split_into_periods(
    debt: &Debt,
    (starts, until): (Date, Date),
    rate: u32,
    owed_on: impl Fn(Date) -> Pence,
) -> (Vec<InterestPeriod>, Pence) {
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
        let so_far = interest_for_days(sum, rate);
        let paid_then = debt.payments.iter().filter(|it| it.date == *from);
        let mut payments: Vec<String> = paid_then.map(|it| it.id.clone()).collect();
        payments.sort();
        stretches.push(InterestPeriod { days, count, owed, interest: so_far - before, payments });
        before = so_far;
    }
    (stretches, before)
}

/// The interest on pence times days, at a yearly rate in hundredths of a percent.
fn interest_for_days(pence_days: i128, rate: u32) -> Pence {
    let product = pence_days.saturating_mul(i128::from(rate));
    Pence::saturating_from(divide_rounded(product, 100 * 100 * 365))
}

#[cfg(test)]
mod tests;
