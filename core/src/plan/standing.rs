//! How an account stands today.

use serde::{Deserialize, Serialize};

use super::{Feature, GRACE_DAYS, Plan, REMINDED_DAYS};
use crate::time::Date;
use crate::time::text::date_long;

/// What the payment service last said of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
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
}

/// How an account stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", tag = "is")]
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
                "Your plan is cancelled and goes on to {}.",
                date_long(to)
            )),
            Self::Grace { to } => Some(format!(
                "Your last payment failed. Update your card by {} to keep writing.",
                date_long(to)
            )),
            Self::Lapsed { why } => Some(
                match why {
                    Lapse::Trial => "Your free trial is over.",
                    Lapse::Cancelled => "Your plan has ended.",
                    Lapse::Unpaid => "Your plan is not paid for.",
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
            .map(|to| Standing::Grace { to })
            .unwrap_or(Standing::Lapsed { why: Lapse::Unpaid }),
        // Whoever cancels in the trial keeps its days.
        (_, SubscriptionState::Ended) => in_trial().unwrap_or(Standing::Lapsed {
            why: if it.cancelled {
                Lapse::Cancelled
            } else {
                Lapse::Unpaid
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
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn bought(plan: Plan, state: SubscriptionState, paid_to: &str) -> Subscription {
        Subscription {
            plan,
            trial_to: day("2026-11-15"),
            state,
            paid_to: Some(day(paid_to)),
            cancelled: false,
        }
    }

    const TRIAL: fn() -> Subscription = || Subscription {
        plan: Plan::Trial,
        trial_to: day("2026-11-15"),
        state: SubscriptionState::None,
        paid_to: None,
        cancelled: false,
    };

    /// Begun on 1 November, its fourteenth day after is the 15th: that day is whole.
    #[test]
    fn a_trial_goes_to_its_last_day_and_lapses_after_it() {
        let trial = TRIAL();
        let told = |on: &str| standing(&trial, day(on)).sentence().unwrap();
        assert_eq!(told("2026-11-01"), "14 days of your free trial are left.");
        assert_eq!(told("2026-11-14"), "1 day of your free trial is left.");
        assert_eq!(
            told("2026-11-15"),
            "This is the last day of your free trial."
        );
        assert!(standing(&trial, day("2026-11-15")).may_write());
        let over = standing(&trial, day("2026-11-16"));
        assert_eq!(over, Standing::Lapsed { why: Lapse::Trial });
        assert!(!over.may_write());
        // What was written can be read.
        assert!(trial.has(Feature::Reports, day("2026-11-16")));
        assert!(trial.has(Feature::CardPayments, day("2026-11-15")));
        assert!(!trial.has(Feature::CardPayments, day("2026-11-16")));
    }

    #[test]
    fn it_is_spoken_of_three_days_and_a_day_before_and_on_the_last() {
        let days: Vec<u32> = (1..=16)
            .filter_map(|n| reminder(&TRIAL(), day(&format!("2026-11-{n:02}"))))
            .collect();
        assert_eq!(days, [3, 1, 0]);
        let chosen = bought(Plan::Core, SubscriptionState::Active, "2026-12-15");
        assert_eq!(reminder(&chosen, day("2026-11-12")), None);
    }

    #[test]
    fn a_plan_chosen_in_the_trial_leaves_its_days_with_all_of_plus() {
        let core = bought(Plan::Core, SubscriptionState::Active, "2026-12-15");
        assert!(core.has(Feature::Reports, day("2026-11-15")));
        assert!(!core.has(Feature::Reports, day("2026-11-16")));
        assert_eq!(standing(&core, day("2026-11-10")), Standing::Paying);
    }

    #[test]
    fn what_is_cancelled_goes_on_to_the_end_of_what_is_paid() {
        let mut plus = bought(Plan::Plus, SubscriptionState::Active, "2026-12-15");
        plus.cancelled = true;
        let to = day("2026-12-15");
        assert_eq!(standing(&plus, to), Standing::Ending { to });
        assert!(plus.has(Feature::CardPayments, to));
        let why = Lapse::Cancelled;
        assert_eq!(standing(&plus, day("2026-12-16")), Standing::Lapsed { why });
        plus.state = SubscriptionState::Ended;
        assert_eq!(standing(&plus, day("2026-12-16")), Standing::Lapsed { why });
        // Within the trial nothing was paid, and its days stay.
        assert!(standing(&plus, day("2026-11-15")).may_write());
    }

    #[test]
    fn a_card_that_fails_has_seven_days() {
        let mut plus = bought(Plan::Plus, SubscriptionState::PastDue, "2026-12-15");
        let to = day("2026-12-22");
        assert_eq!(standing(&plus, day("2026-12-16")), Standing::Grace { to });
        assert!(standing(&plus, to).may_write());
        let why = Lapse::Unpaid;
        assert_eq!(standing(&plus, day("2026-12-23")), Standing::Lapsed { why });
        plus.state = SubscriptionState::Ended;
        assert_eq!(standing(&plus, day("2026-12-16")), Standing::Lapsed { why });
    }

    #[test]
    fn a_server_of_ones_own_has_everything_for_ever() {
        let own = Subscription {
            plan: Plan::Selfhosted,
            ..TRIAL()
        };
        let late = day("2036-01-01");
        assert_eq!(standing(&own, late), Standing::Selfhosted);
        assert!(Feature::ALL.into_iter().all(|it| own.has(it, late)));
    }
}
