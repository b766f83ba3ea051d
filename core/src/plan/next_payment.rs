//! The next payment for a plan.

use serde::Serialize;

use crate::money::Pence;
use crate::time::Date;

/// If the paid period ends at most this many days after the trial, the plan was chosen in the trial and Stripe has not
/// been paid yet.
const AFTER_TRIAL: i64 = 3;

/// The next payment for a plan that was bought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct NextPayment {
    /// Whether it is the first payment: the plan was chosen during the trial, and nothing has been paid yet.
    pub is_first: bool,
    /// How much credit is deducted from it, in pounds: what is left over from a change to a cheaper plan since the last
    /// payment.
    pub credit: Pence,
}

/// The next payment, from the last day of the trial, the last day that is paid for, and the amounts of the invoices,
/// latest first. All of these come from the server, because the clock of a device may be wrong.
#[must_use]
pub fn next_payment(trial_to: Option<Date>, paid_to: Option<Date>, invoices: &[Pence]) -> NextPayment {
    let begins = trial_to.zip(paid_to);
    let since = invoices.iter().take_while(|amount| **amount <= Pence::ZERO);
    let owed: Pence = since.copied().sum();
    NextPayment {
        is_first: begins.is_some_and(|(trial, paid)| trial.days_until(paid) <= AFTER_TRIAL),
        credit: (-owed).max(Pence::ZERO),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_first_where_the_trial_has_just_ended() {
        for (trial, paid, is_first) in [
            (Some("2026-11-28"), Some("2026-11-30"), true),
            (Some("2026-11-27"), Some("2026-11-30"), true),
            (Some("2026-11-26"), Some("2026-11-30"), false),
            (None, Some("2026-11-30"), false),
            (Some("2026-11-28"), None, false),
        ] {
            let day = |text: Option<&str>| text.map(|text| text.parse().unwrap());
            let next = next_payment(day(trial), day(paid), &[]);
            assert_eq!(next.is_first, is_first, "{trial:?} {paid:?}");
        }
    }

    #[test]
    fn what_was_credited_since_the_last_payment_comes_off() {
        for (invoices, credit) in [
            (&[][..], 0),
            (&[-250, 2_000], 250),
            (&[-250, -100, 2_000, -50], 350),
            (&[1_250, -250, 2_000], 0),
            (&[0, -250], 250),
        ] {
            let invoices: Vec<Pence> = invoices.iter().copied().map(Pence).collect();
            let next = next_payment(None, None, &invoices);
            assert_eq!(next.credit, Pence(credit), "{invoices:?}");
        }
    }
}
