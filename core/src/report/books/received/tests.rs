use proptest::prelude::*;

use super::*;

fn movements(rows: &[(&str, &str, i64)]) -> Vec<MoneyMovement> {
    let row = |(id, date, amount): &(&str, &str, i64)| MoneyMovement {
        id: (*id).to_owned(),
        date: date.parse().unwrap(),
        amount: Pence(*amount),
    };
    rows.iter().map(row).collect()
}

fn figures(received: &ReceivedAmounts) -> [i64; 4] {
    [received.gross.0, received.materials.0, received.deducted.0, received.vat.0]
}

/// docs/rules.md, section 7: labour 2,000 and materials 800 under reverse charge at 20 %: a deduction of 400, 2,400 to
/// pay. 1,200.00 received is half of each: 1,400.00, 400.00, 200.00.
#[test]
fn allocates_half_of_a_reverse_charge_invoice_with_cis() {
    let document_amounts = DocumentAmounts {
        net: Pence(280_000),
        materials: Pence(80_000),
        deducted: Pence(40_000),
        payable: Pence(240_000),
    };
    let received_amounts =
        allocate_movements(document_amounts, &[], &movements(&[("p1", "2026-05-01", 120_000)]));
    assert_eq!(figures(&received_amounts[0]), [140_000, 40_000, 20_000, 0]);
}

/// The result for a document's confirmed payments agrees with the document's own.
#[test]
fn agrees_with_the_cis_payments_of_the_document() {
    let document = serde_json::from_value(serde_json::json!({
        "items": [
            { "id": "a", "name": "Labour", "quantity": "1", "price": "2000.01" },
            { "id": "b", "name": "Pipe", "quantity": "1", "price": "800", "costType": "materials" }
        ],
        "tax": "20", "cisRate": "20",
        "payments": [
            { "id": "p2", "amount": "777.77", "date": "2026-05-02" },
            { "id": "p1", "amount": "333.33", "date": "2026-05-01" },
            { "id": "p3", "amount": "5000", "date": "2026-05-03" }
        ]
    }));
    let totals = crate::calculate::totals::calculate(&document.unwrap()).unwrap();
    let net = totals.subtotal_amount - totals.discount_amount;
    let document_amounts = DocumentAmounts {
        net,
        materials: net - totals.cis_base,
        deducted: totals.cis_deduction,
        payable: totals.amount_payable,
    };
    let rows = [("p3", "2026-05-03", 500_000), ("p1", "2026-05-01", 33_333), ("p2", "2026-05-02", 77_777)];
    let received_amounts = allocate_movements(document_amounts, &[], &movements(&rows)).into_iter();
    let result: Vec<_> = received_amounts.map(|it| (it.id, it.gross, it.materials, it.deducted)).collect();
    let theirs = totals.cis_payments.into_iter();
    let theirs: Vec<_> = theirs.map(|it| (it.id, it.gross, it.materials, it.deducted)).collect();
    assert_eq!(result.len(), 3);
    assert_eq!(result, theirs);
}

/// £1,000 and £200 of VAT: 400.00 is for a third of each, and the rest for the rest; a refund of 300.00 is 250.00 and
/// 50.00.
#[test]
fn allocates_vat_and_refunds_in_proportion() {
    let document_amounts = DocumentAmounts {
        net: Pence(100_000),
        materials: Pence::ZERO,
        deducted: Pence::ZERO,
        payable: Pence(120_000),
    };
    let rows = [("p2", "2026-06-01", 80_000), ("p1", "2026-05-01", 40_000), ("r1", "2026-07-01", -30_000)];
    let received_amounts = allocate_movements(document_amounts, &[], &movements(&rows));
    let all: Vec<_> = received_amounts.iter().map(figures).collect();
    let expected = [
        // 1,000.00 × 400 / 1,200 = 333.33….
        [33_333, 0, 0, 6_667],
        [66_667, 0, 0, 13_333],
        [-25_000, 0, 0, -5_000],
    ];
    assert_eq!(all, expected);
    // 50.00 too much, and back again: nobody earned it.
    let rows = [("p1", "2026-05-01", 125_000), ("r1", "2026-05-02", -5_000)];
    let received_amounts = allocate_movements(document_amounts, &[], &movements(&rows));
    let all: Vec<_> = received_amounts.iter().map(figures).collect();
    assert_eq!(all, [[100_000, 0, 0, 20_000], [0, 0, 0, 0]]);
    let nothing = DocumentAmounts { payable: Pence::ZERO, ..document_amounts };
    assert!(allocate_movements(nothing, &[], &movements(&rows)).is_empty());
}

