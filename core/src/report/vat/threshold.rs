//! The VAT threshold watch: must a business register?
//!
//! Sources: Value Added Tax Act 1994, sch. 1, and Notice 700/1: more than the threshold in the 12 months to the
//! end of any month, or expected in the next 30 days alone. Zero-rated and reverse-charge sales count, exempt
//! ones and those outside the scope do not. The days by which to act are from memory.

use serde::{Deserialize, Serialize};

use super::advice::{Finding, Severity};
use super::period::last_of_month;
use crate::document::Treatment;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::report::Period;
use crate::tax::vat_thresholds::VatThreshold;
use crate::time::Date;
use crate::time::text::format_long_date;

/// The most months that are looked back on.
const MONTHS_MAX: usize = 60;
/// The number of days in the second test, including today.
const DAYS_AHEAD: u32 = 30;

/// Whether a sale counts towards the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ThresholdTreatment {
    /// Taxable, so it counts: standard, reduced, zero-rated or reverse charge.
    Taxable,
    /// Exempt: it doesn't count.
    Exempt,
    /// Outside the scope: it doesn't count.
    OutsideScope,
}

impl ThresholdTreatment {
    /// Whether a sale counts, from its treatment. An unregistered business's sales are outside the scope only because
    /// it is not registered, and count: they would be taxable if it were.
    #[must_use]
    pub fn for_treatment(treatment: Treatment, was_registered: bool) -> Self {
        match treatment {
            Treatment::Taxable | Treatment::ReverseCharge => Self::Taxable,
            Treatment::Exempt => Self::Exempt,
            Treatment::OutsideScope if was_registered => Self::OutsideScope,
            Treatment::OutsideScope => Self::Taxable,
        }
    }
}

/// A sale, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turnover {
    /// The document's id.
    pub id: String,
    /// The tax point, or the expected date.
    pub date: Date,
    /// Whether it counts.
    pub counts: ThresholdTreatment,
    /// The amount without VAT; negative for a credit note. Sales of capital goods must be left out.
    pub amount: Pence,
}

/// The turnover of twelve months.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RollingYear {
    /// The twelve months.
    pub period: Period,
    /// The turnover that counts.
    pub turnover: Pence,
    /// The threshold on its last day.
    pub threshold: Pence,
    /// Whether the turnover is above it.
    pub above: bool,
}

/// The obligation of a business to register, with its dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MustRegister {
    /// The day on which it arose: the last of a month, or today.
    pub since: Date,
    /// The deadline for notifying HMRC.
    pub notify_by: Date,
    /// The first day of registration.
    pub from: Date,
}

/// The threshold watch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ThresholdWatch {
    /// The 12 months to the end of each past month, latest last.
    pub months: Vec<RollingYear>,
    /// The 12 months to today.
    pub now: RollingYear,
    /// How much is left below the threshold today; 0 if it is exceeded.
    pub left: Pence,
    /// The expected turnover in the next 30 days.
    pub next_30_days: RollingYear,
    /// Whether the business must register, by whichever test applies first.
    pub must_register: Option<MustRegister>,
    /// The findings for the user.
    pub findings: Vec<Finding>,
}

/// The ids of the sales that count in a period: the list behind a sum.
#[must_use]
pub fn list_turnover_ids<'a>(turnover: &'a [Turnover], period: &Period) -> Vec<&'a str> {
    let counted = turnover.iter().filter(|it| is_in_period(it, period));
    counted.map(|it| it.id.as_str()).collect()
}

fn is_in_period(it: &Turnover, period: &Period) -> bool {
    it.counts == ThresholdTreatment::Taxable && period.contains(it.date)
}

fn sum_turnover(turnover: &[Turnover], period: Period) -> RollingYear {
    let counted = turnover.iter().filter(|it| is_in_period(it, &period));
    let turnover: Pence = counted.map(|it| it.amount).sum();
    let threshold = VatThreshold::Register.find_amount(period.to);
    let above = threshold.is_some_and(|threshold| turnover > threshold.value);
    RollingYear {
        period,
        turnover,
        threshold: threshold.map_or(Pence::ZERO, |threshold| threshold.value),
        above,
    }
}

