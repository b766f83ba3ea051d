//! The tax year: 6 April to 5 April (Income Tax Act 2007, s. 4).

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_begins_on_the_sixth_of_april() {
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
}
