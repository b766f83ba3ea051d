//! What the public response contains, and what it must not contain.

use serde_json::{Value, json};

use super::*;
use crate::document::Document;
use crate::json;
use crate::text_api;

fn assembled(document: &Value, parties: &Value) -> Value {
    let text = document.to_string();
    let (header, document) = (json::parse(&text).unwrap(), Document::from_json(&text).unwrap());
    let parties = json::parse(&parties.to_string()).unwrap();
    let answer = json::to_text(&text_api::assemble_draft(&header, &document, &parties).unwrap());
    // The answer comes back from its own text as the same answer.
    let again: PublicDocument = json::parse(&answer).unwrap();
    assert_eq!(json::to_text(&again), answer);
    serde_json::from_str(&answer).unwrap()
}

fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<_> = object.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn sorted(names: &str) -> Vec<&str> {
    let mut names: Vec<_> = names.split_whitespace().collect();
    names.sort_unstable();
    names
}

const MONEY: &str = "status issueDate subtotalAmount discountAmount vatAmount totalAmount vatTreatment tax \
    includeDiscount discount discountType discountReason includeDeposit deposit depositType \
    depositReason depositAmount balanceAfterDeposit depositPaid includeLabour labourHours labourRate \
    labourTotal labourUnitType jobDescription notes customerName customerAddress vatGroups \
    reverseChargeVat cisRate cisDeduction amountPayable paidAmount pendingAmount balanceDue";

/// A document with every field, including some that a customer must not see.
fn document(kind: &str) -> Value {
    let mut document: Value = serde_json::from_str(EVERYTHING).unwrap();
    document["kind"] = kind.into();
    document
}

const EVERYTHING: &str = r#"{
    "id": "secret-1", "userId": "secret-2", "contactId": "secret-3", "businessProfileId": "secret-4",
    "publicToken": "secret-5", "quoteNumber": "Q-1", "invoiceNumber": "INV-1", "status": "sent",
    "issueDate": "2026-03-01", "expiryDate": "2026-03-05", "acceptedDate": "2026-03-02",
    "dueDate": "2026-03-06", "paidDate": "2026-03-07", "jobDescription": "Bathroom", "notes": "Key at no. 4",
    "tax": "20.00", "includeDiscount": true, "discount": 10.5, "discountReason": "Neighbour",
    "includeDeposit": true, "deposit": "50", "depositType": "fixed", "depositReason": "Materials",
    "includeLabour": true, "labourHours": "2.50", "labourRate": 45, "documentLabourUnitType": "days",
    "cisRate": 20,
    "items": [
        { "id": "a", "name": "Basin", "description": "White", "quantity": "2.0", "price": "1.5",
          "includeLabour": true, "labourHours": 1, "labourRate": "30", "labourUnitType": "hours" },
        { "id": "b", "name": "Tap", "quantity": 1, "price": "0.125", "optional": true, "selected": false,
          "vat": { "treatment": "exempt", "rate": 20 } },
        { "id": "c", "name": "Pipe", "quantity": 1, "price": 1,
          "vat": { "treatment": "reverseCharge", "rate": "5.0" } }
    ],
    "payments": [
        { "id": "p", "amount": "50", "date": "2026-03-03", "method": "cash", "notes": "secret-6" },
        { "id": "r", "amount": "1.5", "date": "2026-03-04", "method": "stripe", "confirmationStatus": "pending" }
    ]
}"#;

fn parties() -> Value {
    json!({
        "contact": { "id": "secret-7", "name": " Ann Lee ", "company": "Lee Ltd", "city": "York", "country": "uk" },
        "business": { "businessName": "Bright Pipes", "firstName": "secret-8", "lastName": "secret-9",
                      "email": "secret-10", "phone": "secret-11", "address": "secret-12" },
        "businessProfile": { "id": "secret-13", "name": "Bright Pipes", "quoteTerms": "QT", "invoiceTerms": "IT",
                             "template": "bold", "accepts_card": true, "stripe_account_id": "secret-14",
                             "accountNumber": "secret-15" },
    })
}

#[test]
fn the_response_has_exactly_the_specified_keys() {
    let quote = assembled(&document("quote"), &parties());
    let top = "quote items contact business businessProfile payments";
    assert_eq!(keys(&quote), sorted(top));
    let own = format!("quoteNumber expiryDate acceptedDate {MONEY}");
    assert_eq!(keys(&quote["quote"]), sorted(&own));
    let invoice = assembled(&document("invoice"), &parties());
    assert_eq!(keys(&invoice), sorted(&top.replacen("quote", "invoice", 1)));
    let own = format!("invoiceNumber dueDate paidDate {MONEY}");
    assert_eq!(keys(&invoice["invoice"]), sorted(&own));
    let item = "id name description quantity price total includeLabour labourHours labourRate labourTotal \
                labourUnitType vat optional selected counted costType";
    assert_eq!(keys(&quote["items"][0]), sorted(item));
    let payment = "id amount date method notes confirmationStatus";
    assert_eq!(keys(&quote["payments"][0]), sorted(payment));
}

#[test]
fn the_response_contains_nothing_private() {
    for kind in ["quote", "invoice"] {
        let text = assembled(&document(kind), &parties()).to_string();
        assert!(!text.contains("secret"), "{text}");
    }
}

