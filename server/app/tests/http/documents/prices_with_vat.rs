//! Prices that include VAT (docs/rules.md, section 8): from the draft to the credit note, as a PDF and as an e-invoice.

use plumbline_core::preview;
use serde_json::{Value, json};

use super::edit::{document_path, edit_body, set_field_operation};
use super::{TestBusiness, document_body, id_of, profile_body, remove_field, token_of, with_field};
use crate::credits;
use crate::einvoice;
use crate::pdf;

/// 340.00 and 13.90, including VAT at 20 %, and nothing else: 353.90, of which 58.98 is VAT.
fn with_gross_prices(mut body: Value) -> Value {
    body["items"] = json!([
        { "id": "a", "name": "Shower", "quantity": "1", "price": "340.00" },
        { "id": "b", "name": "Trap", "quantity": "1", "price": "13.90" },
    ]);
    for field in ["includeLabour", "includeDiscount", "includeDeposit"] {
        body[field] = json!(false);
    }
    body["pricesIncludeVat"] = json!(true);
    body
}

async fn create_draft(business: &TestBusiness) -> Value {
    let body = with_gross_prices(business.quote_body());
    business.client.post("/api/quotes", &body).await.expect_status(201)
}

/// The same, accepted by its customer.
async fn accepted_quote(business: &TestBusiness) -> Value {
    let sent = business.send_by_link("quotes", &id_of(&create_draft(business).await)).await;
    let accept = format!("/api/quotes/public/{}/accept", token_of(&sent));
    business.app.new_client().post_empty(&accept).await.expect_status(200);
    business.client.get(&document_path(&sent)).await.expect_status(200)
}

#[track_caller]
fn assert_totals(body: &Value, total: &str, vat: &str) {
    assert_eq!(body["totals"]["totalAmount"], total);
    assert_eq!(body["totals"]["vatAmount"], vat);
}

/// What an older client saves: everything that it read, except the fields that it doesn't know.
fn as_older_client_body(read: &Value, mut body: Value) -> Value {
    remove_field(&mut body, "pricesIncludeVat");
    remove_field(&mut body, "id");
    with_field(body, "version", read["version"].clone())
}

#[tokio::test]
async fn a_draft_stores_the_vat_setting_and_older_clients_leave_it_unchanged() {
    let business = TestBusiness::open().await;
    let made = create_draft(&business).await;
    assert_eq!(made["pricesIncludeVat"], true);
    assert_totals(&made, "353.90", "58.98");
    // The preview over HTTP has the same result for the same text.
    let text = with_gross_prices(document_body()).to_string();
    let answer = business.app.new_client().post_text("/api/quotes/preview", text.clone()).await;
    let core = preview::calculate_totals_json(&text).expect("core's totals");
    assert_eq!(answer.text, core);

    let older = with_field(
        as_older_client_body(&made, with_gross_prices(business.quote_body())),
        "notes",
        json!("Side door"),
    );
    let saved = business.client.put(&document_path(&made), &older).await.expect_status(200);
    assert_eq!(saved["notes"], "Side door");
    assert_eq!(saved["pricesIncludeVat"], true);
    assert_totals(&saved, "353.90", "58.98");
    let empty = with_field(
        as_older_client_body(&saved, with_gross_prices(business.quote_body())),
        "pricesIncludeVat",
        Value::Null,
    );
    let saved = business.client.put(&document_path(&made), &empty).await.expect_status(200);
    assert_eq!(saved["pricesIncludeVat"], true);
    // Nor does one that sends what was changed, as a device does that was without signal.
    let change = edit_body(&saved["version"], json!([set_field_operation("notes", "Back door")]));
    let saved = business.client.patch(&document_path(&made), &change).await.expect_status(200);
    assert_eq!(saved["notes"], "Back door");
    assert_eq!(saved["pricesIncludeVat"], true);
    assert_totals(&saved, "353.90", "58.98");
    // What it knows nothing of is judged with the rest.
    let cis = with_field(
        as_older_client_body(&saved, with_gross_prices(business.quote_body())),
        "cisRate",
        json!("20"),
    );
    let refused = business.client.put(&document_path(&made), &cis).await;
    refused.expect_error(422, "rule_broken", Some("cisRate"));

    let copy = format!("{}/duplicate", document_path(&made));
    let copy = business.client.post_empty(&copy).await.expect_status(201);
    assert_eq!(copy["pricesIncludeVat"], true);
    assert_totals(&copy, "353.90", "58.98");

    // 353.90 without VAT: 70.78 on top.
    let off = edit_body(&saved["version"], json!([set_field_operation("pricesIncludeVat", false)]));
    let off = business.client.patch(&document_path(&made), &off).await.expect_status(200);
    assert_eq!(off["pricesIncludeVat"], false);
    assert_totals(&off, "424.68", "70.78");
    let body = with_field(
        as_older_client_body(&off, with_gross_prices(business.quote_body())),
        "pricesIncludeVat",
        json!(true),
    );
    let on = business.client.put(&document_path(&made), &body).await.expect_status(200);
    assert_totals(&on, "353.90", "58.98");
    business.app.stop().await;
}

