//! Calendar dates (docs/rules.md, section 4).
//!
//! A date (issue, expiry, due, paid) is a calendar date and not an instant: it never moves by a day, whatever the time
//! zone of the browser or the server. `today` is the calendar date in Europe/London, and the caller passes it in.

pub mod date_parser;
pub mod date_placeholders;
pub mod due;
pub mod holidays;
pub mod repeat;
pub mod supplied;
pub mod text;
pub mod wall_clock;

use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, Days, Months, NaiveDate};
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A calendar date in the years 1 to 9999, written `YYYY-MM-DD`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, type = "string"))]
pub struct Date(NaiveDate);

/// Why a text is not a date. Contains only the reason; the caller adds the field's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// Not four digits, two digits and two digits with dashes between.
    #[error("must be a date written YYYY-MM-DD")]
    Form,
    /// In the right form, but not in the calendar (29 February 2026, month 13, year 0).
    #[error("is not a day of the calendar")]
    NoSuchDay,
    /// Before 2000 or after 2099.
    #[error("must be between 1 January 2000 and 31 December 2099")]
    OutOfRange,
    /// The time after the date is not `THH:MM` or is not a time of day.
    #[error("must have its time written THH:MM")]
    Time,
}

impl DateError {
    /// The stable error code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            DateError::Form => "date_form",
            DateError::NoSuchDay => "no_such_day",
            DateError::OutOfRange => "date_out_of_range",
            DateError::Time => "time_form",
        }
    }
}

impl Date {
    /// The first possible date, which has passed on any day.
    pub const FIRST: Date = match NaiveDate::from_ymd_opt(1, 1, 1) {
        Some(day) => Date(day),
        None => Date(NaiveDate::MIN),
    };

    /// The last possible date.
    pub const LAST: Date = match NaiveDate::from_ymd_opt(9999, 12, 31) {
        Some(day) => Date(day),
        None => Date(NaiveDate::MAX),
    };

    /// The date of a year (1 to 9999), month (1 to 12) and day (from 1).
    ///
    /// # Errors
    /// [`DateError::NoSuchDay`] when the calendar has no such day.
    pub fn new(year: u16, month: u8, day: u8) -> Result<Self, DateError> {
        if !(1..=9999).contains(&year) {
            return Err(DateError::NoSuchDay);
        }
        NaiveDate::from_ymd_opt(i32::from(year), u32::from(month), u32::from(day))
            .map(Date)
            .ok_or(DateError::NoSuchDay)
    }

    /// The year, 1 to 9999.
    #[must_use]
    pub fn year(self) -> u16 {
        u16::try_from(self.0.year()).unwrap_or_default()
    }

    /// The month, 1 to 12.
    #[must_use]
    pub fn month(self) -> u8 {
        u8::try_from(self.0.month()).unwrap_or_default()
    }

    /// The day of the month, from 1.
    #[must_use]
    pub fn day(self) -> u8 {
        u8::try_from(self.0.day()).unwrap_or_default()
    }

    /// This date and `days` more; `None` past the end of the year 9999.
    #[must_use]
    pub fn plus_days(self, days: u32) -> Option<Self> {
        let later = self.0.checked_add_days(Days::new(u64::from(days)))?;
        (later.year() <= 9999).then_some(Date(later))
    }

    /// This date less `days`; `None` before the first possible date.
    #[must_use]
    pub fn minus_days(self, days: u32) -> Option<Self> {
        let earlier = self.0.checked_sub_days(Days::new(u64::from(days)))?;
        (earlier.year() >= 1).then_some(Date(earlier))
    }

    /// The day before; `None` before the first possible date.
    #[must_use]
    pub fn day_before(self) -> Option<Self> {
        let before = self.0.pred_opt()?;
        (before.year() >= 1).then_some(Date(before))
    }

    /// The same day `months` later, or the last day of that month if it is shorter; `None` past the end of the year
    /// 9999.
    #[must_use]
    pub fn plus_months(self, months: u32) -> Option<Self> {
        let later = self.0.checked_add_months(Months::new(months))?;
        (later.year() <= 9999).then_some(Date(later))
    }

    /// The last day of the month.
    #[must_use]
    pub fn month_end(self) -> Self {
        let first = self.0.with_day(1);
        let next = first.and_then(|day| day.checked_add_months(Months::new(1)));
        // The library's calendar goes far beyond the year 9999, so this never fails.
        let last = next.and_then(|day| day.pred_opt());
        Date(last.unwrap_or(self.0))
    }

