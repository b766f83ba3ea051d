//! VAT bad debt relief (Value Added Tax Act 1994, s. 36).

use super::super::bad_debt::{ClaimRefusal, check_claim, list_unclaimed};
use super::*;

/// £1,000.00 and £200.00 of VAT, supplied and invoiced on 10 January 2026 and due on 9 February; a quarter was paid.
fn unpaid_sale() -> Sale {
    let mut owed = sale("s", "2026-01-10", vec![standard(100_000)]);
    owed.due = Some(day("2026-02-09"));
    owed.payments = vec![paid("part", "2026-03-01", 30_000)];
    owed
}

fn test_books(owed: Sale) -> TestBooks {
    let mut saved = TestBooks::new(false, None);
    saved.sales = vec![owed];
    saved
}

fn third_quarter() -> Period {
    period("2026-07-01", "2026-09-30")
}

fn fourth_quarter() -> Period {
    period("2026-10-01", "2026-12-31")
}

#[test]
fn box_4_contains_unpaid_vat_six_months_after_the_due_date() {
    let mut debt = unpaid_sale();
    debt.written_off = Some(day("2026-06-30"));
    let saved = test_books(debt);
    assert_eq!(filed_amounts(&saved.build_return(second_quarter())), [0; 9]);
    // 9 August: £900.00 are unpaid, £150.00 of them VAT.
    let made = saved.build_return(third_quarter());
    let figures = [0, 0, 0, 15_000, 15_000, 0, 0, 0, 0];
    assert_eq!(filed_amounts(&made), figures);
    assert!(made.reclaims);
    let entry = &made.entries[0];
    assert_eq!((entry.kind, entry.date), (EntryKind::BadDebtRelief, day("2026-08-09")));
}

#[test]
fn box_1_repays_relief_on_what_is_received_later() {
    let mut debt = unpaid_sale();
    debt.written_off = Some(day("2026-08-09"));
    // £300.00 of the £900.00 have £50.00 of the £150.00; the rest comes with a credit note and a last payment.
    debt.payments.push(paid("late", "2026-10-05", 30_000));
    debt.credits = vec![credit("c", "2026-11-01", vec![standard(25_000)])];
    debt.payments.push(paid("last", "2026-12-01", 30_000));
    let saved = test_books(debt);
    assert_eq!(saved.build_return(third_quarter()).box_amount(4), Pence(15_000));
    let made = saved.build_return(fourth_quarter());
    // 50.00 and 50.00 and 50.00 repaid; the credit note of 250.00 takes 50.00 off again.
    let figures = [10_000, 0, 10_000, 0, 10_000, -25_000, 0, 0, 0];
    assert_eq!(filed_amounts(&made), figures);
    let repaid = made.entries.iter().filter(|it| it.kind == EntryKind::BadDebtRepaid);
    let repaid: Vec<_> = repaid.map(|it| (it.record.as_str(), it.amounts.box1.0)).collect();
    let expected = [("late-bad-debt", 5_000), ("c-bad-debt", 5_000), ("last-bad-debt", 5_000)];
    assert_eq!(repaid, expected);
}

#[test]
fn in_total_only_vat_on_received_money_is_due() {
    let mut debt = unpaid_sale();
    debt.written_off = Some(day("2026-08-09"));
    let saved = test_books(debt);
    let quarters = [first_quarter(), second_quarter(), third_quarter(), fourth_quarter()];
    let due = quarters.map(|it| {
        let made = saved.build_return(it);
        made.box_amount(3) - made.box_amount(4)
    });
    // 200.00 less 150.00: the £50.00 of the £300.00.
    assert_eq!(due.into_iter().sum::<Pence>(), Pence(5_000));
}

#[test]
fn what_can_be_claimed_and_what_cannot() {
    let books = test_books(unpaid_sale());
    let on = |saved: &TestBooks, day_: &str| {
        let books = saved.books();
        check_claim(&books, &saved.sales[0], day(day_)).map(|it| (it.unpaid.0, it.vat.0))
    };
    assert_eq!(on(&books, "2026-08-08"), Err(ClaimRefusal::TooEarly));
    assert_eq!(on(&books, "2026-08-09"), Ok((90_000, 15_000)));
    assert_eq!(on(&books, "2030-08-09"), Ok((90_000, 15_000)));
    assert_eq!(on(&books, "2030-08-10"), Err(ClaimRefusal::TooLate));
    let found = list_unclaimed(&books.books(), day("2026-09-01"));
    assert_eq!((found.len(), found[0].vat), (1, Pence(15_000)));
    let mut done = unpaid_sale();
    done.written_off = Some(day("2026-08-20"));
    assert!(list_unclaimed(&test_books(done).books(), day("2026-09-01")).is_empty());
    let mut settled = unpaid_sale();
    settled.payments.push(paid("rest", "2026-04-01", 90_000));
    assert_eq!(on(&test_books(settled), "2026-09-01"), Err(ClaimRefusal::Nothing));
    let mut without_vat = unpaid_sale();
    without_vat.amounts = vec![reverse(120_000)];
    assert_eq!(on(&test_books(without_vat), "2026-09-01"), Err(ClaimRefusal::Nothing));
    let mut void = unpaid_sale();
    void.voided = true;
    assert_eq!(on(&test_books(void), "2026-09-01"), Err(ClaimRefusal::NotAccounted));
}

/// Due on 9 February, in advance, for work and an invoice of 20 March: the six months begin with the later day.
#[test]
fn the_six_months_start_at_the_tax_point_if_it_is_after_the_due_date() {
    let mut early = sale("s", "2026-03-20", vec![standard(100_000)]);
    early.due = Some(day("2026-02-09"));
    let saved = test_books(early);
    let on = |day_: &str| check_claim(&saved.books(), &saved.sales[0], day(day_)).err();
    assert_eq!(on("2026-09-19"), Some(ClaimRefusal::TooEarly));
    assert_eq!(on("2026-09-20"), None);
}

#[test]
fn claims_nothing_under_cash_accounting_or_the_flat_rate_scheme() {
    let mut debt = unpaid_sale();
    debt.written_off = Some(day("2026-08-09"));
    let cases = [
        (true, None, ClaimRefusal::Cash),
        (false, Some(FlatRateSector::Building), ClaimRefusal::FlatRate),
        (true, Some(FlatRateSector::Building), ClaimRefusal::FlatRate),
    ];
    for (cash, sector, why) in cases {
        let mut test_books = TestBooks::new(cash, sector);
        test_books.sales = vec![debt.clone()];
        assert_eq!(test_books.build_return(third_quarter()).box_amount(4), Pence::ZERO);
        let books = test_books.books();
        let found = check_claim(&books, &test_books.sales[0], day("2026-09-01"));
        assert_eq!(found, Err(why));
    }
}

/// A claim in a filed return that is withdrawn is reversed in the next return, with the reason.
#[test]
fn a_claim_that_is_withdrawn_after_filing_counts_in_the_next_return() {
    let mut debt = unpaid_sale();
    debt.written_off = Some(day("2026-08-09"));
    let mut saved = test_books(debt);
    saved.file_return(third_quarter());
    saved.sales[0].written_off = None;
    let next = saved.build_return(fourth_quarter());
    assert_eq!(next.box_amount(4), Pence(-15_000));
    assert!(next.entries.iter().all(|it| it.note.is_some()));
}
