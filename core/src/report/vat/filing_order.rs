//! The order in which VAT returns are filed, and what of a registration can no longer change afterwards.
//!
//! Each period has its return (VAT Regulations 1995, reg. 25). Filed returns follow each other without a gap, and the
//! next one begins on the day after the last of them, even if the lengths of the periods change. A business that begins
//! here later has filed the earlier returns elsewhere: the first return that is filed here closes their periods.

use super::advice::{Finding, Severity};
use super::filed::FiledVatReturn;
use super::period::Stagger;
use super::record::{Scheme, find_scheme};
use super::registration::VatRegistration;
use crate::report::Period;
use crate::time::Date;
use crate::time::text::format_long_date;

/// The returns of a business, and which of them is filed next.
#[derive(Clone, Copy, Debug)]
pub struct FilingOrder<'a> {
    /// The VAT registration, with its first day.
    pub registration: &'a VatRegistration,
    /// How its time is divided into periods.
    pub stagger: Stagger,
    /// The filed returns, including those before them that count as filed elsewhere.
    pub filed: &'a [FiledVatReturn],
}

/// Whether a return has been filed, or can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilingState {
    /// The return was marked as filed.
    Filed,
    /// The period is before the first return that was marked as filed here.
    Elsewhere,
    /// The period is not over.
    NotOver,
    /// Another return must be filed first.
    Waits,
    /// The return can be filed.
    Ready,
}

