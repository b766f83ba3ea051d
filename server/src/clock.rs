//! The clock, as a service that is passed in: tests set it, nothing else reads the system's.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use chrono::{DateTime, NaiveDate, Utc};

/// One second in the unit of [`Clock::now_ms`].
pub const SECOND: i64 = 1_000;
/// One minute in milliseconds.
pub const MINUTE: i64 = 60 * SECOND;
/// One hour in milliseconds.
pub const HOUR: i64 = 60 * MINUTE;
/// One day of 24 hours in milliseconds.
pub const DAY: i64 = 24 * HOUR;

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// The instant now, in milliseconds since 1970-01-01T00:00Z.
    fn now_ms(&self) -> i64;

    /// The calendar date now in London, by which expiry and due dates are judged.
    fn today(&self) -> NaiveDate {
        london_date(self.now_ms())
    }
}

/// How far ahead a moment may lie that was written down as the past, in milliseconds: servers
/// beside each other do not agree to the second.
const LEEWAY: i64 = MINUTE;

/// Whether something given at `from` that runs out at `until` serves at `now`. What was given in
/// the future was given by a clock that has been set back since: it does not serve, so that nothing
/// lasts longer than it was meant to.
#[must_use]
pub fn serves(now: i64, from: i64, until: i64) -> bool {
    now >= from - LEEWAY && now < until
}

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
pub fn london_start(day: NaiveDate) -> i64 {
    // Clocks there change at one in the morning: midnight is always there, and once.
    let midnight = day.and_time(chrono::NaiveTime::MIN);
    let start = midnight.and_local_timezone(chrono_tz::Europe::London);
    start.earliest().map_or_else(
        || midnight.and_utc().timestamp_millis(),
        |at| at.timestamp_millis(),
    )
}

/// The instant at which a whole hour of a day begins in London, milliseconds since the epoch. Between
/// midnight and two o'clock an hour may come twice or not at all there.
#[must_use]
pub fn london_at(day: NaiveDate, hour: u32) -> i64 {
    let start = london_start(day);
    let wall = day.and_hms_opt(hour, 0, 0);
    let at = wall.and_then(|at| at.and_local_timezone(chrono_tz::Europe::London).earliest());
    at.map_or(start, |at| at.timestamp_millis())
}

/// The time of day in London at an instant (milliseconds since the epoch), `HH:MM`.
#[must_use]
pub fn london_time(ms: i64) -> String {
    DateTime::<Utc>::from_timestamp_millis(ms)
        .unwrap_or(DateTime::UNIX_EPOCH)
        .with_timezone(&chrono_tz::Europe::London)
        .format("%H:%M")
        .to_string()
}

/// The clock of the system.
#[derive(Debug, Default, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| {
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            })
    }
}

/// The clock of the system, so many milliseconds ahead: a test run sees what a day brings.
#[derive(Debug, Clone, Copy)]
pub struct ClockAhead(pub i64);

impl Clock for ClockAhead {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms() + self.0
    }
}

/// A clock that stands still until it is moved: for tests and for writing the demo's past.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock standing at `ms` milliseconds since the epoch.
    #[must_use]
    pub fn new(ms: i64) -> Self {
        Self(AtomicI64::new(ms))
    }

    /// Sets the instant, in milliseconds since the epoch.
    pub fn set(&self, ms: i64) {
        self.0.store(ms, Ordering::SeqCst);
    }

    /// Moves the clock by `ms` milliseconds.
    pub fn advance(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn london_is_an_hour_ahead_in_summer() {
        // 2026-06-30T23:30Z is already 1 July in London; 2026-12-31T23:30Z is still 31 December.
        assert_eq!(london_date(1_782_862_200_000).to_string(), "2026-07-01");
        assert_eq!(london_date(1_798_759_800_000).to_string(), "2026-12-31");
        let day = |text: &str| text.parse().expect("a day");
        assert_eq!(
            london_start(day("2026-07-01")),
            1_782_862_200_000 - 30 * MINUTE
        );
        assert_eq!(
            london_start(day("2027-01-01")),
            1_798_759_800_000 + 30 * MINUTE
        );
    }

    #[test]
    fn eight_in_the_morning_is_eight_by_the_clock_on_the_wall() {
        // Clocks go on on 28 March 2027 and back on 31 October 2027, in the night.
        for day in ["2027-03-27", "2027-03-28", "2027-10-30", "2027-10-31"] {
            let at = london_at(day.parse().expect("a day"), 8);
            assert_eq!(
                (london_date(at).to_string().as_str(), &*london_time(at)),
                (day, "08:00")
            );
        }
    }
}
