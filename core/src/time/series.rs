//! A series of days: when the first is, how often it comes again, and when it is over.
//!
//! Every day is counted from the first one, never from the one before: a series of the 31st is on the
//! last day of a shorter month and on the 31st again where there is one. Days are calendar dates, so
//! that no change of the clocks moves one.

use super::Date;
use super::repeat::Repeat;

/// When a series is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It goes on.
    Open,
    /// After this day.
    On(Date),
    /// After so many days, the first among them.
    After(u32),
}

/// A series of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// Its first day.
    pub first: Date,
    /// How often it comes again.
    pub repeat: Repeat,
    /// When it is over.
    pub end: End,
}

impl Series {
    /// Its first day after `day`; none where it is over by then.
    #[must_use]
    pub fn after(self, day: Date) -> Option<Date> {
        let steps = if day < self.first {
            0
        } else {
            self.repeat.steps_past(self.first, day)?
        };
        self.nth(steps)
    }

    /// Its first day that is not before `day`; none where it is over by then.
    #[must_use]
    pub fn from(self, day: Date) -> Option<Date> {
        match day.day_before() {
            Some(before) => self.after(before),
            None => self.nth(0),
        }
    }

    /// Its days from `day` on, each after the one before.
    pub fn days(self, day: Date) -> impl Iterator<Item = Date> {
        std::iter::successors(self.from(day), move |last| self.after(*last))
    }

    /// How many of its days lie up to and with `day`.
    #[must_use]
    pub fn count_to(self, day: Date) -> u32 {
        if day < self.first {
            return 0;
        }
        let day = match self.end {
            End::On(last) => day.min(last),
            End::Open | End::After(_) => day,
        };
        if day < self.first {
            return 0;
        }
        // Where the calendar ends before its next day, the last that there is was the last.
        let steps = self.repeat.steps_past(self.first, day);
        let counted = steps.unwrap_or_else(|| self.steps_in_calendar());
        match self.end {
            End::After(times) => counted.min(times),
            End::Open | End::On(_) => counted,
        }
    }

    /// How many days it has and the last of them; none where it goes on, or has no day at all.
    #[must_use]
    pub fn ends(self) -> Option<(u32, Date)> {
        let count = match self.end {
            End::Open => return None,
            End::On(last) => self.count_to(last),
            End::After(times) => times,
        };
        let last = self.nth(count.checked_sub(1)?)?;
        Some((count, last))
    }

    /// The day after so many steps from the first, unless it is over by then.
    fn nth(self, steps: u32) -> Option<Date> {
        let day = self.repeat.nth(self.first, steps)?;
        let is_within = match self.end {
            End::Open => true,
            End::On(last) => day <= last,
            End::After(times) => steps < times,
        };
        is_within.then_some(day)
    }

    /// How many days of it the calendar has.
    fn steps_in_calendar(self) -> u32 {
        let (mut has, mut lacks) = (0, u32::MAX);
        while lacks - has > 1 {
            let middle = has + (lacks - has) / 2;
            match self.repeat.nth(self.first, middle) {
                Some(_) => has = middle,
                None => lacks = middle,
            }
        }
        has + 1
    }
}

#[cfg(test)]
mod tests;
