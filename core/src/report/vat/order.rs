//! In which order VAT returns are filed, and what of a registration stands once one is.
//!
//! Each period has its return (VAT Regulations 1995, reg. 25). Those that are filed follow each other without a gap,
//! and the next begins on the day after the last of them, however time is cut from then on. Who begins here in the
//! middle has filed the returns before elsewhere: the first one that is filed here closes them.

use super::filed::Filed;
use super::finding::{Finding, Weight};
use super::period::Stagger;
use super::record::{Scheme, scheme_on};
use super::registration::Registration;
use crate::report::Period;
use crate::time::Date;
use crate::time::text::date_long;

/// The returns of a business: which there are, and which is filed next.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// Since when the business is registered.
    pub registration: &'a Registration,
    /// How its time is cut into periods.
    pub stagger: Stagger,
    /// The returns that were filed, with those before them that count as filed elsewhere.
    pub filed: &'a [Filed],
}

/// How a return stands to filing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was marked as filed.
    Filed,
    /// It is of before the first that was marked as filed here.
    Elsewhere,
    /// Its period goes on.
    NotOver,
    /// Another comes before it.
    Waits,
    /// It can be filed.
    Ready,
}

impl Order<'_> {
    /// The first return that was filed here.
    fn first(&self) -> Option<&Filed> {
        let here = self.filed.iter().filter(|it| !it.elsewhere);
        here.min_by_key(|it| it.period.from)
    }

    /// The last return that was filed.
    fn last(&self) -> Option<&Filed> {
        self.filed.iter().max_by_key(|it| it.period.to)
    }

    /// The period of a day: that of the return that was filed for it, whatever the periods are now; else one that
    /// keeps clear of all that were. None on a day without registration.
    #[must_use]
    pub fn period_of(&self, day: Date) -> Option<Period> {
        let filed = self.filed.iter().map(|it| it.period);
        if let Some(filed) = filed.into_iter().find(|it| it.has(day)) {
            return Some(filed);
        }
        let period = self.stagger.period_of(day, self.registration)?;
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

    /// The periods that are closed when a return is the first to be filed: all before it.
    #[must_use]
    pub fn closed_by(&self, period: &Period) -> Vec<Period> {
        let from = self.registration.from;
        let to = period.from.day_before();
        let before = from.zip(to).and_then(|(from, to)| Period::new(from, to));
        let before = before.filter(|_| self.filed.is_empty());
        before.map_or_else(Vec::new, |before| {
            self.stagger.periods(before, self.registration)
        })
    }

    /// How a return stands to filing on a day.
    #[must_use]
    pub fn standing(&self, period: &Period, today: Date) -> Standing {
        let same = self.filed.iter().find(|it| it.period == *period);
        if let Some(same) = same {
            return match same.elsewhere {
                true => Standing::Elsewhere,
                false => Standing::Filed,
            };
        }
        if self
            .first()
            .is_some_and(|first| period.to < first.period.from)
        {
            return Standing::Elsewhere;
        }
        let next = self.last().map(|last| last.period.to.plus_days(1));
        match next {
            Some(next) if next != Some(period.from) => Standing::Waits,
            _ if !period.to.has_passed(today) => Standing::NotOver,
            _ => Standing::Ready,
        }
    }

    /// What a return's standing means, in a sentence: of one that can be filed what is locked by it.
    #[must_use]
    pub fn told(&self, period: &Period, today: Date) -> String {
        match self.standing(period, today) {
            Standing::Filed => {
                "It stays as you filed it. Later changes to this period count in the next return."
                    .to_owned()
            }
            Standing::Elsewhere => {
                let first = self.first().map_or(period.to, |first| first.period.to);
                format!(
                    "This is before the first return you marked as filed here, the one to {}, so it counts as filed \
                     elsewhere. Anything you enter later for these dates counts in the next return.",
                    date_long(first)
                )
            }
            Standing::NotOver => "This period isn’t over yet.".to_owned(),
            Standing::Waits => match self.next() {
                Some(next) => format!(
                    "You file returns in order: file the one to {} first.",
                    date_long(next.to)
                ),
                None => "You file returns in order.".to_owned(),
            },
            Standing::Ready => self.locks(period),
        }
    }

    /// Whether a period is the next one after all that were filed: it has what changed in them since.
    #[must_use]
    pub fn is_next(&self, period: &Period) -> bool {
        let next = self.last().and_then(|last| last.period.to.plus_days(1));
        next.is_some_and(|next| period.has(next))
    }

    /// The period that is filed next.
    fn next(&self) -> Option<Period> {
        let day = match self.last() {
            Some(last) => last.period.to.plus_days(1),
            None => self.registration.from,
        };
        self.period_of(day?)
    }

    fn locks(&self, period: &Period) -> String {
        let locks = "We then lock it: later changes to these dates count in the next return, with a note. You can \
                     reopen it until you file a later one.";
        let closed = self.closed_by(period);
        let Some((first, last)) = closed.first().zip(closed.last()) else {
            return locks.to_owned();
        };
        format!(
            "{locks} It is the first one you file here, so the dates before it, {} to {}, count as filed elsewhere: \
             what you entered for them isn’t in any return here. If you still have to file one of those, file that first.",
            date_long(first.from),
            date_long(last.to)
        )
    }

    /// What refuses a change of the registration: days of returns that are filed stay as they are. The number and how
    /// time is cut may change.
    #[must_use]
    pub fn refuses(
        &self,
        schemes: &[Scheme],
        registration: &Registration,
        changed: &[Scheme],
    ) -> Vec<Finding> {
        let Some((first, last)) = self.first().zip(self.last()) else {
            return Vec::new();
        };
        let last = last.period.to;
        let mut found = Vec::new();
        let mut refuse = |path: &str, name: &str, back_to: &Filed| {
            let (back_to, last) = (date_long(back_to.period.to), date_long(last));
            let open = if back_to == last {
                format!("Reopen the return to {last} first.")
            } else {
                format!(
                    "Reopen the returns first, from the one to {last} back to the one to {back_to}."
                )
            };
            let told = format!("{name} is part of VAT returns you’ve filed. {open}");
            found.push(Finding::new(Weight::Refuse, path, "filed", told));
        };
        // What is registered when, and the first year of the flat rate scheme, go by it.
        if registration.from != self.registration.from {
            refuse("from", "The first day of your registration", first);
        }
        let end = |it: &Registration| it.until.unwrap_or(Date::LAST).min(last);
        let (was, now) = (end(self.registration), end(registration));
        if was != now {
            let back_to = self.here_on(was.min(now)).unwrap_or(first);
            refuse("until", "The last day of your registration", back_to);
        }
        let mut days: Vec<Date> = schemes.iter().chain(changed).map(|it| it.from).collect();
        days.extend(self.registration.from);
        days.sort_unstable();
        let way = |schemes: &[Scheme], day| {
            let scheme = scheme_on(schemes, day);
            (scheme.cash, scheme.flat_rate)
        };
        let differs = |day: &Date| way(schemes, *day) != way(changed, *day);
        let day = days
            .into_iter()
            .filter(|day| self.registration.from.is_none_or(|from| from <= *day))
            .find(|day| *day <= last && differs(day));
        if let Some(day) = day {
            let back_to = self.here_on(day).unwrap_or(first);
            refuse("schemes", "How you accounted", back_to);
        }
        found
    }

    /// The first return that was filed here and has a day or one after it.
    fn here_on(&self, day: Date) -> Option<&Filed> {
        let here = self
            .filed
            .iter()
            .filter(|it| !it.elsewhere && day <= it.period.to);
        here.min_by_key(|it| it.period.from)
    }
}

#[cfg(test)]
mod tests;
