//! The clock, as a service that is passed in. Tests set it; nothing else reads the system's clock.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, NaiveDate, NaiveTime, Timelike as _, Utc};
use futures::future::BoxFuture;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;
use plumbline_core::time::wall_clock::WallClock;
use tokio::sync::watch;

/// One second in the unit of [`Clock::now_ms`].
pub const SECOND: i64 = 1_000;
/// One minute in milliseconds.
pub const MINUTE: i64 = 60 * SECOND;
/// One hour in milliseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// One day of 24 hours in milliseconds.
pub const DAY: i64 = 24 * HOUR;

/// A source of the current time.
pub trait Clock: Send + Sync + 'static {
    /// The current instant, in milliseconds since 1970-01-01T00:00Z.
    fn now_ms(&self) -> i64;

    /// The current date in London, which decides about expiry and due dates.
    fn today(&self) -> NaiveDate {
        london_date(self.now_ms())
    }

    /// Completes after this many milliseconds. Used for waiting for something outside the server.
    fn sleep_ms(&self, ms: i64) -> BoxFuture<'static, ()> {
        let ms = u64::try_from(ms).unwrap_or(0);
        Box::pin(tokio::time::sleep(Duration::from_millis(ms)))
    }
}

/// How far in the future a recorded instant may be, in milliseconds: the clocks of several servers differ a little.
const LEEWAY: i64 = MINUTE;

/// Whether something issued at `from` that expires at `until` is valid at `now`. If `from` is in the future, the clock
/// was set back since; then it isn't valid, so that nothing lasts longer than intended.
#[must_use]
pub fn is_valid_at(now: i64, from: i64, until: i64) -> bool {
    now >= from - LEEWAY && now < until
}

/// How far the clock of somebody's device may be wrong and still be accepted, in milliseconds.
pub const DEVICE_LEEWAY: i64 = 10 * MINUTE;

/// A clock shared by every part of the server.
pub type SharedClock = Arc<dyn Clock>;

/// The calendar date in London at an instant (milliseconds since the epoch).
#[must_use]
pub fn london_date(ms: i64) -> NaiveDate {
    DateTime::<Utc>::from_timestamp_millis(ms)
        .unwrap_or(DateTime::UNIX_EPOCH)
        .with_timezone(&chrono_tz::Europe::London)
        .date_naive()
}

/// The instant at which a day begins in London, milliseconds since the epoch.
#[must_use]
pub fn london_day_start(day: NaiveDate) -> i64 {
    // Clocks in London change at one in the morning, so every day has exactly one midnight.
    let midnight = day.and_time(chrono::NaiveTime::MIN);
    let start = midnight.and_local_timezone(chrono_tz::Europe::London);
    start.earliest().map_or_else(|| midnight.and_utc().timestamp_millis(), |at| at.timestamp_millis())
}

/// The hours of the day in London at which automatic emails may be sent to customers: from 9:00 until before 17:00.
pub const CONTACT_HOURS: std::ops::Range<u32> = 9..17;

/// The instant of a full hour of a day in London, milliseconds since the epoch. Nothing is planned for the hours at
/// which the clocks change.
#[must_use]
pub fn london_instant(day: NaiveDate, hour: u32) -> i64 {
    let time = NaiveTime::from_hms_opt(hour, 0, 0).unwrap_or(NaiveTime::MIN);
    let at = day.and_time(time);
    let instant = at.and_local_timezone(chrono_tz::Europe::London).earliest();
    instant.map_or_else(|| london_day_start(day), |at| at.timestamp_millis())
}

/// The hour of the day in London at an instant.
#[must_use]
pub fn london_hour(ms: i64) -> u32 {
    DateTime::<Utc>::from_timestamp_millis(ms)
        .unwrap_or(DateTime::UNIX_EPOCH)
        .with_timezone(&chrono_tz::Europe::London)
        .hour()
}

/// How many days ahead to search for a day on which a customer may be emailed: of one day of the week, at most two in a
/// row are bank holidays.
const SEARCH_DAYS: usize = 29;

/// The first instant, from `ms` on, at which an automatic email may be sent to a customer: between 9:00 and 17:00 in
/// London, on a day for which `goes_on` is true.
#[must_use]
pub fn next_contact_time(ms: i64, goes_on: impl Fn(Date) -> bool) -> i64 {
    let today = london_date(ms);
    let is_one = |day: &NaiveDate| {
        let read = day.to_string().parse::<Date>();
        read.is_ok_and(&goes_on)
    };
    if is_one(&today) && CONTACT_HOURS.contains(&london_hour(ms)) {
        return ms;
    }
    let days = today.iter_days().take(SEARCH_DAYS).filter(is_one);
    let mut mornings = days.map(|day| london_instant(day, CONTACT_HOURS.start));
    mornings.find(|at| *at > ms).unwrap_or(ms)
}

/// The time of day in London at an instant (milliseconds since the epoch), `HH:MM`.
#[must_use]
pub fn format_london_time(ms: i64) -> String {
    DateTime::<Utc>::from_timestamp_millis(ms)
        .unwrap_or(DateTime::UNIX_EPOCH)
        .with_timezone(&chrono_tz::Europe::London)
        .format("%H:%M")
        .to_string()
}

/// An instant as local date and time in London, to the minute.
#[must_use]
pub fn london_wall_clock(ms: i64) -> WallClock {
    let text = format!("{}T{}", london_date(ms), format_london_time(ms));
    // Only an instant beyond the calendar can't be parsed.
    text.parse().unwrap_or(WallClock { date: Date::LAST, time: None })
}

