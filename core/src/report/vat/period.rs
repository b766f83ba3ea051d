//! The periods of VAT returns, and the days by which they are filed and paid.
//!
//! Sources: VAT Regulations 1995, reg. 25 (three months, or one; the last day of the month after); seven days
//! more for returns that are filed online. Annual accounting: reg. 50, two months (Notice 732, 1.3).

use serde::{Deserialize, Serialize};

use super::registration::VatRegistration;
use crate::report::Period;
use crate::time::Date;

/// How a business's VAT periods are divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Stagger {
    /// Quarters that end in March, June, September and December: stagger group 1.
    March,
    /// Quarters that end in January, April, July and October: stagger group 2.
    January,
    /// Quarters that end in February, May, August and November: stagger group 3.
    February,
    /// Months.
    Monthly,
    /// Years: annual accounting.
    Annual {
        /// The month in which the year ends, 1 to 12; any other number counts as 12.
        #[serde(rename = "endsIn")]
        ends_in: u8,
    },
}

/// The deadline for filing and paying a return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DueDay {
    /// The last day.
    pub day: Date,
    /// Whether the rule was read in its source.
    pub confirmed: bool,
}

impl Stagger {
    /// Whether a period ends in this month.
    fn is_end_month(self, month: u8) -> bool {
        match self {
            Self::March => month.is_multiple_of(3),
            Self::January => month % 3 == 1,
            Self::February => month % 3 == 2,
            Self::Monthly => true,
            Self::Annual { ends_in } => {
                let last = if (1..=12).contains(&ends_in) { ends_in } else { 12 };
                month == last
            }
        }
    }

    /// The number of months in a whole period.
    const fn months_per_period(self) -> u32 {
        match self {
            Self::March | Self::January | Self::February => 3,
            Self::Monthly => 1,
            Self::Annual { .. } => 12,
        }
    }

    /// The whole period that a day is in, regardless of registration.
    fn full_period(self, day: Date) -> Option<Period> {
        let mut month = first_of_month(day)?;
        while !self.is_end_month(month.month()) {
            month = month.plus_months(1)?;
        }
        let to = last_of_month(month)?;
        let mut from = month;
        for _ in 1..self.months_per_period() {
            from = first_of_month(from.day_before()?)?;
        }
        Period::new(from, to)
    }

    /// The VAT period of a day, limited to the days of registration, so that the first one is shorter if a business
    /// registers within a quarter. `None` on a day without registration.
    #[must_use]
    pub fn find_period(self, day: Date, registration: &VatRegistration) -> Option<Period> {
        if !registration.is_registered_on(day) {
            return None;
        }
        let whole = self.full_period(day)?;
        let from = registration.from.map_or(whole.from, |from| from.max(whole.from));
        let to = registration.until.map_or(whole.to, |until| until.min(whole.to));
        Period::new(from, to)
    }

    /// The VAT periods that overlap `within`, earliest first.
    #[must_use]
    pub fn list_periods(self, within: Period, registration: &VatRegistration) -> Vec<Period> {
        let first = registration.from.map(|from| from.max(within.from));
        let mut found = Vec::new();
        let mut next = first;
        while let Some(day) = next.filter(|day| within.contains(*day)) {
            let Some(period) = self.find_period(day, registration) else {
                break;
            };
            found.push(period);
            next = period.to.plus_days(1);
        }
        found
    }

    /// The deadline for filing and paying the return of a period: the last day of the next month plus seven days, so 7
    /// May for a quarter to 31 March; under annual accounting the last day of the second month after it (Notice 732,
    /// 1.3). `None` at the end of the calendar.
    #[must_use]
    pub fn due_day(self, period: &Period) -> Option<DueDay> {
        let next = first_of_month(period.to)?.plus_months(1)?;
        match self {
            Self::Annual { .. } => {
                Some(DueDay { day: last_of_month(next.plus_months(1)?)?, confirmed: true })
            }
            _ => Some(DueDay { day: last_of_month(next)?.plus_days(7)?, confirmed: true }),
        }
    }
}

/// The first day of the month of a day.
pub(super) fn first_of_month(day: Date) -> Option<Date> {
    Date::new(day.year(), day.month(), 1).ok()
}

/// The last day of the month of a day.
pub(super) fn last_of_month(day: Date) -> Option<Date> {
    match first_of_month(day)?.plus_months(1) {
        Some(next) => next.day_before(),
        None => Some(Date::LAST),
    }
}

#[cfg(test)]
mod tests;
