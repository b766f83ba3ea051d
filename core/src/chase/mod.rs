//! When a customer is reminded of an unpaid invoice or an unanswered quote.
//!
//! A business plans on which days, counted from when something is due, was sent or expires, and on which days of
//! the week; the rule here says which reminder is next, and when. The status decides whether a document waits for
//! anything ([`InvoiceState::check_waiting`], [`QuoteState::check_reminder`]).
//!
//! [`InvoiceState::check_waiting`]: crate::status::invoice::InvoiceState::check_waiting
//! [`QuoteState::check_reminder`]: crate::status::quote::QuoteState::check_reminder

mod plan;

use serde::{Deserialize, Serialize};

use crate::kind::DocumentKind;
use crate::time::Date;

pub use plan::{ChasePlan, ChaseStep, DAYS_MAX, Moment, STEPS_MAX};

/// The dates of a document from which its reminders are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReminderDates {
    /// The day on which the customer received it: no reminder is sent on that day or before.
    pub sent: Date,
    /// The day on which it is due or expires.
    pub end: Option<Date>,
    /// The day of the last reminder, sent by the plan or by hand.
    pub last: Option<Date>,
}

/// The next reminder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextReminder {
    /// The day on which it is sent.
    pub on: Date,
    /// The step of the plan.
    pub step: ChaseStep,
}

/// The next reminder of an open document, where `from` is the first day on which one can still be sent; `None` if there
/// are no more.
///
/// Reminders that were missed by then, for instance while a server was down for a week or because the plan was set up
/// late, are merged into one: the latest of them. At most one is sent on a day, and a reminder on some day replaces all
/// that were planned up to that day. A reminder that should come before a date is dropped if it is too late for it.
#[must_use]
pub fn find_next_reminder(
    plan: &ChasePlan,
    kind: DocumentKind,
    dates: &ReminderDates,
    from: Date,
) -> Option<NextReminder> {
    let first = plan.on_or_after(from)?;
    let steps = plan
        .steps
        .iter()
        .filter(|step| step.moment.kind() == kind)
        .filter_map(|step| Some((plan.scheduled_day(*step, dates)?, *step)))
        .filter(|(day, _)| dates.last.is_none_or(|last| *day > last))
        .map(|(day, step)| (day.max(first), day, step))
        .filter(|(on, _, step)| step.moment.is_useful_on(*on, dates.end));
    let steps: Vec<(Date, Date, ChaseStep)> = steps.collect();
    let on = steps.iter().map(|(on, ..)| *on).min()?;
    let together = steps.into_iter().filter(|(goes, ..)| *goes == on);
    // Of two that are sent on the same day, the one with the later original date.
    let latest = together.max_by_key(|(_, day, step)| (*day, plan.nominal_day(*step, dates)))?;
    Some(NextReminder { on, step: latest.2 })
}

/// The same for an invoice paid in instalments, each with its own due date: the next reminder, and the index of its
/// instalment. Of those on the same day, the instalment that is due last is chosen, since a reminder replaces all that
/// were planned up to its day.
#[must_use]
pub fn find_next_reminder_among(
    plan: &ChasePlan,
    kind: DocumentKind,
    each: &[ReminderDates],
    from: Date,
) -> Option<(usize, NextReminder)> {
    let found = each.iter().enumerate();
    let found = found.filter_map(|(at, dates)| Some((at, find_next_reminder(plan, kind, dates, from)?)));
    let found: Vec<(usize, NextReminder)> = found.collect();
    let on = found.iter().map(|(_, next)| next.on).min()?;
    found.into_iter().rfind(|(_, next)| next.on == on)
}

// The age of debts, in the usual steps: not due yet, up to 30 days late, up to 60, up to 90, and longer.

/// How late a document is, in bands of 30 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Age {
    /// Not late, or without a due date.
    NotDue,
    /// 1 to 30 days late.
    To30,
    /// 31 to 60 days late.
    To60,
    /// 61 to 90 days late.
    To90,
    /// More than 90 days late.
    Over90,
}

