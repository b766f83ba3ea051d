//! When a customer is reminded of an unpaid invoice or an unanswered quote.
//!
//! A business plans on which days, counted from when something is due, was sent or expires, and on which days of
//! the week; the rule here says which reminder is next, and when. The status decides whether a document waits for
//! anything ([`InvoiceState::waits`], [`QuoteState::remind`]).
//!
//! [`InvoiceState::waits`]: crate::status::invoice::InvoiceState::waits
//! [`QuoteState::remind`]: crate::status::quote::QuoteState::remind

mod age;
mod occasion;
mod plan;

pub use age::{Age, begins};
pub use occasion::Occasion;
pub use plan::{MOST_DAYS, MOST_STEPS, Moment, Plan, Step};

use crate::kind::Kind;
use crate::time::Date;

/// What of a document its reminders are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dates {
    /// The day on which its customer had it: no reminder goes on that day or before.
    pub sent: Date,
    /// The day on which it is due, or expires.
    pub end: Option<Date>,
    /// The day on which its customer was reminded of it last, by whomever.
    pub last: Option<Date>,
}

/// The reminder that is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Next {
    /// The day on which it goes.
    pub on: Date,
    /// Which of the plan it is.
    pub step: Step,
}

/// The reminder of a document that waits which is next, `from` being the first day on which one may
/// still go; none where none is left.
///
/// What was missed until then, as when a server was down for a week or the plan came late, is one
/// reminder: the latest of them. One goes on a day at most, and whoever was reminded on a day has had
/// all that was to go until then. What goes before a day and comes too late for it does not go any more.
#[must_use]
pub fn next(plan: &Plan, kind: Kind, dates: &Dates, from: Date) -> Option<Next> {
    let first = plan.on_or_after(from)?;
    let steps = plan
        .steps
        .iter()
        .filter(|step| step.moment.kind() == kind)
        .filter_map(|step| Some((plan.day_of(*step, dates)?, *step)))
        .filter(|(day, _)| dates.last.is_none_or(|last| *day > last))
        .map(|(day, step)| (day.max(first), day, step))
        .filter(|(on, _, step)| step.moment.serves_on(*on, dates.end));
    let steps: Vec<(Date, Date, Step)> = steps.collect();
    let on = steps.iter().map(|(on, ..)| *on).min()?;
    let together = steps.into_iter().filter(|(goes, ..)| *goes == on);
    // Of two that fall on one day of the week, the one whose own day is later.
    let latest = together.max_by_key(|(_, day, step)| (*day, plan.own_day(*step, dates)))?;
    Some(Next { on, step: latest.2 })
}

/// The same of what is paid in instalments, each with an end of its own: the one that is next, and its
/// place among them. Of those that fall on one day the one that is due last speaks: whoever is reminded on
/// a day has had all that was to go until then.
#[must_use]
pub fn next_among(plan: &Plan, kind: Kind, each: &[Dates], from: Date) -> Option<(usize, Next)> {
    let found = each.iter().enumerate();
    let found = found.filter_map(|(at, dates)| Some((at, next(plan, kind, dates, from)?)));
    let found: Vec<(usize, Next)> = found.collect();
    let on = found.iter().map(|(_, next)| next.on).min()?;
    found.into_iter().rfind(|(_, next)| next.on == on)
}

#[cfg(test)]
mod tests;
