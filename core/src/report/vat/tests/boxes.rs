//! Each box of the return, with VAT accounted for by invoices.

use super::*;

/// A quarter with one record of each type.
fn quarter() -> TestBooks {
    let mut test_books = TestBooks::new(false, None);
    let mut first = sale("s1", "2026-01-10", vec![standard(100_000)]);
    first.credits = vec![credit("c1", "2026-03-20", vec![standard(10_000)])];
    let reduced =
        vec![amount(Treatment::Taxable, "5", 50_000, 2_500), amount(Treatment::Taxable, "0", 30_000, 0)];
    let none =
        vec![amount(Treatment::Exempt, "0", 15_000, 0), amount(Treatment::OutsideScope, "0", 9_900, 0)];
    let mut dispatched = sale("s5", "2026-03-31", vec![amount(Treatment::Taxable, "0", 25_075, 0)]);
    dispatched.dispatched = true;
    test_books.sales = vec![
        first,
        sale("s2", "2026-02-11", reduced),
        sale("s3", "2026-03-12", none),
        // HMRC's construction case: £2,000.00 labour and £800.00 materials.
        sale("s4", "2026-03-13", vec![reverse(280_000)]),
        dispatched,
        sale("before", "2025-12-31", vec![standard(777)]),
        sale("after", "2026-04-01", vec![standard(777)]),
    ];
    let mut entertained = bought("p5", "2026-02-05", vec![standard(5_000)]);
    entertained.reclaims = false;
    let mut acquired = bought("p6", "2026-02-06", vec![standard(40_000)]);
    acquired.kind = PurchaseKind::Acquisition;
    test_books.purchases = vec![
        bought("p1", "2026-01-15", vec![standard(24_050)]),
        bought("p2", "2026-02-01", vec![amount(Treatment::Exempt, "0", 3_000, 0)]),
        bought("p3", "2026-02-02", vec![amount(Treatment::OutsideScope, "0", 7_500, 0)]),
        bought("p4", "2026-02-03", vec![reverse(100_000)]),
        entertained,
        acquired,
    ];
    test_books
}

#[test]
fn every_box_worked_by_hand() {
    let made = quarter().build_return(first_quarter());
    let figures = [
        // 200.00 + 25.00 − 20.00 of the credit note + 200.00 that a subcontractor left to us.
        40_500, // The acquisition.
        8_000,  // 405.00 + 80.00.
        48_500, // 48.10 + 200.00 + 80.00; nothing of the meal.
        32_810, // 485.00 − 328.10.
        15_690,
        // 1,000.00 + 500.00 + 300.00 + 150.00 + 2,800.00 + 250.75 − 100.00 = 4,900.75, its pence left off.
        490_000, // 240.50 + 30.00 + 1,000.00 + 50.00 + 400.00 = 1,720.50.
        172_000, 25_000, 40_000,
    ];
    assert_eq!(filed_amounts(&made), figures);
    assert!(!made.reclaims && !made.locked);
    assert_eq!(made.due.unwrap().day, day("2026-05-07"));
    let exact: Vec<i64> = made.boxes.iter().map(|it| it.exact.0).collect();
    assert_eq!(exact[5..], [490_075, 172_050, 25_075, 40_000]);
    // Pence are dropped (hmrc/vat-api issue 685): 4,900.75 is 4,900.
    assert!(made.boxes.iter().all(|it| it.confirmed));
    assert!(made.findings.is_empty());
}

#[test]
fn each_box_opens_the_records_behind_it() {
    let made = quarter().build_return(first_quarter());
    assert_eq!(records_behind(&made, 1), ["s1", "p4", "s2", "c1"]);
    assert_eq!(records_behind(&made, 2), ["p6"]);
    assert_eq!(records_behind(&made, 3), ["s1", "p4", "p6", "s2", "c1"]);
    assert_eq!(records_behind(&made, 4), ["p1", "p4", "p6"]);
    assert_eq!(records_behind(&made, 5), ["s1", "p1", "p4", "p6", "s2", "c1"]);
    assert_eq!(records_behind(&made, 6), ["s1", "s2", "s3", "s4", "c1", "s5"]);
    assert_eq!(records_behind(&made, 7), ["p1", "p2", "p4", "p5", "p6"]);
    assert_eq!(records_behind(&made, 8), ["s5"]);
    assert_eq!(records_behind(&made, 9), ["p6"]);
    let json = serde_json::to_value(&made).unwrap();
    assert_eq!(json["boxes"][0]["box"], 1);
    assert_eq!(json["boxes"][0]["amount"], "405.00");
    assert_eq!(json["boxes"][0]["field"], "vatDueSales");
    assert_eq!(json["entries"][0]["kind"], "sale");
}

#[test]
fn the_14_day_rule_moves_an_invoice_between_quarters() {
    let done = |issued: &str| {
        let mut test_books = TestBooks::new(false, None);
        let mut one = sale("s", issued, vec![standard(100_000)]);
        one.supplied = Some(day("2026-03-20"));
        test_books.sales = vec![one];
        [first_quarter(), second_quarter()].map(|it| test_books.build_return(it).box_amount(1).0)
    };
    assert_eq!(done("2026-04-03"), [0, 20_000]);
    assert_eq!(done("2026-04-04"), [20_000, 0]);
}

