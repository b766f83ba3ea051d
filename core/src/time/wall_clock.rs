//! A day and, perhaps, a time of day on the London wall clock.

use std::str::FromStr;

use crate::time::{Date, DateError, parse_digits};

/// A date with an optional time of day in London, as a payment history shows it (docs/product.md, section 4). Written
/// `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; seconds and their fractions are accepted and dropped. A text with a time zone
/// (`Z`, `+01:00`) is an error, because it is an instant, which the server converts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WallClock {
    /// The day.
    pub date: Date,
    /// The hour (0 to 23) and the minute (0 to 59), if known.
    pub time: Option<(u8, u8)>,
}

impl FromStr for WallClock {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        let (date, time) = match text.split_once('T') {
            Some((date, time)) => (date, Some(time)),
            None => (text, None),
        };
        let date = date.parse()?;
        let read = |time: &str| time_of_day(time.as_bytes()).ok_or(DateError::Time);
        let time = time.map(read).transpose()?;
        Ok(WallClock { date, time })
    }
}

/// Reads `HH:MM`, `HH:MM:SS` or `HH:MM:SS.fraction` as hour and minute.
fn time_of_day(b: &[u8]) -> Option<(u8, u8)> {
    let hour = parse_digits(b.get(..2)?)?;
    let minute = parse_digits(b.get(3..5)?)?;
    let seconds = match b.get(5..)? {
        [] => 0,
        [b':', s @ ..] => {
            if let [b'.', fraction @ ..] = s.get(2..)? {
                let all = fraction.iter().all(u8::is_ascii_digit);
                (all && !fraction.is_empty()).then_some(())?;
            } else if s.len() != 2 {
                return None;
            }
            parse_digits(&s[..2])?
        }
        _ => return None,
    };
    (b[2] == b':' && hour < 24 && minute < 60 && seconds < 60).then_some((hour as u8, minute as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_clock_time_is_read_to_the_minute() {
        let read = |text: &str| text.parse::<WallClock>().map(|w| (w.date.to_string(), w.time));
        let day = "2026-03-05".to_string();
        assert_eq!(read("2026-03-05"), Ok((day.clone(), None)));
        assert_eq!(read("2026-03-05T00:00"), Ok((day.clone(), Some((0, 0)))));
        assert_eq!(read("2026-03-05T23:59"), Ok((day.clone(), Some((23, 59)))));
        assert_eq!(read("2026-03-05T14:07:59"), Ok((day.clone(), Some((14, 7)))));
        assert_eq!(read("2026-03-05T14:07:59.123"), Ok((day, Some((14, 7)))));
        for text in [
            "2026-03-05T",
            "2026-03-05T1",
            "2026-03-05T24:00",
            "2026-03-05T12:60",
            "2026-03-05T12.30",
            "2026-03-05T12:3",
            "2026-03-05T12:30Z",
            "2026-03-05T12:30+01:00",
            "2026-03-05T12:30:60",
            "2026-03-05T12:30:0",
            "2026-03-05T12:30:000",
            "2026-03-05T12:30:00Z",
            "2026-03-05T12:30:00.",
            "2026-03-05T12:30:00.5Z",
            "2026-03-05Tab:30",
            "2026-03-05T12:cd",
            "2026-03-05T12:30:x0",
        ] {
            assert_eq!(read(text), Err(DateError::Time), "{text}");
        }
        assert_eq!(read("2026-02-30T12:30"), Err(DateError::NoSuchDay));
        assert_eq!(read("yesterday"), Err(DateError::Form));
        assert_eq!(DateError::Time.to_string(), "must have its time written THH:MM");
        assert_eq!(DateError::Time.code(), "time_form");
    }
}
