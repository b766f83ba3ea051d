//! The days of a report.

use serde::{Deserialize, Serialize};

use crate::tax::TaxYear;
use crate::time::Date;

/// A range of days, including the first and the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Period {
    /// The first day.
    pub from: Date,
    /// The last day; never before the first.
    pub to: Date,
}

impl Period {
    /// The period between two days, both included; `None` if the last is before the first.
    #[must_use]
    pub fn new(from: Date, to: Date) -> Option<Self> {
        (from <= to).then_some(Self { from, to })
    }

    /// A tax year: 6 April to 5 April.
    #[must_use]
    pub fn for_tax_year(year: TaxYear) -> Self {
        Self { from: year.first_day(), to: year.last_day() }
    }

    /// Whether a day is in the period.
    #[must_use]
    pub fn contains(&self, day: Date) -> bool {
        self.from <= day && day <= self.to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn both_its_days_are_within() {
        let year = Period::for_tax_year(TaxYear::containing(day("2026-11-25")));
        assert!(year.contains(day("2026-04-06")) && year.contains(day("2027-04-05")));
        assert!(!year.contains(day("2026-04-05")) && !year.contains(day("2027-04-06")));
        assert_eq!(Period::new(day("2026-04-06"), day("2026-04-05")), None);
        let one = Period::new(day("2026-04-06"), day("2026-04-06")).unwrap();
        assert!(one.contains(day("2026-04-06")));
    }
}
