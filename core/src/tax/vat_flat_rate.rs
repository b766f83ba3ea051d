//! The percentages of the flat rate scheme, and the tests that choose between them.
//!
//! Sources: VAT Regulations 1995, part VIIA, with SI 2010/2940 (percentages, labour-only); Notice 733, 4.3
//! (sectors) and 4.5 (the first year); limited cost, the same notice as it is since 1 April 2017.

use serde::{Deserialize, Serialize};

use super::{Dated, confirmed, find_on};
use crate::money::Pence;
use crate::time::Date;

/// The sector of a flat rate, limited to those of tradespeople.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FlatRateSector {
    /// General building or construction services.
    Building,
    /// The same, if the materials supplied are worth less than a tenth of the turnover.
    LabourOnly,
    /// Any trade that buys hardly any goods: see [`LIMITED_COST`].
    LimitedCost,
}

/// The percentages of each sector as typed, latest first.
pub const FLAT_RATES: [(FlatRateSector, &[Dated<&str>]); 3] = [
    (FlatRateSector::Building, &[confirmed("2011-01-04", "9.5")]),
    (FlatRateSector::LabourOnly, &[confirmed("2011-01-04", "14.5")]),
    (FlatRateSector::LimitedCost, &[confirmed("2017-04-01", "16.5")]),
];

/// The reduction of a sector's percentage until the day before the first anniversary of registration.
pub const FIRST_YEAR_REDUCTION: &[Dated<&str>] = &[confirmed("2004-01-01", "1")];

/// The percentage of its turnover below which the materials of a construction business make it labour-only.
pub const LABOUR_ONLY_BELOW: &[Dated<i64>] = &[confirmed("2011-01-04", 10)];

/// The limits for goods, including VAT, below which a business is a limited cost business: being below either is
/// enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LimitedCostTest {
    /// The limit as a percentage of the turnover including VAT.
    pub percent: i64,
    /// The limit for a year; in proportion for a shorter period.
    pub a_year: Pence,
}

/// The limited cost test, latest first.
pub const LIMITED_COST: &[Dated<LimitedCostTest>] =
    &[confirmed("2017-04-01", LimitedCostTest { percent: 2, a_year: Pence(100_000) })];

impl FlatRateSector {
    /// The percentage on a day, before any reduction; `None` before the first known one.
    #[must_use]
    pub fn find_percentage(self, day: Date) -> Option<&'static Dated<&'static str>> {
        let found = FLAT_RATES.iter().find(|(it, _)| *it == self);
        found.and_then(|(_, rows)| find_on(rows, day))
    }

    /// The sector of a construction business, from a year's supplies: building, unless its materials are worth less
    /// than a tenth of its turnover from construction.
    #[must_use]
    pub fn for_construction(materials: Pence, turnover: Pence, day: Date) -> Self {
        let below = find_on(LABOUR_ONLY_BELOW, day).map_or(0, |row| row.value);
        let is_below = i128::from(materials.0) * 100 < i128::from(turnover.0) * i128::from(below);
        if is_below { Self::LabourOnly } else { Self::Building }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tax::is_in_order;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn the_percentages_of_2026_27() {
        let on = |sector: FlatRateSector| sector.find_percentage(day("2026-11-25")).map(|row| row.value);
        assert_eq!(on(FlatRateSector::Building), Some("9.5"));
        assert_eq!(on(FlatRateSector::LabourOnly), Some("14.5"));
        assert_eq!(on(FlatRateSector::LimitedCost), Some("16.5"));
        assert_eq!(FlatRateSector::LimitedCost.find_percentage(day("2017-03-31")), None);
        assert!(FLAT_RATES.iter().all(|(_, rows)| is_in_order(rows)));
        assert!(is_in_order(LIMITED_COST) && is_in_order(FIRST_YEAR_REDUCTION));
    }

    #[test]
    fn materials_under_a_tenth_are_labour_only() {
        let of = |materials| {
            let turnover = Pence(5_000_000);
            FlatRateSector::for_construction(Pence(materials), turnover, day("2026-11-25"))
        };
        assert_eq!(of(499_999), FlatRateSector::LabourOnly);
        assert_eq!(of(500_000), FlatRateSector::Building);
    }
}
