//! A business's reminder plan: on which days it reminds, and on which days of the week.

use serde::{Deserialize, Serialize};

use super::ReminderDates;
use crate::error::{FieldError, code};
use crate::kind::DocumentKind;
use crate::time::holidays::Nation;
use crate::time::{Date, Weekday};

/// The most reminders in a plan.
pub const STEPS_MAX: usize = 10;
/// The most days between a reminder and the date from which it is counted.
pub const DAYS_MAX: i64 = 365;

/// The date from which a reminder is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Moment {
    /// A number of days before an invoice is due.
    BeforeDue,
    /// The due date of an invoice.
    OnDue,
    /// A number of days after an invoice was due.
    AfterDue,
    /// A number of days after a quote was sent.
    AfterSent,
    /// A number of days before a quote expires; 0 for its last day.
    BeforeExpiry,
}

impl Moment {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::BeforeDue, Self::OnDue, Self::AfterDue, Self::AfterSent, Self::BeforeExpiry];

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::BeforeDue => "beforeDue",
            Self::OnDue => "onDue",
            Self::AfterDue => "afterDue",
            Self::AfterSent => "afterSent",
            Self::BeforeExpiry => "beforeExpiry",
        }
    }

    /// The kind of document that it applies to.
    #[must_use]
    pub const fn kind(self) -> DocumentKind {
        match self {
            Self::BeforeDue | Self::OnDue | Self::AfterDue => DocumentKind::Invoice,
            Self::AfterSent | Self::BeforeExpiry => DocumentKind::Quote,
        }
    }

    /// The smallest and largest number of days: nobody is asked about a quote on the day it arrived, and the due date
    /// has its own moment.
    const fn day_range(self) -> (i64, i64) {
        match self {
            Self::OnDue => (0, 0),
            Self::BeforeExpiry => (0, DAYS_MAX),
            Self::BeforeDue | Self::AfterDue | Self::AfterSent => (1, DAYS_MAX),
        }
    }

    /// Whether the reminder comes before the date from which it is counted.
    const fn is_before(self) -> bool {
        matches!(self, Self::BeforeDue | Self::BeforeExpiry)
    }

    /// Whether the reminder is still useful on a day: a notice before the due date is useless after it, and nobody can
    /// accept an expired quote.
    pub(super) fn is_useful_on(self, day: Date, end: Option<Date>) -> bool {
        match self {
            Self::OnDue | Self::AfterDue => true,
            Self::BeforeDue | Self::AfterSent | Self::BeforeExpiry => end.is_none_or(|end| day <= end),
        }
    }
}

/// One reminder of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ChaseStep {
    /// The date from which it is counted.
    pub moment: Moment,
    /// The number of days, 0 to 365.
    pub days: i64,
}

/// Within this many days there is one on which the plan allows reminders. A plan may allow only Fridays, and of three
/// Fridays in a row two can be bank holidays at Christmas.
const SEARCH_DAYS: u32 = 28;

impl ChaseStep {
    /// A reminder.
    #[must_use]
    pub const fn new(moment: Moment, days: i64) -> Self {
        Self { moment, days }
    }
}

/// When a business sends reminders to its customers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChasePlan {
    /// The reminders, in any order.
    pub steps: Vec<ChaseStep>,
    /// The days of the week on which reminders are sent.
    pub weekdays: Vec<Weekday>,
    /// The nation on whose bank holidays no reminder is sent; `None` treats them as ordinary days.
    pub nation: Option<Nation>,
}

impl ChasePlan {
    /// The default plan: for an invoice 3 days before it is due, on the due date, and 7 and 14 days after; for a quote
    /// after 3 and 7 days; on working days.
    #[must_use]
    pub fn suggested() -> Self {
        Self {
            steps: vec![
                ChaseStep::new(Moment::BeforeDue, 3),
                ChaseStep::new(Moment::OnDue, 0),
                ChaseStep::new(Moment::AfterDue, 7),
                ChaseStep::new(Moment::AfterDue, 14),
                ChaseStep::new(Moment::AfterSent, 3),
                ChaseStep::new(Moment::AfterSent, 7),
            ],
            weekdays: Weekday::ALL[..5].to_vec(),
            nation: None,
        }
    }

    /// The errors in the plan, by field.
    #[must_use]
    pub fn validate(&self) -> Vec<FieldError> {
        let mut faults = Vec::new();
        if self.steps.len() > STEPS_MAX {
            let msg = format!("You can have at most {STEPS_MAX} reminders. Please remove some.");
            faults.push(FieldError::new("steps", "too_many", msg));
            return faults;
        }
        for (at, step) in self.steps.iter().enumerate() {
            let (least, most) = step.moment.day_range();
            if !(least..=most).contains(&step.days) {
                let msg = match (least, most) {
                    (_, 0) => "For a reminder on the day itself, enter 0 days.".to_owned(),
                    _ => format!("Enter {least} to {most} days."),
                };
                let path = format!("steps[{at}].days");
                faults.push(FieldError::new(path, code::OUT_OF_RANGE, msg));
            } else if self.steps[..at].contains(step) {
                let msg = "You already have this reminder. Change its days or remove it.";
                faults.push(FieldError::new(format!("steps[{at}].days"), "twice", msg));
            }
        }
        if self.weekdays.is_empty() {
            let msg = "Choose at least one day of the week.";
            faults.push(FieldError::new("weekdays", code::REQUIRED, msg));
        }
        faults
    }

    /// The first day on or after `day` on which the plan allows reminders; `None` if it allows no day.
    pub(super) fn on_or_after(&self, day: Date) -> Option<Date> {
        self.first_sending_day((0..SEARCH_DAYS).map(|n| day.plus_days(n)))
    }

    fn on_or_before(&self, day: Date) -> Option<Date> {
        self.first_sending_day((0..SEARCH_DAYS).map(|n| day.minus_days(n)))
    }

    fn first_sending_day(&self, days: impl Iterator<Item = Option<Date>>) -> Option<Date> {
        days.flatten().find(|day| self.is_sending_day(*day))
    }

    /// Whether reminders are sent on this day: it is one of the plan's days of the week, and not a bank holiday.
    #[must_use]
    pub fn is_sending_day(&self, day: Date) -> bool {
        let is_holiday = |nation| day.is_bank_holiday(nation);
        self.weekdays.contains(&day.weekday()) && !self.nation.is_some_and(is_holiday)
    }

    /// The date of a reminder as counted, whatever day of the week it is.
    pub(super) fn nominal_day(&self, step: ChaseStep, dates: &ReminderDates) -> Option<Date> {
        let days = u32::try_from(step.days).ok()?;
        match step.moment {
            Moment::OnDue => dates.end,
            Moment::AfterDue => dates.end?.plus_days(days),
            Moment::AfterSent => dates.sent.plus_days(days),
            Moment::BeforeDue | Moment::BeforeExpiry => dates.end?.minus_days(days),
        }
    }

    /// The day on which a reminder is sent, which is after the day on which the document was sent. If no reminders are
    /// sent on its date, it is put off to the next day that allows them, but a reminder before the due date is brought
    /// forward, because it must come before.
    pub(super) fn scheduled_day(&self, step: ChaseStep, dates: &ReminderDates) -> Option<Date> {
        let own = self.nominal_day(step, dates)?;
        let is_after = |day: &Date| *day > dates.sent;
        let earlier = self.on_or_before(own).filter(|_| step.moment.is_before());
        earlier.filter(is_after).or_else(|| self.on_or_after(own).filter(is_after))
    }
}
