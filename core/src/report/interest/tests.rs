use proptest::prelude::*;

use super::*;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn debt(pence: i64, agreed: &str, payments: &[(&str, &str, i64)]) -> Debt {
    let paid = |(id, date, amount): &(&str, &str, i64)| DebtPayment {
        id: (*id).to_owned(),
        date: day(date),
        amount: Pence(*amount),
    };
    Debt {
        customer: CustomerKind::Business,
        amount: Pence(pence),
        vat: Pence::ZERO,
        agreed: (!agreed.is_empty()).then(|| day(agreed)),
        notified_on: day("2026-02-01"),
        payments: payments.iter().map(paid).collect(),
    }
}

/// £1,000 × 11.75 % × 50 / 365 = £16.0958…; each day is £0.3219….
#[test]
fn calculates_50_days_of_interest_and_the_fixed_sum() {
    let late_payment = calculate_late_payment(&debt(100_000, "2026-03-31", &[]), day("2026-05-20")).unwrap();
    assert_eq!((late_payment.days, late_payment.rate, late_payment.reference_day), (50, 1_175, "2025-12-31"));
    assert_eq!((late_payment.interest, late_payment.a_day), (Pence(1_610), Pence(32)));
    assert_eq!((late_payment.fixed_sum, late_payment.total), (Pence(7_000), Pence(8_610)));
    assert_eq!((late_payment.due, late_payment.was_agreed), (day("2026-03-31"), true));
    let json = serde_json::to_value(&late_payment).unwrap();
    assert_eq!((&json["interest"], &json["aDay"]), (&"16.10".into(), &"0.32".into()));
    assert_eq!(json["stretches"][0]["days"]["from"], "2026-04-01");
}

/// 400.00 on day 21, 10 April to 29 April on 1,000.00 (20 days), then 600.00 to 29 May (30 days): (1,000 × 20 + 600 ×
/// 30) × 11.75 % / 365 = 38,000 × 0.1175 / 365 = £12.2328…. The first part is 6.4383…: 6.44, the second 5.79.
#[test]
fn a_part_payment_makes_the_sum_smaller_from_its_day() {
    let payments = [("p1", "2026-04-30", 40_000)];
    let late_payment =
        calculate_late_payment(&debt(100_000, "2026-04-09", &payments), day("2026-05-29")).unwrap();
    let stretches: Vec<_> = late_payment
        .stretches
        .iter()
        .map(|it| (it.count, it.owed.0, it.interest.0, it.payments.len()))
        .collect();
    assert_eq!(stretches, [(20, 100_000, 644, 0), (30, 60_000, 579, 1)]);
    assert_eq!((late_payment.interest, late_payment.owed), (Pence(1_223), Pence(60_000)));
    // Paid off in two days' time: no interest from that day on, and the fixed sum stays.
    let payments = [("p2", "2026-04-12", 100_000)];
    let late_payment =
        calculate_late_payment(&debt(100_000, "2026-04-09", &payments), day("2026-05-29")).unwrap();
    assert_eq!((late_payment.days, late_payment.interest, late_payment.owed), (2, Pence(64), Pence::ZERO));
    assert_eq!((late_payment.fixed_sum, late_payment.a_day), (Pence(7_000), Pence::ZERO));
    // 1p was paid in time: what was late is below 1,000.00.
    let payments = [("p3", "2026-04-09", 1)];
    let late_payment =
        calculate_late_payment(&debt(100_000, "2026-04-09", &payments), day("2026-05-29")).unwrap();
    assert_eq!((late_payment.fixed_sum, late_payment.stretches[0].owed), (Pence(4_000), Pence(99_999)));
}

/// Interest starts on 1 July 2025 at 4.25 + 8, and the rate doesn't change, although the base rate was 3.75 on the next
/// 31 December. 1 July to 30 June is 365 days: 1,000.00 × 12.25 %.
#[test]
fn the_rate_at_the_start_applies_to_the_whole_debt() {
    let late_payment = calculate_late_payment(&debt(100_000, "2025-06-30", &[]), day("2026-06-30")).unwrap();
    assert_eq!((late_payment.rate, late_payment.days, late_payment.interest), (1_225, 365, Pence(12_250)));
    // A day earlier it is the half-year before: 4.75 (the Bank of England's series).
    let late_payment = calculate_late_payment(&debt(100_000, "2025-06-29", &[]), day("2026-06-30")).unwrap();
    assert_eq!((late_payment.rate, late_payment.reference_day), (1_275, "2024-12-31"));
    // A leap day is a day: 1 March 2024 is the second day after 28 February, over 365 all the same.
    let late_payment =
        calculate_late_payment(&debt(3_650_000, "2024-02-28", &[]), day("2024-03-01")).unwrap();
    // 36,500.00 × 13.25 % × 2 / 365 = 26.50.
    assert_eq!(
        (late_payment.days, late_payment.interest, late_payment.fixed_sum),
        (2, Pence(2_650), Pence(10_000))
    );
}

