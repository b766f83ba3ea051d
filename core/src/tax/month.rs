//! The tax month: the 6th of one month to the 5th of the next. Payments under the Construction Industry
//! Scheme are returned and stated by it (Income Tax (Construction Industry Scheme) Regulations 2005, reg. 4;
//! HMRC CISR12160 for the statement), and a tax year has twelve of them.

use serde::{Serialize, Serializer};

use super::TaxYear;
use crate::time::Date;

/// The day of the month on which a tax month ends.
const LAST_DAY: u8 = 5;
/// The day of the month by which a return must reach HMRC, and a statement the subcontractor.
const DUE_DAY: u8 = 19;
/// The day of the month by which an electronic payment of the deductions must reach HMRC (gov.uk, 'Pay deductions to
/// HMRC').
const PAY_BY_DAY: u8 = 22;

/// A tax month, identified by its last day, a 5th. In JSON it is that day, as a return names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaxMonth(Date);

impl TaxMonth {
    /// The tax month that a day belongs to.
    #[must_use]
    pub fn containing(day: Date) -> Self {
        let fifth = Date::new(day.year(), day.month(), LAST_DAY).unwrap_or(day);
        if day <= fifth {
            return Self(fifth);
        }
        Self(fifth.plus_months(1).unwrap_or(Date::LAST))
    }

    /// The first day, a 6th; for the very first tax month, the first possible date.
    #[must_use]
    pub fn first_day(self) -> Date {
        let in_month_before = self.0.minus_days(u32::from(self.0.day()));
        // The calendar ends in the middle of a tax month.
        let month = match self.0 {
            Date::LAST => Some(self.0),
            _ => in_month_before,
        };
        let sixth = month.and_then(|day| Date::new(day.year(), day.month(), LAST_DAY + 1).ok());
        sixth.unwrap_or(Date::FIRST)
    }

    /// The last day, a 5th.
    #[must_use]
    pub fn last_day(self) -> Date {
        self.0
    }

    /// The 19th after it: the last day for the contractor's return and for the statement to each subcontractor (HMRC
    /// CISR12160).
    #[must_use]
    pub fn due_date(self) -> Date {
        Date::new(self.0.year(), self.0.month(), DUE_DAY).unwrap_or(Date::LAST)
    }

    /// The 22nd after it: the last day for an electronic payment of the deductions to reach HMRC (gov.uk, 'What you
    /// must do as a CIS contractor: pay deductions to HMRC'; HMRC DMBM524050). By post it is the 19th.
    #[must_use]
    pub fn payment_due_date(self) -> Date {
        Date::new(self.0.year(), self.0.month(), PAY_BY_DAY).unwrap_or(Date::LAST)
    }

    /// The twelve tax months of a tax year, in order; fewer only at the end of the calendar.
    #[must_use]
    pub fn all_in_year(year: TaxYear) -> Vec<Self> {
        let first = Self::containing(year.first_day()).0;
        let months = (0..12).filter_map(|months| first.plus_months(months));
        months.map(Self).collect()
    }
}

impl Serialize for TaxMonth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn it_runs_from_the_sixth_to_the_fifth() {
        let month = |text| TaxMonth::containing(day(text));
        assert_eq!(month("2026-05-05").last_day(), day("2026-05-05"));
        assert_eq!(month("2026-05-06").last_day(), day("2026-06-05"));
        assert_eq!(month("2026-12-31").last_day(), day("2027-01-05"));
        assert_eq!(month("2027-01-05").first_day(), day("2026-12-06"));
        assert_eq!(month("2024-03-05").first_day(), day("2024-02-06"));
        assert_eq!(month("2026-05-06").due_date(), day("2026-06-19"));
        assert_eq!(month("2026-05-06").payment_due_date(), day("2026-06-22"));
        let text = serde_json::to_string(&month("2026-05-06")).unwrap();
        assert_eq!(text, "\"2026-06-05\"");
    }

    #[test]
    fn twelve_make_a_tax_year() {
        let year = TaxYear::containing(day("2026-11-25"));
        let months = TaxMonth::all_in_year(year);
        assert_eq!(months.len(), 12);
        assert_eq!(months[0].first_day(), year.first_day());
        assert_eq!(months[11].last_day(), year.last_day());
        for pair in months.windows(2) {
            assert_eq!(pair[0].last_day().plus_days(1), Some(pair[1].first_day()));
        }
    }

    #[test]
    fn the_calendar_ends_and_nothing_breaks() {
        let last = TaxMonth::containing(Date::LAST);
        assert_eq!((last.first_day(), last.last_day()), (day("9999-12-06"), Date::LAST));
        let first = TaxMonth::containing(Date::FIRST);
        let ends = (first.first_day(), first.last_day());
        assert_eq!(ends, (Date::FIRST, day("0001-01-05")));
        assert_eq!(TaxMonth::all_in_year(TaxYear::containing(Date::LAST)).len(), 8);
    }
}
