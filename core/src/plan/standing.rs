//! The state of an account today.

use serde::Serialize;

use super::{Feature, GRACE_DAYS, Plan, REMINDED_DAYS};
use crate::time::Date;
use crate::time::text::date_long;

/// What the payment service last said of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum SubscriptionState {
    /// Nothing was bought yet.
    None,
    /// It is paid for, or begins when the trial ends.
    Active,
    /// The last renewal could not be paid; the card is tried again.
    PastDue,
    /// It is over: cancelled and run out, or given up after a card that failed.
    Ended,
}

impl SubscriptionState {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Active, Self::PastDue, Self::Ended];

    /// Its word, as it is kept: `pastDue`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Active => "active",
            Self::PastDue => "pastDue",
            Self::Ended => "ended",
        }
    }
}

/// A subscription as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// What was bought; [`Plan::Trial`] where nothing was, [`Plan::Selfhosted`] where nothing is sold.
    pub plan: Plan,
    /// The last day of the free trial.
    pub trial_to: Date,
    /// What was last said of it.
    pub state: SubscriptionState,
    /// The last day that is paid for; where a renewal failed the last one before it.
    pub paid_to: Option<Date>,
    /// Whether it was cancelled, and runs on to [`Self::paid_to`].
    pub cancelled: bool,
}

/// Why an account may no longer write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum Lapse {
    /// The trial is over, and no plan was chosen.
    Trial,
    /// It was cancelled, and what was paid for has passed.
    Cancelled,
    /// The card failed, and the days of grace have passed.
    Unpaid,
    /// The payment service gave it up after that: no card pays for it any more, and a plan is chosen anew.
    GivenUp,
}

/// How an account stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "is")]
pub enum Standing {
    /// The server sells nothing.
    Selfhosted,
    /// In its trial.
    Trial {
        /// The last day.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        to: Date,
        /// Days after today; 0 on the last one.
        days_left: u32,
    },
    /// Paying.
    Paying,
    /// Cancelled, with all that it has to the end of what is paid for.
    Ending {
        /// The last day.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        to: Date,
    },
    /// A renewal failed, and the days of grace run.
    Grace {
        /// The last of them.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        to: Date,
    },
    /// It reads, shares and exports, and writes no more.
    Lapsed {
        /// Why.
        why: Lapse,
    },
}

impl Standing {
    /// Whether the account may write.
    #[must_use]
    pub const fn may_write(self) -> bool {
        !matches!(self, Self::Lapsed { .. })
    }

    /// What a person is told of it; none where there is nothing to tell.
    #[must_use]
    pub fn sentence(self) -> Option<String> {
        match self {
            Self::Selfhosted | Self::Paying => None,
            Self::Trial { days_left: 0, .. } => {
                Some("This is the last day of your free trial.".to_owned())
            }
            Self::Trial { days_left: 1, .. } => {
                Some("1 day of your free trial is left.".to_owned())
            }
            Self::Trial { days_left, .. } => {
                Some(format!("{days_left} days of your free trial are left."))
            }
            Self::Ending { to } => Some(format!(
                "Your plan is cancelled and lasts until {}.",
                date_long(to)
            )),
            Self::Grace { to } => Some(format!(
                "Your last payment failed. Update your card by {} to carry on.",
                date_long(to)
            )),
            Self::Lapsed { why } => Some(
                match why {
                    Lapse::Trial => "Your free trial is over.",
                    Lapse::Cancelled => "Your plan has ended.",
                    Lapse::Unpaid => "Your plan hasn’t been paid for.",
                    Lapse::GivenUp => "Your plan has ended, as it was not paid for.",
                }
                .to_owned(),
            ),
        }
    }
}

impl Subscription {
    /// Whether it has something on a day. Of a lapsed one nothing but reading is left.
    #[must_use]
    pub fn has(&self, feature: Feature, today: Date) -> bool {
        let is_left = standing(self, today).may_write() || feature == Feature::Reports;
        is_left && self.plan_on(today).has(feature)
    }

    /// The plan that holds on a day: to the end of the trial it is the trial, though a plan was chosen for after it.
    #[must_use]
    pub fn plan_on(&self, today: Date) -> Plan {
        match self.plan {
            Plan::Core if !self.trial_to.has_passed(today) => Plan::Trial,
            plan => plan,
        }
    }
}

/// How an account stands on a day.
#[must_use]
pub fn standing(it: &Subscription, today: Date) -> Standing {
    let in_trial = || {
        (!it.trial_to.has_passed(today)).then(|| Standing::Trial {
            to: it.trial_to,
            days_left: u32::try_from(today.days_until(it.trial_to)).unwrap_or_default(),
        })
    };
    let paid_to = |to: Date| (!to.has_passed(today)).then_some(to);
    match (it.plan, it.state) {
        (Plan::Selfhosted, _) => Standing::Selfhosted,
        (Plan::Trial, _) | (_, SubscriptionState::None) => {
            in_trial().unwrap_or(Standing::Lapsed { why: Lapse::Trial })
        }
        (_, SubscriptionState::Active) if !it.cancelled => Standing::Paying,
        (_, SubscriptionState::Active) => it
            .paid_to
            .and_then(paid_to)
            .map(|to| Standing::Ending { to })
            .or_else(in_trial)
            .unwrap_or(Standing::Lapsed {
                why: Lapse::Cancelled,
            }),
        (_, SubscriptionState::PastDue) => it
            .paid_to
            .and_then(|to| to.plus_days(GRACE_DAYS))
            .and_then(paid_to)
            .map_or(Standing::Lapsed { why: Lapse::Unpaid }, |to| {
                Standing::Grace { to }
            }),
        // Whoever cancels in the trial keeps its days.
        (_, SubscriptionState::Ended) => in_trial().unwrap_or(Standing::Lapsed {
            why: if it.cancelled {
                Lapse::Cancelled
            } else {
                Lapse::GivenUp
            },
        }),
    }
}

/// Which of the trial's reminders is due on a day: how many days are left; none on other days, and where a plan was
/// chosen already.
#[must_use]
pub fn reminder(it: &Subscription, today: Date) -> Option<u32> {
    match standing(it, today) {
        Standing::Trial { days_left, .. } => {
            REMINDED_DAYS.into_iter().find(|days| *days == days_left)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
