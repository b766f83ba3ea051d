//! When an invoice is due, counted from its date as people agree it: in days, in months, or at the end of a month.

use serde::{Deserialize, Serialize};

use crate::time::Date;

/// The unit of a payment period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum DueUnit {
    /// Days; 0 is the same day.
    #[default]
    Days,
    /// Months: the same day of a later month, or its last day if it is shorter.
    Months,
    /// Month ends: 0 is the end of the invoice's month, 1 the end of the next month.
    MonthEnd,
}

impl DueUnit {
    /// Every unit.
    pub const ALL: [Self; 3] = [Self::Days, Self::Months, Self::MonthEnd];

    /// The name in JSON and in the database.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Days => "days",
            Self::Months => "months",
            Self::MonthEnd => "monthend",
        }
    }

    /// The longest payment period in this unit.
    #[must_use]
    pub const fn max_count(self) -> i64 {
        match self {
            Self::Days => 366,
            Self::Months | Self::MonthEnd => 12,
        }
    }

    /// The due date of an invoice dated `from` after `count` units; `None` past the end of the calendar.
    #[must_use]
    pub fn due_date(self, from: Date, count: u32) -> Option<Date> {
        match self {
            Self::Days => from.plus_days(count),
            Self::Months => from.plus_months(count),
            Self::MonthEnd => from.plus_months(count).map(Date::month_end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calculates_due_dates_in_days_months_or_to_the_end_of_a_month() {
        for (from, unit, count, due) in [
            ("2026-11-30", DueUnit::Days, 0, "2026-11-30"),
            ("2026-11-30", DueUnit::Days, 30, "2026-12-30"),
            ("2026-11-30", DueUnit::Months, 1, "2026-12-30"),
            ("2027-01-31", DueUnit::Months, 1, "2027-02-28"),
            ("2027-12-31", DueUnit::Months, 2, "2028-02-29"),
            ("2026-11-05", DueUnit::MonthEnd, 0, "2026-11-30"),
            ("2026-11-30", DueUnit::MonthEnd, 0, "2026-11-30"),
            ("2027-01-31", DueUnit::MonthEnd, 1, "2027-02-28"),
            // The end of the month, not the day of the month on which a shorter month ended.
            ("2027-02-28", DueUnit::MonthEnd, 1, "2027-03-31"),
        ] {
            let from: Date = from.parse().unwrap();
            let found = unit.due_date(from, count).map(|day| day.to_string());
            assert_eq!(found.as_deref(), Some(due), "{from} {unit:?} {count}");
        }
        assert_eq!(DueUnit::Months.due_date(Date::LAST, 1), None);
    }
}
