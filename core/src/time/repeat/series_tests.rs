//! Golden series, and properties of all series.

use proptest::prelude::*;

use super::*;

fn date(text: &str) -> Date {
    text.parse().unwrap()
}

fn series(first: &str, repeat: Repeat, end: SeriesEnd) -> Series {
    Series { first: date(first), repeat, end }
}

fn days(series: Series, from: &str, most: usize) -> Vec<String> {
    let days = series.days_from(date(from)).take(most);
    days.map(|day| day.to_string()).collect()
}

#[test]
fn the_31st_is_the_last_day_of_a_shorter_month() {
    let monthly = series("2027-08-31", Repeat::Monthly, SeriesEnd::Open);
    assert_eq!(
        days(monthly, "2027-08-31", 9),
        [
            "2027-08-31",
            "2027-09-30",
            "2027-10-31",
            "2027-11-30",
            "2027-12-31",
            "2028-01-31",
            "2028-02-29",
            "2028-03-31",
            "2028-04-30"
        ]
    );
    let quarterly = series("2026-11-30", Repeat::Quarterly, SeriesEnd::Open);
    assert_eq!(days(quarterly, "2026-12-01", 3), ["2027-02-28", "2027-05-30", "2027-08-30"]);
}

#[test]
fn the_29th_of_february_is_the_28th_but_in_leap_years() {
    let yearly = series("2024-02-29", Repeat::Yearly, SeriesEnd::Open);
    assert_eq!(
        days(yearly, "2024-01-01", 5),
        ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]
    );
}

/// Clocks in London go forward on 28 March 2027 and back on 31 October 2027.
#[test]
fn no_change_of_the_clocks_moves_a_day() {
    let weekly = series("2027-03-21", Repeat::Weekly, SeriesEnd::Open);
    assert_eq!(days(weekly, "2027-03-22", 2), ["2027-03-28", "2027-04-04"], "Sundays");
    assert_eq!(days(weekly, "2027-10-25", 2), ["2027-10-31", "2027-11-07"], "Sundays still");
}

#[test]
fn a_series_ends_on_a_date_or_after_a_number_of_times() {
    let by_day = series("2026-01-31", Repeat::Monthly, SeriesEnd::On(date("2026-03-30")));
    assert_eq!(days(by_day, "2026-01-01", 9), ["2026-01-31", "2026-02-28"]);
    assert_eq!(by_day.count_and_last(), Some((2, date("2026-02-28"))));
    assert_eq!(by_day.next_after(date("2026-02-28")), None);

    let to_the_day = series("2026-01-31", Repeat::Monthly, SeriesEnd::On(date("2026-03-31")));
    assert_eq!(
        days(to_the_day, "2026-01-01", 9),
        ["2026-01-31", "2026-02-28", "2026-03-31"],
        "the last day is one of them"
    );
    assert_eq!(to_the_day.count_and_last(), Some((3, date("2026-03-31"))));

    let by_count = series("2026-01-31", Repeat::Monthly, SeriesEnd::After(3));
    assert_eq!(days(by_count, "2026-02-01", 9), ["2026-02-28", "2026-03-31"], "what went by counts");
    assert_eq!(by_count.count_and_last(), Some((3, date("2026-03-31"))));
    assert_eq!(by_count.count_until(date("2026-02-27")), 1);
    assert_eq!(by_count.count_until(date("2026-02-28")), 2);
    assert_eq!(by_count.count_until(date("2030-01-01")), 3);

    let once = series("2026-01-31", Repeat::Monthly, SeriesEnd::After(1));
    assert_eq!(days(once, "2026-01-31", 9), ["2026-01-31"]);
    assert_eq!(series("2026-01-31", Repeat::Monthly, SeriesEnd::Open).count_and_last(), None);
    let none = series("2026-02-01", Repeat::Weekly, SeriesEnd::On(date("2026-01-31")));
    assert_eq!((none.next_from(date("2026-01-01")), none.count_and_last()), (None, None));
}

#[test]
fn a_series_ends_with_the_calendar_at_the_latest() {
    let yearly = series("9997-06-30", Repeat::Yearly, SeriesEnd::Open);
    assert_eq!(days(yearly, "9998-01-01", 9), ["9998-06-30", "9999-06-30"]);
    assert_eq!(yearly.count_until(Date::LAST), 3);
    let far = series("9997-06-30", Repeat::Yearly, SeriesEnd::After(9));
    assert_eq!(far.count_and_last(), None);
    let never = series("2026-01-31", Repeat::Never, SeriesEnd::Open);
    assert_eq!(days(never, "2026-01-01", 9), ["2026-01-31"]);
}

fn any_series() -> impl Strategy<Value = Series> {
    let first = (2000_u16..2100, 1_u8..=12, 1_u8..=31);
    let first = first.prop_filter_map("a day", |(year, month, day)| Date::new(year, month, day).ok());
    let repeat = prop::sample::select(&Repeat::ALL[1..]);
    let end = prop_oneof![
        Just(SeriesEnd::Open),
        (0_u32..4000).prop_map(|days| SeriesEnd::On(date("2000-01-01").plus_days(days * 10).unwrap())),
        (1_u32..60).prop_map(SeriesEnd::After),
    ];
    (first, repeat, end).prop_map(|(first, repeat, end)| Series { first, repeat, end })
}

proptest! {
    /// Compares with counting day by day from the first day.
    #[test]
    fn days_follow_one_another_and_none_is_passed_over(series in any_series(), skip in 0_u32..2000) {
        let from = series.first.plus_days(skip).unwrap();
        let counted: Vec<Date> = (0..)
            .map_while(|steps| series.repeat.nth(series.first, steps))
            .enumerate()
            .take_while(|(steps, day)| match series.end {
                SeriesEnd::Open => true,
                SeriesEnd::On(last) => *day <= last,
                SeriesEnd::After(times) => *steps < times as usize,
            })
            .map(|(_, day)| day)
            .filter(|day| *day >= from)
            .take(40)
            .collect();
        let found: Vec<Date> = series.days_from(from).take(40).collect();
        prop_assert!(found.windows(2).all(|pair| pair[0] < pair[1]));
        prop_assert_eq!(&found, &counted);
        for day in &found {
            prop_assert_eq!(series.next_from(*day), Some(*day));
            prop_assert_eq!(series.count_until(*day), series.count_until(day.day_before().unwrap()) + 1);
        }
        if let Some((count, last)) = series.count_and_last() {
            prop_assert_eq!(series.count_until(Date::LAST), count);
            prop_assert_eq!(series.next_from(last), Some(last));
            prop_assert_eq!(series.next_after(last), None);
        }
    }
}