impl Age {
    /// Every age, least late first.
    pub const ALL: [Self; 5] = [Self::NotDue, Self::To30, Self::To60, Self::To90, Self::Over90];

    /// The age on the day `today` of something due on `due`, which is not late until that day has ended.
    #[must_use]
    pub fn for_due_date(due: Option<Date>, today: Date) -> Self {
        let late = due.map_or(0, |due| due.days_until(today));
        match late {
            ..=0 => Self::NotDue,
            1..=30 => Self::To30,
            31..=60 => Self::To60,
            61..=90 => Self::To90,
            _ => Self::Over90,
        }
    }
}

/// The first due date of each age except the oldest, in the order of [`Age::ALL`]: a due date from there on, and before
/// the previous entry, has that age. With these a database only has to compare dates.
#[must_use]
pub fn first_due_days(today: Date) -> [Date; 4] {
    [0, 30, 60, 90].map(|days| today.minus_days(days).unwrap_or(Date::FIRST))
}

// What a reminder is about. Before the date, nothing is called overdue.

/// The occasion of a reminder, each with its own text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Occasion {
    /// An invoice will be due.
    BeforeDue,
    /// An invoice is due today.
    OnDue,
    /// An invoice was due.
    AfterDue,
    /// A quote has not been answered.
    Unanswered,
    /// A quote is about to expire.
    Expiring,
}

impl Occasion {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::BeforeDue, Self::OnDue, Self::AfterDue, Self::Unanswered, Self::Expiring];

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::BeforeDue => "beforeDue",
            Self::OnDue => "onDue",
            Self::AfterDue => "afterDue",
            Self::Unanswered => "unanswered",
            Self::Expiring => "expiring",
        }
    }

    /// The kind of document that it applies to.
    #[must_use]
    pub const fn kind(self) -> DocumentKind {
        match self {
            Self::BeforeDue | Self::OnDue | Self::AfterDue => DocumentKind::Invoice,
            Self::Unanswered | Self::Expiring => DocumentKind::Quote,
        }
    }

    /// The occasion of a reminder that is sent today. For an invoice, today's date decides, whatever was planned: one
    /// that was put off past the due date must not say that the invoice will be due. For a quote, the plan's step
    /// decides; `step` is `None` for a reminder that somebody sends by hand.
    #[must_use]
    pub fn for_day(kind: DocumentKind, step: Option<ChaseStep>, end: Option<Date>, today: Date) -> Self {
        match kind {
            DocumentKind::Quote if step.is_some_and(|step| step.moment == Moment::BeforeExpiry) => {
                Self::Expiring
            }
            DocumentKind::Quote => Self::Unanswered,
            // There are no reminders for credit notes. Anything that asks for money is decided by its date.
            DocumentKind::Invoice | DocumentKind::CreditNote => match end {
                Some(end) if today < end => Self::BeforeDue,
                Some(end) if today == end => Self::OnDue,
                _ => Self::AfterDue,
            },
        }
    }
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod age_tests {
    use super::*;

    #[test]
    fn each_due_date_falls_into_the_right_age_band() {
        let today: Date = "2026-03-29".parse().unwrap();
        let begins = first_due_days(today);
        for days in 0..400 {
            for due in [today.minus_days(days), today.plus_days(days)] {
                let due = due.unwrap();
                let at = begins.iter().position(|first| due >= *first);
                assert_eq!(Age::for_due_date(Some(due), today), Age::ALL[at.unwrap_or(4)], "{due}");
            }
        }
        assert_eq!(Age::for_due_date(None, today), Age::NotDue);
        let late = |days| Age::for_due_date(today.minus_days(days), today);
        assert_eq!(
            [0, 1, 30, 31, 60, 61, 90, 91].map(late),
            [Age::NotDue, Age::To30, Age::To30, Age::To60, Age::To60, Age::To90, Age::To90, Age::Over90]
        );
    }
}
