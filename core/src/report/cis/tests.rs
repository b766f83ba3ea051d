use proptest::prelude::*;

use super::*;
use crate::money::Pence;
use crate::report::books::{CreditNoteAmounts, DocumentAmounts, MoneyMovement, allocate_movements};
use crate::tax::{TaxMonth, TaxYear};
use crate::time::Date;

mod contractor;
mod verified;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn year() -> TaxYear {
    TaxYear::containing(day("2026-11-25"))
}

fn paid(id: &str, date: &str, contractor: &str, figures: [i64; 3]) -> LedgerPayment {
    LedgerPayment {
        id: id.to_owned(),
        date: day(date),
        credit: false,
        contractor: contractor.to_owned(),
        gross: Pence(figures[0]),
        materials: Pence(figures[1]),
        deducted: Pence(figures[2]),
    }
}

fn ledger_statement(id: &str, end: &str, contractor: &str, figures: [i64; 3]) -> LedgerStatement {
    LedgerStatement {
        id: id.to_owned(),
        contractor: contractor.to_owned(),
        month: TaxMonth::containing(day(end)),
        gross: Pence(figures[0]),
        materials: Pence(figures[1]),
        deducted: Pence(figures[2]),
    }
}

/// docs/rules.md, section 7: labour 2,000 and materials 800, 20 % → 400 deducted, 2,400.00 to pay. Half was received on
/// 5 May, the last day of a tax month, the other half on the 6th, in the next one.
fn half_payments() -> Vec<LedgerPayment> {
    let document_amounts = DocumentAmounts {
        net: Pence(280_000),
        materials: Pence(80_000),
        deducted: Pence(40_000),
        payable: Pence(240_000),
    };
    let moved = [("p1", "2026-05-05"), ("p2", "2026-05-06")].map(|(id, date)| MoneyMovement {
        id: id.to_owned(),
        date: day(date),
        amount: Pence(120_000),
    });
    let each = allocate_movements(document_amounts, &[], &moved).into_iter();
    each.map(|it| {
        let figures = [it.gross.0, it.materials.0, it.deducted.0];
        paid(&it.id, &it.date.to_string(), "bolton", figures)
    })
    .collect()
}

#[test]
fn lists_deductions_and_missing_statements_by_month() {
    let halves = half_payments();
    let cis_ledger = build_ledger(&halves, &[], year(), day("2026-06-19"));
    let rows: Vec<_> = cis_ledger
        .rows
        .iter()
        .map(|it| (it.month.last_day().to_string(), it.gross.0, it.materials.0, it.deducted.0))
        .collect();
    let expected = [
        ("2026-05-05".to_owned(), 140_000, 40_000, 20_000),
        ("2026-06-05".to_owned(), 140_000, 40_000, 20_000),
    ];
    assert_eq!(rows, expected);
    // The statement of May was to be there by 19 May; that of June is late from the 20th on.
    let ledger_row_states: Vec<LedgerRowState> = cis_ledger.rows.iter().map(|it| it.standing).collect();
    assert_eq!(ledger_row_states, [LedgerRowState::Missing, LedgerRowState::NotDue]);
    assert_eq!((cis_ledger.deducted, cis_ledger.stated), (Pence(40_000), Pence::ZERO));
    let later = build_ledger(&halves, &[], year(), day("2026-06-20"));
    assert_eq!(later.rows[1].standing, LedgerRowState::Missing);
}

/// CIS at 20 %: labour 1,000.00 and materials 500.00, of which 650.00 was received on 1 May; on 10 May the materials
/// are credited, and on 10 June 150.00 pays the rest. In all 1,000.00, no materials and 200.00 deducted. There was no
/// payment in the month to 5 June, so no statement is due for it.
#[test]
fn expects_no_statement_for_a_credit_note() {
    let requested = |net, materials, deducted, payable| DocumentAmounts {
        net: Pence(net),
        materials: Pence(materials),
        deducted: Pence(deducted),
        payable: Pence(payable),
    };
    let credit = CreditNoteAmounts {
        id: "c".to_owned(),
        date: day("2026-05-10"),
        amounts: requested(50_000, 50_000, 0, 50_000),
    };
    let rows = [("p1", "2026-05-01", 65_000), ("p2", "2026-06-10", 15_000)];
    let moved = rows.map(|(id, date, amount)| MoneyMovement {
        id: id.to_owned(),
        date: day(date),
        amount: Pence(amount),
    });
    let whole = requested(150_000, 50_000, 20_000, 130_000);
    let each = allocate_movements(whole, &[credit], &moved).into_iter();
    let payments: Vec<LedgerPayment> = each
        .map(|it| LedgerPayment {
            credit: it.credit,
            ..paid(&it.id, &it.date.to_string(), "bolton", [it.gross.0, it.materials.0, it.deducted.0])
        })
        .collect();
    let cis_ledger = build_ledger(&payments, &[], year(), day("2026-09-01"));
    assert_eq!(
        (cis_ledger.gross, cis_ledger.materials, cis_ledger.deducted),
        (Pence(100_000), Pence::ZERO, Pence(20_000))
    );
    let ledger_row_states: Vec<LedgerRowState> = cis_ledger.rows.iter().map(|it| it.standing).collect();
    let expected = [LedgerRowState::Missing, LedgerRowState::NotOwed, LedgerRowState::Missing];
    assert_eq!(ledger_row_states, expected);
}

