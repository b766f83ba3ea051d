//! Properties of reminders, tested with generated plans and days.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

use plumbline_core::chase::{ChasePlan, ChaseStep, Moment, ReminderDates, find_next_reminder};
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::holidays::Nation;
use plumbline_core::time::{Date, Weekday};
use proptest::prelude::*;

fn any_day() -> impl Strategy<Value = Date> {
    (0u32..900).prop_map(|days| "2025-06-01".parse::<Date>().unwrap().plus_days(days).unwrap())
}

fn any_plan() -> impl Strategy<Value = ChasePlan> {
    let step = (prop::sample::select(Moment::ALL.to_vec()), 0i64..=40)
        .prop_map(|(moment, days)| ChaseStep::new(moment, days));
    let weekdays = prop::sample::subsequence(Weekday::ALL.to_vec(), 1..=7);
    let nation = prop::sample::select(vec![
        None,
        Some(Nation::EnglandAndWales),
        Some(Nation::Scotland),
        Some(Nation::NorthernIreland),
    ]);
    (prop::collection::vec(step, 0..10), weekdays, nation).prop_map(|(steps, weekdays, nation)| ChasePlan {
        steps,
        weekdays,
        nation,
    })
}

proptest! {
    /// A server that runs on some days and not on others: on each day on which it runs, it asks once.
    #[test]
    fn sends_at_most_one_reminder_a_day_and_none_twice_or_before_sending(
        plan in any_plan(),
        sent in any_day(),
        length in prop::option::of(0u32..60),
        up in prop::collection::vec(any::<bool>(), 140),
        kind in prop::sample::select(vec![DocumentKind::Quote, DocumentKind::Invoice]),
    ) {
        let end = length.and_then(|days| sent.plus_days(days));
        let mut dates = ReminderDates { sent, end, last: None };
        let mut went: Vec<(Date, ChaseStep)> = Vec::new();
        for (days, is_up) in (0u32..).zip(&up) {
            let today = sent.plus_days(days).unwrap();
            let found = find_next_reminder(&plan, kind, &dates, today);
            prop_assert_eq!(found, find_next_reminder(&plan, kind, &dates, today));
            let Some(found) = found else { continue };
            prop_assert!(found.on >= today);
            prop_assert!(found.on > sent);
            prop_assert!(plan.is_sending_day(found.on));
            prop_assert_eq!(found.step.moment.kind(), kind);
            if kind == DocumentKind::Quote {
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
    fn the_next_reminder_stays_the_same_until_its_day(
        plan in any_plan(),
        sent in any_day(),
        length in 0u32..60,
    ) {
        for kind in [DocumentKind::Quote, DocumentKind::Invoice] {
            let dates = ReminderDates { sent, end: sent.plus_days(length), last: None };
            let Some(first) = find_next_reminder(&plan, kind, &dates, sent) else { continue };
            let mut day = sent;
            while day < first.on {
                prop_assert_eq!(find_next_reminder(&plan, kind, &dates, day), Some(first));
                day = day.plus_days(1).unwrap();
            }
        }
    }
}