/// No date was agreed: the 30 days that begin with 1 February end on 2 March.
#[test]
fn the_debt_is_due_after_30_days_if_no_date_was_agreed() {
    let none = debt(100_000, "", &[]);
    let late_payment = calculate_late_payment(&none, day("2026-03-03")).unwrap();
    assert_eq!((late_payment.due, late_payment.was_agreed, late_payment.days), (day("2026-03-02"), false, 1));
    assert_eq!(calculate_late_payment(&none, day("2026-03-02")), Err(NoInterest::NotLate));
    // A public authority has no more, whatever was agreed.
    let mut authority = debt(100_000, "2026-04-30", &[]);
    authority.customer = CustomerKind::PublicAuthority;
    let late_payment = calculate_late_payment(&authority, day("2026-03-03")).unwrap();
    assert_eq!((late_payment.due, late_payment.was_agreed), (day("2026-03-02"), false));
    authority.agreed = Some(day("2026-02-10"));
    let late_payment = calculate_late_payment(&authority, day("2026-03-03")).unwrap();
    assert_eq!((late_payment.due, late_payment.was_agreed), (day("2026-02-10"), true));
}

#[test]
fn charges_at_the_last_known_rate_and_marks_it_as_unconfirmed() {
    let result = |agreed, vat| {
        let mut it = debt(100_000, agreed, &[]);
        it.vat = Pence(vat);
        calculate_late_payment(&it, day("2026-11-25")).unwrap().interest_confirmed
    };
    assert!(result("2026-03-31", 0));
    assert!(result("2026-03-31", 1));
    // 4.25 of 30 June 2025 when it began, and 3.75 now: the first stays.
    assert!(result("2025-08-31", 0));
    // 4.75 of 31 December 2024.
    assert!(result("2025-03-31", 0));
    // The rate of 31 December 2026 is not known yet: that of 30 June counts. 1,000.00 for 10 days at 11.75 %: 3.22.
    let later = debt(100_000, "2026-12-31", &[]);
    let late_payment = calculate_late_payment(&later, day("2027-01-10")).unwrap();
    assert_eq!((late_payment.reference_day, late_payment.rate), ("2026-06-30", 1_175));
    assert_eq!(late_payment.interest, Pence(322));
    assert!(!late_payment.reference_confirmed && !late_payment.interest_confirmed);
}

#[test]
fn refuses_interest_for_consumers_and_debts_paid_in_time() {
    let consumer = Debt { customer: CustomerKind::Consumer, ..debt(100_000, "2026-03-31", &[]) };
    let refused = calculate_late_payment(&consumer, day("2026-11-25")).unwrap_err();
    assert_eq!((refused, refused.code()), (NoInterest::Consumer, "consumer"));
    assert!(refused.to_string().contains("is private"));
    let paid = debt(100_000, "2026-03-31", &[("p1", "2026-03-31", 100_000)]);
    assert_eq!(calculate_late_payment(&paid, day("2026-11-25")), Err(NoInterest::PaidInTime));
    // A day later it was late. No day of interest is left, but the fixed sum is.
    let late = debt(100_000, "2026-03-31", &[("p1", "2026-04-01", 100_000)]);
    let late_payment = calculate_late_payment(&late, day("2026-11-25")).unwrap();
    assert_eq!((late_payment.days, late_payment.total), (0, Pence(7_000)));
    let later = debt(100_000, "2026-12-31", &[]);
    assert_eq!(calculate_late_payment(&later, day("2026-12-31")), Err(NoInterest::NotLate));
    let never = debt(100_000, "9999-12-31", &[]);
    assert_eq!(calculate_late_payment(&never, Date::LAST), Err(NoInterest::NotLate));
}

proptest! {
    /// However a debt was paid, the parts follow on from each other and add up to the total, and the order of payments
    /// doesn't matter.
    #[test]
    fn the_periods_add_up_to_the_whole_interest(
        amount in 1_i64..5_000_000,
        rows in prop::collection::vec((0_u32..120, 1_i64..1_000_000), 0..6),
        days in 0_u32..200,
    ) {
        let starts = day("2026-04-01");
        let mut debt = debt(amount, "2026-03-31", &[]);
        debt.payments = rows.iter().enumerate().map(|(at, (days, amount))| DebtPayment {
            id: format!("p{at}"),
            date: day("2026-03-01").plus_days(*days).unwrap(),
            amount: Pence(*amount),
        }).collect();
        let until = starts.plus_days(days).unwrap();
        if let Ok(late_payment) = calculate_late_payment(&debt, until) {
            prop_assert_eq!(late_payment.stretches.iter().map(|it| it.interest).sum::<Pence>(), late_payment.interest);
            // Day by day it is the same sum.
            let whole: i128 = (0..=days).map(|at| {
                let on = starts.plus_days(at).unwrap();
                let paid: Pence = debt.payments.iter().filter(|it| it.date <= on).map(|it| it.amount).sum();
                i128::from((debt.amount - paid).max(Pence::ZERO).0)
            }).sum();
            prop_assert_eq!(late_payment.interest, interest_for_days(whole, late_payment.rate));
            prop_assert_eq!(late_payment.total, late_payment.interest + late_payment.fixed_sum);
            debt.payments.reverse();
            prop_assert_eq!(calculate_late_payment(&debt, until), Ok(late_payment));
        }
    }
}
