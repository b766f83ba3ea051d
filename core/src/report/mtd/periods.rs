//! The periods of the quarterly updates: each begins with the year and ends a quarter later than the one before
//! (hmrc/income-tax-mtd-end-to-end-service-guide).

use serde::{Deserialize, Serialize};

use crate::report::Period;
use crate::tax::{MTD_QUARTERS, TAX_YEAR_BEGINS, TaxYear};
use crate::time::Date;

/// How a tax year's quarters end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Quarters {
    /// On the 5th: 5 July, 5 October, 5 January, 5 April.
    Standard,
    /// With the month: 30 June, 30 September, 31 December, 31 March. It has to be elected.
    Calendar,
}

/// The days of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdatePeriod {
    /// What it tells of: from the beginning of the year on, because each update replaces the one before.
    pub period: Period,
    /// Its own quarter: what is new since the one before.
    pub quarter: Period,
    /// The last day for it.
    pub due: Date,
}

/// The four updates of a tax year; empty where the calendar ends.
///
/// A year begins where the one before it ended: on 6 April after standard quarters, so that the first quarter of
/// the first calendar year begins on 6 April, and on 1 April after calendar ones.
#[must_use]
pub fn updates(year: TaxYear, quarters: Quarters, year_before: Quarters) -> Vec<UpdatePeriod> {
    let begins = match year_before {
        Quarters::Standard => Some(year.first()),
        Quarters::Calendar => Date::new(year.first().year(), TAX_YEAR_BEGINS.0, 1).ok(),
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
        let end = next(begins, end)?;
        let update = UpdatePeriod {
            period: Period::new(begins, end)?,
            quarter: Period::new(quarter_begins, end)?,
            due: next(end, it.due)?,
        };
        quarter_begins = end.plus_days(1)?;
        Some(update)
    });
    each.collect()
}

/// The first time that a day of the year comes after a date.
fn next(after: Date, (month, day): (u8, u8)) -> Option<Date> {
    let years = [after.year(), after.year().saturating_add(1)];
    let mut days = years
        .into_iter()
        .filter_map(|year| Date::new(year, month, day).ok());
    days.find(|it| *it > after)
}
