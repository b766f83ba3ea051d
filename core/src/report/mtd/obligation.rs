//! Whether somebody must store digital records and send quarterly updates: this depends on the gross income of the
//! deciding tax year (`tax::MTD_THRESHOLDS`). Gross income is self-employment and property together, before any
//! expense.

use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::report::Period;
use crate::tax::{MTD_POINTS_FROM, MTD_QUARTERS, MTD_THRESHOLDS, MtdThreshold, TAX_YEAR_START, TaxYear};
use crate::time::Date;
use crate::time::text::format_long_date;

/// The legal form of a business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusinessKind {
    /// A sole trader, who is obliged personally.
    SoleTrader,
    /// A partnership, which is not obliged yet.
    Partnership,
    /// A company, which doesn't pay Income Tax.
    Company,
}

impl BusinessKind {
    /// Whether the self-employment pages of a tax return apply; a company pays Corporation Tax instead.
    #[must_use]
    pub const fn has_self_employment(self) -> bool {
        !matches!(self, Self::Company)
    }

    /// Whether quarterly updates apply.
    #[must_use]
    pub const fn has_updates(self) -> bool {
        matches!(self, Self::SoleTrader)
    }
}

/// The gross income of a tax year: turnover and other income of all of a person's businesses, and rents. For the
/// current year, the amount so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrossIncome {
    /// The tax year.
    pub year: TaxYear,
    /// The gross income.
    pub amount: Pence,
}

/// Whether somebody must use Making Tax Digital.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "camelCase")]
pub enum MtdObligation {
    /// They must, from a day on.
    #[serde(rename_all = "camelCase")]
    Yes {
        /// The first day.
        from: Date,
        /// The tax year that decided: `2024/25`.
        year: String,
        /// The gross income of that year.
        gross: Pence,
        /// The threshold that it is above.
        over: Pence,
        /// Whether late updates in the first year bring no penalty points.
        first_year_without_points: bool,
        /// The years with unknown gross income that could mean an earlier start.
        unknown: Vec<String>,
        /// The sentence for the user.
        sentence: String,
    },
    /// They don't have to, as far as is known.
    #[serde(rename_all = "camelCase")]
    No {
        /// The next year that decides, if it isn't over yet or its gross income isn't known: `2026/27`.
        next: Option<String>,
        /// The first day of the obligation that could follow from that year.
        next_from: Option<Date>,
        /// The past years that would decide, but whose gross income isn't known.
        unknown: Vec<String>,
        /// The sentence for the user.
        sentence: String,
    },
}

/// Whether somebody must use Making Tax Digital, and from when. A missing year decides nothing. A year that is not over
/// by `today` decides only if it is above its threshold already, because then it will be, whatever the other years are.
#[must_use]
pub fn check_obligation(kind: BusinessKind, gross: &[GrossIncome], today: Date) -> MtdObligation {
    let no = |sentence: &str| MtdObligation::No {
        next: None,
        next_from: None,
        unknown: Vec::new(),
        sentence: sentence.to_owned(),
    };
    match kind {
        BusinessKind::SoleTrader => {}
        BusinessKind::Partnership => {
            return no(
                "No: Making Tax Digital for Income Tax is for sole traders, not yet for partnerships.",
            );
        }
        BusinessKind::Company => {
            return no("No: this is for Income Tax, and a company pays Corporation Tax.");
        }
    }
    let known = |row: &MtdThreshold| {
        let of_year = gross.iter().filter(|it| it.year == row.deciding_year());
        let mut amounts = of_year.map(|it| it.amount).peekable();
        amounts.peek().is_some().then(|| amounts.sum::<Pence>())
    };
    let is_over = |row: &MtdThreshold| row.deciding_year().last_day().has_passed(today);
    let decided = |row: &MtdThreshold| is_over(row) && known(row).is_some();
    let above = |row: &&MtdThreshold| known(row).is_some_and(|gross| gross > row.over);
    let unknown = |rows: &[MtdThreshold]| {
        let rows = rows.iter().filter(|row| is_over(row) && known(row).is_none());
        rows.map(|row| row.deciding_year().label()).collect()
    };
    if let Some(at) = MTD_THRESHOLDS.iter().position(|row| above(&row)) {
        let (row, before) = (&MTD_THRESHOLDS[at], &MTD_THRESHOLDS[..at]);
        let gross = known(row).unwrap_or_default();
        return obliged(row, gross, is_over(row), unknown(before));
    }
    let open = MTD_THRESHOLDS.iter().find(|row| !decided(row));
    let Some(open) = open else {
        return no("No: your turnover hasn’t been above the limit in any year that counts so far.");
    };
    let (year, from) = (open.deciding_year().label(), open.starts_on());
    let then = format!(
        "above {}, Making Tax Digital applies to you from {}.",
        format_whole_pounds(open.over),
        format_long_date(from)
    );
    let sentence = if is_over(open) {
        format!("Enter your {year} turnover to check: {then}")
    } else {
        format!("Not so far. Your {year} turnover decides next: {then}")
    };
    MtdObligation::No { sentence, next: Some(year), next_from: Some(from), unknown: unknown(&MTD_THRESHOLDS) }
}