fn credit(id: &str, date: &str, [net, materials, deducted, payable]: [i64; 4]) -> CreditNoteAmounts {
    CreditNoteAmounts {
        id: id.to_owned(),
        date: date.parse().unwrap(),
        amounts: DocumentAmounts {
            net: Pence(net),
            materials: Pence(materials),
            deducted: Pence(deducted),
            payable: Pence(payable),
        },
    }
}

fn allocate(
    document_amounts: DocumentAmounts,
    credits: &[CreditNoteAmounts],
    rows: &[(&str, &str, i64)],
) -> Vec<(String, [i64; 4])> {
    let received_amounts = allocate_movements(document_amounts, credits, &movements(rows)).into_iter();
    received_amounts.map(|it| (it.id.clone(), figures(&it))).collect()
}

fn sum(rows: &[(String, [i64; 4])]) -> [i64; 4] {
    [0, 1, 2, 3].map(|at| rows.iter().map(|(_, it)| it[at]).sum())
}

/// 1,000.00 at 20 % and 1,000.00 at 0 %, of which the second is credited: 1,200.00 is for the first, and not for 1,200
/// / 2,200 of both (1,090.91).
#[test]
fn a_payment_is_for_what_is_left_after_credit_notes() {
    let document_amounts = DocumentAmounts {
        net: Pence(200_000),
        materials: Pence::ZERO,
        deducted: Pence::ZERO,
        payable: Pence(220_000),
    };
    let second = [credit("c", "2026-05-10", [100_000, 0, 0, 100_000])];
    let after = allocate(document_amounts, &second, &[("p1", "2026-05-20", 120_000)]);
    assert_eq!(after, [("p1".to_owned(), [100_000, 0, 0, 20_000])]);
    // On the day of the credit note as well.
    let same_day = allocate(document_amounts, &second, &[("p1", "2026-05-10", 120_000)]);
    assert_eq!(same_day, after);
    // What came in before was for both lines then, 1,090.91 and 109.09; the credit note has the difference.
    let before = allocate(document_amounts, &second, &[("p1", "2026-05-01", 120_000)]);
    let expected = [("p1".to_owned(), [109_091, 0, 0, 10_909]), ("c".to_owned(), [-9_091, 0, 0, 9_091])];
    assert_eq!(before, expected);
    assert_eq!(sum(&before), [100_000, 0, 0, 20_000]);
    // Paid in full before: until the 1,000.00 are given back they are what came in for the second line.
    let rows = [("p1", "2026-05-01", 220_000), ("r1", "2026-06-01", -100_000)];
    let full = allocate(document_amounts, &second, &rows);
    let expected = [("p1".to_owned(), [200_000, 0, 0, 20_000]), ("r1".to_owned(), [-100_000, 0, 0, 0])];
    assert_eq!(full, expected);
    // All of it credited, and not given back yet.
    let all = [credit("c", "2026-05-10", [200_000, 0, 0, 220_000])];
    let rows = [("p1", "2026-05-01", 220_000), ("r1", "2026-06-01", -220_000)];
    let expected = [("p1".to_owned(), [200_000, 0, 0, 20_000]), ("r1".to_owned(), [-200_000, 0, 0, -20_000])];
    assert_eq!(allocate(document_amounts, &all, &rows), expected);
}

/// CIS at 20 %: labour 1,000.00 and materials 500.00, 1,300.00 to pay; the materials are credited, and 800.00 is paid.
#[test]
fn materials_that_were_credited_are_no_part_of_a_payment() {
    let document_amounts = DocumentAmounts {
        net: Pence(150_000),
        materials: Pence(50_000),
        deducted: Pence(20_000),
        payable: Pence(130_000),
    };
    let materials = [credit("c", "2026-05-10", [50_000, 50_000, 0, 50_000])];
    let after = allocate(document_amounts, &materials, &[("p1", "2026-05-20", 80_000)]);
    assert_eq!(after, [("p1".to_owned(), [100_000, 0, 20_000, 0])]);
    // Half of it, 650.00, before: 750.00, 250.00 and 100.00; then of 800.00: 812.50, nothing and 162.50.
    let rows = [("p1", "2026-05-01", 65_000), ("p2", "2026-06-01", 15_000)];
    let expected = [
        ("p1".to_owned(), [75_000, 25_000, 10_000, 0]),
        ("c".to_owned(), [6_250, -25_000, 6_250, 0]),
        ("p2".to_owned(), [18_750, 0, 3_750, 0]),
    ];
    let parts = allocate(document_amounts, &materials, &rows);
    assert_eq!(parts, expected);
    assert_eq!(sum(&parts), [100_000, 0, 20_000, 0]);
}

