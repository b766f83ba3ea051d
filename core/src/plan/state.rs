//! The state of an account today.

use serde::Serialize;

use super::{Feature, GRACE_DAYS, Plan, REMINDER_DAYS};
use crate::time::Date;
use crate::time::text::format_long_date;

/// The state of a subscription, as last reported by the payment service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SubscriptionState {
    /// Nothing has been bought yet.
    None,
    /// Paid, or begins when the trial ends.
    Active,
    /// The last renewal could not be paid; the payment service tries the card again.
    PastDue,
    /// Ended: cancelled and run out, or given up after the card failed.
    Ended,
}

impl SubscriptionState {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Active, Self::PastDue, Self::Ended];

    /// The stored name: `pastDue`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Active => "active",
            Self::PastDue => "pastDue",
            Self::Ended => "ended",
        }
    }
}

/// A subscription as the server knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The plan that was bought; [`Plan::Trial`] if nothing was, [`Plan::Selfhosted`] if the server sells nothing.
    pub plan: Plan,
    /// The last day of the free trial.
    pub trial_to: Date,
    /// The last reported state.
    pub state: SubscriptionState,
    /// The last day that is paid for; if a renewal failed, the last day of the period before.
    pub paid_to: Option<Date>,
    /// Whether it was cancelled, and runs until [`Self::paid_to`].
    pub cancelled: bool,
}

/// Why an account can no longer write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum Lapse {
    /// The trial has ended, and no plan was chosen.
    Trial,
    /// The subscription was cancelled, and the paid period has ended.
    Cancelled,
    /// The card failed, and the days of grace have passed.
    Unpaid,
    /// The payment service gave up after that: no card pays for it any more, and a plan must be chosen again.
    GivenUp,
}

/// The state of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "is")]
pub enum AccountState {
    /// The server sells nothing.
    Selfhosted,
    /// In the free trial.
    Trial {
        /// The last day of the trial.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        to: Date,
        /// The number of days left after today; 0 on the last day.
        days_left: u32,
    },
    /// Paid for.
    Paying,
    /// Cancelled, with all features until the end of the paid period.
    Ending {
        /// The last day of the paid period.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        to: Date,
    },
    /// A renewal failed, and the days of grace have not passed.
    Grace {
        /// The last day of grace.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        to: Date,
    },
    /// The account can read, share and export, but not write.
    Lapsed {
        /// The reason.
        why: Lapse,
    },
}

impl AccountState {
    /// Whether the account may write.
    #[must_use]
    pub const fn can_write(self) -> bool {
        !matches!(self, Self::Lapsed { .. })
    }

    /// The sentence for the user; `None` if there is nothing to say.
    #[must_use]
    pub fn message(self) -> Option<String> {
        match self {
            Self::Selfhosted | Self::Paying => None,
            Self::Trial { days_left: 0, .. } => Some("This is the last day of your free trial.".to_owned()),
            Self::Trial { days_left: 1, .. } => Some("1 day of your free trial is left.".to_owned()),
            Self::Trial { days_left, .. } => Some(format!("{days_left} days of your free trial are left.")),
            Self::Ending { to } => {
                Some(format!("Your plan is cancelled and lasts until {}.", format_long_date(to)))
            }
            Self::Grace { to } => Some(format!(
                "Your last payment failed. Update your card by {} to carry on.",
                format_long_date(to)
            )),
            Self::Lapsed { why } => Some(
                match why {
                    Lapse::Trial => "Your free trial is over.",
                    Lapse::Cancelled => "Your plan has ended.",
                    Lapse::Unpaid => "Your plan hasn’t been paid for.",
                    Lapse::GivenUp => "Your plan has ended because it wasn’t paid for.",
                }
                .to_owned(),
            ),
        }
    }
}

impl Subscription {
    /// Whether the subscription includes a feature on a day. A lapsed one includes only the reports.
    #[must_use]
    pub fn has_feature(&self, feature: Feature, today: Date) -> bool {
        let is_left = find_account_state(self, today).can_write() || feature == Feature::Reports;
        is_left && self.plan_on(today).has_feature(feature)
    }

    /// The plan that applies on a day: until the end of the trial it is the trial, even if a plan was chosen for later.
    #[must_use]
    pub fn plan_on(&self, today: Date) -> Plan {
        match self.plan {
            Plan::Core if !self.trial_to.has_passed(today) => Plan::Trial,
            plan => plan,
        }
    }
}

/// The state of an account on a day.
#[must_use]
pub fn find_account_state(it: &Subscription, today: Date) -> AccountState {
    let in_trial = || {
        (!it.trial_to.has_passed(today)).then(|| AccountState::Trial {
            to: it.trial_to,
            days_left: u32::try_from(today.days_until(it.trial_to)).unwrap_or_default(),
        })
    };
    let paid_to = |to: Date| (!to.has_passed(today)).then_some(to);
    match (it.plan, it.state) {
        (Plan::Selfhosted, _) => AccountState::Selfhosted,
        (Plan::Trial, _) | (_, SubscriptionState::None) => {
            in_trial().unwrap_or(AccountState::Lapsed { why: Lapse::Trial })
        }
        (_, SubscriptionState::Active) if !it.cancelled => AccountState::Paying,
        (_, SubscriptionState::Active) => it
            .paid_to
            .and_then(paid_to)
            .map(|to| AccountState::Ending { to })
            .or_else(in_trial)
            .unwrap_or(AccountState::Lapsed { why: Lapse::Cancelled }),
        (_, SubscriptionState::PastDue) => it
            .paid_to
            .and_then(|to| to.plus_days(GRACE_DAYS))
            .and_then(paid_to)
            .map_or(AccountState::Lapsed { why: Lapse::Unpaid }, |to| AccountState::Grace { to }),
        // A user who cancels during the trial keeps its remaining days.
        (_, SubscriptionState::Ended) => in_trial().unwrap_or(AccountState::Lapsed {
            why: if it.cancelled { Lapse::Cancelled } else { Lapse::GivenUp },
        }),
    }
}

/// The reminder about the trial that is due on a day, as the number of days left; `None` on other days, and if a plan
/// was chosen already.
#[must_use]
pub fn find_due_reminder(it: &Subscription, today: Date) -> Option<u32> {
    match find_account_state(it, today) {
        AccountState::Trial { days_left, .. } => REMINDER_DAYS.into_iter().find(|days| *days == days_left),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
