//! What a late payment between businesses costs: the reference rates, and the fixed sums.
//!
//! Sources: Late Payment of Commercial Debts (Interest) Act 1998, s. 4 (when interest starts), s. 5A (fixed
//! sums); Late Payment of Commercial Debts (Rate of Interest) (No. 3) Order 2002, SI 2002/1675 (8 % over the
//! official dealing rate of 30 June for interest that starts from 1 July to 31 December, and of 31 December for
//! interest that starts from 1 January to 30 June).

use crate::money::Pence;
use crate::time::Date;

/// The Bank of England's rate that stood on a 30 June or a 31 December.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceRate {
    /// The day, `YYYY-MM-DD`.
    pub on: &'static str,
    /// Hundredths of a percent: 375 is 3.75 %.
    pub hundredths: u32,
    /// Whether it was read on a page of the Bank's or of an official's.
    pub confirmed: bool,
}

const fn stood(on: &'static str, hundredths: u32, confirmed: bool) -> ReferenceRate {
    ReferenceRate {
        on,
        hundredths,
        confirmed,
    }
}

/// The reference rates, the latest first. Without the row of a half-year no interest is worked out that
/// starts in the one after it.
pub const REFERENCE_RATES: [ReferenceRate; 6] = [
    stood("2026-06-30", 375, true),
    stood("2025-12-31", 375, true),
    stood("2025-06-30", 425, true),
    stood("2024-12-31", 475, false),
    stood("2024-06-30", 525, true),
    stood("2023-12-31", 525, true),
];

/// What statutory interest is above the reference rate, in hundredths of a percent.
pub const OVER_REFERENCE: u32 = 800;

/// The size of a debt from which a fixed sum holds, and the sum; the largest first.
pub const FIXED_SUMS: [(Pence, Pence); 3] = [
    (Pence(1_000_000), Pence(10_000)),
    (Pence(100_000), Pence(7_000)),
    (Pence(0), Pence(4_000)),
];

/// The days of the period for paying where no date was agreed, the first included.
pub const DAYS_WHERE_NONE_AGREED: u32 = 30;

impl ReferenceRate {
    /// The one for interest that starts on a day; none where its half-year is not in the table.
    #[must_use]
    pub fn for_start(day: Date) -> Option<&'static Self> {
        let stood = if day.month() <= 6 {
            format!("{:04}-12-31", day.year().saturating_sub(1))
        } else {
            format!("{:04}-06-30", day.year())
        };
        REFERENCE_RATES.iter().find(|rate| *rate.on == *stood)
    }
}

/// The fixed sum for a debt of this size.
pub fn fixed_sum(debt: Pence) -> Pence {
    let row = FIXED_SUMS.iter().find(|(from, _)| debt >= *from);
    row.map_or(Pence::ZERO, |(_, sum)| *sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_that_of_the_half_year_before() {
        let stood = |day: &str| ReferenceRate::for_start(day.parse().unwrap()).map(|it| it.on);
        assert_eq!(stood("2026-01-01"), Some("2025-12-31"));
        assert_eq!(stood("2026-06-30"), Some("2025-12-31"));
        assert_eq!(stood("2026-07-01"), Some("2026-06-30"));
        assert_eq!(stood("2026-12-31"), Some("2026-06-30"));
        assert_eq!(stood("2027-01-01"), None);
        assert_eq!(stood("2023-12-31"), None);
        assert!(REFERENCE_RATES.is_sorted_by(|a, b| a.on > b.on));
        let unchecked = REFERENCE_RATES.iter().filter(|rate| !rate.confirmed);
        let unchecked: Vec<_> = unchecked.map(|rate| rate.on).collect();
        assert_eq!(unchecked, ["2024-12-31"]);
    }

    #[test]
    fn a_fixed_sum_goes_by_the_size_of_the_debt() {
        let sums = [1, 99_999, 100_000, 999_999, 1_000_000].map(|debt| fixed_sum(Pence(debt)).0);
        assert_eq!(sums, [4_000, 4_000, 7_000, 7_000, 10_000]);
        assert_eq!(fixed_sum(Pence(-1)), Pence::ZERO);
    }
}
