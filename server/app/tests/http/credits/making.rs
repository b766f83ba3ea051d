//! Creating credit notes: for everything, for lines, for an amount; never for more than is left.

use serde_json::json;

use super::{create_draft, create_sent, credit_all_body, credit_amount_body, credit_notes_path};
use crate::documents::{TestBusiness, id_of, with_field};

#[tokio::test]
async fn a_sent_credit_note_for_everything_settles_the_invoice() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let note = create_draft(&business, &invoice, &credit_all_body()).await;
    assert_eq!(note["status"], "draft");
    assert_eq!(note["creditNoteNumber"], json!(null));
    assert_eq!(note["creditedInvoiceNumber"], "INV-0001");
    assert_eq!(note["totals"]["totalAmount"], "478.10");
    assert_eq!(note["jobDescription"], "Job not done");
    // A draft takes nothing off yet, but nobody else can credit the same.
    let now = super::reload_invoice(&business, &invoice).await;
    assert_eq!(now["totals"]["balanceDue"], "478.10");
    let refused = business.client.post(&credit_notes_path(&invoice), &credit_all_body()).await;
    refused.expect_error(422, "rule_broken", Some("of"));

    let note = business.send_by_link("credit-notes", &id_of(&note)).await;
    assert_eq!(note["creditNoteNumber"], "CN-0001");
    assert_eq!(note["displayStatus"]["label"], "Issued");
    let now = super::reload_invoice(&business, &invoice).await;
    assert_eq!(now["status"], "credited");
    assert_eq!(now["displayStatus"]["label"], "Credited");
    assert_eq!(now["totals"]["balanceDue"], "0.00");
    assert_eq!(now["totals"]["creditedAmount"], "478.10");
    assert_eq!(now["creditNotes"][0]["number"], "CN-0001");
    assert_eq!(now["toGiveBack"], "0.00");
    let allowed = &now["allowed"];
    for step in ["edit", "void", "recordPayment", "credit"] {
        assert_eq!(allowed[step], false, "{step}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn lines_and_quantities_can_be_credited() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let preview = format!("{}/preview", credit_notes_path(&invoice));
    let body = json!({ "of": "lines", "lines": [{ "id": "b", "quantity": "1.5" }] });
    let response = business.client.post(&preview, &body).await.expect_status(200);
    // 1.5 × 4.20 less ten in a hundred, and VAT on it.
    assert_eq!(response["totals"]["totalAmount"], "6.80");
    assert_eq!(response["left"], "478.10");
    assert_eq!(response["balanceAfter"], "471.30");
    assert_eq!(response["labour"], "6");
    assert_eq!(response["lines"][1]["quantity"], "3.5");

    let body = with_field(body, "reason", json!("Pipe not used"));
    let note = create_sent(&business, &invoice, &body).await;
    assert_eq!(note["items"][0]["quantity"], "1.5");
    let body = json!({
        "of": "lines", "reason": "The rest of the pipe", "labour": "2",
        "lines": [{ "id": "b", "quantity": "2.5" }]
    });
    let refused = business.client.post(&credit_notes_path(&invoice), &body).await;
    let response = refused.expect_error(422, "rule_broken", Some("lines[0].quantity"));
    assert_eq!(response["errors"][0]["msg"], "2 of “Copper pipe” can still be credited.");
    let body = with_field(body, "lines", json!([{ "id": "b" }]));
    let note = create_sent(&business, &invoice, &body).await;
    assert_eq!(note["items"][0]["quantity"], "2");
    assert_eq!(note["labourHours"], "2");
    // The rest, whatever it is, leaves exactly nothing.
    let rest = create_sent(&business, &invoice, &credit_all_body()).await;
    let now = super::reload_invoice(&business, &invoice).await;
    assert_eq!(now["totals"]["creditedAmount"], "478.10");
    assert_eq!(now["status"], "credited");
    assert_eq!(rest["creditNoteNumber"], "CN-0003");
    business.app.stop().await;
}

#[tokio::test]
async fn an_amount_larger_than_what_is_left_is_refused_with_the_amount() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let result = |path: String, body: serde_json::Value| {
        let client = &business.client;
        async move { client.post(&path, &body).await }
    };
    let too_much = result(credit_notes_path(&invoice), credit_amount_body("478.11")).await;
    let too_much = too_much.expect_error(422, "rule_broken", Some("amount"));
    assert_eq!(too_much["errors"][0]["msg"], "This is more than the £478.10 that can still be credited.");
    create_sent(&business, &invoice, &credit_amount_body("100.00")).await;
    let too_much = result(credit_notes_path(&invoice), credit_amount_body("378.11")).await;
    let too_much = too_much.expect_error(422, "rule_broken", Some("amount"));
    assert_eq!(too_much["errors"][0]["msg"], "This is more than the £378.10 that can still be credited.");
    for nothing in ["0", "-5", "0.001", "many"] {
        let refused = result(credit_notes_path(&invoice), credit_amount_body(nothing)).await;
        refused.expect_error(422, "rule_broken", Some("amount"));
    }
    let refused =
        result(credit_notes_path(&invoice), with_field(credit_amount_body("5"), "reason", json!(" "))).await;
    refused.expect_error(422, "rule_broken", Some("reason"));
    let refused =
        result(credit_notes_path(&invoice), with_field(credit_amount_body("5"), "lies", json!(1))).await;
    refused.expect_error(400, "unknown_field", Some("lies"));
    // No net amount and its VAT come to 3p.
    let preview = format!("{}/preview", credit_notes_path(&invoice));
    let near = result(preview, credit_amount_body("0.03")).await.expect_status(200);
    assert_eq!(near["isExact"], false);
    assert_eq!(near["totals"]["totalAmount"], "0.02");
    business.app.stop().await;
}

