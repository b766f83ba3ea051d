//! Who may charge VAT, and when.

use super::*;
use crate::document::Rate;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn group(treatment: Treatment, rate: &str, vat: i64) -> VatGroup {
    VatGroup {
        treatment,
        rate: Rate(rate.parse().unwrap()),
        net: Pence(10_000),
        taxable: Pence(10_000),
        vat: Pence(vat),
        ..VatGroup::default()
    }
}

fn codes(
    registration: &VatRegistration,
    vat_document_kind: VatDocumentKind,
    (issued, tax_point): (&str, &str),
    group: VatGroup,
) -> Vec<(&'static str, Severity)> {
    let document = ChargedDocument {
        kind: vat_document_kind,
        issued: day(issued),
        supplied: None,
        tax_point: Some(day(tax_point)),
        groups: &[group],
    };
    let found = registration.check_document(&document).into_iter();
    found.map(|it| (it.code, it.weight)).collect()
}

fn registered() -> VatRegistration {
    VatRegistration {
        number: "GB 980 7806 84".into(),
        from: Some(day("2026-05-15")),
        until: Some(day("2027-06-30")),
    }
}

#[test]
fn vat_may_be_charged_only_on_days_within_the_registration() {
    let taxed = || group(Treatment::Taxable, "20", 2_000);
    let on = |registration: &VatRegistration, vat_document_kind, day| {
        codes(registration, vat_document_kind, (day, day), taxed())
    };
    let none = VatRegistration::default();
    let refused = [("vat_not_registered", Severity::Refuse)];
    assert_eq!(on(&none, VatDocumentKind::Invoice, "2026-06-01"), refused);
    let requested = [("vat_not_registered", Severity::Ask)];
    assert_eq!(on(&none, VatDocumentKind::Quote, "2026-06-01"), requested);
    let it = registered();
    assert_eq!(on(&it, VatDocumentKind::Invoice, "2026-05-14"), [("vat_not_yet", Severity::Refuse)]);
    assert_eq!(on(&it, VatDocumentKind::Invoice, "2026-05-15"), []);
    assert_eq!(on(&it, VatDocumentKind::Invoice, "2027-06-30"), []);
    assert_eq!(on(&it, VatDocumentKind::Invoice, "2027-07-01"), [("vat_ended", Severity::Refuse)]);
    let waiting = VatRegistration { number: " ".into(), ..registered() };
    assert_eq!(
        on(&waiting, VatDocumentKind::Invoice, "2026-06-01"),
        [("vat_number_missing", Severity::Refuse)]
    );
    assert_eq!(on(&waiting, VatDocumentKind::Quote, "2026-06-01"), [("vat_number_missing", Severity::Ask)]);
}

#[test]
fn asks_about_uncharged_vat_only_if_some_is_due() {
    let it = registered();
    let days = ("2026-06-01", "2026-06-01");
    let outside = || group(Treatment::OutsideScope, "0", 0);
    assert_eq!(codes(&it, VatDocumentKind::Invoice, days, outside()), [("vat_not_charged", Severity::Ask)]);
    let before = ("2026-06-01", "2026-05-10");
    assert_eq!(codes(&it, VatDocumentKind::Invoice, before, outside()), []);
    let none = VatRegistration::default();
    assert_eq!(codes(&none, VatDocumentKind::Invoice, days, outside()), []);
    // A document that nobody set any VAT in is taxable at nothing.
    let zero = group(Treatment::Taxable, "0", 0);
    assert_eq!(codes(&none, VatDocumentKind::Invoice, days, zero), []);
    let exempt = group(Treatment::Exempt, "0", 0);
    assert_eq!(codes(&it, VatDocumentKind::Invoice, days, exempt), []);
    let reverse = group(Treatment::ReverseCharge, "20", 2_000);
    assert_eq!(
        codes(&none, VatDocumentKind::Invoice, days, reverse),
        [("vat_not_registered", Severity::Refuse)]
    );
    assert_eq!(it.treatment_on(day("2026-05-14")), Treatment::OutsideScope);
    assert_eq!(it.treatment_on(day("2026-05-15")), Treatment::Taxable);
}

#[test]
fn work_done_before_registration_is_asked_about() {
    let days = ("2026-06-01", "2026-05-14");
    let taxed = group(Treatment::Taxable, "20", 2_000);
    assert_eq!(
        codes(&registered(), VatDocumentKind::Invoice, days, taxed),
        [("vat_before_registration", Severity::Ask)]
    );
}

