//! Quarters, months and years, and their last days.

use super::*;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn registered(from: &str, until: Option<&str>) -> VatRegistration {
    VatRegistration { from: Some(day(from)), until: until.map(day), ..VatRegistration::default() }
}

fn period_of(stagger: Stagger, on: &str) -> (String, String) {
    let period = stagger.find_period(day(on), &registered("2020-01-01", None));
    let period = period.unwrap();
    (period.from.to_string(), period.to.to_string())
}

fn days(from: &str, to: &str) -> (String, String) {
    (from.to_owned(), to.to_owned())
}

#[test]
fn each_stagger_group_has_its_own_periods() {
    assert_eq!(period_of(Stagger::March, "2026-03-31"), days("2026-01-01", "2026-03-31"));
    assert_eq!(period_of(Stagger::March, "2026-04-01"), days("2026-04-01", "2026-06-30"));
    assert_eq!(period_of(Stagger::January, "2026-12-25"), days("2026-11-01", "2027-01-31"));
    assert_eq!(period_of(Stagger::February, "2028-02-29"), days("2027-12-01", "2028-02-29"));
    assert_eq!(period_of(Stagger::Monthly, "2028-02-29"), days("2028-02-01", "2028-02-29"));
    assert_eq!(period_of(Stagger::Annual { ends_in: 3 }, "2026-04-01"), days("2026-04-01", "2027-03-31"));
    assert_eq!(period_of(Stagger::Annual { ends_in: 0 }, "2026-04-01"), days("2026-01-01", "2026-12-31"));
}

#[test]
fn registration_shortens_the_first_and_the_last_period() {
    let it = registered("2026-05-15", Some("2027-02-10"));
    let of = |on: &str| Stagger::March.find_period(day(on), &it);
    assert_eq!(of("2026-05-14"), None);
    assert_eq!(of("2027-02-11"), None);
    let all = Period::new(day("2020-01-01"), day("2030-01-01")).unwrap();
    let found = Stagger::March.list_periods(all, &it);
    let found: Vec<_> = found.iter().map(|it| (it.from.to_string(), it.to.to_string())).collect();
    assert_eq!(
        found,
        [
            days("2026-05-15", "2026-06-30"),
            days("2026-07-01", "2026-09-30"),
            days("2026-10-01", "2026-12-31"),
            days("2027-01-01", "2027-02-10"),
        ]
    );
    assert!(Stagger::March.list_periods(all, &VatRegistration::default()).is_empty());
}

#[test]
fn a_return_is_due_one_month_and_seven_days_after_its_period() {
    let due = |stagger: Stagger, to: &str| {
        let period = Period::new(day("2026-01-01"), day(to)).unwrap();
        let due = stagger.due_day(&period).unwrap();
        (due.day.to_string(), due.confirmed)
    };
    let quarter = |to| due(Stagger::March, to).0;
    assert_eq!(quarter("2026-03-31"), "2026-05-07");
    assert_eq!(quarter("2026-06-30"), "2026-08-07");
    assert_eq!(quarter("2026-12-31"), "2027-02-07");
    assert_eq!(quarter("2027-01-31"), "2027-03-07");
    assert_eq!(quarter("2028-01-31"), "2028-03-07");
    assert_eq!(quarter("2027-02-28"), "2027-04-07");
    // A last period that ends in mid-month.
    assert_eq!(quarter("2026-05-15"), "2026-07-07");
    assert_eq!(due(Stagger::Annual { ends_in: 3 }, "2026-03-31"), ("2026-05-31".to_owned(), true));
    let end = Period::new(Date::LAST, Date::LAST).unwrap();
    assert_eq!(Stagger::March.due_day(&end), None);
    let ever = registered("2020-01-01", None);
    assert!(Stagger::March.find_period(Date::LAST, &ever).is_some());
}

#[test]
fn the_json_of_a_stagger_group_names_its_kind() {
    let json = serde_json::to_string(&Stagger::Annual { ends_in: 3 }).unwrap();
    assert_eq!(json, r#"{"kind":"annual","endsIn":3}"#);
    assert_eq!(serde_json::to_string(&Stagger::March).unwrap(), r#"{"kind":"march"}"#);
}