impl FilingOrder<'_> {
    /// The first return that was filed here.
    fn first_filed(&self) -> Option<&FiledVatReturn> {
        let here = self.filed.iter().filter(|it| !it.elsewhere);
        here.min_by_key(|it| it.period.from)
    }

    /// The last return that was filed.
    fn last_filed(&self) -> Option<&FiledVatReturn> {
        self.filed.iter().max_by_key(|it| it.period.to)
    }

    /// The period that contains a day: that of the return that was filed for it, even if the periods are different now;
    /// otherwise a period that doesn't overlap any filed one. `None` if there is no registration on that day.
    #[must_use]
    pub fn find_period(&self, day: Date) -> Option<Period> {
        let filed = self.filed.iter().map(|it| it.period);
        if let Some(filed) = filed.into_iter().find(|it| it.contains(day)) {
            return Some(filed);
        }
        let period = self.stagger.find_period(day, self.registration)?;
        let before = self.filed.iter().map(|it| it.period.to);
        let before = before.filter(|it| *it < day).max();
        let after = self.filed.iter().map(|it| it.period.from);
        let after = after.filter(|it| *it > day).min();
        let from = before.and_then(|it| it.plus_days(1));
        let to = after.and_then(Date::day_before);
        Period::new(
            from.map_or(period.from, |from| from.max(period.from)),
            to.map_or(period.to, |to| to.min(period.to)),
        )
    }

    /// The periods that are closed if this return is the first to be filed: all before it.
    #[must_use]
    pub fn periods_closed_by(&self, period: &Period) -> Vec<Period> {
        let from = self.registration.from;
        let to = period.from.day_before();
        let before = from.zip(to).and_then(|(from, to)| Period::new(from, to));
        let before = before.filter(|_| self.filed.is_empty());
        before.map_or_else(Vec::new, |before| self.stagger.list_periods(before, self.registration))
    }

    /// The state of a return on a day.
    #[must_use]
    pub fn filing_state(&self, period: &Period, today: Date) -> FilingState {
        let same = self.filed.iter().find(|it| it.period == *period);
        if let Some(same) = same {
            return match same.elsewhere {
                true => FilingState::Elsewhere,
                false => FilingState::Filed,
            };
        }
        if self.first_filed().is_some_and(|first| period.to < first.period.from) {
            return FilingState::Elsewhere;
        }
        let next = self.last_filed().map(|last| last.period.to.plus_days(1));
        match next {
            Some(next) if next != Some(period.from) => FilingState::Waits,
            _ if !period.to.has_passed(today) => FilingState::NotOver,
            _ => FilingState::Ready,
        }
    }

    /// The state of a return as a sentence; for one that can be filed, what filing it locks.
    #[must_use]
    pub fn describe_state(&self, period: &Period, today: Date) -> String {
        match self.filing_state(period, today) {
            FilingState::Filed => {
                "It stays as you filed it. Later changes to this period count in the next return.".to_owned()
            }
            FilingState::Elsewhere => {
                let first = self.first_filed().map_or(period.to, |first| first.period.to);
                format!(
                    "This is before the first return you marked as filed here, the one to {}, so it counts as filed \
                     elsewhere. Anything you enter later for these dates counts in the next return.",
                    format_long_date(first)
                )
            }
            FilingState::NotOver => "This period isn’t over yet.".to_owned(),
            FilingState::Waits => match self.next_period() {
                Some(next) => {
                    format!("You file returns in order: file the one to {} first.", format_long_date(next.to))
                }
                None => "You file returns in order.".to_owned(),
            },
            FilingState::Ready => self.lock_text(period),
        }
    }

    /// Whether a period is the next one after all filed ones; its return then contains the corrections of them.
    #[must_use]
    pub fn is_next_period(&self, period: &Period) -> bool {
        let next = self.last_filed().and_then(|last| last.period.to.plus_days(1));
        next.is_some_and(|next| period.contains(next))
    }

    /// The period whose return is filed next.
    fn next_period(&self) -> Option<Period> {
        let day = match self.last_filed() {
            Some(last) => last.period.to.plus_days(1),
            None => self.registration.from,
        };
        self.find_period(day?)
    }

    fn lock_text(&self, period: &Period) -> String {
        let locks = "We then lock it: later changes to these dates count in the next return, with a note. You can \
                     reopen it until you file a later one.";
        let closed = self.periods_closed_by(period);
        let Some((first, last)) = closed.first().zip(closed.last()) else {
            return locks.to_owned();
        };
        format!(
            "{locks} It is the first one you file here, so the dates before it, {} to {}, count as filed elsewhere: \
             what you entered for them isn’t in any return here. If you still have to file one of those, file that first.",
            format_long_date(first.from),
            format_long_date(last.to)
        )
    }

    /// The findings that prevent a change of the registration or the schemes: days of filed returns must stay as they
    /// are. The number, and how time is divided into periods, may change.
    #[must_use]
    pub fn check_change(
        &self,
        schemes: &[Scheme],
        registration: &VatRegistration,
        changed: &[Scheme],
    ) -> Vec<Finding> {
        let Some((first, last)) = self.first_filed().zip(self.last_filed()) else {
            return Vec::new();
        };
        let last = last.period.to;
        let mut found = Vec::new();
        let mut refuse = |path: &str, name: &str, back_to: &FiledVatReturn| {
            let (back_to, last) = (format_long_date(back_to.period.to), format_long_date(last));
            let open = if back_to == last {
                format!("Reopen the return to {last} first.")
            } else {
                format!("Reopen the returns first, from the one to {last} back to the one to {back_to}.")
            };
            let text = format!("{name} is part of VAT returns you’ve filed. {open}");
            found.push(Finding::new(Severity::Refuse, path, "filed", text));
        };
        // The rules about registration, and the first year of the flat rate scheme, depend on the first day.
        if registration.from != self.registration.from {
            refuse("from", "The first day of your registration", first);
        }
        let end = |it: &VatRegistration| it.until.unwrap_or(Date::LAST).min(last);
        let (was, now) = (end(self.registration), end(registration));
        if was != now {
            let back_to = self.find_filed_from(was.min(now)).unwrap_or(first);
            refuse("until", "The last day of your registration", back_to);
        }
        let mut days: Vec<Date> = schemes.iter().chain(changed).map(|it| it.from).collect();
        days.extend(self.registration.from);
        days.sort_unstable();
        let method = |schemes: &[Scheme], day| {
            let scheme = find_scheme(schemes, day);
            (scheme.cash, scheme.flat_rate)
        };
        let differs = |day: &Date| method(schemes, *day) != method(changed, *day);
        let day = days
            .into_iter()
            .filter(|day| self.registration.from.is_none_or(|from| from <= *day))
            .find(|day| *day <= last && differs(day));
        if let Some(day) = day {
            let back_to = self.find_filed_from(day).unwrap_or(first);
            refuse("schemes", "How you accounted", back_to);
        }
        found
    }

    /// The first return filed here that contains the day or a later one.
    fn find_filed_from(&self, day: Date) -> Option<&FiledVatReturn> {
        let here = self.filed.iter().filter(|it| !it.elsewhere && day <= it.period.to);
        here.min_by_key(|it| it.period.from)
    }
}

#[cfg(test)]
mod tests;
