//! Verification numbers and statuses.

use super::*;

#[test]
fn applies_the_status_on_the_day_of_the_payment() {
    let holds = |from, status| StatusFrom { from: day(from), status };
    // As they were entered, not in order: unverified at first, then registered, then gross.
    let all = [
        holds("2026-06-06", SubcontractorStatus::Registered),
        holds("2026-04-06", SubcontractorStatus::NotRegistered),
        holds("2026-10-01", SubcontractorStatus::Gross),
    ];
    let on = |date| find_status(&all, day(date)).map(SubcontractorStatus::rate);
    assert_eq!(on("2026-04-05"), None);
    assert_eq!(on("2026-04-06"), Some(30));
    assert_eq!(on("2026-06-05"), Some(30));
    assert_eq!(on("2026-06-06"), Some(20));
    assert_eq!(on("2026-12-31"), Some(0));
    assert_eq!(find_status(&[], day("2026-12-31")), None);
    assert_eq!(
        [0, 20, 30, 25].map(|it| SubcontractorStatus::from_rate(it).map(SubcontractorStatus::rate)),
        [Some(0), Some(20), Some(30), None]
    );
}

#[test]
fn normalises_utrs_and_verification_numbers() {
    let text = |it: Option<String>| it.unwrap_or_default();
    for (typed, saved) in [
        ("1234567890", "1234567890"),
        (" 12345 67890", "1234567890"),
        ("123456789", ""),
        ("12345678901", ""),
        ("123456789K", ""),
        ("12345.67890", ""),
        ("", ""),
    ] {
        assert_eq!(text(parse_utr(typed)), saved, "{typed}");
    }
    for (typed, saved) in [
        ("V0012345678", "V0012345678"),
        ("v 0012345678/a", "V0012345678/A"),
        ("V0012345678AB", "V0012345678/AB"),
        ("V0012345678/ABC", ""),
        ("V001234567", ""),
        ("0012345678", ""),
        ("V00123456789", ""),
        ("V0012345678/1", ""),
        ("Vé01234567", ""),
    ] {
        assert_eq!(text(parse_verification_number(typed)), saved, "{typed}");
    }
    for (typed, saved) in [
        ("123/AB456", "123/AB456"),
        (" 123 / ab456", "123/AB456"),
        ("12/AB456", ""),
        ("123AB456", ""),
        ("123/", ""),
        ("123/AB45678901X", ""),
        ("123/A-1", ""),
    ] {
        assert_eq!(text(parse_employer_reference(typed)), saved, "{typed}");
    }
    for (typed, saved) in [
        ("123PA00045678", "123PA00045678"),
        ("123 PA 0004567X", "123PA0004567X"),
        ("123XA00045678", ""),
        ("123PA0004567", ""),
        ("", ""),
    ] {
        assert_eq!(text(parse_accounts_office_reference(typed)), saved, "{typed}");
    }
}

/// Labour of 2,000.00 and materials of 800.00 (docs/rules.md, section 3), paid on the last and on the first day of a
/// tax month: the two days are in different returns and statements.
#[test]
fn payments_on_the_5th_and_the_6th_are_in_different_months() {
    let cis_deduction =
        calculate_deduction(Pence(280_000), Pence(80_000), Pence::ZERO, SubcontractorStatus::Registered);
    let paid = |id: &str, date: &str| PaidSubcontractor {
        id: id.to_owned(),
        date: day(date),
        subcontractor: "ann".to_owned(),
        status: SubcontractorStatus::Registered,
        gross: cis_deduction.gross,
        materials: cis_deduction.materials,
        deducted: cis_deduction.deducted,
    };
    let both = [paid("a", "2026-10-05"), paid("b", "2026-10-06")];
    for (end, id, pay_by) in [("2026-10-05", "a", "2026-10-22"), ("2026-11-05", "b", "2026-11-22")] {
        let month = TaxMonth::containing(day(end));
        let of_month = build_monthly_return(&both, month);
        assert_eq!(of_month.rows[0].payments, [id]);
        assert_eq!((of_month.gross, of_month.deducted), (Pence(280_000), Pence(40_000)));
        assert_eq!(of_month.pay_by, day(pay_by));
    }
}

#[test]
fn describes_what_a_statement_lacks() {
    let contractor = |reference: &str| Contractor {
        name: "Bolton Builders".to_owned(),
        employer_reference: reference.to_owned(),
    };
    let who = |utr: &str| Subcontractor {
        id: "ann".to_owned(),
        name: "Ann".to_owned(),
        utr: utr.to_owned(),
        verification_number: String::new(),
    };
    let paid = [PaidSubcontractor {
        id: "a".to_owned(),
        date: day("2026-10-05"),
        subcontractor: "ann".to_owned(),
        status: SubcontractorStatus::Registered,
        gross: Pence(100),
        materials: Pence::ZERO,
        deducted: Pence(20),
    }];
    let month = TaxMonth::containing(day("2026-10-05"));
    let result = |reference, utr| {
        let made = build_statement(&contractor(reference), &who(utr), &paid, month).unwrap();
        describe_missing(&made).unwrap_or_default()
    };
    assert_eq!(result("123/A1", "1234567890"), "");
    assert_eq!(
        result("", ""),
        "This statement still needs your employer reference and the subcontractor\u{2019}s UTR."
    );
}
