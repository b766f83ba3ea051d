//! Which period is filed next, whatever changes in between.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn period(from: &str, to: &str) -> Period {
    Period::new(day(from), day(to)).unwrap()
}

fn filed(period: Period) -> FiledVatReturn {
    FiledVatReturn {
        period,
        entries: Vec::new(),
        limited_cost: None,
        elsewhere: false,
        shown: BTreeMap::new(),
    }
}

fn since(from: &str) -> VatRegistration {
    VatRegistration { from: Some(day(from)), ..VatRegistration::default() }
}

/// Two quarters that were filed, to the end of September.
fn two_quarters() -> [FiledVatReturn; 2] {
    [filed(period("2026-04-01", "2026-06-30")), filed(period("2026-07-01", "2026-09-30"))]
}

/// Quarters to September, and then those of stagger group 2: the next one consists of October only.
#[test]
fn the_next_return_begins_on_the_day_after_the_last() {
    let registration = since("2026-04-01");
    let returns = two_quarters();
    let order = FilingOrder { registration: &registration, stagger: Stagger::January, filed: &returns };
    let october = period("2026-10-01", "2026-10-31");
    assert_eq!(order.find_period(day("2026-10-15")), Some(october));
    assert_eq!(order.find_period(day("2026-09-30")), Some(period("2026-07-01", "2026-09-30")));
    let winter = period("2026-11-01", "2027-01-31");
    assert_eq!(order.find_period(day("2026-11-01")), Some(winter));
    let today = day("2027-02-01");
    assert_eq!(order.filing_state(&october, today), FilingState::Ready);
    assert_eq!(order.filing_state(&october, day("2026-10-31")), FilingState::NotOver);
    assert_eq!(order.filing_state(&winter, today), FilingState::Waits);
    assert_eq!(
        order.describe_state(&winter, today),
        "You file returns in order: file the one to 31 Oct 2026 first."
    );
}

#[test]
fn earlier_periods_than_the_first_return_count_as_filed_elsewhere() {
    let registration = since("2026-04-01");
    let order = FilingOrder { registration: &registration, stagger: Stagger::March, filed: &[] };
    let summer = period("2026-07-01", "2026-09-30");
    let today = day("2026-11-25");
    assert_eq!(order.periods_closed_by(&summer), [period("2026-04-01", "2026-06-30")]);
    let text = order.describe_state(&summer, today);
    assert!(text.contains("1 Apr 2026 to 30 Jun 2026, count as filed elsewhere"), "{text}");
    let spring = period("2026-04-01", "2026-06-30");
    assert_eq!(order.periods_closed_by(&spring), []);
    assert!(!order.describe_state(&spring, today).contains("elsewhere"));
    let returns = [FiledVatReturn { elsewhere: true, ..filed(spring) }, filed(summer)];
    let order = FilingOrder { filed: &returns, ..order };
    assert_eq!(order.filing_state(&spring, today), FilingState::Elsewhere);
    assert_eq!(order.filing_state(&summer, today), FilingState::Filed);
    // One that was kept without what was before it.
    let order = FilingOrder { filed: &returns[1..], ..order };
    assert_eq!(order.filing_state(&spring, today), FilingState::Elsewhere);
}

#[test]
fn refuses_registration_changes_that_affect_filed_returns() {
    let registration = since("2026-04-01");
    let returns = two_quarters();
    let order = FilingOrder { registration: &registration, stagger: Stagger::March, filed: &returns };
    let scheme = |from: &str, cash| Scheme { from: day(from), cash, flat_rate: None };
    let paths = |changed: &VatRegistration, schemes: &[Scheme]| {
        let found = order.check_change(&[], changed, schemes);
        found.into_iter().map(|it| it.path).collect::<Vec<_>>()
    };
    let until = |text: &str| VatRegistration { until: Some(day(text)), ..since("2026-04-01") };
    assert_eq!(paths(&registration, &[]), [""; 0]);
    assert_eq!(paths(&since("2026-10-01"), &[]), ["from"]);
    assert_eq!(paths(&since("2026-03-01"), &[]), ["from"]);
    assert_eq!(paths(&until("2026-09-29"), &[]), ["until"]);
    assert_eq!(paths(&until("2026-09-30"), &[]), [""; 0]);
    assert_eq!(paths(&registration, &[scheme("2026-10-01", true)]), [""; 0]);
    assert_eq!(paths(&registration, &[scheme("2026-09-01", true)]), ["schemes"]);
    // Said in other words, it is the same.
    assert_eq!(paths(&registration, &[scheme("2026-04-01", false)]), [""; 0]);
    let found = order.check_change(&[], &until("2026-08-01"), &[scheme("2026-04-01", true)]);
    assert_eq!(
        found[0].msg,
        "The last day of your registration is part of VAT returns you’ve filed. Reopen the return to 30 Sept 2026 \
         first."
    );
    assert_eq!(
        found[1].msg,
        "How you accounted is part of VAT returns you’ve filed. Reopen the returns first, from the one to 30 \
         Sept 2026 back to the one to 30 Jun 2026."
    );
}

fn any_stagger() -> impl Strategy<Value = Stagger> {
    prop_oneof![
        Just(Stagger::March),
        Just(Stagger::January),
        Just(Stagger::February),
        Just(Stagger::Monthly),
        (0_u8..=12).prop_map(|ends_in| Stagger::Annual { ends_in }),
    ]
}

proptest! {
    /// Whatever the periods are changed to between two filings, every day is in one return, and the next can be filed.
    #[test]
    fn no_day_is_left_out_or_in_two(
        staggers in prop::collection::vec(any_stagger(), 1..12),
        first in 0_u32..800,
    ) {
        let from = day("2025-01-17");
        let registration = since("2025-01-17");
        let mut returns: Vec<FiledVatReturn> = Vec::new();
        let mut on = from.plus_days(first).unwrap();
        for stagger in staggers {
            let order = FilingOrder { registration: &registration, stagger, filed: &returns };
            let next = order.find_period(on).unwrap();
            prop_assert_eq!(order.filing_state(&next, day("2099-01-01")), FilingState::Ready);
            let closed = order.periods_closed_by(&next).into_iter().map(|period| FiledVatReturn {
                elsewhere: true,
                ..filed(period)
            });
            let closed: Vec<FiledVatReturn> = closed.collect();
            returns.extend(closed);
            returns.push(filed(next));
            on = next.to.plus_days(1).unwrap();
        }
        let mut next = from;
        for it in &returns {
            prop_assert_eq!(it.period.from, next);
            next = it.period.to.plus_days(1).unwrap();
        }
    }
}