#[test]
fn writes_numbers_as_the_rules_require() {
    let answer = assembled(&document("quote"), &parties());
    let quote = &answer["quote"];
    let got: Vec<_> = ["tax", "discount", "deposit", "labourHours", "labourRate", "labourTotal", "cisRate"]
        .map(|name| quote[name].as_str().unwrap())
        .into();
    assert_eq!(got, ["20", "10.5", "50.00", "2.5", "45.00", "112.50", "20"]);
    let item = &answer["items"][0];
    let got: Vec<_> = ["quantity", "price", "total", "labourHours", "labourRate", "labourTotal"]
        .map(|name| item[name].as_str().unwrap())
        .into();
    assert_eq!(got, ["2", "1.50", "33.00", "1", "30.00", "30.00"]);
    assert_eq!(answer["items"][1]["price"], "0.125");
    let mut other = document("quote");
    other["discountType"] = "other".into();
    other["discount"] = "5".into();
    other["depositType"] = "percentage".into();
    let quote = &assembled(&other, &parties())["quote"];
    assert_eq!((&quote["discount"], &quote["deposit"]), (&json!("5.00"), &json!("50")));
    assert_eq!((&quote["discountType"], &quote["depositType"]), (&json!("other"), &json!("percentage")));
}

#[test]
fn lines_and_labour_state_their_own_unit_and_vat() {
    let answer = assembled(&document("quote"), &parties());
    let items = &answer["items"];
    assert_eq!(items[0]["vat"], json!({ "treatment": "taxable", "rate": "20" }));
    assert_eq!(items[1]["vat"], json!({ "treatment": "exempt", "rate": "0" }));
    assert_eq!(items[2]["vat"], json!({ "treatment": "reverseCharge", "rate": "5" }));
    assert_eq!((&items[0]["labourUnitType"], &items[1]["labourUnitType"]), (&json!("hours"), &json!("days")));
    assert_eq!((&items[0]["counted"], &items[1]["counted"]), (&json!(true), &json!(false)));
    assert_eq!(answer["quote"]["labourUnitType"], "days");
    let mut own = document("quote");
    own["labourUnitType"] = "hours".into();
    assert_eq!(assembled(&own, &parties())["quote"]["labourUnitType"], "hours");
}

#[test]
fn the_deposit_is_paid_when_confirmed_payments_cover_it() {
    let paid = |change: &dyn Fn(&mut Value)| {
        let mut document = document("quote");
        change(&mut document);
        assembled(&document, &parties())["quote"]["depositPaid"].as_bool().unwrap()
    };
    assert!(paid(&|_| ()));
    assert!(!paid(&|d| d["payments"][0]["amount"] = "49.99".into()));
    assert!(!paid(&|d| d["payments"][0]["confirmationStatus"] = "pending".into()));
    assert!(!paid(&|d| d["includeDeposit"] = false.into()));
    assert!(!paid(&|d| d["deposit"] = 0.into()));
}

#[test]
fn contains_the_customers_name_and_address() {
    let result = |contact: Value| {
        let answer = assembled(&document("quote"), &json!({ "contact": contact }));
        let quote = &answer["quote"];
        format!("{}|{}", quote["customerName"].as_str().unwrap(), quote["customerAddress"].as_str().unwrap())
    };
    assert_eq!(
        result(json!({ "name": " Ann Lee ", "city": "York", "country": "uk" })),
        "Ann Lee|York, United Kingdom"
    );
    assert_eq!(result(json!({ "name": " ", "company": "Lee Ltd" })), "Lee Ltd|");
    assert_eq!(result(Value::Null), "|");
}

#[test]
fn uses_the_owners_details_without_a_business_profile() {
    let mut owner = parties();
    owner["businessProfile"] = Value::Null;
    let answer = assembled(&document("invoice"), &owner);
    assert_eq!(answer["business"]["firstName"], "secret-8");
    assert_eq!(answer["businessProfile"]["name"], "Bright Pipes");
    assert_eq!(answer["businessProfile"]["accepts_cash"], true);
    let answer = assembled(&document("invoice"), &parties());
    assert_eq!(answer["business"]["businessName"], "Bright Pipes");
    assert_eq!(answer["businessProfile"]["stripe_account_id"], "connected");
}

#[test]
fn the_documents_template_and_terms_override_the_profiles() {
    let result = |document: &Value| {
        let answer = assembled(document, &parties());
        let profile = &answer["businessProfile"];
        ["template", "quoteTerms", "invoiceTerms"].map(|name| profile[name].as_str().unwrap().to_owned())
    };
    assert_eq!(result(&document("quote")), ["bold", "QT", "IT"]);
    for (kind, want) in [("quote", ["minimal", "Own", "IT"]), ("invoice", ["minimal", "QT", "Own"])] {
        let mut own = document(kind);
        own["template"] = "minimal".into();
        own["terms"] = "Own".into();
        assert_eq!(result(&own), want);
    }
}

#[test]
fn a_new_header_is_an_empty_draft() {
    let header = DocumentHeader::new(DocumentKind::Invoice);
    assert_eq!((header.kind, header.status.as_str()), (DocumentKind::Invoice, "draft"));
    let read = assembled(&json!({ "kind": "quote" }), &json!({}));
    assert_eq!(read["quote"]["status"], "draft");
    assert_eq!(read["contact"], Value::Null);
}

#[test]
fn a_payment_is_fully_returned_once_all_of_it_is_refunded() {
    let payment = |amount, refunded| PublicPayment {
        amount: Pence(amount),
        refunded: Pence(refunded),
        ..PublicPayment::default()
    };
    assert!(payment(500, 500).is_fully_returned());
    assert!(!payment(500, 499).is_fully_returned());
    assert!(!payment(0, 0).is_fully_returned());
}
