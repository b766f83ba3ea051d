//! Returns under cash accounting (Notice 731).

use super::*;

fn cash(sales: Vec<Sale>, purchases: Vec<Purchase>) -> TestBooks {
    let mut test_books = TestBooks::new(true, None);
    (test_books.sales, test_books.purchases) = (sales, purchases);
    test_books
}

fn boxes(test_books: &TestBooks) -> [[i64; 9]; 2] {
    [first_quarter(), second_quarter()].map(|it| filed_amounts(&test_books.build_return(it)))
}

#[test]
fn a_part_payment_counts_for_every_rate_in_proportion() {
    let amounts = vec![standard(100_000), amount(Treatment::Taxable, "5", 20_000, 1_000)];
    let mut one = sale("s", "2026-02-01", amounts);
    one.payments = vec![paid("a", "2026-03-31", 50_000), paid("b", "2026-04-01", 91_000)];
    let test_books = cash(vec![one], Vec::new());
    let [first, second] = boxes(&test_books);
    // £500.00 of £1,410.00: VAT 70.92 + 3.55, net 354.61 + 70.92 = 425.53.
    assert_eq!((first[0], first[5]), (7_447, 42_500));
    // The rest: 210.00 − 74.47, and 1,200.00 − 425.53 = 774.47.
    assert_eq!((second[0], second[5]), (13_553, 77_400));
    let made = test_books.build_return(first_quarter());
    assert_eq!(made.entries[0].kind, EntryKind::Receipt);
    assert_eq!(records_behind(&made, 6), ["a"]);
}

#[test]
fn unpaid_sales_and_purchases_do_not_count() {
    let mut owed = bought("p", "2026-02-01", vec![standard(50_000)]);
    owed.payments = vec![paid("half", "2026-04-05", 30_000)];
    let test_books = cash(vec![sale("s", "2026-02-01", vec![standard(100_000)])], vec![owed]);
    let [first, second] = boxes(&test_books);
    assert_eq!(first, [0; 9]);
    assert_eq!(second, [0, 0, 0, 5_000, 5_000, 0, 25_000, 0, 0]);
    assert!(test_books.build_return(second_quarter()).reclaims);
    let entries = test_books.build_return(second_quarter()).entries;
    assert_eq!(entries[0].kind, EntryKind::PurchasePayment);
}

#[test]
fn a_payment_after_a_change_of_rate_keeps_the_rate_of_its_invoice() {
    // 17.5 % to 3 January 2011: £1,175.00, half of it paid on either side.
    let old = vec![amount(Treatment::Taxable, "17.5", 100_000, 17_500)];
    let mut one = sale("s", "2010-12-20", old);
    one.payments = vec![paid("a", "2011-01-03", 58_750), paid("b", "2011-04-04", 58_750)];
    let test_books = cash(vec![one], Vec::new());
    let first = test_books.build_return(period("2011-01-01", "2011-03-31"));
    let second = test_books.build_return(period("2011-04-01", "2011-06-30"));
    assert_eq!((first.box_amount(1).0, second.box_amount(1).0), (8_750, 8_750));
}

#[test]
fn a_cis_deduction_counts_as_paid() {
    // £1,000.00 of labour and £200.00 VAT, less £200.00 CIS: £1,000.00 pays it in full.
    let mut one = sale("s", "2026-02-01", vec![standard(100_000)]);
    one.payable = Pence(100_000);
    one.payments = vec![paid("a", "2026-03-01", 50_000), paid("b", "2026-04-01", 50_000)];
    let [first, second] = boxes(&cash(vec![one], Vec::new()));
    assert_eq!((first[0], first[5]), (10_000, 50_000));
    assert_eq!((second[0], second[5]), (10_000, 50_000));
}

#[test]
fn the_reverse_charge_counts_by_invoice_date() {
    let mut owed = bought("p", "2026-03-02", vec![reverse(50_000)]);
    owed.payments.clear();
    let sold = sale("s", "2026-03-01", vec![reverse(280_000)]);
    let [first, second] = boxes(&cash(vec![sold], vec![owed]));
    assert_eq!(first, [10_000, 0, 10_000, 10_000, 0, 280_000, 50_000, 0, 0]);
    assert_eq!(second, [0; 9]);
}