    /// Whole days from this date to `other`; negative when `other` is earlier.
    #[must_use]
    pub fn days_until(self, other: Self) -> i64 {
        (other.0 - self.0).num_days()
    }

    /// Whether this date is more than a year after `today` (docs/rules.md, section 1).
    #[must_use]
    pub fn is_over_a_year_after(self, today: Self) -> bool {
        today.plus_months(12).is_some_and(|last| self > last)
    }

    /// Whether a date that is valid to the end of its day has passed on the day `today`: it has from the next day on
    /// (docs/rules.md, section 4).
    #[must_use]
    pub fn has_passed(self, today: Self) -> bool {
        today > self
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let b = text.as_bytes();
        if b.len() != 10 || b[4] != b'-' || b[7] != b'-' {
            return Err(DateError::Form);
        }
        let part = |text| parse_digits(text).ok_or(DateError::Form);
        let (year, month, day) = (part(&b[..4])?, part(&b[5..7])?, part(&b[8..])?);
        // Two digits always fit in a byte.
        Date::new(year, month as u8, day as u8)
    }
}

/// The number written by at most four ASCII digits.
pub(crate) fn parse_digits(text: &[u8]) -> Option<u16> {
    text.iter().try_fold(0u16, |n, b| b.is_ascii_digit().then(|| n * 10 + u16::from(b - b'0')))
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = Date;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a date written YYYY-MM-DD")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Date, E> {
                text.parse().map_err(de::Error::custom)
            }
        }
        deserializer.deserialize_str(Text)
    }
}

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub enum Weekday {
    /// Monday.
    Monday,
    /// Tuesday.
    Tuesday,
    /// Wednesday.
    Wednesday,
    /// Thursday.
    Thursday,
    /// Friday.
    Friday,
    /// Saturday.
    Saturday,
    /// Sunday.
    Sunday,
}

impl Weekday {
    /// All of them, from Monday to Sunday.
    pub const ALL: [Self; 7] = [
        Self::Monday,
        Self::Tuesday,
        Self::Wednesday,
        Self::Thursday,
        Self::Friday,
        Self::Saturday,
        Self::Sunday,
    ];
}

