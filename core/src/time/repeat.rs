//! Repetition: the insurance every month, the van's tax every year, a customer's invoice every quarter.

use serde::{Deserialize, Serialize};

use crate::time::Date;

/// How often something is repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Repeat {
    /// Not repeated.
    #[default]
    Never,
    /// Every 7 days.
    Weekly,
    /// Every 14 days.
    Fortnightly,
    /// On the same day of each month.
    Monthly,
    /// Every three months.
    Quarterly,
    /// Every year.
    Yearly,
    /// On the last day of every month, whatever day the series began on.
    MonthEnd,
}

impl Repeat {
    /// Every interval.
    pub const ALL: [Self; 7] = [
        Self::Never,
        Self::Weekly,
        Self::Fortnightly,
        Self::Monthly,
        Self::Quarterly,
        Self::Yearly,
        Self::MonthEnd,
    ];

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Weekly => "weekly",
            Self::Fortnightly => "fortnightly",
            Self::Monthly => "monthly",
            Self::Quarterly => "quarterly",
            Self::Yearly => "yearly",
            Self::MonthEnd => "monthend",
        }
    }

    /// The first day after `after` of a series that began on `start`; `None` if it is never repeated, or not within the
    /// calendar.
    ///
    /// Each day is counted from the start, so that a series of the 31st has the 28th of February and then the 31st of
    /// March.
    #[must_use]
    pub fn next_after(self, start: Date, after: Date) -> Option<Date> {
        self.nth(start, self.steps_past(start, after)?)
    }

    /// The day of the `steps`th repetition of a series that began on `start`, which is step 0. `None` if it is never
    /// repeated, or not within the calendar.
    #[must_use]
    pub fn nth(self, start: Date, steps: u32) -> Option<Date> {
        if steps == 0 {
            return Some(start);
        }
        match self {
            Self::Never => None,
            Self::Weekly => start.plus_days(steps.checked_mul(7)?),
            Self::Fortnightly => start.plus_days(steps.checked_mul(14)?),
            Self::Monthly => start.plus_months(steps),
            Self::Quarterly => start.plus_months(steps.checked_mul(3)?),
            Self::Yearly => start.plus_months(steps.checked_mul(12)?),
            Self::MonthEnd => {
                let end = start.month_end();
                // The first step leads to the end of the month of `start`, unless `start` is that day itself.
                let months = if end == start { steps } else { steps - 1 };
                end.plus_months(months).map(Date::month_end)
            }
        }
    }

    /// The smallest number of steps from `start`, at least one, that leads past `after`; `None` as in [`Self::next`].
    #[must_use]
    pub fn steps_past(self, start: Date, after: Date) -> Option<u32> {
        let past = u32::try_from(start.days_until(after)).unwrap_or(0);
        // A guess that is too low is corrected in a step or two; one that is too high would skip a day.
        let longest = match self {
            Self::Never => return None,
            Self::Weekly => 7,
            Self::Fortnightly => 14,
            Self::Monthly | Self::MonthEnd => 31,
            Self::Quarterly => 31 * 3,
            Self::Yearly => 31 * 12,
        };
        let mut steps = (past / longest).max(1);
        while self.nth(start, steps)? <= after {
            steps = steps.checked_add(1)?;
        }
        Some(steps)
    }
}

// A series of days: its first day, its interval and its end.
//
// Every day is counted from the first one, never from the one before: a series from the 31st uses the last day of
// shorter months and the 31st again in longer ones. Days are calendar dates, so they don't depend on clock changes.

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
mod series_tests;

#[cfg(test)]
mod tests {
    use super::*;

    fn next(repeat: Repeat, start: &str, after: &str) -> String {
        let day = |text: &str| text.parse().unwrap();
        let next = repeat.next_after(day(start), day(after));
        next.map_or_else(String::new, |day| day.to_string())
    }

    #[test]
    fn a_monthly_repeat_uses_the_last_day_of_shorter_months() {
        let start = "2026-01-31";
        let mut day = start.to_owned();
        let mut days = Vec::new();
        for _ in 0..4 {
            day = next(Repeat::Monthly, start, &day);
            days.push(day.clone());
        }
        let months = ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"];
        assert_eq!(days, months);
        let leap = next(Repeat::Yearly, "2024-02-29", "2027-03-01");
        assert_eq!(leap, "2028-02-29");
        assert_eq!(next(Repeat::Yearly, "2024-02-29", "2024-02-29"), "2025-02-28");
        let quarter = next(Repeat::Quarterly, "2025-11-30", "2025-11-30");
        assert_eq!(quarter, "2026-02-28");
    }

    #[test]
    fn month_end_repeats_fall_on_the_last_day_of_every_month() {
        let days = |start: &str| {
            let start: Date = start.parse().unwrap();
            let days = (0..5).map(|steps| Repeat::MonthEnd.nth(start, steps).unwrap());
            days.map(|day| day.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(
            days("2027-11-30"),
            ["2027-11-30", "2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31"]
        );
        assert_eq!(
            days("2026-02-10"),
            ["2026-02-10", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]
        );
        assert_eq!(next(Repeat::MonthEnd, "9999-12-01", "9999-12-01"), "9999-12-31");
        assert_eq!(next(Repeat::MonthEnd, "9999-12-31", "9999-12-31"), "");
    }

    #[test]
    fn finds_the_next_date_without_skipping_any() {
        assert_eq!(next(Repeat::Weekly, "2026-11-02", "2026-11-02"), "2026-11-09");
        assert_eq!(next(Repeat::Weekly, "2026-11-02", "2026-11-08"), "2026-11-09");
        assert_eq!(next(Repeat::Weekly, "2026-11-02", "2026-11-09"), "2026-11-16");
        let fortnight = next(Repeat::Fortnightly, "2026-11-02", "2026-11-09");
        assert_eq!(fortnight, "2026-11-16");
        // Before the series begins: the start itself is step 0, so this is the first repetition.
        assert_eq!(next(Repeat::Monthly, "2026-11-02", "2020-01-01"), "2026-12-02");
        assert_eq!(next(Repeat::Never, "2026-11-02", "2026-11-02"), "");
        assert_eq!(next(Repeat::Monthly, "9999-12-02", "9999-12-02"), "");
        assert_eq!(next(Repeat::Monthly, "0001-01-31", "9999-02-27"), "9999-02-28");
        // Compared with counting one by one.
        for repeat in Repeat::ALL {
            for start in ["2023-12-31", "2023-11-15"] {
                let start: Date = start.parse().unwrap();
                let mut last = start;
                while let Some(day) = repeat.next_after(start, last).filter(|day| day.year() < 2030) {
                    let mut before = last;
                    while before < day {
                        assert_eq!(repeat.next_after(start, before), Some(day), "{repeat:?} {before}");
                        before = before.plus_days(1).unwrap();
                    }
                    last = day;
                }
            }
        }
    }

    #[test]
    fn each_code_is_the_json_value() {
        for repeat in Repeat::ALL {
            let json = serde_json::to_string(&repeat).unwrap();
            assert_eq!(json, format!("\"{}\"", repeat.code()));
        }
    }
}