proptest! {
    #[test]
    fn payments_add_up_to_the_document_in_any_order(
        net in 1_i64..10_000_000,
        shares in (0_i64..=100, 0_i64..=30, 0_i64..=20),
        parts in prop::collection::vec(1_i64..100, 1..8),
    ) {
        let materials = net * shares.0 / 100;
        let deducted = (net - materials) * shares.1 / 100;
        let vat = net * shares.2 / 100;
        let document_amounts = DocumentAmounts {
            net: Pence(net),
            materials: Pence(materials),
            deducted: Pence(deducted),
            payable: Pence(net + vat - deducted),
        };
        let whole: i64 = parts.iter().sum();
        let mut left = document_amounts.payable.0;
        let mut rows = Vec::new();
        for (at, part) in parts.iter().enumerate() {
            let last = at + 1 == parts.len();
            let amount = if last { left } else { document_amounts.payable.0 * part / whole };
            left -= amount;
            let day = "2026-05-01".parse::<Date>().unwrap().plus_days(at as u32 / 2).unwrap();
            rows.push(MoneyMovement { id: format!("p{at}"), date: day, amount: Pence(amount) });
        }
        let received_amounts = allocate_movements(document_amounts, &[], &rows);
        let sum = |of: fn(&ReceivedAmounts) -> Pence| received_amounts.iter().map(of).sum::<Pence>();
        prop_assert_eq!(sum(|it| it.gross), document_amounts.net);
        prop_assert_eq!(sum(|it| it.materials), document_amounts.materials);
        prop_assert_eq!(sum(|it| it.deducted), document_amounts.deducted);
        prop_assert_eq!(sum(|it| it.vat), Pence(vat));
        for (received, moved) in received_amounts.iter().zip(&rows) {
            prop_assert_eq!(received.gross + received.vat - received.deducted, moved.amount);
        }
        rows.reverse();
        prop_assert_eq!(allocate_movements(document_amounts, &[], &rows), received_amounts);
    }

    /// With any credit notes, every penny that moved is accounted for, and once the rest is paid the sums are those of
    /// the document less its credit notes.
    #[test]
    fn payments_add_up_to_the_document_less_its_credit_notes(
        net in 1_000_i64..1_000_000,
        off in prop::collection::vec((0_i64..=30, 0_u32..60), 0..3),
        paid in prop::collection::vec((1_i64..100, 0_u32..60), 1..6),
        (materials, vat) in (0_i64..=100, 0_i64..=20),
    ) {
        let of = |net: i64| {
            let materials = net * materials / 100;
            let deducted = (net - materials) / 5;
            let vat = net * vat / 100;
            [net, materials, deducted, net + vat - deducted]
        };
        let document_amounts = credit("", "2026-05-01", of(net)).amounts;
        let day = |days: u32| "2026-05-01".parse::<Date>().unwrap().plus_days(days).unwrap();
        let credits: Vec<CreditNoteAmounts> = off.iter().enumerate().map(|(at, (share, days))| CreditNoteAmounts {
            date: day(*days),
            ..credit(&format!("c{at}"), "2026-05-01", of(net * share / 100))
        }).collect();
        let left = credits.iter().fold(document_amounts, |left, it| left.combine(it.amounts, std::ops::Sub::sub));
        let mut rows: Vec<MoneyMovement> = paid.iter().enumerate().map(|(at, (share, days))| MoneyMovement {
            id: format!("p{at}"),
            date: day(*days),
            amount: Pence(document_amounts.payable.0 * share / 100),
        }).collect();
        // In the end all that is left is paid, and no more.
        let so_far: Pence = rows.iter().map(|it| it.amount).sum();
        rows.push(MoneyMovement { id: "last".to_owned(), date: day(90), amount: left.payable - so_far });
        let received_amounts = allocate_movements(document_amounts, &credits, &rows);
        let sum = |of: fn(&ReceivedAmounts) -> Pence| received_amounts.iter().map(of).sum::<Pence>();
        prop_assert_eq!(sum(|it| it.gross), left.net);
        prop_assert_eq!(sum(|it| it.materials), left.materials);
        prop_assert_eq!(sum(|it| it.deducted), left.deducted);
        prop_assert_eq!(sum(|it| it.gross + it.vat - it.deducted), left.payable);
        // Whatever the order in which they are read.
        rows.reverse();
        let back: Vec<CreditNoteAmounts> = credits.into_iter().rev().collect();
        prop_assert_eq!(allocate_movements(document_amounts, &back, &rows), received_amounts);
    }
}