fn obliged(row: &MtdThreshold, gross: Pence, is_over: bool, unknown: Vec<String>) -> MtdObligation {
    let (year, from) = (row.deciding_year().label(), row.starts_on());
    let was = if is_over { "was" } else { "is already" };
    MtdObligation::Yes {
        sentence: format!(
            "Yes, from {}: your {year} turnover {was} {}, which is above {}.",
            format_long_date(from),
            format_gbp(gross),
            format_whole_pounds(row.over)
        ),
        from,
        year,
        gross,
        over: row.over,
        first_year_without_points: row.from < MTD_POINTS_FROM,
        unknown,
    }
}

/// A threshold as text: `£50,000`.
fn format_whole_pounds(amount: Pence) -> String {
    format_gbp(amount).trim_end_matches(".00").to_owned()
}

// The periods of the quarterly updates: each begins with the year and ends a quarter later than the one before
// (hmrc/income-tax-mtd-end-to-end-service-guide).

/// When the quarters of a tax year end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Quarters {
    /// On the 5th: 5 July, 5 October, 5 January, 5 April.
    Standard,
    /// At the end of the month: 30 June, 30 September, 31 December, 31 March. This must be elected.
    Calendar,
}

/// The dates of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdatePeriod {
    /// The days that it covers: from the beginning of the year, because each update replaces the previous one.
    pub period: Period,
    /// Its own quarter: the days since the previous update.
    pub quarter: Period,
    /// The deadline.
    pub due: Date,
}

/// The four updates of a tax year; empty at the end of the calendar.
///
/// A year begins where the previous one ended: on 6 April after standard quarters (so the first quarter of the first
/// calendar year begins on 6 April), and on 1 April after calendar quarters (so a standard year after them has five
/// additional days). Each day therefore belongs to exactly one year, whatever is chosen from year to year.
#[must_use]
pub fn list_update_periods(year: TaxYear, quarters: Quarters, year_before: Quarters) -> Vec<UpdatePeriod> {
    let begins = match year_before {
        Quarters::Standard => Some(year.first_day()),
        Quarters::Calendar => Date::new(year.first_day().year(), TAX_YEAR_START.0, 1).ok(),
    };
    let Some(begins) = begins else {
        return Vec::new();
    };
    let mut quarter_begins = begins;
    let each = MTD_QUARTERS.iter().map_while(|it| {
        let end = match quarters {
            Quarters::Standard => it.standard,
            Quarters::Calendar => it.calendar,
        };
        // Counted from its own quarter, because a year with five additional days contains 5 April twice.
        let end = next_occurrence(quarter_begins, end)?;
        let update = UpdatePeriod {
            period: Period::new(begins, end)?,
            quarter: Period::new(quarter_begins, end)?,
            due: next_occurrence(end, it.due)?,
        };
        quarter_begins = end.plus_days(1)?;
        Some(update)
    });
    each.collect()
}

/// The first occurrence of a day of the year after a date.
fn next_occurrence(after: Date, (month, day): (u8, u8)) -> Option<Date> {
    let years = [after.year(), after.year().saturating_add(1)];
    let mut days = years.into_iter().filter_map(|year| Date::new(year, month, day).ok());
    days.find(|it| *it > after)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn year(begins_in: u16) -> TaxYear {
        TaxYear::starting_in(begins_in).unwrap()
    }

    /// The days of a year's return, which are those of its four updates.
    fn full_year(year: TaxYear, quarters: Quarters, before: Quarters) -> Period {
        let update_periods = list_update_periods(year, quarters, before);
        assert_eq!(update_periods.len(), 4, "four updates of {}", year.label());
        for (one, next) in update_periods.iter().zip(&update_periods[1..]) {
            assert_eq!(one.quarter.to.plus_days(1), Some(next.quarter.from));
            assert_eq!(one.period.from, next.period.from);
        }
        Period::new(update_periods[0].period.from, update_periods[3].period.to).unwrap()
    }

    /// Calendar quarters in 2024/25, standard ones in 2025/26: £100 on 1 May 2025 and £900 on 10 February 2026 are in
    /// one year, which also contains the five days from 1 April.
    #[test]
    fn a_return_to_standard_quarters_includes_the_days_from_1_april() {
        let period = full_year(year(2025), Quarters::Standard, Quarters::Calendar);
        let days = [period.from, period.to].map(|day| day.to_string());
        assert_eq!(days, ["2025-04-01", "2026-04-05"]);
        assert!(["2025-05-01", "2026-02-10"].iter().all(|day| period.contains(day.parse().unwrap())));
    }

    proptest! {
        /// Whatever is chosen from year to year, each return begins on the day after the previous one.
        #[test]
        fn every_day_is_in_exactly_one_return(choices in prop::collection::vec(any::<bool>(), 1..30)) {
            let mut before = Quarters::Standard;
            let mut next: Date = "2024-04-06".parse().unwrap();
            for (begins_in, calendar) in (2024..).zip(choices) {
                let quarters = if calendar { Quarters::Calendar } else { Quarters::Standard };
                let period = full_year(year(begins_in), quarters, before);
                prop_assert_eq!(period.from, next);
                let last = if calendar { (3, 31) } else { (4, 5) };
                prop_assert_eq!(period.to, Date::new(begins_in + 1, last.0, last.1).unwrap());
                next = period.to.plus_days(1).unwrap();
                before = quarters;
            }
        }
    }
}
