//! What a mile is worth: the flat rates for business miles of a vehicle, by tax year.
//!
//! Sources: Income Tax (Trading and Other Income) Act 2005, s. 94F, and Income Tax (Earnings and Pensions) Act 2003, s.
//! 230, whose rates HMRC gives to the self-employed too ("Simplified expenses if you're self-employed: vehicles").
//! Those from 6 April 2026 were read on accountants' pages, not on HMRC's own: the row marks them as not confirmed, and
//! the screen shows this.

use serde::{Deserialize, Serialize};

use super::TaxYear;
use crate::money::{Pence, divide_rounded};
use crate::time::Date;

/// The type of vehicle. The cars and vans of a business share one count of miles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Vehicle {
    /// A car or a goods vehicle.
    Car,
    /// A motorcycle.
    Motorcycle,
    /// A bicycle. The books may contain older journeys by bicycle, which are worth nothing. The flat rates for the
    /// self-employed are only for cars, goods vehicles and motorcycles (Income Tax (Trading and Other Income) Act 2005,
    /// s. 94F); the rate for bicycles is for employees.
    Bicycle,
}

/// The mileage rate for the tax years from a day on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MileageRate {
    /// The first day, `YYYY-MM-DD`: a 6 April.
    pub from: &'static str,
    /// Pence for each mile up to the limit in a tax year.
    pub first: i64,
    /// The limit in miles; `None` if all miles have the same rate.
    pub up_to: Option<i64>,
    /// Pence for each mile above the limit.
    pub after: i64,
    /// Whether the rate was read on an HMRC page for the self-employed.
    pub confirmed: bool,
}

const fn rate(
    from: &'static str,
    first: i64,
    up_to: Option<i64>,
    after: i64,
    confirmed: bool,
) -> MileageRate {
    MileageRate { from, first, up_to, after, confirmed }
}

/// The rates of each vehicle that has one, the latest first.
pub const MILEAGE_RATES: [(Vehicle, &[MileageRate]); 2] = [
    (
        Vehicle::Car,
        &[rate("2026-04-06", 55, Some(10_000), 25, false), rate("2011-04-06", 45, Some(10_000), 25, true)],
    ),
    (Vehicle::Motorcycle, &[rate("2011-04-06", 24, None, 24, true)]),
];

impl Vehicle {
    /// Every vehicle.
    pub const ALL: [Self; 3] = [Self::Car, Self::Motorcycle, Self::Bicycle];

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Car => "car",
            Self::Motorcycle => "motorcycle",
            Self::Bicycle => "bicycle",
        }
    }

    /// The rate on a day; `None` before the first known one, and for a bicycle.
    #[must_use]
    pub fn find_rate(self, day: Date) -> Option<&'static MileageRate> {
        // A rate applies to whole tax years.
        let begins = TaxYear::containing(day).first_day().to_string();
        let (_, rates) = MILEAGE_RATES.iter().find(|(vehicle, _)| *vehicle == self)?;
        rates.iter().find(|rate| *rate.from <= *begins)
    }
}

impl MileageRate {
    /// The amount for a journey of `tenths` tenths of a mile, after `before` tenths in the same tax year.
    ///
    /// The amount is the difference between two sums for the year, each rounded once, so that the journeys of a year
    /// always add up to the amount for all its miles together.
    pub fn amount(&self, before: i64, tenths: i64) -> Pence {
        self.amount_for_year(before.saturating_add(tenths)) - self.amount_for_year(before)
    }

    /// The amount for this many tenths of a mile in one tax year.
    fn amount_for_year(&self, tenths: i64) -> Pence {
        let first = self.up_to.map_or(tenths, |miles| tenths.min(miles * 10));
        let tenths_of_pence =
            i128::from(first) * i128::from(self.first) + i128::from(tenths - first) * i128::from(self.after);
        Pence::saturating_from(divide_rounded(tenths_of_pence, 10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate_on(vehicle: Vehicle, day: &str) -> &'static MileageRate {
        vehicle.find_rate(day.parse().unwrap()).unwrap()
    }

    #[test]
    fn calculates_a_year_of_miles_across_the_10000_mile_limit() {
        let car = rate_on(Vehicle::Car, "2025-11-23");
        // 10,000 × 45p + 1,000 × 25p.
        assert_eq!(car.amount(0, 110_000), Pence(475_000));
        // 10,000 × 55p + 1,000 × 25p.
        let newer = rate_on(Vehicle::Car, "2026-04-06");
        assert_eq!(newer.amount(0, 110_000), Pence(575_000));
        // 100 miles across the line: 40 × 45p + 60 × 25p.
        assert_eq!(car.amount(99_600, 1_000), Pence(1_800 + 1_500));
        assert_eq!(car.amount(200_000, 10), Pence(25));
        let motorcycle = rate_on(Vehicle::Motorcycle, "2026-11-23");
        assert_eq!(motorcycle.amount(150_000, 1_000), Pence(2_400));
        let day = "2026-11-23".parse().unwrap();
        assert_eq!(Vehicle::Bicycle.find_rate(day), None);
        // 12.3 miles: 553.5p, which goes up.
        assert_eq!(car.amount(0, 123), Pence(554));
    }

    #[test]
    fn journeys_add_up_to_the_year() {
        let car = rate_on(Vehicle::Car, "2025-11-23");
        let mut before = 0;
        let mut sum = Pence::ZERO;
        for at in 0..2_000_i64 {
            let tenths = 1 + at * 7 % 113;
            sum += car.amount(before, tenths);
            before += tenths;
        }
        assert!(before > 100_000);
        assert_eq!(sum, car.amount(0, before));
    }

    #[test]
    fn a_rate_holds_for_whole_tax_years() {
        assert_eq!(rate_on(Vehicle::Car, "2026-04-05").first, 45);
        assert_eq!(rate_on(Vehicle::Car, "2026-04-06").first, 55);
        assert!(!rate_on(Vehicle::Car, "2026-04-06").confirmed);
        let early = "2011-04-05".parse().unwrap();
        assert!(Vehicle::ALL.iter().all(|it| it.find_rate(early).is_none()));
        for (vehicle, rates) in MILEAGE_RATES {
            assert!(rates.is_sorted_by(|a, b| a.from > b.from), "{vehicle:?}");
            assert!(rates.iter().all(|it| it.from.ends_with("-04-06")));
        }
    }
}
