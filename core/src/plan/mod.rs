//! The plans of the service, what each includes, and the state of an account: whether it may write, and until when
//! (docs/product.md, sections 1, 4 and 9).
//!
//! Reading, sharing and exporting always work, because what people wrote is theirs. Days are calendar days in
//! London, and the last one is included.

mod state;

use serde::{Deserialize, Serialize};

use crate::money::Pence;
use crate::time::Date;

pub use state::{
    AccountState, Lapse, Subscription, SubscriptionState, find_account_state, find_due_reminder,
};

/// How many days the free trial lasts, for which no card is needed.
pub const TRIAL_DAYS: u32 = 14;

/// For how many days an account can be used after a renewal could not be paid; the card is tried again in this time.
pub const GRACE_DAYS: u32 = 7;

/// On how many days before the end of the trial a reminder is sent; 0 is its last day.
pub const REMINDER_DAYS: [u32; 3] = [3, 1, 0];

/// A plan of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// The free trial, which includes all of Plus.
    Trial,
    /// Core: quotes, invoices, contacts, items, expenses, offline use.
    Core,
    /// Core and every [`Feature`].
    Plus,
    /// A server of the user's own, which sells nothing; includes all of Plus.
    Selfhosted,
}

/// A feature that Plus has in addition to Core.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum Feature {
    /// Descriptions written by a language model; the built-in tidier is in every plan.
    AiDescriptions,
    /// Card payments by customers.
    CardPayments,
    /// The reports section.
    Reports,
    /// Support that is answered first.
    PrioritySupport,
}

impl Feature {
    /// Every feature, in the order in which the plans list them.
    pub const ALL: [Self; 4] =
        [Self::AiDescriptions, Self::CardPayments, Self::Reports, Self::PrioritySupport];

    /// The sentence for a user without the feature: `Reports are part of Plus.`
    #[must_use]
    pub const fn plus_sentence(self) -> &'static str {
        match self {
            Self::AiDescriptions => "AI descriptions are part of Plus.",
            Self::CardPayments => "Card payments are part of Plus.",
            Self::Reports => "Reports are part of Plus.",
            Self::PrioritySupport => "Priority support is part of Plus.",
        }
    }
}

impl Plan {
    /// Every plan.
    pub const ALL: [Self; 4] = [Self::Trial, Self::Core, Self::Plus, Self::Selfhosted];

    /// The plans that are sold, the cheapest first.
    pub const FOR_SALE: [Self; 2] = [Self::Core, Self::Plus];

    /// The stored name: `core`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Trial => "trial",
            Self::Core => "core",
            Self::Plus => "plus",
            Self::Selfhosted => "selfhosted",
        }
    }

    /// Reads the stored name; `None` for any other text.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|plan| plan.code() == word)
    }

    /// The name for users.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Trial => "Free trial",
            Self::Core => "Core",
            Self::Plus => "Plus",
            Self::Selfhosted => "Self-hosted",
        }
    }

    /// The price per month (docs/product.md, section 9); `None` if the plan is not for sale.
    #[must_use]
    pub const fn monthly_price(self) -> Option<Pence> {
        match self {
            Self::Core => Some(Pence(1_500)),
            Self::Plus => Some(Pence(2_000)),
            Self::Trial | Self::Selfhosted => None,
        }
    }

    /// Whether the plan includes a feature.
    #[must_use]
    pub const fn has_feature(self, _: Feature) -> bool {
        !matches!(self, Self::Core)
    }
}

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
    fn core_lacks_the_features_of_plus_and_each_plan_has_its_price() {
        for feature in Feature::ALL {
            assert!(!Plan::Core.has_feature(feature), "{feature:?}");
            for plan in [Plan::Trial, Plan::Plus, Plan::Selfhosted] {
                assert!(plan.has_feature(feature), "{plan:?} {feature:?}");
            }
        }
        assert_eq!(Plan::Core.monthly_price(), Some(Pence(1_500)));
        assert_eq!(Plan::Plus.monthly_price(), Some(Pence(2_000)));
        assert_eq!(Plan::Trial.monthly_price(), None);
        for plan in Plan::ALL {
            assert_eq!(Plan::parse(plan.code()), Some(plan));
        }
        assert_eq!(Plan::parse("Plus"), None);
    }

    #[test]
    fn a_payment_is_the_first_if_the_trial_has_just_ended() {
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
    fn deducts_credit_since_the_last_payment_from_the_next() {
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
