//! The plans of the service, what each includes, and the state of an account: whether it may write, and until when
//! (docs/product.md, sections 1, 4 and 9).
//!
//! Reading, sharing and exporting always work, because what people wrote is theirs. Days are calendar days in
//! London, and the last one is included.

use serde::{Deserialize, Serialize};

use crate::money::Pence;

mod next_payment;
mod state;

pub use next_payment::{NextPayment, next_payment};
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn core_is_without_what_plus_adds_and_each_costs_what_the_specification_says() {
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
}
