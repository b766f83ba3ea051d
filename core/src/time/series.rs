//! A series of days: its first day, its interval and its end.
//!
//! Every day is counted from the first one, never from the one before: a series from the 31st uses the last day of
//! shorter months and the 31st again in longer ones. Days are calendar dates, so they don't depend on clock changes.

use super::Date;
use super::repeat::Repeat;

/// When a series ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesEnd {
    /// Never.
    Open,
    /// After this day, which may still be part of it.
    On(Date),
    /// After this many days, including the first.
    After(u32),
}

/// A series of days at an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Series {
    /// The first day.
    pub first: Date,
    /// The interval.
    pub repeat: Repeat,
    /// When it ends.
    pub end: SeriesEnd,
}

impl Series {
    /// The first day of the series after `day`; `None` if it has ended by then.
    #[must_use]
    pub fn next_after(self, day: Date) -> Option<Date> {
        let steps = if day < self.first { 0 } else { self.repeat.steps_past(self.first, day)? };
        self.nth(steps)
    }

    /// The first day of the series on or after `day`; `None` if it has ended by then.
    #[must_use]
    pub fn next_from(self, day: Date) -> Option<Date> {
        match day.day_before() {
            Some(before) => self.next_after(before),
            None => self.nth(0),
        }
    }

    /// The days of the series from `day` on, in order.
    pub fn days_from(self, day: Date) -> impl Iterator<Item = Date> {
        std::iter::successors(self.next_from(day), move |last| self.next_after(*last))
    }

    /// The number of its days up to and including `day`.
    #[must_use]
    pub fn count_until(self, day: Date) -> u32 {
        if day < self.first {
            return 0;
        }
        let day = match self.end {
            SeriesEnd::On(last) => day.min(last),
            SeriesEnd::Open | SeriesEnd::After(_) => day,
        };
        if day < self.first {
            return 0;
        }
        // If the calendar ends before the next day, every day of the series has been.
        let steps = self.repeat.steps_past(self.first, day);
        let counted = steps.unwrap_or_else(|| self.steps_in_calendar());
        match self.end {
            SeriesEnd::After(times) => counted.min(times),
            SeriesEnd::Open | SeriesEnd::On(_) => counted,
        }
    }

    /// The number of days and the last of them; `None` if the series never ends, or has no days.
    #[must_use]
    pub fn count_and_last(self) -> Option<(u32, Date)> {
        let count = match self.end {
            SeriesEnd::Open => return None,
            SeriesEnd::On(last) => self.count_until(last),
            SeriesEnd::After(times) => times,
        };
        let last = self.nth(count.checked_sub(1)?)?;
        Some((count, last))
    }

    /// The day after this many steps from the first; `None` if the series has ended by then.
    fn nth(self, steps: u32) -> Option<Date> {
        let day = self.repeat.nth(self.first, steps)?;
        let is_within = match self.end {
            SeriesEnd::Open => true,
            SeriesEnd::On(last) => day <= last,
            SeriesEnd::After(times) => steps < times,
        };
        is_within.then_some(day)
    }

    /// The number of its days up to the end of the calendar.
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
