//! Making Tax Digital for Income Tax: who must, from when, and the days of the quarterly updates.
//!
//! Sources: gov.uk ('Find out if and when you need to use Making Tax Digital for Income Tax') for the thresholds;
//! hmrc/income-tax-mtd-end-to-end-service-guide for the periods and their last days.

use super::TaxYear;
use crate::money::Pence;
use crate::time::Date;

/// From when a person with a gross income above a threshold must use Making Tax Digital.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MtdThreshold {
    /// The first day of the tax year whose gross income decides, `YYYY-MM-DD`: a 6 April.
    pub decided_by: &'static str,
    /// The threshold. Gross self-employment and property income must be above it, not equal to it.
    pub over: Pence,
    /// The first day of the obligation, `YYYY-MM-DD`: a 6 April.
    pub from: &'static str,
}

const fn threshold(decided_by: &'static str, pounds: i64, from: &'static str) -> MtdThreshold {
    MtdThreshold { decided_by, over: Pence(pounds * 100), from }
}

/// The thresholds, earliest first. Later ones are not known yet.
pub const MTD_THRESHOLDS: [MtdThreshold; 3] = [
    threshold("2024-04-06", 50_000, "2026-04-06"),
    threshold("2025-04-06", 30_000, "2027-04-06"),
    threshold("2026-04-06", 20_000, "2028-04-06"),
];

/// Late updates for tax years before this day bring no penalty points.
pub const MTD_POINTS_FROM: &str = "2027-04-06";

/// The end of a quarter and the deadline of its update, each as month and day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MtdQuarter {
    /// The last day of the quarter in standard periods.
    pub standard: (u8, u8),
    /// The last day of the quarter in calendar periods.
    pub calendar: (u8, u8),
    /// The deadline of the update, the same in both.
    pub due: (u8, u8),
}

const fn quarter(standard: (u8, u8), calendar: (u8, u8), due: (u8, u8)) -> MtdQuarter {
    MtdQuarter { standard, calendar, due }
}

/// The quarters of a tax year, in order.
pub const MTD_QUARTERS: [MtdQuarter; 4] = [
    quarter((7, 5), (6, 30), (8, 7)),
    quarter((10, 5), (9, 30), (11, 7)),
    quarter((1, 5), (12, 31), (2, 7)),
    quarter((4, 5), (3, 31), (5, 7)),
];

impl MtdThreshold {
    /// The tax year whose gross income decides.
    #[must_use]
    pub fn deciding_year(&self) -> TaxYear {
        TaxYear::containing(self.decided_by.parse().unwrap_or(Date::FIRST))
    }

    /// The first day of the obligation.
    #[must_use]
    pub fn starts_on(&self) -> Date {
        self.from.parse().unwrap_or(Date::LAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_decides_on_the_year_after_the_next() {
        for row in MTD_THRESHOLDS {
            let two_years_on = row.deciding_year().first_day().plus_months(24);
            assert_eq!(two_years_on, Some(row.starts_on()), "{row:?}");
            assert_eq!(row.deciding_year().first_day().to_string(), row.decided_by);
            assert_eq!(row.starts_on().to_string(), row.from);
        }
        assert!(MTD_THRESHOLDS.is_sorted_by(|a, b| a.from < b.from && a.over > b.over));
    }
}