#[test]
fn a_deposit_counts_when_it_comes_in() {
    let mut test_books = TestBooks::new(false, None);
    let mut one = sale("s", "2026-04-10", vec![standard(100_000)]);
    one.supplied = Some(day("2026-04-08"));
    // £300.00 is a quarter of £1,200.00; what comes after the work makes no tax point of its own.
    one.payments = vec![paid("late", "2026-04-09", 90_000), paid("deposit", "2026-03-01", 30_000)];
    test_books.sales = vec![one];
    let first = test_books.build_return(first_quarter());
    assert_eq!(filed_amounts(&first)[0..6], [5_000, 0, 5_000, 0, 5_000, 25_000]);
    assert_eq!(first.entries[0].kind, EntryKind::Deposit);
    assert_eq!(records_behind(&first, 1), ["deposit"]);
    let second = test_books.build_return(second_quarter());
    assert_eq!((second.box_amount(1).0, second.box_amount(6).0), (15_000, 75_000));
    assert_eq!(records_behind(&second, 6), ["s"]);
    // A stage is taxed by its invoice, however long ago the work was.
    let mut stage = sale("s", "2026-04-10", vec![standard(100_000)]);
    stage.supplied = None;
    stage.payments = vec![paid("early", "2026-03-31", 30_000)];
    test_books.sales = vec![stage];
    assert_eq!(test_books.build_return(first_quarter()).box_amount(1), Pence(5_000));
}

#[test]
fn a_credit_note_larger_than_the_period_is_reclaimed() {
    let mut test_books = TestBooks::new(false, None);
    let mut one = sale("s", "2026-01-10", vec![standard(100_000)]);
    one.credits = vec![credit("c", "2026-04-02", vec![standard(100_050)])];
    test_books.sales = vec![one];
    let made = test_books.build_return(second_quarter());
    assert_eq!(filed_amounts(&made), [-20_010, 0, -20_010, 0, 20_010, -100_000, 0, 0, 0]);
    assert!(made.reclaims);
}

#[test]
fn counts_no_records_from_before_a_registration_in_mid_quarter() {
    let mut test_books = TestBooks::new(false, None);
    test_books.registration.from = Some(day("2026-02-15"));
    let outside = vec![amount(Treatment::OutsideScope, "0", 50_000, 0)];
    test_books.sales =
        vec![sale("before", "2026-02-14", outside), sale("on", "2026-02-15", vec![standard(10_000)])];
    test_books.purchases = vec![
        bought("early", "2026-02-14", vec![standard(5_000)]),
        bought("then", "2026-02-15", vec![standard(1_000)]),
    ];
    let own = Stagger::March.find_period(day("2026-03-01"), &test_books.registration);
    let own = own.unwrap();
    assert_eq!(own, period("2026-02-15", "2026-03-31"));
    let made = test_books.build_return(own);
    let figures = [2_000, 0, 2_000, 200, 1_800, 10_000, 1_000, 0, 0];
    assert_eq!(filed_amounts(&made), figures);
    let codes = |made: &VatReturn| -> Vec<&str> { made.findings.iter().map(|it| it.code).collect() };
    assert_eq!(codes(&made), ["bought_before_registration"]);
    // The whole quarter has the same figures, and says why.
    let whole = test_books.build_return(first_quarter());
    assert_eq!(filed_amounts(&whole), figures);
    assert_eq!(codes(&whole), ["not_registered_throughout", "bought_before_registration"]);
    test_books.registration.until = Some(day("2026-03-20"));
    let last = test_books.build_return(period("2026-02-15", "2026-03-20"));
    assert!(codes(&last).contains(&"last_return"));
}

#[test]
fn an_empty_period_has_zeros_in_every_box() {
    let made = TestBooks::new(false, None).build_return(first_quarter());
    assert_eq!(filed_amounts(&made), [0; 9]);
    assert!(made.entries.is_empty() && made.findings.is_empty() && !made.reclaims);
}

/// Two deposits of half of £95,004.00, whose odd pence are shared in the same way in whatever order the rates are
/// listed.
#[test]
fn the_odd_penny_of_a_deposit_does_not_depend_on_the_order_of_rates() {
    let with = |turned: bool| {
        let mut amounts = vec![
            amount(Treatment::Taxable, "20", 4_076_008, 815_202),
            amount(Treatment::Exempt, "0", 1_260_997, 0),
            amount(Treatment::OutsideScope, "0", 4_522_399, 0),
        ];
        if turned {
            amounts.reverse();
        }
        let mut one = sale("s", "2026-04-20", amounts);
        one.payable = Pence(9_500_400);
        one.payments = vec![paid("a", "2026-01-05", 4_750_200)];
        let mut test_books = TestBooks::new(false, None);
        test_books.sales = vec![one];
        test_books.build_return(first_quarter())
    };
    assert_eq!(with(false), with(true));
}

/// Work of 1,000.00 under the reverse charge, a quarter of it at the owner's home: box 1 contains the whole 200.00,
/// boxes 4 and 7 only the business part.
#[test]
fn the_private_part_of_a_reverse_charge_is_due_and_not_reclaimed() {
    let mut test_books = TestBooks::new(false, None);
    let mut work = bought("p", "2026-02-03", vec![reverse(75_000)]);
    work.private_vat = Pence(5_000);
    test_books.purchases = vec![work];
    let made = test_books.build_return(first_quarter());
    let figures = [20_000, 0, 20_000, 15_000, 5_000, 0, 75_000, 0, 0];
    assert_eq!(filed_amounts(&made), figures);
}
