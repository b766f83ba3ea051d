//! Bank holidays: by rule those of the Banking and Financial Dealings Act 1971, Schedule 1, and those that are
//! proclaimed every year (New Year's Day, the early May holiday in England, Wales and Northern Ireland, Boxing Day in
//! Scotland); and by date those that were proclaimed for one year, or moved in it. GOV.UK publishes all of them
//! (<https://www.gov.uk/bank-holidays>, <https://www.gov.uk/bank-holidays.json>): a new one is added to the list here.

use chrono::{Datelike, Days, NaiveDate, Weekday};
use serde::{Deserialize, Serialize};

use super::Date;

/// A part of the United Kingdom with its own bank holidays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Nation {
    /// England and Wales.
    #[default]
    EnglandAndWales,
    /// Scotland.
    Scotland,
    /// Northern Ireland.
    NorthernIreland,
}

/// The postcode areas of Scotland. DG and TD cross the border, but are nearly all in Scotland.
const SCOTTISH_AREAS: [&str; 16] =
    ["AB", "DD", "DG", "EH", "FK", "G", "HS", "IV", "KA", "KW", "KY", "ML", "PA", "PH", "TD", "ZE"];
/// The postcode area of Northern Ireland.
const NORTHERN_IRISH_AREA: &str = "BT";

/// A calendar date: year, month, day.
type YearMonthDay = (i32, u32, u32);

/// The holidays that were moved in one year in the whole UK: the regular date and the proclaimed one. Source: GOV.UK,
/// Bank holidays.
const MOVED_HOLIDAYS: [(YearMonthDay, YearMonthDay); 2] = [
    // The early May holiday, for the 75th anniversary of VE Day.
    ((2020, 5, 4), (2020, 5, 8)),
    // The spring holiday, for the Platinum Jubilee.
    ((2022, 5, 30), (2022, 6, 2)),
];

/// The holidays that were proclaimed for one year, and their nation; `None` means all of them. Source: GOV.UK, Bank
/// holidays.
const ONE_OFF_HOLIDAYS: [(YearMonthDay, Option<Nation>); 4] = [
    // The Platinum Jubilee.
    ((2022, 6, 3), None),
    // The State Funeral of Queen Elizabeth II.
    ((2022, 9, 19), None),
    // The Coronation of King Charles III.
    ((2023, 5, 8), None),
    // The men's football World Cup, proclaimed on 4 February 2026.
    ((2026, 6, 15), Some(Nation::Scotland)),
];

impl Nation {
    /// The nation of a postcode as typed, from its leading letters; England and Wales if they are not known.
    #[must_use]
    pub fn from_post_code(typed: &str) -> Self {
        let letters = typed.trim_start().chars().take_while(char::is_ascii_alphabetic);
        let area: String = letters.map(|character| character.to_ascii_uppercase()).collect();
        match area.as_str() {
            NORTHERN_IRISH_AREA => Self::NorthernIreland,
            area if SCOTTISH_AREAS.contains(&area) => Self::Scotland,
            _ => Self::EnglandAndWales,
        }
    }