#[tokio::test]
async fn a_document_without_the_vat_setting_is_stored_as_before() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    assert_eq!(sent["pricesIncludeVat"], false);
    let stored = business.stored_input(&id_of(&sent)).await;
    assert_eq!(stored.get("pricesIncludeVat"), None);
    let link = format!("/api/quotes/public/{}?with=page", token_of(&sent));
    let answer = business.app.new_client().get(&link).await.text;
    assert!(!answer.contains("pricesIncludeVat"), "{answer}");
    business.app.stop().await;
}

#[tokio::test]
async fn stages_invoices_and_credit_notes_have_prices_with_vat_too() {
    let business = einvoice::open_with_einvoices().await;
    let quote = accepted_quote(&business).await;
    let stages = format!("{}/stages", document_path(&quote));
    // 100.01 × 20/120 = 16.668…: a price without VAT could not come to it.
    let ask = json!({ "amount": "100.01" });
    let stage = business.client.post(&stages, &ask).await.expect_status(201);
    assert_eq!(stage["pricesIncludeVat"], true);
    assert_totals(&stage, "100.01", "16.67");
    business.send_by_link("invoices", &id_of(&stage)).await;

    let convert = format!("{}/convert", document_path(&quote));
    let last = business.client.post_empty(&convert).await.expect_status(201);
    assert_eq!(last["pricesIncludeVat"], true);
    assert_eq!(last["totals"]["invoicedAmount"], "100.01");
    assert_totals(&last, "253.89", "42.31");
    let last = business.send_by_link("invoices", &id_of(&last)).await;

    let printed = business.app.new_client().get_bytes(&format!("/i/{}.pdf", token_of(&last))).await;
    let printed = pdf::pdf_text(&printed);
    for text in [
        "Rate inc. VAT",
        "Amount inc. VAT",
        "Less invoice INV-0001",
        "−£100.01",
        "Including VAT @ 20%",
        "£253.89 with VAT, £211.58 without",
        "£42.31",
    ] {
        assert!(printed.contains(text), "{text} is not in\n{printed}");
    }

    // 283.33⅓ and 11.58⅓: the odd penny is the first line's. Less 83.34 of the stage.
    let file = format!("/api/invoices/{}/einvoice", id_of(&last));
    let xml = business.client.get(&file).await.text;
    for part in [
        "<cbc:LineExtensionAmount currencyID=\"GBP\">283.34</cbc:LineExtensionAmount>",
        "<cbc:LineExtensionAmount currencyID=\"GBP\">11.58</cbc:LineExtensionAmount>",
        "<cbc:LineExtensionAmount currencyID=\"GBP\">-83.34</cbc:LineExtensionAmount>",
        "<cbc:TaxExclusiveAmount currencyID=\"GBP\">211.58</cbc:TaxExclusiveAmount>",
        "<cbc:TaxInclusiveAmount currencyID=\"GBP\">253.89</cbc:TaxInclusiveAmount>",
    ] {
        assert!(xml.contains(part), "{part} is not in\n{xml}");
    }

    // 53.90 × 20/120 = 8.98⅓.
    let note = credits::create_sent(&business, &last, &credits::credit_amount_body("53.90")).await;
    assert_eq!(note["pricesIncludeVat"], true);
    assert_totals(&note, "53.90", "8.98");
    let rest = credits::create_sent(&business, &last, &credits::credit_all_body()).await;
    assert_totals(&rest, "199.99", "33.33");
    let now = credits::reload_invoice(&business, &last).await;
    assert_eq!(now["status"], "credited");
    business.app.stop().await;
}

