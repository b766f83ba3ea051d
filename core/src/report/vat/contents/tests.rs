//! What is missing from a VAT invoice.

use super::*;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn full_invoice() -> InvoiceContents {
    let party = |name: &str| PartyContents { name: name.into(), address: "1 High Street, Leeds".into() };
    InvoiceContents {
        number: "INV-0001".into(),
        issued: Some(day("2026-11-25")),
        tax_point: Some(day("2026-11-20")),
        supplier: party("Ash Plumbing"),
        vat_number: "GB980780684".into(),
        customer: party("Mrs Oak"),
        lines: vec![LineContents {
            description: "Boiler service".into(),
            quantity: Number::from_text("1"),
            unit_price: Number::from_text("208.34"),
            rate: Number::from_text("20"),
            net: Some(Pence(20_834)),
            ..LineContents::default()
        }],
        total_net: Some(Pence(20_834)),
        total_vat: Some(Pence(4_167)),
        total: Pence(25_001),
        ..InvoiceContents::default()
    }
}

fn codes(invoice: &InvoiceContents) -> Vec<&'static str> {
    let found = invoice.check().findings.into_iter();
    found.map(|it| it.code).collect()
}

#[test]
fn reports_everything_an_empty_invoice_lacks() {
    assert!(full_invoice().check().findings.is_empty());
    let empty = InvoiceContents {
        total: Pence(25_001),
        lines: vec![LineContents::default()],
        offers_cash_discount: true,
        ..InvoiceContents::default()
    };
    assert_eq!(
        codes(&empty),
        [
            "missing_number",
            "missing_tax_point",
            "missing_issue_date",
            "missing_supplier_name",
            "missing_supplier_address",
            "missing_vat_number",
            "missing_customer_name",
            "missing_customer_address",
            "missing_description",
            "missing_rate",
            "missing_quantity",
            "missing_unit_price",
            "missing_line_net",
            "missing_total_net",
            "missing_cash_discount",
            "missing_total_vat",
        ]
    );
    let first = &empty.check().findings[0];
    let text = "A VAT invoice must show a number of your sequence.";
    assert_eq!((first.msg.as_str(), first.weight), (text, Severity::Refuse));
    let none = InvoiceContents { lines: Vec::new(), ..full_invoice() };
    assert_eq!(codes(&none), ["missing_lines"]);
    let draft = InvoiceContents { number: String::new(), numbered_on_issue: true, ..full_invoice() };
    assert!(codes(&draft).is_empty());
}

#[test]
fn a_simplified_invoice_of_up_to_250_pounds_needs_less() {
    let small = InvoiceContents {
        total: Pence(25_000),
        customer: PartyContents::default(),
        number: String::new(),
        total_net: None,
        ..full_invoice()
    };
    let check = small.check();
    assert!(check.simplified && check.findings.is_empty());
    let more = InvoiceContents { total: Pence(25_001), ..small.clone() };
    let lacks = ["missing_number", "missing_customer_name", "missing_customer_address", "missing_total_net"];
    assert_eq!(codes(&more), lacks);
    let bare = InvoiceContents {
        supplier: PartyContents::default(),
        vat_number: String::new(),
        tax_point: None,
        lines: vec![LineContents::default()],
        ..small
    };
    assert_eq!(
        codes(&bare),
        [
            "missing_tax_point",
            "missing_supplier_name",
            "missing_supplier_address",
            "missing_vat_number",
            "missing_description",
            "missing_rate",
        ]
    );
    let text = simplified_limit_text(day("2026-11-25")).unwrap();
    assert!(text.contains("£250.00"), "{text}");
}

#[test]
fn a_reverse_charge_needs_a_note_and_a_full_invoice() {
    let mut invoice = full_invoice();
    invoice.total = Pence(10_000);
    invoice.lines[0].treatment = Treatment::ReverseCharge;
    let check = invoice.check();
    assert!(!check.simplified);
    assert_eq!(codes(&invoice), ["missing_reverse_charge_words"]);
    invoice.has_reverse_charge_note = true;
    assert!(codes(&invoice).is_empty());
    // Outside the scope there is no rate to name.
    let mut exempt = full_invoice();
    exempt.lines[0].treatment = Treatment::Exempt;
    exempt.lines[0].rate = Number::Empty;
    assert!(codes(&exempt).is_empty());
}