    /// The bank holidays of a year: the dates themselves and the substitute days for those at a weekend.
    fn holidays(self, year: i32) -> Vec<NaiveDate> {
        let mut days = Vec::with_capacity(14);
        let day = |month, day| NaiveDate::from_ymd_opt(year, month, day);
        let is_scottish = self == Self::Scotland;
        let january: &[u32] = if is_scottish { &[1, 2] } else { &[1] };
        days.extend(with_substitutes(january.iter().filter_map(|n| day(1, *n))));
        days.extend(with_substitutes([day(12, 25), day(12, 26)].into_iter().flatten()));
        let easter = easter(year);
        days.extend(easter.and_then(|sunday| sunday.checked_sub_days(Days::new(2))));
        // The early May and the spring holiday.
        days.extend(first_monday(year, 5));
        days.extend(last_monday(year, 5));
        if is_scottish {
            days.extend(first_monday(year, 8));
            days.extend(with_substitutes(day(11, 30).into_iter()));
        } else {
            days.extend(easter.and_then(|sunday| sunday.succ_opt()));
            days.extend(last_monday(year, 8));
        }
        if self == Self::NorthernIreland {
            days.extend(with_substitutes(day(3, 17).into_iter()));
            days.extend(with_substitutes(day(7, 12).into_iter()));
        }
        let dated = |(year, month, day): YearMonthDay| NaiveDate::from_ymd_opt(year, month, day);
        for (from, to) in MOVED_HOLIDAYS.into_iter().filter(|((of, ..), _)| *of == year) {
            days.retain(|day| Some(*day) != dated(from));
            days.extend(dated(to));
        }
        let proclaimed = ONE_OFF_HOLIDAYS
            .into_iter()
            .filter(|((of, ..), nation)| *of == year && nation.is_none_or(|nation| nation == self));
        days.extend(proclaimed.filter_map(|(day, _)| dated(day)));
        days
    }
}

impl Date {
    /// Whether the date is a bank holiday there, including a holiday that falls on a weekend.
    #[must_use]
    pub fn is_bank_holiday(self, nation: Nation) -> bool {
        nation.holidays(self.0.year()).contains(&self.0)
    }
}

/// The given days and, for each that falls on a weekend, the next working day that is not taken.
fn with_substitutes(days: impl Iterator<Item = NaiveDate>) -> Vec<NaiveDate> {
    let own: Vec<NaiveDate> = days.collect();
    let mut all = own.clone();
    for day in own.iter().filter(|day| is_weekend(**day)) {
        let mut later = day.iter_days().skip(1).take(7);
        let free = later.find(|day| !is_weekend(*day) && !all.contains(day));
        all.extend(free);
    }
    all
}

fn is_weekend(day: NaiveDate) -> bool {
    matches!(day.weekday(), Weekday::Sat | Weekday::Sun)
}

fn first_monday(year: i32, month: u32) -> Option<NaiveDate> {
    NaiveDate::from_weekday_of_month_opt(year, month, Weekday::Mon, 1)
}

/// The last Monday of a month with 31 days.
fn last_monday(year: i32, month: u32) -> Option<NaiveDate> {
    let last = NaiveDate::from_ymd_opt(year, month, 31)?;
    last.checked_sub_days(Days::new(u64::from(last.weekday().num_days_from_monday())))
}

