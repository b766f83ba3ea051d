//! The tax year: 6 April to 5 April (Income Tax Act 2007, s. 4).

use serde::{Serialize, Serializer};

use crate::time::Date;

/// The month and day on which every tax year begins.
pub const TAX_YEAR_START: (u8, u8) = (4, 6);

/// A tax year, identified by the calendar year in which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TaxYear(u16);

impl TaxYear {
    /// The tax year that a day belongs to.
    #[must_use]
    pub fn containing(day: Date) -> Self {
        let has_begun = (day.month(), day.day()) >= TAX_YEAR_START;
        Self(if has_begun { day.year() } else { day.year().saturating_sub(1) })
    }

    /// The tax year that begins in a calendar year; `None` if 6 April of that year is outside the calendar.
    #[must_use]
    pub fn starting_in(year: u16) -> Option<Self> {
        Date::new(year, TAX_YEAR_START.0, TAX_YEAR_START.1).ok().map(Self::containing)
    }

    /// The calendar year in which it begins.
    #[must_use]
    pub fn start_year(self) -> u16 {
        self.0
    }

    /// The previous tax year; the very first returns itself.
    #[must_use]
    pub fn previous(self) -> Self {
        Self(self.0.saturating_sub(1))
    }

    /// The first day; for the very first tax year, the first possible date.
    #[must_use]
    pub fn first_day(self) -> Date {
        Date::new(self.0, TAX_YEAR_START.0, TAX_YEAR_START.1).unwrap_or(Date::FIRST)
    }

    /// The last day.
    #[must_use]
    pub fn last_day(self) -> Date {
        let next = Self(self.0.saturating_add(1)).first_day();
        match next.day_before() {
            Some(day) if next > Date::FIRST => day,
            _ => Date::LAST,
        }
    }

    /// The usual name: `2026/27`.
    #[must_use]
    pub fn label(self) -> String {
        format!("{}/{:02}", self.0, (self.0 + 1) % 100)
    }

    /// The name in HMRC's APIs: `2026-27`.
    #[must_use]
    pub fn to_hmrc(self) -> String {
        self.label().replace('/', "-")
    }
}

// The tax month: the 6th of one month to the 5th of the next. Payments under the Construction Industry
// Scheme are returned and stated by it (Income Tax (Construction Industry Scheme) Regulations 2005, reg. 4;
// HMRC CISR12160 for the statement), and a tax year has twelve of them.

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

    #[test]
    fn a_tax_year_begins_on_6_april() {
        let of = |day: &str| TaxYear::containing(day.parse().unwrap());
        assert_eq!(of("2026-04-05").label(), "2025/26");
        assert_eq!(of("2026-04-06").label(), "2026/27");
        assert_eq!(of("2026-04-06").to_hmrc(), "2026-27");
        assert_eq!(of("2026-12-31"), of("2027-04-05"));
        assert_eq!(of("2099-05-01").label(), "2099/00");
        let year = of("2026-11-23");
        assert_eq!(year.first_day().to_string(), "2026-04-06");
        assert_eq!(year.last_day().to_string(), "2027-04-05");
        assert_eq!(TaxYear::starting_in(2026), Some(of("2026-11-23")));
        assert_eq!((year.start_year(), year.previous()), (2026, of("2026-04-05")));
        assert_eq!(TaxYear::starting_in(0), None);
        // At the ends of the calendar nothing breaks.
        assert_eq!(of("9999-12-31").last_day(), Date::LAST);
        assert_eq!(of("0001-01-01").first_day(), Date::FIRST);
    }

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn a_tax_month_runs_from_the_6th_to_the_5th() {
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
    fn twelve_tax_months_make_a_tax_year() {
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
    fn tax_months_are_valid_at_the_ends_of_the_calendar() {
        let last = TaxMonth::containing(Date::LAST);
        assert_eq!((last.first_day(), last.last_day()), (day("9999-12-06"), Date::LAST));
        let first = TaxMonth::containing(Date::FIRST);
        let ends = (first.first_day(), first.last_day());
        assert_eq!(ends, (Date::FIRST, day("0001-01-05")));
        assert_eq!(TaxMonth::all_in_year(TaxYear::containing(Date::LAST)).len(), 8);
    }
}