#[tokio::test]
async fn a_variation_has_the_same_vat_setting_as_its_quote() {
    let business = TestBusiness::open().await;
    let quote = accepted_quote(&business).await;
    let begin = format!("{}/variations", document_path(&quote));
    let varied = business.client.post(&begin, &json!({})).await.expect_status(201);
    assert_eq!(varied["pricesIncludeVat"], true);
    let line = json!({ "id": "v", "name": "Rail", "quantity": "1", "price": "60.00" });
    let operations = json!([
        { "op": "insertLine", "after": null, "line": line },
        set_field_operation("pricesIncludeVat", false),
    ]);
    let body = edit_body(&varied["version"], operations);
    let varied = business.client.patch(&document_path(&varied), &body).await.expect_status(200);
    let send = format!("{}/send", document_path(&varied));
    let refused = business.client.post(&send, &json!({ "via": "link" })).await;
    refused.expect_error(422, "rule_broken", Some("pricesIncludeVat"));
    business.app.stop().await;
}

#[tokio::test]
async fn a_profile_sets_the_default_and_older_clients_leave_it_unchanged() {
    let business = TestBusiness::open().await;
    let path = format!("/api/business-profiles/{}", business.profile);
    let read = business.client.get(&path).await.expect_status(200);
    assert_eq!(read["pricesIncludeVat"], false);
    let mut version = read["version"].clone();
    for (response, stored) in [(json!(true), true), (Value::Null, true), (json!(false), false)] {
        let mut body = with_field(profile_body(), "version", version);
        if !response.is_null() {
            body["pricesIncludeVat"] = response;
        }
        let saved = business.client.put(&path, &body).await.expect_status(200);
        assert_eq!(saved["pricesIncludeVat"], stored);
        version = saved["version"].clone();
    }
    business.app.stop().await;
}

#[tokio::test]
async fn templates_and_recurring_invoices_keep_the_vat_setting() {
    let business = TestBusiness::open().await;
    let template = with_gross_prices(json!({
        "name": "Shower", "jobDescription": "", "notes": "", "tax": "20"
    }));
    let series = with_field(
        with_gross_prices(json!({
            "name": "Shower care", "firstDay": "2026-12-01", "repeat": "monthly", "daysDue": 14,
            "makes": "draft", "jobDescription": "", "notes": "", "tax": "20"
        })),
        "contactId",
        json!(business.contact),
    );
    for (list, total, body) in
        [("quote-templates", "/totalAmount", template), ("recurring", "/totals/totalAmount", series)]
    {
        let made = business.client.post(&format!("/api/{list}"), &body).await.expect_status(201);
        assert_eq!(made["pricesIncludeVat"], true, "{list}");
        assert_eq!(made.pointer(total), Some(&json!("353.90")), "{list}");
        let older = with_field(as_older_client_body(&made, body), "notes", json!("Side door"));
        let at = format!("/api/{list}/{}", id_of(&made));
        let saved = business.client.put(&at, &older).await.expect_status(200);
        assert_eq!(saved["notes"], "Side door", "{list}");
        assert_eq!(saved["pricesIncludeVat"], true, "{list}");
        assert_eq!(saved.pointer(total), Some(&json!("353.90")), "{list}");
    }
    business.app.stop().await;
}