/// Registered from 15 May 2026 to 30 June 2027. Work done before is not taxed even if it is invoiced within 14 days,
/// and work done up to the end is taxed even if it is invoiced later.
#[test]
fn whether_work_is_taxed_goes_by_the_day_of_the_work() {
    let judged = |issued: &str, done: &str, treatment| {
        let rate = if treatment == Treatment::Taxable { "20" } else { "0" };
        let groups = [group(treatment, rate, 0)];
        let document = ChargedDocument {
            kind: VatDocumentKind::Invoice,
            issued: day(issued),
            supplied: Some(day(done)),
            tax_point: Some(super::super::tax_point::find_tax_point(Some(day(done)), day(issued)).day),
            groups: &groups,
        };
        let found = registered().check_document(&document).into_iter();
        found.map(|it| (it.code, it.weight)).collect::<Vec<_>>()
    };
    let (taxed, outside) = (Treatment::Taxable, Treatment::OutsideScope);
    let before = [("vat_before_registration", Severity::Ask)];
    assert_eq!(judged("2026-05-20", "2026-05-14", taxed), before);
    assert_eq!(judged("2026-05-20", "2026-05-14", outside), []);
    assert_eq!(judged("2026-05-20", "2026-05-15", taxed), []);
    let after = [("vat_ended", Severity::Ask)];
    assert_eq!(judged("2027-07-20", "2027-06-30", taxed), after);
    assert_eq!(judged("2027-07-05", "2027-06-30", taxed), after);
    let requested = [("vat_not_charged", Severity::Ask)];
    assert_eq!(judged("2027-07-05", "2027-06-30", outside), requested);
    let refused = [("vat_ended", Severity::Refuse)];
    assert_eq!(judged("2027-07-05", "2027-07-01", taxed), refused);
}

#[test]
fn refuses_an_invalid_vat_number_and_asks_about_wrong_check_digits() {
    let numbered = |number: &str| {
        let it = VatRegistration { number: number.into(), ..registered() };
        let days = ("2026-06-01", "2026-06-01");
        codes(&it, VatDocumentKind::Invoice, days, group(Treatment::Taxable, "20", 2_000))
    };
    assert_eq!(numbered("banana"), [("vat_number_form", Severity::Refuse)]);
    assert_eq!(numbered("GB123"), [("vat_number_form", Severity::Refuse)]);
    assert_eq!(numbered("980780685"), [("vat_number_form", Severity::Ask)]);
}

#[test]
fn checks_the_last_two_digits_of_a_vat_number() {
    // 9×8 + 8×7 + 0×6 + 7×5 + 8×4 + 0×3 + 6×2 = 207, and 84: 291 = 3 × 97.
    for sound in [
        "980780684",
        "GB980780684",
        "XI 980 7806 84",
        "980780684001",
        "gb 980-7806-84",
        "GB\u{a0}980.7806.84",
    ] {
        assert!(is_vat_number(sound), "{sound}");
        assert_eq!(check_number(sound), None, "{sound}");
    }
    // The later numbers: 207 + 29 = 236, and 55: 291.
    assert!(is_vat_number("980780629"));
    for wrong in ["", "980780685", "98078068", "GB98078068A", "DE980780684"] {
        assert!(!is_vat_number(wrong), "{wrong}");
    }
}

#[test]
fn explains_what_is_wrong_with_a_typed_vat_number() {
    assert_eq!(check_number("  "), None);
    for (typed, text) in [
        ("GB980780685", WRONG_CHECK_DIGITS),
        ("gb 980 7806 85", WRONG_CHECK_DIGITS),
        ("banana", NOT_A_VAT_NUMBER),
        ("GB12345678", NOT_A_VAT_NUMBER),
    ] {
        assert_eq!(check_number(typed), Some(text), "{typed}");
    }
    // A customer's may be another country's.
    for typed in ["", "GB980780684", "IE6388047V", "DE123456789", "banana"] {
        assert_eq!(check_customer_number(typed), None, "{typed}");
    }
    let message = Some(WRONG_CUSTOMER_CHECK_DIGITS);
    assert_eq!(check_customer_number("GB980780685"), message);
}
