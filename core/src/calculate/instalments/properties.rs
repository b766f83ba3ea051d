//! What is true of every plan and schedule of instalments, whatever the amounts and dates.

use proptest::prelude::*;

use super::*;
use crate::calculate::payments::{Credits, calculate_balance};
use crate::time::repeat::Repeat;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn any_plan() -> impl Strategy<Value = Vec<Instalment>> {
    let row = (1_u32..60, 1_i64..1_000_000);
    prop::collection::vec(row, INSTALMENTS_MIN..=INSTALMENTS_MAX).prop_map(|rows| {
        let mut date = day("2027-01-01");
        let row = |(days, amount)| {
            date = date.plus_days(days).unwrap();
            let amount = Pence(amount);
            Instalment { date, amount }
        };
        rows.into_iter().map(row).collect()
    })
}

proptest! {
    #[test]
    fn a_planned_schedule_adds_up_exactly_and_is_valid(
        whole in 100_i64..10_000_000_000,
        count in INSTALMENTS_MIN..=INSTALMENTS_MAX,
        every in prop::sample::select(&Repeat::ALL[1..4]),
        share in prop::option::of(1_i64..99),
    ) {
        let first = share.map(|share| Pence((whole / 100 * share).max(1)));
        let amount = first.map(|amount| amount.to_string()).unwrap_or_default();
        let request = InstalmentPlanRequest {
            total: &Pence(whole).to_string(),
            count: &count.to_string(),
            first: "2027-01-31",
            every,
            first_amount: &amount,
        };
        if let Ok(rows) = plan_instalments(&request) {
            prop_assert_eq!(rows.len(), count);
            prop_assert_eq!(rows.iter().map(|row| row.amount).sum::<Pence>(), Pence(whole));
            let others = &rows[usize::from(first.is_some())..];
            let most = others.iter().map(|row| row.amount).max().unwrap();
            let least = others.iter().map(|row| row.amount).min().unwrap();
            prop_assert!(most - least <= Pence(1));
            let typed: Vec<TypedInstalment> = rows.iter().map(|row| TypedInstalment {
                date: row.date.to_string(),
                amount: row.amount.into(),
            }).collect();
            if whole <= 1_000_000_000 {
                prop_assert_eq!(parse_instalments(&typed, Pence(whole), Some(day("2027-01-31"))), Ok(rows));
            }
        } else {
            prop_assert!(whole < 100 * 36);
        }
    }

    #[test]
    fn no_instalment_is_negative_and_all_add_up_to_the_balance(
        rows in any_plan(),
        payable in 0_i64..40_000_000,
        credited in 0_i64..40_000_000,
        refunded in 0_i64..20_000_000,
        paid in 0_i64..50_000_000,
        days in 0_u32..2500,
    ) {
        let credits = Credits {
            credited: Pence(credited.min(payable)),
            refunded: Pence(refunded),
            has_credit_notes: true,
        };
        let today = day("2026-12-01").plus_days(days).unwrap();
        let left = calculate_balance(Pence(payable), credits, Pence(paid));
        let (whole, counted) = schedule_amounts(Pence(payable), credits, Pence(paid));
        let instalment_schedule = build_schedule(&rows, (whole, counted), today);
        let parts = &instalment_schedule.parts;
        prop_assert_eq!(parts.iter().map(|part| part.amount).sum::<Pence>(), whole);
        prop_assert_eq!(parts.iter().map(|part| part.open).sum::<Pence>(), left);
        prop_assert_eq!(parts.iter().map(|part| part.paid).sum::<Pence>(), counted);
        let each_adds_up = parts.iter().all(|part| {
            part.open >= Pence::ZERO && part.paid >= Pence::ZERO && part.open + part.paid == part.amount
        });
        prop_assert!(each_adds_up);
        // Payments fill the earliest instalments first.
        let first_open = parts.iter().position(|part| part.open > Pence::ZERO);
        if let Some(at) = first_open {
            prop_assert!(parts[at + 1..].iter().all(|part| part.paid == Pence::ZERO));
        }
        prop_assert_eq!(instalment_schedule.next, first_open.map(|at| parts[at].date));
        prop_assert_eq!(instalment_schedule.next, super::first_open_date(&rows, whole, counted));
        prop_assert!(instalment_schedule.overdue <= instalment_schedule.due_now && instalment_schedule.due_now <= left);
        prop_assert_eq!(instalment_schedule.asked == Pence::ZERO, left == Pence::ZERO);
        prop_assert!(instalment_schedule.asked <= left);
        prop_assert_eq!(instalment_schedule.due_label().is_empty(), left == Pence::ZERO);
    }
}
