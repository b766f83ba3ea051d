//! What is owed for a job that its customer cancelled.

use rust_decimal::Decimal;
use serde::Serialize;

use super::refund_deadline;
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::time::Date;
use crate::time::text::format_short_date;

/// What the two sides owe each other after a job is cancelled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CancellationOwed {
    /// What the customer owes for work done, in pounds; `None` until the business has said how much of the job was
    /// done.
    pub owed: Option<Pence>,
    /// What the customer has paid, in pounds.
    pub paid: Pence,
    /// What the business must refund, in pounds; `None` in the same case as `owed`.
    pub give_back: Option<Pence>,
    /// What the customer must still pay, in pounds; `None` in the same case as `owed`.
    pub to_pay: Option<Pence>,
    /// The last day for the refund.
    pub by: Option<Date>,
}

impl CancellationOwed {
    /// The text for the customer; `None` while the amount is not known.
    #[must_use]
    pub fn customer_text(&self) -> Option<String> {
        let owed = self.owed?;
        let by = self.by.map_or_else(String::new, |day| format!(" by {}", format_short_date(day)));
        let mut text = match owed {
            Pence::ZERO => "You owe nothing.".to_owned(),
            owed => format!("You owe {} for the work done until you told us.", format_gbp(owed)),
        };
        if self.paid > Pence::ZERO {
            let rest = match (self.give_back?, self.to_pay?) {
                (back, _) if back > Pence::ZERO => format!("we’ll refund {}{by}", format_gbp(back)),
                (_, Pence::ZERO) => "nothing is left to pay".to_owned(),
                (_, pay) => format!("{} is left to pay", format_gbp(pay)),
            };
            text = format!("{text} You have paid {}: {rest}.", format_gbp(self.paid));
        }
        if self.to_pay.is_some_and(|pay| pay > Pence::ZERO) {
            // A cancelled quote's page doesn't take payments.
            text.push_str(" We’ll send you an invoice for it.");
        }
        Some(text)
    }
}

/// A cancelled job or variation, for which the business gives one share of work done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CancelledPart {
    /// The total including VAT.
    pub total: Pence,
    /// Whether the customer expressly asked for a start within the 14 days.
    pub is_early_start: bool,
    /// The percentage of it that was done when the business was notified of the cancellation; `None` until the business
    /// has said.
    pub share: Option<Decimal>,
}

impl CancelledPart {
    /// The amount owed for it; `None` until the business has said how much was done.
    ///
    /// Without an express request to start within the 14 days, nothing is owed for any work done (reg. 36); with one,
    /// the amount is a proportion of the whole price (reg. 36).
    fn amount_owed(self) -> Option<Pence> {
        if !self.is_early_start {
            return Some(Pence::ZERO);
        }
        let share = self.share?.clamp(Decimal::ZERO, Decimal::ONE_HUNDRED);
        Some(self.total.percent(share))
    }
}

