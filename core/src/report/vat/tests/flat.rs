//! The flat rate scheme (Notice 733).

use super::*;

/// The quarter to 31 March 2027, in which the first year of registration ends with 9 February.
fn quarter() -> Period {
    period("2027-01-01", "2027-03-31")
}

fn test_books(cash: bool, goods: i64) -> TestBooks {
    let mut saved = TestBooks::new(cash, Some(FlatRateSector::Building));
    saved.registration.from = Some(day("2026-02-10"));
    let paid_on = |mut sale: Sale, on: &str| {
        sale.payments = vec![paid(&format!("{}-paid", sale.id), on, sale.payable.0)];
        sale
    };
    saved.sales = vec![
        // £6,000.00 and £12,000.00 with VAT.
        paid_on(sale("a", "2027-01-05", vec![standard(500_000)]), "2027-01-20"),
        paid_on(sale("b", "2027-03-01", vec![standard(1_000_000)]), "2027-04-20"),
        sale("r", "2027-03-02", vec![reverse(100_000)]),
    ];
    let mut materials = bought("m", "2027-01-06", vec![standard(goods * 5 / 6)]);
    materials.relevant_goods = Pence(goods);
    let vat = |net, vat| vec![amount(Treatment::Taxable, "20", net, vat)];
    let mut van = bought("van", "2027-02-01", vat(166_667, 33_333));
    van.capital = true;
    let mut saw = bought("saw", "2027-02-02", vat(166_666, 33_333));
    saw.capital = true;
    let sub = bought("sub", "2027-02-03", vec![reverse(50_000)]);
    saved.purchases = vec![materials, van, saw, sub];
    saved
}

#[test]
fn applies_the_sector_percentage_less_one_in_the_first_year() {
    // £500.00 of goods: more than 2 % of £18,000.00 (£360.00) and than £250.00.
    let made = test_books(false, 60_000).build_return(quarter());
    // 6,000.00 × 8.5 % = 510.00; 12,000.00 × 9.5 % = 1,140.00; 100.00 for the subcontractor.
    // Box 4: the van of £2,000.00 exactly, and the subcontractor; the saw of £1,999.99 and the goods are not.
    // Box 6: 18,000.00 with VAT and 1,000.00 under the reverse charge. Box 7: 1,666.67 + 500.00.
    let figures = [175_000, 0, 175_000, 43_333, 131_667, 1_900_000, 216_600, 0, 0];
    assert_eq!(filed_amounts(&made), figures);
    let parts: Vec<_> =
        made.flat.iter().map(|part| (part.percent.to_string(), part.turnover.0, part.vat.0)).collect();
    assert_eq!(parts, [("8.5".to_owned(), 600_000, 51_000), ("9.5".to_owned(), 1_200_000, 114_000)]);
    assert_eq!(records_behind(&made, 1), ["a", "sub", "b"]);
    assert_eq!(records_behind(&made, 4), ["van", "sub"]);
    assert_eq!(records_behind(&made, 6), ["a", "b", "r"]);
    let van = &made.entries[made.boxes[3].entries[0]];
    assert_eq!(van.kind, EntryKind::CapitalGoods);
}

#[test]
fn few_goods_are_limited_cost_for_the_whole_period() {
    let made = test_books(false, 30_000).build_return(quarter());
    let test = made.limited_cost.as_ref().unwrap();
    assert!(test.limited && test.confirmed);
    assert_eq!((test.goods, test.turnover), (Pence(30_000), Pence(1_800_000)));
    // 6,000.00 × 15.5 % + 12,000.00 × 16.5 % = 930.00 + 1,980.00, and 100.00.
    assert_eq!(made.box_amount(1), Pence(301_000));
}

#[test]
fn under_cash_accounting_only_money_received_is_turnover() {
    let made = test_books(true, 60_000).build_return(quarter());
    // 510.00 and 100.00: the second invoice is paid in April; the reverse charge is not part of it.
    assert_eq!(made.box_amount(1), Pence(61_000));
    assert_eq!(made.box_amount(6), Pence(600_000 + 100_000));
    let test = made.limited_cost.unwrap();
    assert_eq!(test.turnover, Pence(600_000));
}