impl Date {
    /// The day of the week.
    #[must_use]
    pub fn weekday(self) -> Weekday {
        use chrono::Weekday as W;
        match self.0.weekday() {
            W::Mon => Weekday::Monday,
            W::Tue => Weekday::Tuesday,
            W::Wed => Weekday::Wednesday,
            W::Thu => Weekday::Thursday,
            W::Fri => Weekday::Friday,
            W::Sat => Weekday::Saturday,
            W::Sun => Weekday::Sunday,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn a_date_reads_and_writes_the_same_text() {
        for text in ["2026-03-05", "0001-01-01", "9999-12-31", "2024-02-29", "1000-10-10"] {
            assert_eq!(date(text).to_string(), text);
            assert_eq!(format!("{:?}", date(text)), text);
            let json = serde_json::to_string(&date(text)).unwrap();
            assert_eq!(json, format!("\"{text}\""));
            assert_eq!(serde_json::from_str::<Date>(&json).unwrap(), date(text));
        }
        let d = date("2026-03-05");
        assert_eq!((d.year(), d.month(), d.day()), (2026, 3, 5));
    }

    #[test]
    fn a_badly_written_date_says_how_to_write_it() {
        for text in [
            "",
            "2026-3-05",
            "2026-03-5",
            "05/03/2026",
            "2026-03-05T00:00",
            "2026-03-05 ",
            "2026/03/05",
            "2026-03/05",
            "20a6-03-05",
            "2026-0x-05",
            "2026-03-0x",
            "+026-03-05",
            "२०२६-03-05",
        ] {
            assert_eq!(text.parse::<Date>(), Err(DateError::Form), "{text}");
        }
        assert_eq!(DateError::Form.to_string(), "must be a date written YYYY-MM-DD");
        assert_eq!(DateError::Form.code(), "date_form");
    }

    #[test]
    fn a_day_the_calendar_lacks_is_refused() {
        for text in
            ["2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00", "0000-01-01", "1900-02-29"]
        {
            assert_eq!(text.parse::<Date>(), Err(DateError::NoSuchDay), "{text}");
        }
        assert_eq!(Date::new(10_000, 1, 1), Err(DateError::NoSuchDay));
        assert_eq!(DateError::NoSuchDay.to_string(), "is not a day of the calendar");
        assert_eq!(DateError::NoSuchDay.code(), "no_such_day");
    }

    #[test]
    fn a_date_in_json_must_be_a_valid_string() {
        let wrong = serde_json::from_str::<Date>("20260305").unwrap_err().to_string();
        assert!(wrong.contains("a date written YYYY-MM-DD"), "{wrong}");
        let wrong = serde_json::from_str::<Date>("\"2026-02-30\"").unwrap_err().to_string();
        assert!(wrong.contains("is not a day of the calendar"), "{wrong}");
    }

    #[test]
    fn days_are_added_across_months_years_and_leap_days() {
        let plus = |text: &str, days| date(text).plus_days(days).map(|d| d.to_string());
        assert_eq!(plus("2026-03-05", 0).as_deref(), Some("2026-03-05"));
        assert_eq!(plus("2026-12-31", 1).as_deref(), Some("2027-01-01"));
        assert_eq!(plus("2024-02-28", 1).as_deref(), Some("2024-02-29"));
        assert_eq!(plus("2026-02-28", 30).as_deref(), Some("2026-03-30"));
        assert_eq!(plus("9999-12-30", 1).as_deref(), Some("9999-12-31"));
        assert_eq!(plus("9999-12-31", 1), None);
        assert_eq!(plus("2026-01-01", u32::MAX), None);
        let before = |text: &str| date(text).day_before().map(|d| d.to_string());
        assert_eq!(before("2026-03-01").as_deref(), Some("2026-02-28"));
        assert_eq!(before("0001-01-01"), None);
        assert_eq!(date("2026-03-01").days_until(date("2026-03-05")), 4);
        assert_eq!(date("2026-03-05").days_until(date("2026-02-28")), -5);
    }

    #[test]
    fn a_year_after_a_day_is_the_same_day_of_the_next_year() {
        for (today, last, too_late) in [
            ("2026-11-30", "2027-11-30", "2027-12-01"),
            ("2027-03-01", "2028-03-01", "2028-03-02"),
            ("2028-02-29", "2029-02-28", "2029-03-01"),
        ] {
            assert!(!date(last).is_over_a_year_after(date(today)), "{last}");
            assert!(date(too_late).is_over_a_year_after(date(today)), "{too_late}");
        }
        assert!(!date("2020-01-01").is_over_a_year_after(date("2026-11-30")));
    }

    #[test]
    fn a_month_ends_with_its_last_day() {
        for (day, end) in [
            ("2028-02-01", "2028-02-29"),
            ("2027-02-28", "2027-02-28"),
            ("2026-12-31", "2026-12-31"),
            ("9999-12-05", "9999-12-31"),
        ] {
            assert_eq!(day.parse::<Date>().unwrap().month_end().to_string(), end);
        }
    }

    #[test]
    fn adding_months_stops_at_the_end_of_a_shorter_month() {
        let plus = |text: &str, months| date(text).plus_months(months).map(|d| d.to_string());
        assert_eq!(plus("2026-01-31", 1).as_deref(), Some("2026-02-28"));
        assert_eq!(plus("2028-01-31", 1).as_deref(), Some("2028-02-29"));
        assert_eq!(plus("2026-01-31", 2).as_deref(), Some("2026-03-31"));
        assert_eq!(plus("2024-02-29", 12).as_deref(), Some("2025-02-28"));
        assert_eq!(plus("2026-12-05", 0).as_deref(), Some("2026-12-05"));
        assert_eq!(plus("9999-12-01", 1), None);
        assert_eq!(plus("2026-01-01", u32::MAX), None);
    }

    #[test]
    fn a_day_has_passed_only_on_the_day_after() {
        let day = date("2026-03-05");
        assert!(!day.has_passed(date("2026-03-04")));
        assert!(!day.has_passed(date("2026-03-05")));
        assert!(day.has_passed(date("2026-03-06")));
    }

    #[test]
    fn finds_the_weekday_of_a_date() {
        let monday: Date = "2026-11-16".parse().unwrap();
        for (days, weekday) in (0..).zip(Weekday::ALL) {
            assert_eq!(monday.plus_days(days).unwrap().weekday(), weekday);
            assert_eq!(monday.plus_days(days + 7).unwrap().weekday(), weekday);
        }
        let json = serde_json::to_string(&Weekday::Monday).unwrap();
        assert_eq!(json, "\"monday\"");
    }
}
