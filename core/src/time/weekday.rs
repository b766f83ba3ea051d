//! The days of the week.

use chrono::Datelike;
use serde::{Deserialize, Serialize};

use super::Date;

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

    #[test]
    fn a_week_goes_round() {
        let monday: Date = "2026-11-16".parse().unwrap();
        for (days, weekday) in (0..).zip(Weekday::ALL) {
            assert_eq!(monday.plus_days(days).unwrap().weekday(), weekday);
            assert_eq!(monday.plus_days(days + 7).unwrap().weekday(), weekday);
        }
        let json = serde_json::to_string(&Weekday::Monday).unwrap();
        assert_eq!(json, "\"monday\"");
    }
}