#[test]
fn exempt_sales_are_turnover_and_those_outside_the_scope_are_not() {
    let mut test_books = TestBooks::new(false, Some(FlatRateSector::LabourOnly));
    test_books.sales = vec![sale(
        "s",
        "2026-02-01",
        vec![
            amount(Treatment::Exempt, "0", 10_000, 0),
            amount(Treatment::Taxable, "0", 10_001, 0),
            amount(Treatment::OutsideScope, "0", 10_000, 0),
        ],
    )];
    let mut goods = bought("m", "2026-02-02", vec![standard(40_000)]);
    goods.relevant_goods = Pence(48_000);
    test_books.purchases = vec![goods];
    let made = test_books.build_return(first_quarter());
    // 200.01 × 14.5 % = 29.00145.
    assert_eq!((made.box_amount(1).0, made.boxes[5].exact.0), (2_900, 20_001));
    // Nothing is reclaimed, and nothing of it is in box 7.
    assert_eq!((made.box_amount(4).0, made.box_amount(7).0), (0, 0));
}

#[test]
fn a_late_sale_keeps_the_percentage_of_its_own_period() {
    let mut saved = test_books(false, 30_000);
    saved.file_return(quarter());
    assert_eq!(saved.filed[0].limited_cost, Some(true));
    // £120.00 of January, found in May, when goods are bought too.
    saved.sales.push(sale("late", "2027-01-31", vec![standard(10_000)]));
    let mut goods = bought("m2", "2027-05-01", vec![standard(500_000)]);
    goods.relevant_goods = Pence(600_000);
    saved.purchases.push(goods);
    saved.sales.push(sale("may", "2027-05-01", vec![standard(100_000)]));
    let next = saved.build_return(period("2027-04-01", "2027-06-30"));
    let parts: Vec<_> =
        next.flat.iter().map(|part| (part.percent.to_string(), part.turnover.0, part.vat.0)).collect();
    // 120.00 × 15.5 % = 18.60; 1,200.00 × 9.5 % = 114.00.
    assert_eq!(parts, [("9.5".to_owned(), 120_000, 11_400), ("15.5".to_owned(), 12_000, 1_860)]);
}

#[test]
fn asks_whether_a_purchase_was_goods_if_not_stated() {
    let mut saved = test_books(false, 60_000);
    let codes = |made: &VatReturn| -> Vec<&str> { made.findings.iter().map(|it| it.code).collect() };
    assert!(codes(&saved.build_return(quarter())).is_empty());
    saved.purchases[0].goods_said = false;
    let made = saved.build_return(quarter());
    assert_eq!(codes(&made), ["goods_not_said"]);
    assert!(made.findings[0].msg.contains("£600.00"));
    // Without the scheme it does not matter.
    saved.schemes[0].flat_rate = None;
    assert!(codes(&saved.build_return(quarter())).is_empty());
}

/// A return filed at the percentage of the trade that should have been limited cost: 500.00 of materials were hire.
#[test]
fn corrects_a_wrong_limited_cost_test_in_the_next_return() {
    let mut saved = test_books(false, 60_000);
    saved.file_return(quarter());
    assert_eq!(saved.filed[0].limited_cost, Some(false));
    saved.purchases[0].relevant_goods = Pence::ZERO;
    assert_eq!(saved.build_return(quarter()).box_amount(1), Pence(175_000));
    let second = period("2027-04-01", "2027-06-30");
    let next = saved.build_return(second);
    // 6,000.00 × (15.5 − 8.5) % = 420.00; 12,000.00 × (16.5 − 9.5) % = 840.00; the turnover is the same.
    assert_eq!((next.box_amount(1).0, next.box_amount(6).0), (126_000, 0));
    let notes: Vec<&str> =
        next.entries.iter().filter_map(|entry| Some(entry.note.as_ref()?.msg.as_str())).collect();
    let result = |day: &str, before: &str, now: &str| {
        let was = format!("This is dated {day} 2027 and was in the VAT return to 31 Mar 2027 at");
        [
            format!(
                "{was} a flat rate of {before}%, which no longer applies there: we take it out again here."
            ),
            format!("{was} another flat rate: it counts here at {now}%."),
        ]
    };
    let of = [result("5 Jan", "8.5", "15.5"), result("1 Mar", "9.5", "16.5")];
    assert_eq!(notes, of.as_flattened());
    saved.file_return(second);
    let third = period("2027-07-01", "2027-09-30");
    assert_eq!(filed_amounts(&saved.build_return(third)), [0; 9]);
    // What was filed elsewhere was not tested here, and stays.
    saved.filed.truncate(1);
    saved.filed[0].elsewhere = true;
    assert_eq!(filed_amounts(&saved.build_return(second)), [0; 9]);
}