/// The twelve months that end on a day.
fn year_ending(day: Date) -> Period {
    // They begin on the day after the same date in the previous year; for a leap day, after 28 February.
    let month_end = last_of_month(day) == Some(day);
    let mut from = Date::FIRST;
    if let Ok(before) = Date::new(day.year().saturating_sub(1), day.month(), 1) {
        let same = if month_end { last_of_month(before) } else { before.plus_days(u32::from(day.day()) - 1) };
        from = same.and_then(|same| same.plus_days(1)).unwrap_or(from);
    }
    Period { from, to: day }
}

/// The turnover of an unregistered business, and whether it must register.
///
/// `turnover` are the sales up to today, `expected` the expected supplies with their dates, such as accepted quotes;
/// both in any order.
#[must_use]
pub fn build_watch(turnover: &[Turnover], expected: &[Turnover], today: Date) -> ThresholdWatch {
    let months = list_rolling_years(turnover, today);
    let now = sum_turnover(turnover, year_ending(today));
    let last = today.plus_days(DAYS_AHEAD - 1).unwrap_or(Date::LAST);
    let ahead = Period { from: today, to: last };
    let mut next_30_days = sum_turnover(expected, ahead);
    // The threshold is today's, when the expectation arises.
    next_30_days.threshold = now.threshold;
    let is_known = VatThreshold::Register.find_amount(today).is_some();
    next_30_days.above = is_known && next_30_days.turnover > now.threshold;
    let by_months = months.iter().find(|it| it.above);
    let by_months = by_months.and_then(|it| must_register_after_month(it.period.to));
    let by_days = next_30_days.above.then_some(MustRegister { since: today, notify_by: last, from: today });
    let must_register = by_months.into_iter().chain(by_days).min_by_key(|it| it.from);
    let left = (now.threshold - now.turnover).max(Pence::ZERO);
    let mut findings = Vec::new();
    if let Some(must) = must_register {
        findings.push(build_finding(&must, by_months == Some(must)));
    } else if now.above {
        let text = format!(
            "Your last 12 months come to {}, above {}. If they still do at the end of the month, you must register.",
            format_gbp(now.turnover),
            format_gbp(now.threshold)
        );
        findings.push(Finding::new(Severity::Note, "", "vat_threshold_near", text));
    }
    ThresholdWatch { months, now, left, next_30_days, must_register, findings }
}

/// The 12 months to the end of each past month, from the month of the first sale.
fn list_rolling_years(turnover: &[Turnover], today: Date) -> Vec<RollingYear> {
    let counted = turnover.iter().filter(|it| it.counts == ThresholdTreatment::Taxable);
    let Some(first) = counted.map(|it| it.date).min() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut end = last_of_month(today);
    if end != Some(today) {
        end = Date::new(today.year(), today.month(), 1).ok().and_then(Date::day_before);
    }
    while let Some(day) = end.filter(|day| *day >= first && found.len() < MONTHS_MAX) {
        found.push(sum_turnover(turnover, year_ending(day)));
        end = Date::new(day.year(), day.month(), 1).ok().and_then(Date::day_before);
    }
    found.reverse();
    found
}

/// The dates if the threshold was exceeded at the end of a month: HMRC must be notified within 30 days, and the
/// registration begins after the end of the following month.
fn must_register_after_month(end: Date) -> Option<MustRegister> {
    let next = end.plus_days(1)?;
    Some(MustRegister { since: end, notify_by: end.plus_days(30)?, from: last_of_month(next)?.plus_days(1)? })
}

fn build_finding(must: &MustRegister, is_by_months: bool) -> Finding {
    let (since, by, from) =
        (format_long_date(must.since), format_long_date(must.notify_by), format_long_date(must.from));
    let (code, text) = if is_by_months {
        (
            "vat_threshold_passed",
            format!(
                "In the 12 months to {since} your turnover was above the VAT threshold. Tell HMRC by {by}; you \
                 charge VAT from {from}."
            ),
        )
    } else {
        (
            "vat_threshold_expected",
            format!(
                "You expect your turnover to be above the VAT threshold in the next 30 days alone. Tell HMRC by \
                 {by}; you \
                 charge VAT from {from}."
            ),
        )
    };
    Finding::new(Severity::Ask, "", code, text).unconfirmed()
}

#[cfg(test)]
mod tests;