/// An instant in London as people write it: `24 Nov 2026, 12:03`.
#[must_use]
pub fn format_london_date_time(ms: i64) -> String {
    let day = london_date(ms);
    let date = day.to_string().parse::<Date>();
    let date = date.map_or_else(|_| day.to_string(), format_long_date);
    format!("{date}, {}", format_london_time(ms))
}

/// The system's clock.
#[derive(Debug, Default, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// The system's clock plus this many milliseconds, so that a test run can see another day.
#[derive(Debug, Clone, Copy)]
pub struct ClockAhead(pub i64);

impl Clock for ClockAhead {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms() + self.0
    }
}

/// A clock that doesn't move until it is set: for tests, and for writing the past of the demo account.
#[derive(Debug)]
pub struct ManualClock(watch::Sender<i64>);

impl ManualClock {
    /// A clock set to `ms` milliseconds since the epoch.
    #[must_use]
    pub fn new(ms: i64) -> Self {
        Self(watch::Sender::new(ms))
    }

    /// Sets the instant, in milliseconds since the epoch.
    pub fn set(&self, ms: i64) {
        self.0.send_replace(ms);
    }

    /// Moves the clock by `ms` milliseconds.
    pub fn advance(&self, ms: i64) {
        self.0.send_modify(|now| *now += ms);
    }
}

impl Clock for ManualClock {
    fn now_ms(&self) -> i64 {
        *self.0.borrow()
    }

    /// Completes once the clock has been moved far enough.
    fn sleep_ms(&self, ms: i64) -> BoxFuture<'static, ()> {
        let mut moved = self.0.subscribe();
        let until = self.now_ms() + ms;
        Box::pin(async move {
            if moved.wait_for(|now| *now >= until).await.is_err() {
                // Nobody can move the clock any more.
                std::future::pending::<()>().await;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::time::Weekday;
    use plumbline_core::time::holidays::Nation;

    use super::*;

    #[test]
    fn nine_in_the_morning_is_nine_when_the_clocks_change() {
        let at = |text: &str| {
            let read = DateTime::parse_from_rfc3339(text).expect("an instant");
            read.timestamp_millis()
        };
        let day = |text: &str| text.parse().expect("a day");
        // On 29 March 2026 the clocks go forward, on 25 October back, both on a Sunday.
        assert_eq!(london_instant(day("2026-03-28"), 9), at("2026-03-28T09:00:00Z"));
        assert_eq!(london_instant(day("2026-03-29"), 9), at("2026-03-29T08:00:00Z"));
        assert_eq!(london_instant(day("2026-10-24"), 9), at("2026-10-24T08:00:00Z"));
        assert_eq!(london_instant(day("2026-10-25"), 9), at("2026-10-25T09:00:00Z"));
        let of = |days: &[Weekday]| {
            let days = days.to_vec();
            move |day: Date| days.contains(&day.weekday())
        };
        let working = |day: Date| of(&Weekday::ALL[..5])(day);
        let from = |text: &str| next_contact_time(at(text), working);
        // Friday at five: the next is Monday at nine, by then an hour earlier.
        assert_eq!(from("2026-03-27T17:00:00Z"), at("2026-03-30T08:00:00Z"));
        assert_eq!(from("2026-10-23T16:00:00Z"), at("2026-10-26T09:00:00Z"));
        assert_eq!(from("2026-03-30T07:59:59Z"), at("2026-03-30T08:00:00Z"));
        for now in ["2026-03-30T08:00:00Z", "2026-03-30T15:59:59Z"] {
            assert_eq!(from(now), at(now));
        }
        assert_eq!(next_contact_time(at("2026-03-30T03:00:00Z"), of(&[])), at("2026-03-30T03:00:00Z"));
        let late = next_contact_time(at("2026-03-29T16:00:00Z"), of(&[Weekday::Sunday]));
        assert_eq!(late, at("2026-04-05T08:00:00Z"));
        // Christmas of 2026 is a Friday, and the Monday after it is the bank holiday for Boxing Day.
        let working = |day: Date| of(&Weekday::ALL[..5])(day) && !day.is_bank_holiday(Nation::default());
        let christmas = next_contact_time(at("2026-12-24T17:00:00Z"), working);
        assert_eq!(christmas, at("2026-12-29T09:00:00Z"));
        assert_eq!(london_hour(at("2026-03-29T08:00:00Z")), 9);
    }

    #[test]
    fn london_is_an_hour_ahead_in_summer() {
        // 2026-06-30T23:30Z is already 1 July in London; 2026-12-31T23:30Z is still 31 December.
        assert_eq!(london_date(1_782_862_200_000).to_string(), "2026-07-01");
        assert_eq!(london_date(1_798_759_800_000).to_string(), "2026-12-31");
        let day = |text: &str| text.parse().expect("a day");
        assert_eq!(london_day_start(day("2026-07-01")), 1_782_862_200_000 - 30 * MINUTE);
        assert_eq!(london_day_start(day("2027-01-01")), 1_798_759_800_000 + 30 * MINUTE);
    }

    #[test]
    fn converts_8_in_london_to_the_right_instant_when_clocks_change() {
        // Clocks go forward on 28 March 2027 and back on 31 October 2027, in the night.
        for day in ["2027-03-27", "2027-03-28", "2027-10-30", "2027-10-31"] {
            let at = london_instant(day.parse().expect("a day"), 8);
            assert_eq!((london_date(at).to_string().as_str(), &*format_london_time(at)), (day, "08:00"));
        }
    }
}
