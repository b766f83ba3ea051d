//! What a late payment between businesses costs: the reference rates, and the fixed sums.
//!
//! Sources: Late Payment of Commercial Debts (Interest) Act 1998, s. 4 (when interest starts), s. 5A (fixed
//! sums); Late Payment of Commercial Debts (Rate of Interest) (No. 3) Order 2002, SI 2002/1675 (8 % over the
//! official dealing rate of 30 June for interest that starts from 1 July to 31 December, and of 31 December for
//! interest that starts from 1 January to 30 June).

use crate::money::Pence;
use crate::time::Date;

/// The Bank of England's base rate on a 30 June or a 31 December.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceRate {
    /// The day, `YYYY-MM-DD`.
    pub on: &'static str,
    /// Hundredths of a percent: 375 is 3.75 %.
    pub hundredths: u32,
    /// Whether the rate was read on a page of the Bank or another official body.
    pub confirmed: bool,
}

const fn reference_rate(on: &'static str, hundredths: u32, confirmed: bool) -> ReferenceRate {
    ReferenceRate { on, hundredths, confirmed }
}

/// The reference rates, the latest first (the Bank of England's series). If a half-year has no row yet, the newest rate
/// applies, and is not confirmed.
pub const REFERENCE_RATES: [ReferenceRate; 6] = [
    reference_rate("2026-06-30", 375, true),
    reference_rate("2025-12-31", 375, true),
    reference_rate("2025-06-30", 425, true),
    reference_rate("2024-12-31", 475, true),
    reference_rate("2024-06-30", 525, true),
    reference_rate("2023-12-31", 525, true),
];

/// How far statutory interest is above the reference rate, in hundredths of a percent.
pub const STATUTORY_MARGIN: u32 = 800;

/// The fixed sums: the size of the debt from which each applies, and the sum; largest first.
pub const FIXED_SUMS: [(Pence, Pence); 3] =
    [(Pence(1_000_000), Pence(10_000)), (Pence(100_000), Pence(7_000)), (Pence(0), Pence(4_000))];

/// The payment period in days if no date was agreed, including the first day.
pub const DEFAULT_PAYMENT_DAYS: u32 = 30;

impl ReferenceRate {
    /// The rate for interest that starts on a day. If its half-year is not in the table, this is the newest rate, not
    /// confirmed for that day: nobody should lose what they are owed because a rate has not been entered yet.
    #[must_use]
    pub fn for_start(day: Date) -> Self {
        let own = Self::for_half_year(day);
        own.copied().unwrap_or(Self { confirmed: false, ..REFERENCE_RATES[0] })
    }

    /// The row of the reference date before the half-year of a day; `None` if it is not in the table.
    fn for_half_year(day: Date) -> Option<&'static Self> {
        let stood = if day.month() <= 6 {
            format!("{:04}-12-31", day.year().saturating_sub(1))
        } else {
            format!("{:04}-06-30", day.year())
        };
        REFERENCE_RATES.iter().find(|rate| *rate.on == *stood)
    }

    /// The first day of the half-year that contains the day `days` days after `today`, if the table has no row for it.
    #[must_use]
    pub fn first_missing_day(today: Date, days: u32) -> Option<Date> {
        let soon = today.plus_days(days)?;
        let half_year = if soon.month() <= 6 { 1 } else { 7 };
        let begins = Date::new(soon.year(), half_year, 1).ok()?;
        Self::for_half_year(soon).is_none().then_some(begins)
    }
}

/// The fixed sum for a debt of this size.
pub fn find_fixed_sum(debt: Pence) -> Pence {
    let row = FIXED_SUMS.iter().find(|(from, _)| debt >= *from);
    row.map_or(Pence::ZERO, |(_, sum)| *sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_that_of_the_half_year_before() {
        let stood = |day: &str| {
            let rate = ReferenceRate::for_start(day.parse().unwrap());
            (rate.on, rate.confirmed)
        };
        assert_eq!(stood("2026-01-01"), ("2025-12-31", true));
        assert_eq!(stood("2026-06-30"), ("2025-12-31", true));
        assert_eq!(stood("2026-07-01"), ("2026-06-30", true));
        assert_eq!(stood("2026-12-31"), ("2026-06-30", true));
        // Without a row the newest counts, and says so.
        assert_eq!(stood("2027-01-01"), ("2026-06-30", false));
        assert_eq!(stood("2023-12-31"), ("2026-06-30", false));
        assert!(REFERENCE_RATES.is_sorted_by(|a, b| a.on > b.on));
        assert!(REFERENCE_RATES.iter().all(|rate| rate.confirmed));
    }

    #[test]
    fn a_missing_row_is_noticed_before_it_is_needed() {
        let missing = |day: &str| {
            let day = ReferenceRate::first_missing_day(day.parse().unwrap(), 45);
            day.map(|day| day.to_string())
        };
        assert_eq!(missing("2026-07-01"), None);
        assert_eq!(missing("2026-11-16"), None);
        assert_eq!(missing("2026-11-17").as_deref(), Some("2027-01-01"));
        assert_eq!(missing("2027-03-01").as_deref(), Some("2027-01-01"));
    }

    #[test]
    fn a_fixed_sum_goes_by_the_size_of_the_debt() {
        let sums = [1, 99_999, 100_000, 999_999, 1_000_000].map(|debt| find_fixed_sum(Pence(debt)).0);
        assert_eq!(sums, [4_000, 4_000, 7_000, 7_000, 10_000]);
        assert_eq!(find_fixed_sum(Pence(-1)), Pence::ZERO);
    }
}
