//! When a customer is reminded of an unpaid invoice or an unanswered quote.
//!
//! A business plans on which days, counted from when something is due, was sent or expires, and on which days of
//! the week; the rule here says which reminder is next, and when. The status decides whether a document waits for
//! anything ([`InvoiceState::check_waiting`], [`QuoteState::check_reminder`]).
//!
//! [`InvoiceState::check_waiting`]: crate::status::invoice::InvoiceState::check_waiting
//! [`QuoteState::check_reminder`]: crate::status::quote::QuoteState::check_reminder

mod age;
mod occasion;
mod plan;

pub use age::{Age, first_due_days};
pub use occasion::Occasion;
pub use plan::{ChasePlan, ChaseStep, DAYS_MAX, Moment, STEPS_MAX};

use crate::kind::DocumentKind;
use crate::time::Date;

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

#[cfg(test)]
mod tests;
