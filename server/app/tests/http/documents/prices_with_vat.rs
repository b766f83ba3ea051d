//! Prices that include VAT (docs/rules.md, section 8): from the draft to the credit note, on paper and as an e-invoice.

use plumbline_core::preview;
use serde_json::{Value, json};

use super::edit::{edit, path, set};
use super::{Desk, document, id, profile, remove, token, with};
use crate::credits;
use crate::einvoice;
use crate::pdf;

/// 340.00 and 13.90 with VAT at 20 %, and nothing else: 353.90, of which 58.98 are VAT.
fn figures(mut body: Value) -> Value {
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

async fn draft(desk: &Desk) -> Value {
    let body = figures(desk.quote());
    desk.client.post("/api/quotes", &body).await.expect(201)
}

/// The same, accepted by its customer.
async fn accepted(desk: &Desk) -> Value {
    let sent = desk.send("quotes", &id(&draft(desk).await)).await;
    let accept = format!("/api/quotes/public/{}/accept", token(&sent));
    desk.app.client().post_empty(&accept).await.expect(200);
    desk.client.get(&path(&sent)).await.expect(200)
}

#[track_caller]
fn comes_to(told: &Value, total: &str, vat: &str) {
    assert_eq!(told["totals"]["totalAmount"], total);
    assert_eq!(told["totals"]["vatAmount"], vat);
}

/// What an older client saves: all that it read, but for what it knows nothing of.
fn as_older(read: &Value, mut body: Value) -> Value {
    remove(&mut body, "pricesIncludeVat");
    remove(&mut body, "id");
    with(body, "version", read["version"].clone())
}

#[tokio::test]
async fn a_draft_says_it_and_an_older_client_never_erases_it() {
    let desk = Desk::open().await;
    let made = draft(&desk).await;
    assert_eq!(made["pricesIncludeVat"], true);
    comes_to(&made, "353.90", "58.98");
    // The third door says the same of the same text.
    let text = figures(document()).to_string();
    let answer = desk
        .app
        .client()
        .post_text("/api/quotes/preview", text.clone())
        .await;
    let core = preview::totals_json(&text).expect("core's totals");
    assert_eq!(answer.text, core);

    let older = with(
        as_older(&made, figures(desk.quote())),
        "notes",
        json!("Side door"),
    );
    let saved = desk.client.put(&path(&made), &older).await.expect(200);
    assert_eq!(saved["notes"], "Side door");
    assert_eq!(saved["pricesIncludeVat"], true);
    comes_to(&saved, "353.90", "58.98");
    let empty = with(
        as_older(&saved, figures(desk.quote())),
        "pricesIncludeVat",
        Value::Null,
    );
    let saved = desk.client.put(&path(&made), &empty).await.expect(200);
    assert_eq!(saved["pricesIncludeVat"], true);
    // Nor does one that sends what was changed, as a device does that was without signal.
    let change = edit(&saved["version"], json!([set("notes", "Back door")]));
    let saved = desk.client.patch(&path(&made), &change).await.expect(200);
    assert_eq!(saved["notes"], "Back door");
    assert_eq!(saved["pricesIncludeVat"], true);
    comes_to(&saved, "353.90", "58.98");
    // What it knows nothing of is judged with the rest.
    let cis = with(
        as_older(&saved, figures(desk.quote())),
        "cisRate",
        json!("20"),
    );
    let refused = desk.client.put(&path(&made), &cis).await;
    refused.refused(422, "rule_broken", Some("cisRate"));

    let copy = format!("{}/duplicate", path(&made));
    let copy = desk.client.post_empty(&copy).await.expect(201);
    assert_eq!(copy["pricesIncludeVat"], true);
    comes_to(&copy, "353.90", "58.98");

    // 353.90 without VAT: 70.78 on top.
    let off = edit(&saved["version"], json!([set("pricesIncludeVat", false)]));
    let off = desk.client.patch(&path(&made), &off).await.expect(200);
    assert_eq!(off["pricesIncludeVat"], false);
    comes_to(&off, "424.68", "70.78");
    let said = with(
        as_older(&off, figures(desk.quote())),
        "pricesIncludeVat",
        json!(true),
    );
    let on = desk.client.put(&path(&made), &said).await.expect(200);
    comes_to(&on, "353.90", "58.98");
    desk.app.stop().await;
}

#[tokio::test]
async fn a_document_without_it_is_written_as_before() {
    let desk = Desk::open().await;
    let sent = desk.sent_quote().await;
    assert_eq!(sent["pricesIncludeVat"], false);
    let stored = desk.stored(&id(&sent)).await;
    assert_eq!(stored.get("pricesIncludeVat"), None);
    let link = format!("/api/quotes/public/{}?with=page", token(&sent));
    let answer = desk.app.client().get(&link).await.text;
    assert!(!answer.contains("pricesIncludeVat"), "{answer}");
    desk.app.stop().await;
}

#[tokio::test]
async fn its_job_is_invoiced_and_credited_in_prices_with_vat() {
    let desk = einvoice::ready().await;
    let quote = accepted(&desk).await;
    let stages = format!("{}/stages", path(&quote));
    // 100.01 × 20/120 = 16.668…: a price without VAT could not come to it.
    let ask = json!({ "amount": "100.01" });
    let stage = desk.client.post(&stages, &ask).await.expect(201);
    assert_eq!(stage["pricesIncludeVat"], true);
    comes_to(&stage, "100.01", "16.67");
    desk.send("invoices", &id(&stage)).await;

    let convert = format!("{}/convert", path(&quote));
    let last = desk.client.post_empty(&convert).await.expect(201);
    assert_eq!(last["pricesIncludeVat"], true);
    assert_eq!(last["totals"]["invoicedAmount"], "100.01");
    comes_to(&last, "253.89", "42.31");
    let last = desk.send("invoices", &id(&last)).await;

    let paper = desk
        .app
        .client()
        .bytes(&format!("/i/{}.pdf", token(&last)))
        .await;
    let paper = pdf::text(&paper);
    for words in [
        "Rate inc. VAT",
        "Amount inc. VAT",
        "Less invoice INV-0001",
        "−£100.01",
        "Including VAT @ 20%",
        "£253.89 with VAT, £211.58 without",
        "£42.31",
    ] {
        assert!(paper.contains(words), "{words} is not in\n{paper}");
    }

    // 283.33⅓ and 11.58⅓: the odd penny is the first line's. Less 83.34 of the stage.
    let file = format!("/api/invoices/{}/einvoice", id(&last));
    let xml = desk.client.get(&file).await.text;
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
    let note = credits::sent(&desk, &last, &credits::amount("53.90")).await;
    assert_eq!(note["pricesIncludeVat"], true);
    comes_to(&note, "53.90", "8.98");
    let rest = credits::sent(&desk, &last, &credits::all()).await;
    comes_to(&rest, "199.99", "33.33");
    let now = credits::again(&desk, &last).await;
    assert_eq!(now["status"], "credited");
    desk.app.stop().await;
}

#[tokio::test]
async fn a_variation_stands_to_vat_as_its_quote_does() {
    let desk = Desk::open().await;
    let quote = accepted(&desk).await;
    let begin = format!("{}/variations", path(&quote));
    let varied = desk.client.post(&begin, &json!({})).await.expect(201);
    assert_eq!(varied["pricesIncludeVat"], true);
    let line = json!({ "id": "v", "name": "Rail", "quantity": "1", "price": "60.00" });
    let operations = json!([
        { "op": "insertLine", "after": null, "line": line },
        set("pricesIncludeVat", false),
    ]);
    let body = edit(&varied["version"], operations);
    let varied = desk.client.patch(&path(&varied), &body).await.expect(200);
    let send = format!("{}/send", path(&varied));
    let refused = desk.client.post(&send, &json!({ "via": "link" })).await;
    refused.refused(422, "rule_broken", Some("pricesIncludeVat"));
    desk.app.stop().await;
}

#[tokio::test]
async fn a_business_starts_its_documents_with_it_and_an_older_client_never_erases_it() {
    let desk = Desk::open().await;
    let path = format!("/api/business-profiles/{}", desk.profile);
    let read = desk.client.get(&path).await.expect(200);
    assert_eq!(read["pricesIncludeVat"], false);
    let mut version = read["version"].clone();
    for (said, kept) in [
        (json!(true), true),
        (Value::Null, true),
        (json!(false), false),
    ] {
        let mut body = with(profile(), "version", version);
        if !said.is_null() {
            body["pricesIncludeVat"] = said;
        }
        let saved = desk.client.put(&path, &body).await.expect(200);
        assert_eq!(saved["pricesIncludeVat"], kept);
        version = saved["version"].clone();
    }
    desk.app.stop().await;
}

#[tokio::test]
async fn what_documents_are_made_from_keeps_it() {
    let desk = Desk::open().await;
    let template = figures(json!({
        "name": "Shower", "jobDescription": "", "notes": "", "tax": "20"
    }));
    let series = with(
        figures(json!({
            "name": "Shower care", "firstDay": "2026-12-01", "repeat": "monthly", "daysDue": 14,
            "makes": "draft", "jobDescription": "", "notes": "", "tax": "20"
        })),
        "contactId",
        json!(desk.contact),
    );
    for (list, total, body) in [
        ("quote-templates", "/totalAmount", template),
        ("recurring", "/totals/totalAmount", series),
    ] {
        let made = desk
            .client
            .post(&format!("/api/{list}"), &body)
            .await
            .expect(201);
        assert_eq!(made["pricesIncludeVat"], true, "{list}");
        assert_eq!(made.pointer(total), Some(&json!("353.90")), "{list}");
        let older = with(as_older(&made, body), "notes", json!("Side door"));
        let at = format!("/api/{list}/{}", id(&made));
        let saved = desk.client.put(&at, &older).await.expect(200);
        assert_eq!(saved["notes"], "Side door", "{list}");
        assert_eq!(saved["pricesIncludeVat"], true, "{list}");
        assert_eq!(saved.pointer(total), Some(&json!("353.90")), "{list}");
    }
    desk.app.stop().await;
}
