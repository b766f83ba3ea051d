//! The days within which a consumer may cancel.

use crate::time::Date;

/// The days that a consumer has from the contract or, with goods, from the arrival of the last of them (reg. 30).
pub const CANCELLATION_DAYS: u32 = 14;
/// The additional months if the consumer was never informed of the right (reg. 31; from memory).
pub const EXTRA_MONTHS_WITHOUT_NOTICE: u32 = 12;

/// The last day on which a contract for services may be cancelled: the 14th day after the day on which it was `entered`
/// into (reg. 30(2)). A customer who was informed of the right later (`result` is that day), but within the 12 months,
/// has 14 days from then; one who was never informed (`None`) has 12 more months (reg. 31).
///
/// `None` if the day is beyond the calendar.
#[must_use]
pub fn last_cancellation_day(entered: Date, result: Option<Date>) -> Option<Date> {
    let ends = entered.plus_days(CANCELLATION_DAYS)?;
    match result {
        Some(date) if date <= entered => Some(ends),
        Some(date) if date <= ends.plus_months(EXTRA_MONTHS_WITHOUT_NOTICE)? => {
            date.plus_days(CANCELLATION_DAYS)
        }
        Some(_) | None => ends.plus_months(EXTRA_MONTHS_WITHOUT_NOTICE),
    }
}

/// The last day for refunding what was paid for a contract that was cancelled on the given day: 14 days after it (reg.
/// 34; from memory). `None` if the day is beyond the calendar.
#[must_use]
pub fn refund_deadline(cancelled: Date) -> Option<Date> {
    cancelled.plus_days(CANCELLATION_DAYS)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn golden_the_last_day_is_the_fourteenth_after_the_agreement() {
        for (entered, last) in [
            ("2026-11-26", "2026-12-10"),
            // Ends of months and of years.
            ("2026-01-31", "2026-02-14"),
            ("2026-02-14", "2026-02-28"),
            ("2026-02-15", "2026-03-01"),
            ("2026-04-30", "2026-05-14"),
            ("2026-12-18", "2027-01-01"),
            ("2026-12-31", "2027-01-14"),
            // Leap years: 2028 and 2000 are some, 2100 is none.
            ("2028-02-14", "2028-02-28"),
            ("2028-02-15", "2028-02-29"),
            ("2028-02-16", "2028-03-01"),
            ("2028-02-29", "2028-03-14"),
            ("2000-02-15", "2000-02-29"),
            ("2100-02-15", "2100-03-01"),
        ] {
            let date = Some(day(entered));
            assert_eq!(last_cancellation_day(day(entered), date), Some(day(last)), "{entered}");
        }
    }

    #[test]
    fn golden_who_was_told_late_or_never_has_longer() {
        let entered = day("2026-11-26");
        let last =
            |text: Option<&str>| last_cancellation_day(entered, text.map(day)).map(|it| it.to_string());
        assert_eq!(last(Some("2026-11-20")).as_deref(), Some("2026-12-10"));
        assert_eq!(last(Some("2026-11-27")).as_deref(), Some("2026-12-11"));
        assert_eq!(last(Some("2027-03-01")).as_deref(), Some("2027-03-15"));
        // Within the 12 months to their last day, and after it.
        assert_eq!(last(Some("2027-12-10")).as_deref(), Some("2027-12-24"));
        assert_eq!(last(Some("2027-12-11")).as_deref(), Some("2027-12-10"));
        assert_eq!(last(None).as_deref(), Some("2027-12-10"));
        // 29 February twelve months on.
        let leap = last_cancellation_day(day("2028-02-15"), None);
        assert_eq!(leap, Some(day("2029-02-28")));
    }

    #[test]
    fn beyond_the_calendar_there_is_no_day() {
        assert_eq!(last_cancellation_day(Date::LAST, Some(Date::LAST)), None);
        assert_eq!(last_cancellation_day(day("9999-12-01"), None), None);
        assert_eq!(refund_deadline(Date::LAST), None);
        assert_eq!(refund_deadline(day("2026-12-03")), Some(day("2026-12-17")));
    }

    fn any_day() -> impl Strategy<Value = Date> {
        (1990..2200_u16, 1..=12_u8, 1..=28_u8).prop_map(|(y, m, d)| Date::new(y, m, d).unwrap())
    }

    proptest! {
        /// Being informed later never shortens the period, and never extends it by more than 14 days beyond that of a
        /// customer who was never informed.
        #[test]
        fn the_later_a_consumer_is_told_the_longer_they_have(entered in any_day(), late in 0..500_u32) {
            let usual = last_cancellation_day(entered, Some(entered)).unwrap();
            let untold = last_cancellation_day(entered, None).unwrap();
            let date = last_cancellation_day(entered, entered.plus_days(late)).unwrap();
            prop_assert!(date >= usual);
            prop_assert!(date <= untold.plus_days(CANCELLATION_DAYS).unwrap());
            prop_assert_eq!(entered.days_until(usual), 14);
        }
    }
}
