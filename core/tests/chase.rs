//! What is always true of reminders, on plans and days that nobody thought of.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

use plumbline_core::chase::{Dates, Moment, Plan, Step, next};
use plumbline_core::kind::Kind;
use plumbline_core::time::Date;
use plumbline_core::time::holidays::Nation;
use plumbline_core::time::weekday::Weekday;
use proptest::prelude::*;

fn any_day() -> impl Strategy<Value = Date> {
    (0u32..900).prop_map(|days| {
        "2025-06-01"
            .parse::<Date>()
            .unwrap()
            .plus_days(days)
            .unwrap()
    })
}

fn any_plan() -> impl Strategy<Value = Plan> {
    let step = (prop::sample::select(Moment::ALL.to_vec()), 0i64..=40)
        .prop_map(|(moment, days)| Step::new(moment, days));
    let weekdays = prop::sample::subsequence(Weekday::ALL.to_vec(), 1..=7);
    let nation = prop::sample::select(vec![
        None,
        Some(Nation::EnglandAndWales),
        Some(Nation::Scotland),
        Some(Nation::NorthernIreland),
    ]);
    (prop::collection::vec(step, 0..10), weekdays, nation).prop_map(|(steps, weekdays, nation)| {
        Plan {
            steps,
            weekdays,
            nation,
        }
    })
}

proptest! {
    /// A server that runs on some days and not on others: on each day on which it runs, it asks once.
    #[test]
    fn one_a_day_never_before_it_was_sent_and_never_the_same_twice(
        plan in any_plan(),
        sent in any_day(),
        length in prop::option::of(0u32..60),
        up in prop::collection::vec(any::<bool>(), 140),
        kind in prop::sample::select(vec![Kind::Quote, Kind::Invoice]),
    ) {
        let end = length.and_then(|days| sent.plus_days(days));
        let mut dates = Dates { sent, end, last: None };
        let mut went: Vec<(Date, Step)> = Vec::new();
        for (days, is_up) in (0u32..).zip(&up) {
            let today = sent.plus_days(days).unwrap();
            let found = next(&plan, kind, &dates, today);
            prop_assert_eq!(found, next(&plan, kind, &dates, today));
            let Some(found) = found else { continue };
            prop_assert!(found.on >= today);
            prop_assert!(found.on > sent);
            prop_assert!(plan.goes_on(found.on));
            prop_assert_eq!(found.step.moment.kind(), kind);
            if kind == Kind::Quote {
                prop_assert!(end.is_none_or(|end| found.on <= end));
            }
            if found.step.moment == Moment::BeforeDue {
                prop_assert!(end.is_some_and(|end| found.on <= end));
            }
            if !*is_up || found.on != today {
                continue;
            }
            // No later than is due at all: on no day before its own, but that a word beforehand is
            // brought forward by less than a week.
            prop_assert!(went.iter().all(|(on, step)| *on < today && *step != found.step));
            went.push((today, found.step));
            dates.last = Some(today);
        }
        let of_kind = plan.steps.iter().filter(|step| step.moment.kind() == kind);
        prop_assert!(went.len() <= of_kind.count());
    }

    /// A server that always runs sends each reminder on time, and nothing is left over.
    #[test]
    fn whatever_is_next_stays_next_until_its_day(
        plan in any_plan(),
        sent in any_day(),
        length in 0u32..60,
    ) {
        for kind in [Kind::Quote, Kind::Invoice] {
            let dates = Dates { sent, end: sent.plus_days(length), last: None };
            let Some(first) = next(&plan, kind, &dates, sent) else { continue };
            let mut day = sent;
            while day < first.on {
                prop_assert_eq!(next(&plan, kind, &dates, day), Some(first));
                day = day.plus_days(1).unwrap();
            }
        }
    }
}