#[test]
fn a_credit_note_before_payment_changes_nothing_and_a_refund_does() {
    // VCAS5250. £1,200.00, of which £240.00 is credited.
    let with = |payments: Vec<VatPayment>| {
        let mut one = sale("s", "2026-02-01", vec![standard(100_000)]);
        one.credits = vec![credit("c", "2026-03-10", vec![standard(20_000)])];
        one.payments = payments;
        let test_books = cash(vec![one], Vec::new());
        boxes(&test_books).map(|it| (it[0], it[5]))
    };
    assert_eq!(with(Vec::new()), [(0, 0), (0, 0)]);
    let after = vec![paid("a", "2026-04-01", 96_000)];
    assert_eq!(with(after), [(0, 0), (16_000, 80_000)]);
    // Paid in full before: until it is given back it is what came in.
    let vat_payments = vec![paid("a", "2026-02-20", 120_000)];
    assert_eq!(with(vat_payments.clone()), [(20_000, 100_000), (0, 0)]);
    let mut back = vat_payments;
    back.push(paid("r", "2026-04-20", -24_000));
    assert_eq!(with(back), [(20_000, 100_000), (-4_000, -20_000)]);
}

#[test]
fn after_a_credit_at_another_rate_a_payment_is_for_the_rest() {
    // £500.00 at 20 % and £600.00 at 0 %: half is paid, then the second is credited.
    let zero = || amount(Treatment::Taxable, "0", 60_000, 0);
    let mut one = sale("s", "2026-02-01", vec![standard(50_000), zero()]);
    one.payments = vec![paid("a", "2026-02-20", 60_000)];
    one.credits = vec![credit("c", "2026-04-10", vec![zero()])];
    let [first, second] = boxes(&cash(vec![one], Vec::new()));
    assert_eq!((first[0], first[5]), (5_000, 55_000));
    // £600.00 pays all that is left: £500.00 and £100.00 VAT.
    assert_eq!((second[0], second[5]), (5_000, -5_000));
}

#[test]
fn an_overpayment_is_not_a_sale() {
    let mut one = sale("s", "2026-02-01", vec![standard(100_000)]);
    one.payments = vec![paid("a", "2026-02-20", 150_000), paid("r", "2026-04-20", -30_000)];
    let [first, second] = boxes(&cash(vec![one], Vec::new()));
    assert_eq!((first[0], first[5]), (20_000, 100_000));
    assert_eq!(second, [0; 9]);
}

#[test]
fn joining_and_leaving_the_scheme_counts_nothing_twice() {
    let mut early = sale("early", "2026-02-01", vec![standard(100_000)]);
    early.payments = vec![paid("a", "2026-04-20", 120_000)];
    let mut late = sale("late", "2026-04-02", vec![standard(10_000)]);
    late.payments = vec![paid("b", "2026-07-02", 12_000)];
    let mut test_books = cash(vec![early, late], Vec::new());
    let scheme = |from: &str, cash| Scheme { from: day(from), cash, flat_rate: None };
    test_books.schemes = vec![scheme("2026-07-01", false), scheme("2026-04-01", true)];
    let third = test_books.build_return(period("2026-07-01", "2026-09-30"));
    let boxes = boxes(&test_books).map(|it| it[0]);
    assert_eq!((boxes, third.box_amount(1).0), ([20_000, 0], 2_000));
    assert_eq!(third.findings[0].code, "left_cash_accounting");
}

#[test]
fn an_invoice_of_zero_counts_on_its_own_date() {
    let cancel = vec![standard(10_000), amount(Treatment::Taxable, "0", -12_000, 0)];
    let test_books = cash(vec![sale("s", "2026-02-01", cancel)], Vec::new());
    let [first, second] = boxes(&test_books);
    assert_eq!((first[0], first[5]), (2_000, -2_000));
    assert_eq!(second, [0; 9]);
}
