//! Tables of rates that later versions extend: which are about to run out.

use plumbline_core::tax::ReferenceRate;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;

use super::{CheckOutcome, Installation, fine, warning};
use plumbline_platform::clock::london_date;

/// How many days before a rate is needed its absence is reported.
const DAYS_AHEAD: u32 = 45;

pub(super) fn check_up_to_date(it: &Installation) -> CheckOutcome {
    let today = london_date(it.clock.now_ms()).to_string();
    check_on(today.parse().unwrap_or(Date::FIRST))
}

fn check_on(today: Date) -> CheckOutcome {
    match ReferenceRate::first_missing_day(today, DAYS_AHEAD) {
        None => fine("all rate tables are up to date"),
        Some(from) => warning(
            format!(
                "this version doesn’t know the reference rate for late payment interest from {}: we use the newest \
                 one, marked as not confirmed",
                format_long_date(from)
            ),
            "update to a version that knows it, once the Bank of England has published its rate for the day before",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Level;
    use super::*;

    #[test]
    fn a_table_is_missed_before_it_runs_out() {
        let level = |day: &str| {
            let CheckOutcome(level, ..) = check_on(day.parse().expect("a day"));
            level
        };
        assert_eq!(level("2026-11-16"), Level::Fine);
        assert_eq!(level("2026-11-17"), Level::Warning);
        assert_eq!(level("2027-06-30"), Level::Warning);
    }
}
