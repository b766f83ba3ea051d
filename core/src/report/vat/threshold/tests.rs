//! The threshold watch, worked by hand.

use super::*;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn turnover(id: &str, on: &str, counts: ThresholdTreatment, pounds: i64) -> Turnover {
    Turnover { id: id.into(), date: day(on), counts, amount: Pence(pounds * 100) }
}

/// £7,500.00 on the tenth of each month of 2026: £90,000.00 a year.
fn steady() -> Vec<Turnover> {
    let each = (1..=12).map(|month| {
        let on = format!("2026-{month:02}-10");
        turnover(&format!("{month}"), &on, ThresholdTreatment::Taxable, 7_500)
    });
    each.collect()
}

#[test]
fn exactly_the_threshold_is_not_above_it_and_a_penny_more_is() {
    let today = day("2027-01-05");
    let watched = build_watch(&steady(), &[], today);
    let last = watched.months.last().unwrap();
    assert_eq!(last.period.to, day("2026-12-31"));
    assert_eq!(last.period.from, day("2026-01-01"));
    assert_eq!((last.turnover.0, last.above), (9_000_000, false));
    assert_eq!(watched.months.len(), 12);
    assert_eq!((watched.must_register, watched.left), (None, Pence(0)));
    let mut more = steady();
    more[11].amount += Pence(1);
    let watched = build_watch(&more, &[], today);
    let must = watched.must_register.unwrap();
    // 31 December: 30 days on is 30 January, and the registration begins after January.
    assert_eq!(must.since, day("2026-12-31"));
    assert_eq!(must.notify_by, day("2027-01-30"));
    assert_eq!(must.from, day("2027-02-01"));
    let finding = &watched.findings[0];
    assert_eq!((finding.code, finding.confirmed), ("vat_threshold_passed", false));
    let year = last.period;
    assert_eq!(list_turnover_ids(&more, &year).len(), 12);
}

#[test]
fn reports_a_past_month_above_the_threshold() {
    // £95,000.00 in March 2025, nothing since.
    let sales = [turnover("a", "2025-03-10", ThresholdTreatment::Taxable, 95_000)];
    let watched = build_watch(&sales, &[], day("2026-11-25"));
    assert_eq!(watched.now.turnover, Pence(0));
    let must = watched.must_register.unwrap();
    assert_eq!(must.since, day("2025-03-31"));
    assert_eq!(must.from, day("2025-05-01"));
    // In mid-month nothing is decided yet.
    let watched = build_watch(&sales, &[], day("2025-03-20"));
    assert_eq!((watched.months.len(), watched.must_register), (0, None));
    assert_eq!(watched.findings[0].code, "vat_threshold_near");
    assert!(build_watch(&sales, &[], day("2025-03-31")).must_register.is_some());
}

#[test]
fn exempt_sales_do_not_count_and_those_without_registration_do() {
    use Treatment as T;
    assert_eq!(ThresholdTreatment::for_treatment(T::ReverseCharge, true), ThresholdTreatment::Taxable);
    assert_eq!(ThresholdTreatment::for_treatment(T::OutsideScope, false), ThresholdTreatment::Taxable);
    assert_eq!(ThresholdTreatment::for_treatment(T::OutsideScope, true), ThresholdTreatment::OutsideScope);
    assert_eq!(ThresholdTreatment::for_treatment(T::Exempt, false), ThresholdTreatment::Exempt);
    let sales = [
        turnover("a", "2026-03-10", ThresholdTreatment::Taxable, 60_000),
        turnover("b", "2026-03-11", ThresholdTreatment::Exempt, 60_000),
        turnover("c", "2026-03-12", ThresholdTreatment::OutsideScope, 60_000),
        turnover("d", "2026-03-13", ThresholdTreatment::Taxable, -10_000),
    ];
    let now = build_watch(&sales, &[], day("2026-03-31")).now;
    assert_eq!((now.turnover.0, now.above), (5_000_000, false));
    assert_eq!(list_turnover_ids(&sales, &now.period), ["a", "d"]);
}

#[test]
fn registration_is_required_if_the_next_30_days_exceed_the_threshold() {
    let today = day("2026-11-25");
    // The thirtieth day is 24 December.
    let on = |on: &str, pounds| {
        let expected = [turnover("q", on, ThresholdTreatment::Taxable, pounds)];
        build_watch(&[], &expected, today)
    };
    let watched = on("2026-12-24", 90_001);
    let must = watched.must_register.unwrap();
    assert_eq!((must.since, must.from), (today, today));
    assert_eq!(must.notify_by, day("2026-12-24"));
    assert_eq!(watched.findings[0].code, "vat_threshold_expected");
    assert_eq!(on("2026-12-25", 90_001).must_register, None);
    assert_eq!(on("2026-12-24", 90_000).must_register, None);
    // Before the first threshold that is known nothing is said.
    let early = [turnover("q", "2010-01-01", ThresholdTreatment::Taxable, 500_000)];
    assert_eq!(build_watch(&early, &early, day("2010-01-01")).must_register, None);
}

#[test]
fn twelve_months_are_complete_in_a_leap_year() {
    let from = |to: &str| year_ending(day(to)).from.to_string();
    assert_eq!(from("2028-02-29"), "2027-03-01");
    assert_eq!(from("2029-02-28"), "2028-03-01");
    assert_eq!(from("2028-02-28"), "2027-03-01");
    assert_eq!(from("2026-11-25"), "2025-11-26");
    let empty = build_watch(&[], &[], Date::LAST);
    assert_eq!(empty.now.turnover, Pence::ZERO);
    assert_eq!(build_watch(&[], &[], Date::FIRST).must_register, None);
}
