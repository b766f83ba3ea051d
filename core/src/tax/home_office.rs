//! The flat rates for working from home, by the hours of a month.
//!
//! Source: Income Tax (Trading and Other Income) Act 2005, s. 94H ("Simplified expenses if you're
//! self-employed: working from home"): £10 for 25 to 50 hours, £18 for 51 to 100, £26 for 101 and more.

use super::TaxYear;
use crate::money::Pence;
use crate::time::Date;

/// The flat rates for working from home, for the tax years from a day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HomeOfficeRates {
    /// The first day, `YYYY-MM-DD`: a 6 April.
    pub from: &'static str,
    /// The minimum hours in a month, and the amount for a month from that many hours; sorted from most hours to fewest.
    pub bands: &'static [(u16, Pence)],
    /// Whether the rates were read on an HMRC page.
    pub confirmed: bool,
}

/// The rates, the latest first.
pub const HOME_OFFICE_RATES: [HomeOfficeRates; 1] = [HomeOfficeRates {
    from: "2013-04-06",
    bands: &[(101, Pence(2_600)), (51, Pence(1_800)), (25, Pence(1_000))],
    confirmed: true,
}];

impl HomeOfficeRates {
    /// The rates on a day; `None` before the first known ones.
    #[must_use]
    pub fn for_day(day: Date) -> Option<&'static Self> {
        // A rate applies to whole tax years.
        let begins = TaxYear::containing(day).first_day().to_string();
        HOME_OFFICE_RATES.iter().find(|it| *it.from <= *begins)
    }

    /// The amount for a month with this many whole hours; 0 below the lowest band.
    pub fn amount(&self, hours: u16) -> Pence {
        let band = self.bands.iter().find(|(from, _)| hours >= *from);
        band.map_or(Pence::ZERO, |(_, amount)| *amount)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_band_begins_where_the_act_says() {
        let day: Date = "2026-11-25".parse().unwrap();
        let rates = HomeOfficeRates::for_day(day).unwrap();
        let amounts = [0, 24, 25, 50, 51, 100, 101, 744].map(|hours| rates.amount(hours).0);
        assert_eq!(amounts, [0, 0, 1_000, 1_000, 1_800, 1_800, 2_600, 2_600]);
        assert!(HomeOfficeRates::for_day("2013-04-05".parse().unwrap()).is_none());
    }
}
