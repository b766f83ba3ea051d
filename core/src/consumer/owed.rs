//! What is owed of a job that its customer cancelled.

use rust_decimal::Decimal;
use serde::Serialize;

use super::period::give_back_by;
use crate::money::Pence;
use crate::time::Date;

/// What follows from a cancelled job, between its two sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "CancellationOwed")
)]
#[serde(rename_all = "camelCase")]
pub struct Owed {
    /// What the customer owes for what was done, pounds; none while the business has not said how much
    /// of the job that was.
    pub owed: Option<Pence>,
    /// What was paid, pounds.
    pub paid: Pence,
    /// What the business gives back, pounds; none as for `owed`.
    pub give_back: Option<Pence>,
    /// What the customer still pays, pounds; none as for `owed`.
    pub to_pay: Option<Pence>,
    /// The last day for giving it back.
    pub by: Option<Date>,
}

/// What is owed of a job of this `total`, VAT and all, that was cancelled on a day with so much `paid`.
///
/// Without an express request to start within the days nothing is owed, whatever was done (reg. 36);
/// with one it is in proportion to the whole price (reg. 36), and the business says the share of the
/// job, in per cent, that was done until it was told.
#[must_use]
pub fn owed(
    (total, paid): (Pence, Pence),
    asked_early: bool,
    share: Option<Decimal>,
    cancelled: Date,
) -> Owed {
    let share = if asked_early {
        share
    } else {
        Some(Decimal::ZERO)
    };
    let whole = Decimal::ONE_HUNDRED;
    let owed = share.map(|share| total.percent(share.clamp(Decimal::ZERO, whole)));
    let more = |a: Pence, b: Pence| (a - b).max(Pence::ZERO);
    Owed {
        owed,
        paid,
        give_back: owed.map(|owed| more(paid, owed)),
        to_pay: owed.map(|owed| more(owed, paid)),
        by: give_back_by(cancelled),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day() -> Date {
        "2026-12-03".parse().unwrap()
    }

    fn sums(total: i64, paid: i64, early: bool, share: Option<i64>) -> [Option<i64>; 3] {
        let share = share.map(|percent| Decimal::new(percent, 0));
        let found = owed((Pence(total), Pence(paid)), early, share, day());
        [found.owed, found.give_back, found.to_pay].map(|amount| amount.map(|it| it.0))
    }

    #[test]
    fn golden_without_a_request_nothing_is_owed() {
        for share in [None, Some(0), Some(40), Some(100)] {
            assert_eq!(
                sums(47_810, 11_953, false, share),
                [Some(0), Some(11_953), Some(0)]
            );
        }
    }

    #[test]
    fn golden_with_one_it_is_in_proportion() {
        for (total, paid, share, expected) in [
            (47_810, 11_953, 40, [19_124, 0, 7_171]),
            (47_810, 11_953, 25, [11_953, 0, 0]),
            (47_810, 11_953, 10, [4_781, 7_172, 0]),
            (47_810, 0, 100, [47_810, 0, 47_810]),
            (47_810, 47_810, 0, [0, 47_810, 0]),
            // Half a penny goes up.
            (101, 0, 50, [51, 0, 51]),
            // More than all of it is all of it.
            (10_000, 0, 250, [10_000, 0, 10_000]),
            (10_000, 0, -5, [0, 0, 0]),
        ] {
            assert_eq!(
                sums(total, paid, true, Some(share)),
                expected.map(Some),
                "{share} % of {total}"
            );
        }
    }

    #[test]
    fn until_the_share_is_said_nobody_knows() {
        assert_eq!(sums(47_810, 11_953, true, None), [None, None, None]);
        let found = owed((Pence(1), Pence(0)), true, None, day());
        assert_eq!(found.by, "2026-12-17".parse().ok());
    }

    proptest! {
        /// What was paid and what is still paid come to what is owed and what is given back; nobody owes
        /// more than the price, and never both ways.
        #[test]
        fn the_sides_are_square(total in 0..10_000_000_i64, paid in 0..10_000_000_i64, share in 0..=10_000_i64) {
            let share = Decimal::new(share, 2);
            let found = owed((Pence(total), Pence(paid)), true, Some(share), day());
            let [owed, back, pay] = [found.owed, found.give_back, found.to_pay].map(Option::unwrap);
            prop_assert_eq!(Pence(paid) + pay, owed + back);
            prop_assert!(owed >= Pence::ZERO && owed <= Pence(total));
            prop_assert!(back.is_zero() || pay.is_zero());
        }
    }
}
