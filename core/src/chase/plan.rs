//! A business's reminder plan: on which days it reminds, and on which days of the week.

use serde::{Deserialize, Serialize};

use super::Dates;
use crate::error::{FieldError, code};
use crate::kind::Kind;
use crate::time::Date;
use crate::time::holidays::Nation;
use crate::time::weekday::Weekday;

/// The most reminders of a plan.
pub const MOST_STEPS: usize = 10;
/// The most days from the day that a reminder is counted from.
pub const MOST_DAYS: i64 = 365;

/// What a reminder is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Moment {
    /// So many days before an invoice is due.
    BeforeDue,
    /// On the day on which it is due.
    OnDue,
    /// So many days after that.
    AfterDue,
    /// So many days after a quote was sent.
    AfterSent,
    /// So many days before it expires; none: on its last day.
    BeforeExpiry,
}

impl Moment {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::BeforeDue,
        Self::OnDue,
        Self::AfterDue,
        Self::AfterSent,
        Self::BeforeExpiry,
    ];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::BeforeDue => "beforeDue",
            Self::OnDue => "onDue",
            Self::AfterDue => "afterDue",
            Self::AfterSent => "afterSent",
            Self::BeforeExpiry => "beforeExpiry",
        }
    }

    /// Of which documents it is.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::BeforeDue | Self::OnDue | Self::AfterDue => Kind::Invoice,
            Self::AfterSent | Self::BeforeExpiry => Kind::Quote,
        }
    }

    /// How many days it is counted by, at least and at most: nobody is asked about a quote on the day
    /// that it came, and the due day has a moment of its own.
    const fn days(self) -> (i64, i64) {
        match self {
            Self::OnDue => (0, 0),
            Self::BeforeExpiry => (0, MOST_DAYS),
            Self::BeforeDue | Self::AfterDue | Self::AfterSent => (1, MOST_DAYS),
        }
    }

    /// Whether it goes before the day that it is counted from.
    const fn is_before(self) -> bool {
        matches!(self, Self::BeforeDue | Self::BeforeExpiry)
    }

    /// Whether it is of use on a day: a word before the due day is none after it, and nobody can
    /// accept a quote that has expired.
    pub(super) fn serves_on(self, day: Date, end: Option<Date>) -> bool {
        match self {
            Self::OnDue | Self::AfterDue => true,
            Self::BeforeDue | Self::AfterSent | Self::BeforeExpiry => {
                end.is_none_or(|end| day <= end)
            }
        }
    }
}

/// One reminder of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(export, rename = "ChaseStep")
)]
pub struct Step {
    /// What it is counted from.
    pub moment: Moment,
    /// By how many days, 0 to 365.
    pub days: i64,
}

/// Within so many days there is one on which a plan goes, which may be of Fridays alone: of three Fridays in a row two
/// are bank holidays where Christmas Day is one.
const LOOKED_AT: u32 = 28;

impl Step {
    /// A reminder.
    #[must_use]
    pub const fn new(moment: Moment, days: i64) -> Self {
        Self { moment, days }
    }
}

/// When a business reminds its customers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The reminders, in whatever order.
    pub steps: Vec<Step>,
    /// The days of the week on which they go.
    pub weekdays: Vec<Weekday>,
    /// On whose bank holidays none goes; none: they are days like others.
    pub nation: Option<Nation>,
}

impl Plan {
    /// What most would choose: of an invoice 3 days before it is due, on the day, 7 and 14 days after;
    /// of a quote after 3 and after 7 days; on working days.
    #[must_use]
    pub fn suggested() -> Self {
        Self {
            steps: vec![
                Step::new(Moment::BeforeDue, 3),
                Step::new(Moment::OnDue, 0),
                Step::new(Moment::AfterDue, 7),
                Step::new(Moment::AfterDue, 14),
                Step::new(Moment::AfterSent, 3),
                Step::new(Moment::AfterSent, 7),
            ],
            weekdays: Weekday::ALL[..5].to_vec(),
            nation: None,
        }
    }

    /// What is wrong with it, field by field.
    #[must_use]
    pub fn faults(&self) -> Vec<FieldError> {
        let mut faults = Vec::new();
        if self.steps.len() > MOST_STEPS {
            let msg = format!("You can have at most {MOST_STEPS} reminders. Please remove some.");
            faults.push(FieldError::new("steps", "too_many", msg));
            return faults;
        }
        for (at, step) in self.steps.iter().enumerate() {
            let (least, most) = step.moment.days();
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

    /// The plan's first day on or after a day; `None` where it has no day.
    pub(super) fn on_or_after(&self, day: Date) -> Option<Date> {
        self.first_of((0..LOOKED_AT).map(|n| day.plus_days(n)))
    }

    fn on_or_before(&self, day: Date) -> Option<Date> {
        self.first_of((0..LOOKED_AT).map(|n| day.minus_days(n)))
    }

    fn first_of(&self, days: impl Iterator<Item = Option<Date>>) -> Option<Date> {
        days.flatten().find(|day| self.goes_on(*day))
    }

    /// Whether a reminder goes on a day: it is one of its days of the week, and no bank holiday.
    #[must_use]
    pub fn goes_on(&self, day: Date) -> bool {
        let is_holiday = |nation| day.is_bank_holiday(nation);
        self.weekdays.contains(&day.weekday()) && !self.nation.is_some_and(is_holiday)
    }

    /// The day of a reminder as it is counted, whatever day of the week that is.
    pub(super) fn own_day(&self, step: Step, dates: &Dates) -> Option<Date> {
        let days = u32::try_from(step.days).ok()?;
        match step.moment {
            Moment::OnDue => dates.end,
            Moment::AfterDue => dates.end?.plus_days(days),
            Moment::AfterSent => dates.sent.plus_days(days),
            Moment::BeforeDue | Moment::BeforeExpiry => dates.end?.minus_days(days),
        }
    }

    /// The day on which a reminder is to go, after the day on which the document was sent. A day on
    /// which none goes is put off to the next, but one before the due day is brought forward: a word
    /// beforehand is to come beforehand.
    pub(super) fn day_of(&self, step: Step, dates: &Dates) -> Option<Date> {
        let own = self.own_day(step, dates)?;
        let is_after = |day: &Date| *day > dates.sent;
        let earlier = self.on_or_before(own).filter(|_| step.moment.is_before());
        earlier
            .filter(is_after)
            .or_else(|| self.on_or_after(own).filter(is_after))
    }
}
