//! A document that was issued under other rules is displayed as it was issued.

use crate::calculate::totals::{Totals, calculate};
use crate::document::Document;
use crate::json;
use crate::money::Pence;
use crate::present::public::{DocumentHeader, Parties, PublicDocument, assemble_public_document};
use crate::present::{
    Presentation, PresentationTexts, build_legacy_texts, build_texts, present, present_issued,
};
use crate::time::Date;

const DOCUMENT: &str = r#"{
    "kind": "invoice", "invoiceNumber": "INV-0001", "status": "sent", "issueDate": "2026-03-01",
    "dueDate": "2026-03-31", "jobDescription": "Boiler", "notes": "Key next door", "tax": "20",
    "includeDiscount": true, "discount": "10", "cisRate": "20",
    "items": [{ "id": "a", "name": "Valve", "quantity": "3", "price": "33.33",
        "includeLabour": true, "labourHours": "1", "labourRate": "45" }],
    "payments": []
}"#;

const PAYMENTS: &str = r#"[
    { "id": "p", "amount": "40.00", "date": "2026-03-02", "method": "cash", "confirmationStatus": "confirmed" },
    { "id": "q", "amount": "1.00", "date": "2026-03-03", "method": "cash", "confirmationStatus": "pending" }
]"#;

fn today() -> Date {
    "2026-03-05".parse().unwrap()
}

fn document() -> Document {
    Document::from_json(DOCUMENT).unwrap()
}

/// Totals as other rules might have given them: no amount is one that `calculate` would give, and they don't add up.
fn odd_totals() -> Totals {
    let mut totals = calculate(&document()).unwrap();
    totals.items[0].total = Pence(11_101);
    totals.subtotal_amount = Pence(22_202);
    totals.discount_amount = Pence(3_303);
    totals.vat_groups[0].vat = Pence(4_404);
    totals.vat_amount = Pence(4_404);
    totals.total_amount = Pence(55_505);
    totals.cis_base = Pence(7_707);
    totals.cis_deduction = Pence(606);
    totals.amount_payable = Pence(54_908);
    totals
}

/// The public response with these totals and payments.
fn public_document(totals: Totals, payments: &str) -> PublicDocument {
    let header: DocumentHeader = json::parse(DOCUMENT).unwrap();
    let document = Document { payments: serde_json::from_str(payments).unwrap(), ..document() };
    let totals = totals.with_payments(&document.payments, document.is_under_cis());
    assemble_public_document(&header, &document, &totals, &Parties::default())
}

fn rows(presentation: &Presentation) -> Vec<String> {
    let row = |row: &crate::present::TotalRow| format!("{}: {}", row.label, row.amount);
    presentation.totals.iter().map(row).collect()
}

#[test]
fn shows_stored_totals_unchanged_even_if_todays_rules_differ() {
    let presentation = present(&public_document(odd_totals(), "[]"), today()).unwrap();
    assert_eq!(presentation.lines[0].amount, "£111.01");
    let unpaid = [
        "Subtotal: £222.02",
        "Discount (10%): -£33.03",
        // Of the groups as they were issued, whatever they come to.
        "Total excluding VAT: £130.49",
        "VAT @ 20%: £44.04",
        "Total: £555.05",
        "CIS deduction (20%): -£6.06",
        "Amount payable: £549.08",
    ];
    assert_eq!(rows(&presentation), unpaid);
    assert_eq!(presentation.summary.amount, "£549.08");

    // Payments are taken off what was issued, and nothing else moves.
    let presentation = present(&public_document(odd_totals(), PAYMENTS), today()).unwrap();
    let paid = ["Paid: £40.00", "Pending: £1.00", "Balance Due: £509.08"];
    assert_eq!(rows(&presentation), [&unpaid[..], &paid[..]].concat());
    assert_eq!(presentation.summary.amount, "£509.08");
}

#[test]
fn deducts_payments_from_the_totals_as_issued() {
    let payments: Vec<_> = serde_json::from_str(PAYMENTS).unwrap();
    let paid = odd_totals().with_payments(&payments, true);
    assert_eq!(paid.balance_due, Pence(50_908));
    // Gross 188.99, materials 111.92, deducted 6.06, each by 40.00 of 549.08.
    let [cis] = &paid.cis_payments[..] else { panic!("one confirmed payment") };
    assert_eq!((cis.gross, cis.materials, cis.deducted), (Pence(1_377), Pence(815), Pence(44)));
    // As before once the payments are gone again.
    assert_eq!(paid.with_payments(&[], true), odd_totals().with_payments(&[], true));
}

