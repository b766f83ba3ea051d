//! The periods of the quarterly updates: each begins with the year and ends a quarter later than the one before
//! (hmrc/income-tax-mtd-end-to-end-service-guide).

use serde::{Deserialize, Serialize};

use crate::report::Period;
use crate::tax::{MTD_QUARTERS, TAX_YEAR_START, TaxYear};
use crate::time::Date;

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
    fn back_to_standard_quarters() {
        let period = full_year(year(2025), Quarters::Standard, Quarters::Calendar);
        let days = [period.from, period.to].map(|day| day.to_string());
        assert_eq!(days, ["2025-04-01", "2026-04-05"]);
        assert!(["2025-05-01", "2026-02-10"].iter().all(|day| period.contains(day.parse().unwrap())));
    }

    proptest! {
        /// Whatever is chosen from year to year, each return begins on the day after the previous one.
        #[test]
        fn every_day_is_of_one_return(choices in prop::collection::vec(any::<bool>(), 1..30)) {
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