#[tokio::test]
async fn simultaneous_requests_do_not_credit_the_same_amount_twice() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let (path, body) = (credit_notes_path(&invoice), credit_amount_body("300.00"));
    let window = || business.client.post(&path, &body);
    let answers = tokio::join!(window(), window(), window(), window());
    let answers = [answers.0, answers.1, answers.2, answers.3];
    let made = answers.iter().filter(|answer| answer.status == 201);
    assert_eq!(made.count(), 1);
    for refused in answers.into_iter().filter(|answer| answer.status != 201) {
        refused.expect_error(422, "rule_broken", Some("amount"));
    }
    // The same request again is the same credit note.
    let body = credit_amount_body("100.00");
    let one = business.client.post_with_key(&path, "key-1", &body).await.expect_status(201);
    let same = business.client.post_with_key(&path, "key-1", &body).await.expect_status(201);
    assert_eq!(id_of(&one), id_of(&same));
    let list = business.client.get("/api/credit-notes").await.expect_status(200);
    assert_eq!(list["total"], 2);
    business.app.stop().await;
}

#[tokio::test]
async fn the_cis_deduction_is_subtracted_from_the_credited_amount() {
    let business = TestBusiness::open().await;
    let mut body = with_field(business.invoice_body(), "cisRate", json!("20"));
    body["items"][0]["costType"] = json!("materials");
    let draft = business.client.post("/api/invoices", &body).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&draft)).await;
    let payable = invoice["totals"]["amountPayable"].clone();
    let some = create_sent(&business, &invoice, &credit_amount_body("123.60")).await;
    assert_eq!(some["totals"]["totalAmount"], "123.60");
    assert_ne!(some["totals"]["cisDeduction"], "0.00");
    let rest = create_sent(&business, &invoice, &credit_all_body()).await;
    let pence = crate::contacts::statement::to_pence;
    for figure in ["totalAmount", "cisDeduction", "amountPayable", "vatAmount", "cisBase"] {
        let credited = pence(&some["totals"][figure]) + pence(&rest["totals"][figure]);
        assert_eq!(credited, pence(&invoice["totals"][figure]), "{figure}");
    }
    let now = super::reload_invoice(&business, &invoice).await;
    assert_eq!(now["totals"]["creditedAmount"], payable);
    assert_eq!(now["status"], "credited");
    business.app.stop().await;
}

#[tokio::test]
async fn only_an_issued_invoice_is_credited() {
    let business = TestBusiness::open().await;
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    let refused = business.client.post(&credit_notes_path(&draft), &credit_all_body()).await;
    refused.expect_error(409, "not_sent", None);
    let invoice = business.sent_invoice().await;
    let void = format!("/api/invoices/{}/void", id_of(&invoice));
    business.client.post_empty(&void).await.expect_status(200);
    let refused = business.client.post(&credit_notes_path(&invoice), &credit_all_body()).await;
    refused.expect_error(409, "is_void", None);
    business.app.stop().await;
}
