use super::*;
use crate::money::number::Number;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn payment(id: &str, amount: i64, date: &str, status: ConfirmationStatus) -> Payment {
    Payment {
        id: id.into(),
        amount: Number::from(Pence(amount)),
        date: date.into(),
        confirmation_status: status,
        ..Payment::default()
    }
}

fn claim(payments: &[Payment]) -> LatePaymentClaim<'_> {
    LatePaymentClaim {
        is_issued: true,
        is_void: false,
        in_instalments: false,
        customer: Some(CustomerKind::Business),
        amount: Pence(100_000),
        vat: Pence::ZERO,
        due: Some(day("2026-04-09")),
        notified_on: day("2026-03-10"),
        payments,
    }
}

/// The example of `interest`: 1,000.00 for 20 days and 600.00 for 30, at 11.75 %: 12.23. With the fixed sum of 70.00 it
/// is 82.23.
#[test]
fn confirmed_payments_make_the_debt_smaller_and_others_do_not() {
    use ConfirmationStatus::{Confirmed, Pending};
    let payments = [
        payment("p1", 40_000, "2026-04-30T09:00:00", Confirmed),
        payment("p2", 60_000, "2026-04-30", Pending),
    ];
    let late_payment = calculate_charge(&claim(&payments), day("2026-05-29")).unwrap();
    assert_eq!((late_payment.interest, late_payment.fixed_sum), (Pence(1_223), Pence(7_000)));
    assert_eq!((late_payment.total, late_payment.owed), (Pence(8_223), Pence(60_000)));
    assert_eq!(late_payment.total_due(), Pence(68_223));
    let late_payment_email = late_payment.build_email("INV-0001", Some(day("2026-03-10")), day("2026-05-29"));
    assert_eq!(late_payment_email.subject, "Late payment of invoice INV-0001");
    assert_eq!(
        late_payment_email.before,
        [
            "Our invoice INV-0001 of 10 Mar 2026 was due by 9 Apr 2026. £1,000.00 of it hadn’t been paid by then.",
            "Under the Late Payment of Commercial Debts (Interest) Act 1998 we are charging interest at 11.75% a \
             year, which is 8% above the Bank of England’s rate of 3.75% on 31 Dec 2025, and a fixed sum of £70.00.",
        ]
    );
    assert_eq!(
        late_payment_email.after[0],
        "Please pay £682.23 now. A further £0.19 is due for each day after 29 May 2026 that £600.00 remains unpaid."
    );
}

/// Paid in full, 10 days late: 1,000.00 × 11.75 % × 10 / 365 = 3.2191…, for 10 to 19 April.
#[test]
fn charges_interest_up_to_the_day_of_a_late_payment() {
    let payments = [payment("p", 100_000, "2026-04-20", ConfirmationStatus::Confirmed)];
    let late_payment = calculate_charge(&claim(&payments), day("2026-05-29")).unwrap();
    assert_eq!(
        (late_payment.days, late_payment.interest, late_payment.total_due()),
        (10, Pence(322), Pence(7_322))
    );
    let late_payment_email = late_payment.build_email("1", None, day("2026-05-29"));
    assert_eq!(
        late_payment_email.after[0],
        "The invoice itself has been paid. Please pay the remaining £73.22."
    );
    assert!(late_payment_email.before[0].starts_with("Our invoice 1 was due by"));
    let late_payment = LatePayment { was_agreed: false, ..late_payment };
    let late_payment_email = late_payment.build_email("1", None, day("2026-05-29"));
    let was_due = "As we hadn’t agreed a date, our invoice 1 was due within 30 days, by 9 Apr 2026.";
    assert!(late_payment_email.before[0].starts_with(was_due));
}

#[test]
fn states_why_a_charge_is_not_possible() {
    let of = |change: fn(&mut LatePaymentClaim<'_>)| {
        let mut claim = claim(&[]);
        change(&mut claim);
        calculate_charge(&claim, day("2026-05-29")).unwrap_err().code()
    };
    assert_eq!(of(|it| it.customer = Some(CustomerKind::Consumer)), "consumer");
    assert_eq!(of(|it| it.customer = None), "unknown_customer");
    assert_eq!(of(|it| it.is_void = true), "void");
    assert_eq!(of(|it| it.is_issued = false), "draft");
    assert_eq!(of(|it| it.amount = Pence::ZERO), "credited");
    assert_eq!(of(|it| it.in_instalments = true), "instalments");
    assert_eq!(of(|it| it.due = Some(day("2026-05-29"))), "not_late");
    let void_of_a_consumer = |it: &mut LatePaymentClaim<'_>| {
        it.is_void = true;
        it.customer = Some(CustomerKind::Consumer);
    };
    assert_eq!(of(void_of_a_consumer), "consumer");
    let paid = [payment("p", 100_000, "2026-04-09", ConfirmationStatus::Confirmed)];
    assert_eq!(calculate_charge(&claim(&paid), day("2026-05-29")).unwrap_err().code(), "paid_in_time");
}
