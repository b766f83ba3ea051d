//! The age of debts, in the usual steps: not due yet, up to 30 days late, up to 60, up to 90, and longer.

use serde::{Deserialize, Serialize};

use crate::time::Date;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_has_the_age_that_its_limits_say() {
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