/// What is owed for a job that was cancelled on a given day after `paid` was paid: the sum of its parts. Most jobs have
/// one part; a variation that was cancelled before its job has its own share.
#[must_use]
pub fn calculate_owed(parts: &[CancelledPart], paid: Pence, cancelled: Date) -> CancellationOwed {
    let owed: Option<Pence> = parts.iter().map(|part| part.amount_owed()).sum();
    let more = |a: Pence, b: Pence| (a - b).max(Pence::ZERO);
    CancellationOwed {
        owed,
        paid,
        give_back: owed.map(|owed| more(paid, owed)),
        to_pay: owed.map(|owed| more(owed, paid)),
        by: refund_deadline(cancelled),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day() -> Date {
        "2026-12-03".parse().unwrap()
    }

    fn part(total: i64, asked_early: bool, share: Option<Decimal>) -> CancelledPart {
        CancelledPart { total: Pence(total), is_early_start: asked_early, share }
    }

    fn sums(total: i64, paid: i64, early: bool, share: Option<i64>) -> [Option<i64>; 3] {
        let share = share.map(|percent| Decimal::new(percent, 0));
        let found = calculate_owed(&[part(total, early, share)], Pence(paid), day());
        [found.owed, found.give_back, found.to_pay].map(|amount| amount.map(|it| it.0))
    }

    #[test]
    fn nothing_is_owed_unless_the_customer_asked_for_an_early_start() {
        for share in [None, Some(0), Some(40), Some(100)] {
            assert_eq!(sums(47_810, 11_953, false, share), [Some(0), Some(11_953), Some(0)]);
        }
    }

    #[test]
    fn after_an_early_start_the_work_done_is_owed_in_proportion() {
        for (total, paid, share, expected) in [
            (47_810, 11_953, 40, [19_124, 0, 7_171]),
            (47_810, 11_953, 25, [11_953, 0, 0]),
            (47_810, 11_953, 10, [4_781, 7_172, 0]),
            (47_810, 0, 100, [47_810, 0, 47_810]),
            (47_810, 47_810, 0, [0, 47_810, 0]),
            // Half a penny is rounded up.
            (101, 0, 50, [51, 0, 51]),
            // More than all of it is all of it.
            (10_000, 0, 250, [10_000, 0, 10_000]),
            (10_000, 0, -5, [0, 0, 0]),
        ] {
            assert_eq!(sums(total, paid, true, Some(share)), expected.map(Some), "{share} % of {total}");
        }
    }

    #[test]
    fn gives_no_amounts_until_the_share_of_work_is_known() {
        assert_eq!(sums(47_810, 11_953, true, None), [None, None, None]);
        let found = calculate_owed(&[part(1, true, None)], Pence(0), day());
        assert_eq!(found.by, "2026-12-17".parse().ok());
    }

    #[test]
    fn adds_up_what_is_owed_for_each_part_of_the_job() {
        let quarter = part(132_000, true, Some(Decimal::new(25, 0)));
        let half = part(20_000, true, Some(Decimal::new(50, 0)));
        let not_asked = part(12_000, false, Some(Decimal::new(50, 0)));
        let found = calculate_owed(&[quarter, half, not_asked], Pence(60_000), day());
        assert_eq!((found.owed, found.give_back), (Some(Pence(43_000)), Some(Pence(17_000))));
        // Of one of them nobody knows yet, and so of none.
        let open = calculate_owed(&[quarter, part(1, true, None)], Pence(60_000), day());
        assert_eq!((open.owed, open.give_back), (None, None));
        let nothing = calculate_owed(&[], Pence(5), day());
        assert_eq!((nothing.owed, nothing.give_back), (Some(Pence(0)), Some(Pence(5))));
    }

    #[test]
    fn tells_the_customer_what_they_owe_and_get_back() {
        for (paid, share, expected) in [
            (0, 0, "You owe nothing."),
            (0, 40, "You owe £191.24 for the work done until you told us. We’ll send you an invoice for it."),
            (11_953, 0, "You owe nothing. You have paid £119.53: we’ll refund £119.53 by 17/12/2026."),
            (
                11_953,
                10,
                "You owe £47.81 for the work done until you told us. You have paid £119.53: we’ll refund £71.72 \
                 by 17/12/2026.",
            ),
            (
                11_953,
                25,
                "You owe £119.53 for the work done until you told us. You have paid £119.53: nothing is left to pay.",
            ),
            (
                11_953,
                40,
                "You owe £191.24 for the work done until you told us. You have paid £119.53: £71.71 is left to pay. \
                 We’ll send you an invoice for it.",
            ),
        ] {
            let part = part(47_810, true, Some(Decimal::new(share, 0)));
            let found = calculate_owed(&[part], Pence(paid), day());
            assert_eq!(found.customer_text().as_deref(), Some(expected));
        }
        assert_eq!(calculate_owed(&[part(1, true, None)], Pence(5), day()).customer_text(), None);
    }

    proptest! {
        /// What was paid plus what is still to be paid equals what is owed plus what is refunded; nobody owes more than
        /// the price, and never in both directions.
        #[test]
        fn payments_and_refunds_balance_what_is_owed(total in 0..10_000_000_i64, paid in 0..10_000_000_i64, share in 0..=10_000_i64) {
            let share = Decimal::new(share, 2);
            let found = calculate_owed(&[part(total, true, Some(share))], Pence(paid), day());
            let [owed, back, pay] = [found.owed, found.give_back, found.to_pay].map(Option::unwrap);
            prop_assert_eq!(Pence(paid) + pay, owed + back);
            prop_assert!(owed >= Pence::ZERO && owed <= Pence(total));
            prop_assert!(back.is_zero() || pay.is_zero());
        }
    }
}
