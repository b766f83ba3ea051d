//! CIS for a contractor.

use super::*;

/// HMRC's method: take off the VAT, take off the materials, apply the rate to the rest.
#[test]
fn deducts_the_rate_of_the_status_from_labour_without_vat() {
    let result = |gross, materials, vat, status| {
        let it = calculate_deduction(Pence(gross), Pence(materials), Pence(vat), status);
        (it.liable.0, it.deducted.0, it.pay.0)
    };
    // 2,800.00 less 800.00 of materials; 20 %, 30 % and nothing; VAT of 560.00 is paid whole.
    assert_eq!(result(280_000, 80_000, 0, SubcontractorStatus::Registered), (200_000, 40_000, 240_000));
    assert_eq!(
        result(280_000, 80_000, 56_000, SubcontractorStatus::NotRegistered),
        (200_000, 60_000, 276_000)
    );
    assert_eq!(result(280_000, 80_000, 56_000, SubcontractorStatus::Gross), (200_000, 0, 336_000));
    // 20 % of 0.12 is 2.4p, of 0.13 2.6p; 30 % of 0.05 is 1.5p, which goes up.
    assert_eq!(result(12, 0, 0, SubcontractorStatus::Registered).1, 2);
    assert_eq!(result(13, 0, 0, SubcontractorStatus::Registered).1, 3);
    assert_eq!(result(5, 0, 0, SubcontractorStatus::NotRegistered).1, 2);
    // Materials alone, and more than all.
    assert_eq!(result(50_000, 60_000, 0, SubcontractorStatus::Registered), (0, 0, 50_000));
    assert_eq!(result(50_000, -1, 0, SubcontractorStatus::Registered), (50_000, 10_000, 40_000));
}

fn payment_to(
    id: &str,
    date: &str,
    who: &str,
    status: SubcontractorStatus,
    figures: [i64; 3],
) -> PaidSubcontractor {
    PaidSubcontractor {
        id: id.to_owned(),
        date: day(date),
        subcontractor: who.to_owned(),
        status,
        gross: Pence(figures[0]),
        materials: Pence(figures[1]),
        deducted: Pence(figures[2]),
    }
}

fn month_of_may() -> Vec<PaidSubcontractor> {
    vec![
        payment_to("t1", "2026-04-06", "ann", SubcontractorStatus::Registered, [50_060, 10_070, 7_998]),
        payment_to("t2", "2026-05-05", "ann", SubcontractorStatus::Registered, [50_060, 10_070, 7_998]),
        payment_to("t3", "2026-05-06", "ann", SubcontractorStatus::Registered, [1_000, 0, 200]),
        payment_to("t4", "2026-04-20", "bob", SubcontractorStatus::NotRegistered, [10_099, 0, 3_030]),
        payment_to("t5", "2026-04-21", "cat", SubcontractorStatus::Gross, [99_999, 0, 0]),
        payment_to("t6", "2026-04-22", "dan", SubcontractorStatus::Registered, [-5_000, 0, -1_000]),
    ]
}

/// Of two payments in a month the first was at 30 %: HMRC wants the verification number all the same.
#[test]
fn one_payment_at_the_higher_rate_requires_the_verification_number() {
    let payments = [
        payment_to("t1", "2026-04-10", "eve", SubcontractorStatus::NotRegistered, [10_000, 0, 3_000]),
        payment_to("t2", "2026-04-20", "eve", SubcontractorStatus::Registered, [10_000, 0, 2_000]),
    ];
    let month = TaxMonth::containing(day("2026-05-05"));
    for payments in [payments.clone(), [payments[1].clone(), payments[0].clone()]] {
        assert!(build_monthly_return(&payments, month).rows[0].needs_verification_number);
    }
}

/// Ann: 1,001.20 and 201.40 in the month, whose sum is rounded down once; 159.96 to the penny.
#[test]
fn builds_a_monthly_return() {
    let month = TaxMonth::containing(day("2026-05-05"));
    let monthly_return = build_monthly_return(&month_of_may(), month);
    let rows: Vec<_> = monthly_return
        .rows
        .iter()
        .map(|it| {
            (
                it.subcontractor.as_str(),
                it.gross.0,
                it.materials.0,
                it.deducted.0,
                it.needs_verification_number,
            )
        })
        .collect();
    let expected = [
        ("ann", 100_100, 20_100, 15_996, false),
        ("bob", 10_000, 0, 3_030, true),
        ("cat", 99_900, 0, 0, false),
    ];
    assert_eq!(rows, expected);
    assert_eq!(monthly_return.rows[0].payments, ["t1", "t2"]);
    assert_eq!(monthly_return.below_zero[0].subcontractor, "dan");
    assert_eq!(
        (monthly_return.gross, monthly_return.materials, monthly_return.deducted),
        (Pence(210_000), Pence(20_100), Pence(19_026))
    );
    assert_eq!(
        (monthly_return.due, monthly_return.is_nil, monthly_return.must_be_sent),
        (day("2026-05-19"), false, true)
    );
}

#[test]
fn builds_a_nil_return_if_nobody_was_paid() {
    let result = |end| build_monthly_return(&[], TaxMonth::containing(day(end)));
    let nil = result("2026-05-05");
    assert!(nil.is_nil && nil.must_be_sent && nil.duty_confirmed && nil.rows.is_empty());
    assert!(!result("2026-04-05").must_be_sent);
}

#[test]
fn a_statement_contains_what_is_required_and_reports_what_is_missing() {
    let contractor =
        Contractor { name: "Bolton Builders".to_owned(), employer_reference: "123/AB456".to_owned() };
    let who = |id: &str, utr: &str, number: &str| Subcontractor {
        id: id.to_owned(),
        name: id.to_uppercase(),
        utr: utr.to_owned(),
        verification_number: number.to_owned(),
    };
    let month = TaxMonth::containing(day("2026-05-05"));
    let result = |it: &Subcontractor| build_statement(&contractor, it, &month_of_may(), month);
    // Registered: no verification number. To the penny: 1,001.20 less 201.40 is 799.80, at 20 % 159.96.
    let ann = result(&who("ann", "1234567890", "V1")).unwrap();
    let amounts = [ann.gross, ann.materials, ann.liable, ann.deducted];
    assert_eq!(amounts, [100_120, 20_140, 79_980, 15_996].map(Pence));
    assert_eq!((ann.verification_number.as_deref(), ann.due), (None, day("2026-05-19")));
    assert!(ann.missing.is_empty());
    assert_eq!(result(&who("ann", " ", "")).unwrap().missing, ["utr"]);
    // At 30 % it is there, or it is missing.
    let bob = result(&who("bob", "", "V0012345678")).unwrap();
    assert_eq!(bob.verification_number.as_deref(), Some("V0012345678"));
    assert!(bob.missing.is_empty());
    assert_eq!(result(&who("bob", "", "")).unwrap().missing, ["verificationNumber"]);
    // Nothing was deducted: none is owed.
    assert_eq!(result(&who("cat", "1", "")), None);
    assert_eq!(result(&who("nobody", "1", "")), None);
}
