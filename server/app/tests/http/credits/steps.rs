//! The life of a credit note: deleted as a draft, sent, archived, voided; what it prevents for its invoice; other
//! accounts.

use serde_json::json;

use super::{
    create_draft, create_sent, credit_all_body, credit_amount_body, credit_notes_path, record_payment,
    reload_invoice,
};
use crate::documents::{TestBusiness, id_of, token_of, with_field};

#[tokio::test]
async fn deleting_a_draft_or_voiding_makes_its_amount_creditable_again() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let note = create_draft(&business, &invoice, &credit_all_body()).await;
    let own = format!("/api/credit-notes/{}", id_of(&note));
    let void = format!("{own}/void");
    let refused = business.client.post_empty(&void).await;
    refused.expect_error(409, "not_sent", None);
    assert_eq!(business.client.delete(&own).await.status, 204);

    let note = create_sent(&business, &invoice, &credit_all_body()).await;
    let own = format!("/api/credit-notes/{}", id_of(&note));
    business.client.delete(&own).await.expect_error(409, "issued", None);
    let void = format!("{own}/void");
    let gone = business.client.post_empty(&void).await.expect_status(200);
    assert_eq!(gone["status"], "void");
    business.client.post_empty(&void).await.expect_status(200);
    let now = reload_invoice(&business, &invoice).await;
    assert_eq!(now["status"], "sent");
    assert_eq!(now["totals"]["balanceDue"], "478.10");
    assert!(now["totals"]["creditedAmount"].is_null());
    assert_eq!(now["creditNotes"], json!([]));
    // Its link says so, its number stays its own.
    let public = format!("/api/credit-notes/public/{}", token_of(&note));
    let refused = business.app.new_client().get(&public).await;
    let body = refused.expect_error(410, "voided", None);
    assert_eq!(
        body["message"],
        "Taylor Plumbing voided this credit note: it is no longer valid. If you’re not sure what you owe, please ask \
         them."
    );
    let next = create_sent(&business, &invoice, &credit_all_body()).await;
    assert_eq!(next["creditNoteNumber"], "CN-0002");
    business.app.stop().await;
}

#[tokio::test]
async fn an_invoice_with_a_credit_note_is_neither_edited_nor_voided() {
    let business = TestBusiness::open().await;
    let body = business.invoice_body();
    let made = business.client.post("/api/invoices", &body).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&made)).await;
    create_draft(&business, &invoice, &credit_amount_body("10.00")).await;
    let own = format!("/api/invoices/{}", id_of(&invoice));
    let refused = business.client.post_empty(&format!("{own}/void")).await;
    refused.expect_error(409, "has_credit_notes", None);
    let save = with_field(body, "version", reload_invoice(&business, &invoice).await["version"].clone());
    let save = with_field(save, "notes", json!("Changed"));
    let refused = business.client.put(&own, &save).await;
    refused.expect_error(409, "has_credit_notes", None);
    business.app.stop().await;
}

#[tokio::test]
async fn the_reason_and_notes_can_be_edited_but_not_the_amounts() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let note = create_sent(&business, &invoice, &credit_amount_body("10.00")).await;
    let own = format!("/api/credit-notes/{}", id_of(&note));
    let edit = |field: &str, value: &str| {
        json!({
            "baseVersion": note["version"], "operationId": uuid::Uuid::now_v7(),
            "operations": [{ "op": "set", "field": field, "value": value }]
        })
    };
    let response = business.client.patch(&own, &edit("jobDescription", "Goodwill")).await;
    assert_eq!(response.expect_status(200)["jobDescription"], "Goodwill");
    let response = business.client.patch(&own, &edit("notes", "With our apologies")).await;
    let body = response.expect_status(200);
    assert_eq!(body["totals"]["totalAmount"], "10.00");
    let line = json!({
        "baseVersion": body["version"], "operationId": uuid::Uuid::now_v7(),
        "operations": [{ "op": "setLine", "line": "credit-1", "field": "price", "value": "999" }]
    });
    let refused = business.client.patch(&own, &line).await;
    refused.expect_error(409, "figures_stay", None);
    let refused = business.client.patch(&own, &edit("issueDate", "2026-01-01")).await;
    refused.expect_error(409, "figures_stay", None);
    let page = format!("/api/credit-notes/public/{}?with=page", token_of(&note));
    let page = business.app.new_client().get(&page).await.expect_status(200);
    let rows = page["page"]["presentation"]["details"]["rows"].to_string();
    assert!(rows.contains("Goodwill"), "{rows}");
    // There is no way to write one from nothing.
    let made = business.client.post("/api/credit-notes", &business.invoice_body()).await;
    assert_eq!(made.status, 405);
    business.app.stop().await;
}

#[tokio::test]
async fn a_customer_cannot_pay_what_is_credited() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    create_sent(&business, &invoice, &credit_amount_body("400.00")).await;
    let too_much = format!("/api/invoices/{}/payments", id_of(&invoice));
    let body = json!({ "amount": "78.11", "method": "cash" });
    let refused = business.client.post(&too_much, &body).await;
    refused.expect_error(422, "rule_broken", Some("amount"));
    let link = format!("/api/invoices/public/{}", token_of(&invoice));
    let customer = business.app.new_client();
    let body = json!({ "method": "cash" });
    let reply = customer.post(&format!("{link}/payment"), &body).await.expect_status(201);
    assert_eq!(reply["payments"][0]["amount"], "78.10");
    create_sent(&business, &invoice, &credit_all_body()).await;
    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    let response = &page["page"]["presentation"];
    assert_eq!(response["actions"]["pay"], json!(null));
    assert_eq!(response["badge"]["label"], "Credited");
    business.app.stop().await;
}

#[tokio::test]
async fn another_accounts_credit_notes_are_not_found() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    record_payment(&business, &invoice, "478.10").await;
    let note = create_sent(&business, &invoice, &credit_all_body()).await;
    let stranger = business.app.sign_up("lee@other.example").await;
    let nobody = business.app.new_client();
    let own = format!("/api/credit-notes/{}", id_of(&note));
    let refund = json!({ "amount": "1.00", "method": "cash" });
    let why = json!({ "reason": "Mine now" });
    for (path, body) in [
        (credit_notes_path(&invoice), credit_all_body()),
        (format!("{}/preview", credit_notes_path(&invoice)), credit_all_body()),
        (format!("{own}/refunds"), refund),
        (format!("{own}/refunds/0/remove"), why),
        (format!("{own}/void"), json!({})),
        (format!("{own}/send"), json!({ "via": "link" })),
        (format!("{own}/archive"), json!({})),
    ] {
        let refused = stranger.post(&path, &body).await;
        refused.expect_error(404, "not_found", None);
        let refused = nobody.post(&path, &body).await;
        refused.expect_error(401, "no_session", None);
    }
    stranger.get(&own).await.expect_error(404, "not_found", None);
    stranger.delete(&own).await.expect_error(404, "not_found", None);
    // A credit note is not to be had as an invoice.
    let as_invoice = format!("/api/invoices/{}", id_of(&note));
    let refused = business.client.get(&as_invoice).await;
    refused.expect_error(404, "not_found", None);
    business.app.stop().await;
}