#[test]
fn statements_agree_differ_or_are_missing() {
    let payments = [
        half_payments(),
        vec![
            paid("p3", "2026-07-01", "acme", [100_060, 20_099, 15_992]),
            paid("p4", "2026-07-02", "gross", [50_000, 0, 0]),
            // Of the tax year before.
            paid("p0", "2026-04-05", "acme", [100_000, 0, 20_000]),
        ],
    ]
    .concat();
    let statements = [
        ledger_statement("s1", "2026-05-05", "bolton", [140_000, 40_000, 20_000]),
        ledger_statement("s2", "2026-06-05", "bolton", [140_000, 30_000, 22_000]),
        // Whole pounds, rounded down.
        ledger_statement("s3", "2026-07-05", "acme", [100_000, 20_000, 15_992]),
        ledger_statement("s4", "2026-08-05", "acme", [10_000, 0, 2_000]),
        ledger_statement("s0", "2026-04-05", "acme", [100_000, 0, 20_000]),
    ];
    let cis_ledger = build_ledger(&payments, &statements, year(), day("2026-11-25"));
    let rows: Vec<_> = cis_ledger.rows.iter().map(|it| (it.contractor.as_str(), it.standing)).collect();
    let differs =
        LedgerRowState::Differs { gross: Pence::ZERO, materials: Pence(-10_000), deducted: Pence(2_000) };
    let expected = [
        ("bolton", LedgerRowState::Agrees),
        ("bolton", differs),
        ("acme", LedgerRowState::Agrees),
        ("gross", LedgerRowState::NotOwed),
        ("acme", LedgerRowState::NoPayment),
    ];
    assert_eq!(rows, expected);
    // 400.00 + 159.92 by the payments; 200.00 + 220.00 + 159.92 + 20.00 by the statements.
    assert_eq!((cis_ledger.deducted, cis_ledger.stated), (Pence(55_992), Pence(59_992)));
    let ids: Vec<&str> = cis_ledger.parts.iter().map(|it| it.id).collect();
    assert_eq!(ids, ["p1", "p2", "p3"]);
    let json = serde_json::to_value(&cis_ledger.rows[1]).unwrap();
    assert_eq!((&json["standing"]["is"], &json["month"]), (&"differs".into(), &"2026-06-05".into()));
}

proptest! {
    /// The rows add up to the year, and the order of payments and statements doesn't matter.
    #[test]
    fn the_rows_sum_to_the_year(
        rows in prop::collection::vec((0_u32..400, 0_u8..3, 1_i64..1_000_000, 0_i64..=100), 0..30),
    ) {
        let mut payments: Vec<LedgerPayment> = Vec::new();
        for (at, (days, who, gross, part)) in rows.iter().enumerate() {
            let date = day("2026-04-01").plus_days(*days).unwrap();
            let materials = gross * part / 100;
            let figures = [*gross, materials, (gross - materials) / 5];
            payments.push(paid(&format!("p{at}"), &date.to_string(), &format!("c{who}"), figures));
        }
        let mut statements: Vec<LedgerStatement> = payments.iter().step_by(2).map(|it| {
            let figures = [it.gross.0, it.materials.0, it.deducted.0];
            ledger_statement(&format!("s{}", it.id), &it.date.to_string(), &it.contractor, figures)
        }).collect();
        let today = day("2027-06-01");
        let cis_ledger = build_ledger(&payments, &statements, year(), today);
        let of_year = payments.iter().filter(|it| TaxYear::containing(it.date) == year());
        prop_assert_eq!(cis_ledger.deducted, of_year.map(|it| it.deducted).sum::<Pence>());
        prop_assert_eq!(cis_ledger.deducted, cis_ledger.rows.iter().map(|it| it.deducted).sum::<Pence>());
        prop_assert_eq!(cis_ledger.deducted, cis_ledger.parts.iter().map(|it| it.amount).sum::<Pence>());
        prop_assert_eq!(cis_ledger.gross, cis_ledger.rows.iter().map(|it| it.gross).sum::<Pence>());
        let mut turned = payments.clone();
        turned.reverse();
        statements.reverse();
        prop_assert_eq!(build_ledger(&turned, &statements, year(), today), cis_ledger);
    }
}