/// Easter Sunday of the Gregorian calendar (the rule of Meeus, Jones and Butcher).
fn easter(year: i32) -> Option<NaiveDate> {
    let (a, b, c) = (year % 19, year / 100, year % 100);
    let (d, e) = (b / 4, b % 4);
    let g = (8 * b + 13) / 25;
    let h = (19 * a + b - d - g + 15) % 30;
    let (i, k) = (c / 4, c % 4);
    let l = (32 + 2 * e + 2 * i - h - k) % 7;
    let m = (a + 11 * h + 19 * l) / 433;
    let month = (h + l - 7 * m + 90) / 25;
    let day = (h + l - 7 * m + 33 * month + 19) % 32;
    NaiveDate::from_ymd_opt(year, u32::try_from(month).ok()?, u32::try_from(day).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bank holidays of a year that are working days.
    fn holidays_of(nation: Nation, year: i32) -> Vec<String> {
        let first = NaiveDate::from_ymd_opt(year, 1, 1).unwrap();
        let days = first.iter_days().take_while(|day| day.year() == year);
        days.filter(|day| !is_weekend(*day))
            .map(Date)
            .filter(|day| day.is_bank_holiday(nation))
            .map(|day| day.to_string()[5..].to_owned())
            .collect()
    }

    /// The dates that GOV.UK lists (<https://www.gov.uk/bank-holidays.json>).
    #[test]
    fn lists_the_bank_holidays_of_each_nation_as_on_gov_uk() {
        use Nation::{EnglandAndWales, NorthernIreland, Scotland};
        for (nation, year, expected) in [
            // The early May holiday was on VE Day.
            (EnglandAndWales, 2020, "01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28"),
            (Scotland, 2020, "01-01 01-02 04-10 05-08 05-25 08-03 11-30 12-25 12-28"),
            (NorthernIreland, 2020, "01-01 03-17 04-10 04-13 05-08 05-25 07-13 08-31 12-25 12-28"),
            (EnglandAndWales, 2021, "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28"),
            // The Platinum Jubilee, for which the spring holiday was moved, and a state funeral.
            (EnglandAndWales, 2022, "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27"),
            (Scotland, 2022, "01-03 01-04 04-15 05-02 06-02 06-03 08-01 09-19 11-30 12-26 12-27"),
            (
                NorthernIreland,
                2022,
                "01-03 03-17 04-15 04-18 05-02 06-02 06-03 07-12 08-29 09-19 12-26 12-27",
            ),
            (EnglandAndWales, 2024, "01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26"),
            (EnglandAndWales, 2025, "01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26"),
            // Boxing Day is a Saturday.
            (EnglandAndWales, 2026, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"),
            // Christmas Day is a Saturday and Boxing Day a Sunday.
            (EnglandAndWales, 2027, "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28"),
            // New Year's Day is a Sunday, and so was Christmas Day before it; and there was a coronation.
            (EnglandAndWales, 2023, "01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26"),
            (Scotland, 2023, "01-02 01-03 04-07 05-01 05-08 05-29 08-07 11-30 12-25 12-26"),
            (Scotland, 2024, "01-01 01-02 03-29 05-06 05-27 08-05 12-02 12-25 12-26"),
            // The football World Cup, in Scotland alone.
            (Scotland, 2026, "01-01 01-02 04-03 05-04 05-25 06-15 08-03 11-30 12-25 12-28"),
            (Scotland, 2027, "01-01 01-04 03-26 05-03 05-31 08-02 11-30 12-27 12-28"),
            (NorthernIreland, 2024, "01-01 03-18 03-29 04-01 05-06 05-27 07-12 08-26 12-25 12-26"),
            (NorthernIreland, 2026, "01-01 03-17 04-03 04-06 05-04 05-25 07-13 08-31 12-25 12-28"),
            (NorthernIreland, 2027, "01-01 03-17 03-26 03-29 05-03 05-31 07-12 08-30 12-27 12-28"),
            (EnglandAndWales, 2028, "01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26"),
        ] {
            assert_eq!(holidays_of(nation, year).join(" "), expected, "{nation:?} {year}");
        }
        // The day itself is a bank holiday too.
        let boxing_day: Date = "2026-12-26".parse().unwrap();
        assert!(boxing_day.is_bank_holiday(EnglandAndWales));
    }

    #[test]
    fn christmas_on_a_sunday_moves_behind_boxing_day() {
        let of_2022 = holidays_of(Nation::EnglandAndWales, 2022);
        assert_eq!(of_2022[of_2022.len() - 2..], ["12-26", "12-27"]);
        assert_eq!(holidays_of(Nation::Scotland, 2022)[..2], ["01-03", "01-04"]);
    }

    #[test]
    fn finds_the_nation_of_a_post_code() {
        for (typed, nation) in [
            ("LS1 1AA", Nation::EnglandAndWales),
            ("cf10 1aa", Nation::EnglandAndWales),
            (" eh1 1yz", Nation::Scotland),
            ("G1 1AA", Nation::Scotland),
            ("GL1 1AA", Nation::EnglandAndWales),
            ("BT1 1AA", Nation::NorthernIreland),
            ("B1 1AA", Nation::EnglandAndWales),
            ("", Nation::EnglandAndWales),
            ("12345", Nation::EnglandAndWales),
        ] {
            assert_eq!(Nation::from_post_code(typed), nation, "{typed:?}");
        }
    }
}