#[test]
fn shows_stored_texts_even_if_the_rules_have_changed() {
    let issued = public_document(odd_totals(), "[]");
    let mut saved = build_texts(&issued).unwrap();
    saved.title = "TAX INVOICE".into();
    saved.lines[0].labour = Some("1 hr of work".into());
    saved.totals[3].label = "Value added tax".into();
    saved.details.rows[1].value = "1st of March".into();
    // As from the database.
    let presentation_texts: PresentationTexts =
        serde_json::from_str(&serde_json::to_string(&saved).unwrap()).unwrap();

    let presentation = present_issued(presentation_texts.clone(), &issued, today()).unwrap();
    assert_eq!(presentation.title, "TAX INVOICE");
    assert_eq!(presentation.lines[0].labour.as_deref(), Some("1 hr of work"));
    assert_eq!(rows(&presentation)[3], "Value added tax: £44.04");
    assert_eq!(presentation.details.rows[1].value, "1st of March");

    // A payment adds its rows below and moves none of the words.
    let paid = present_issued(presentation_texts.clone(), &public_document(odd_totals(), PAYMENTS), today())
        .unwrap();
    assert_eq!(paid.lines, presentation.lines);
    assert_eq!(paid.totals[..7], presentation.totals[..]);
    assert_eq!(paid.details.rows[..4], presentation.details.rows[..]);
    let added: Vec<_> = paid.details.rows[4..].iter().map(|row| &row.value).collect();
    assert_eq!(added, ["£40.00", "£509.08"]);
    assert_eq!(paid.payments.len(), 2);
}

#[test]
fn stored_texts_depend_on_neither_the_day_nor_the_payments() {
    let issued = build_texts(&public_document(odd_totals(), "[]")).unwrap();
    assert_eq!(build_texts(&public_document(odd_totals(), PAYMENTS)), Some(issued.clone()));
    let mut void = public_document(odd_totals(), PAYMENTS);
    if let Some(fields) = &mut void.invoice {
        fields.status = "void".into();
        fields.paid_date = Some(today());
    }
    assert_eq!(build_texts(&void), Some(issued.clone()));
    // Shown at once, they are what a draft would be shown as.
    let answer = public_document(odd_totals(), PAYMENTS);
    assert_eq!(present_issued(issued, &answer, today()), present(&answer, today()));
}

#[test]
fn a_version_stored_without_texts_is_shown_as_before() {
    // 1,000.00 at 20 % and 200.00 at 5 %, less a tenth: VAT of 900.00 and of 180.00.
    let mixed = r#"{
        "kind": "invoice", "tax": "20", "includeDiscount": true, "discount": "10", "discountType": "percentage",
        "items": [
            { "id": "a", "name": "Boiler", "quantity": "1", "price": "1000" },
            { "id": "b", "name": "Insulation", "quantity": "1", "price": "200", "vat": { "treatment": "taxable", "rate": "5" } }
        ]
    }"#;
    let (header, document) = (json::parse(mixed).unwrap(), Document::from_json(mixed).unwrap());
    let totals = calculate(&document).unwrap();
    let answer = assemble_public_document(&header, &document, &totals, &Parties::default());
    let before = build_legacy_texts(&answer).unwrap();
    let presentation = present_issued(before, &answer, today()).unwrap();
    assert_eq!(
        rows(&presentation),
        [
            "Subtotal: £1,200.00",
            "Discount (10%): -£120.00",
            "VAT @ 20%: £180.00",
            "VAT @ 5%: £9.00",
            "Total: £1,269.00",
        ]
    );
    let vat = |displayed: &Presentation| -> Vec<_> {
        displayed.lines.iter().map(|line| line.vat.clone()).collect()
    };
    assert_eq!(vat(&presentation), [None, Some("VAT @ 5%".into())]);
    // Nothing of the subtotal's label either, where nothing is taken off.
    let plain = Document::from_json(&mixed.replace("\"discount\": \"10\"", "\"discount\": \"0\"")).unwrap();
    let totals = calculate(&plain).unwrap();
    let answer = assemble_public_document(&header, &plain, &totals, &Parties::default());
    assert_eq!(build_legacy_texts(&answer).unwrap().totals[0].note, None);
    // What is issued now says both.
    let now = present(&answer, today()).unwrap();
    assert_eq!(now.totals[0].note.as_deref(), Some("Total excluding VAT"));
    assert_eq!(vat(&now), [Some("VAT @ 20%".into()), Some("VAT @ 5%".into())]);
}

#[test]
fn builds_no_texts_without_a_document() {
    let none = PublicDocument::default();
    assert_eq!(build_texts(&none), None);
    let presentation_texts = build_texts(&public_document(odd_totals(), "[]")).unwrap();
    assert_eq!(present_issued(presentation_texts, &none, today()), None);
}
