//! The steps that a response offers are the ones that the server then accepts.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{TestBusiness, id_of, token_of, with_field};
use crate::cancellation::{accept_quote, cancel_path};
use crate::credits::{create_draft, create_sent, credit_all_body, credit_amount_body, record_payment};
use crate::instalments::go_to_day;
use crate::support::TestResponse;

/// The names of the steps that a response offers.
fn offered_steps(answer: &Value) -> Vec<&str> {
    let allowed = answer["allowed"].as_object().expect("what is allowed");
    let yes = allowed.iter().filter(|(_, may)| **may == json!(true));
    yes.map(|(step, _)| step.as_str()).collect()
}

#[tokio::test]
async fn a_quote_offers_what_its_status_allows() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    assert_eq!(offered_steps(&draft), ["delete", "edit", "send"]);
    let path = format!("/api/quotes/{}", id_of(&draft));
    let deposit = json!({ "amount": "10.00", "method": "cash" });
    let payments = format!("{path}/payments");
    let refused = business.client.post(&payments, &deposit).await;
    refused.expect_error(409, "not_sent", None);

    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    assert_eq!(offered_steps(&sent), ["convert", "edit", "recordPayment", "send"]);
    let refused = business.client.delete(&path).await;
    refused.expect_error(409, "issued", None);

    let link = format!("/api/quotes/public/{}/accept", token_of(&sent));
    business.app.new_client().post_empty(&link).await.expect_status(200);
    let accepted = business.client.get(&path).await.expect_status(200);
    assert_eq!(offered_steps(&accepted), ["convert", "recordPayment", "stage", "vary"]);
    business.client.post(&payments, &deposit).await.expect_status(201);

    let invoice = business.client.post_empty(&format!("{path}/convert")).await;
    let invoice = invoice.expect_status(201);
    assert_eq!(offered_steps(&invoice), ["agree", "edit", "send"]);
    let invoiced = business.client.get(&path).await.expect_status(200);
    assert_eq!(offered_steps(&invoiced), [""; 0]);
    let refused = business.client.post(&payments, &deposit).await;
    refused.expect_error(409, "already_invoiced", None);
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let refused = business.client.delete(&path).await;
    refused.expect_error(409, "made_from_quote", None);
}

#[tokio::test]
async fn an_invoice_offers_what_its_payments_allow() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    assert_eq!(offered_steps(&sent), ["agree", "credit", "edit", "recordPayment", "send", "void"]);
    let path = format!("/api/invoices/{}", id_of(&sent));
    let pay = |amount: &Value| json!({ "amount": amount, "method": "cash" });
    let payments = format!("{path}/payments");
    let part = business.client.post(&payments, &pay(&json!("1.00"))).await;
    let part = part.expect_status(201);
    assert_eq!(offered_steps(&part), ["agree", "credit", "edit", "recordPayment", "send"]);
    let refused = business.client.post_empty(&format!("{path}/void")).await;
    refused.expect_error(409, "has_payments", None);
    let rest = pay(&part["totals"]["balanceDue"]);
    let paid = business.client.post(&payments, &rest).await;
    assert_eq!(offered_steps(&paid.expect_status(201)), ["credit", "send"]);

    let other = business.sent_invoice().await;
    let void = format!("/api/invoices/{}/void", id_of(&other));
    let void = business.client.post_empty(&void).await.expect_status(200);
    assert_eq!(offered_steps(&void), [""; 0]);
}

/// Takes a step by its route, with a body that is valid wherever the step is allowed.
async fn try_step(business: &TestBusiness, plural: &str, document: &Value, step: &str) -> TestResponse {
    let (client, path) = (&business.client, format!("/api/{plural}/{}", id_of(document)));
    match step {
        "edit" => {
            let note = json!({ "op": "set", "field": "notes", "value": "Ring the bell" });
            let operation = Uuid::now_v7().to_string();
            let version = &document["version"];
            let body = json!({ "baseVersion": version, "operationId": operation, "operations": [note] });
            client.patch(&path, &body).await
        }
        "delete" => client.delete(&path).await,
        "send" => client.post(&format!("{path}/send"), &json!({ "via": "link" })).await,
        "convert" | "void" => client.post_empty(&format!("{path}/{step}")).await,
        "stage" => client.post(&format!("{path}/stages"), &json!({ "percentage": "10" })).await,
        "vary" => client.post(&format!("{path}/variations"), &json!({})).await,
        "recordPayment" => {
            let body = json!({ "amount": "1.00", "method": "cash" });
            client.post(&format!("{path}/payments"), &body).await
        }
        "credit" => client.post(&format!("{path}/credit-notes"), &credit_amount_body("1.00")).await,
        "agree" => {
            let body = json!({ "version": document["version"], "instalments": [] });
            client.put(&format!("{path}/instalments"), &body).await
        }
        other => panic!("a step without a route in this test: {other}"),
    }
}

/// Tries every step that the response doesn't offer: each is refused, and afterwards the document is the same.
async fn check_refusals(business: &TestBusiness, plural: &str, document: &Value, name: &str) {
    let path = format!("/api/{plural}/{}", id_of(document));
    let before = business.client.get(&path).await.expect_status(200);
    let allowed = before["allowed"].as_object().expect("what is allowed");
    for (step, _) in allowed.iter().filter(|(_, may)| **may == json!(false)) {
        let answer = try_step(business, plural, &before, step).await;
        // Voiding again what is void changes nothing.
        let is_repeated = step == "void" && before["status"] == "void" && answer.status == 200;
        // What is left to credit is a question of the amount.
        let is_refused =
            [404, 405, 409].contains(&answer.status.as_u16()) || (step == "credit" && answer.status == 422);
        assert!(is_refused || is_repeated, "{name}: {step} gives {} {}", answer.status, answer.text);
    }
    assert_eq!(business.client.get(&path).await.expect_status(200), before, "{name}");
}

/// A draft variation of a quote's job with one line, sent by link.
async fn sent_variation(business: &TestBusiness, quote: &Value) -> Value {
    let path = format!("/api/quotes/{}/variations", id_of(quote));
    let draft = business.client.post(&path, &json!({})).await.expect_status(201);
    let line = json!({ "id": Uuid::now_v7().to_string(), "name": "Tap", "quantity": "1", "price": "20" });
    let body = json!({ "baseVersion": draft["version"], "operationId": Uuid::now_v7().to_string(),
        "operations": [{ "op": "insertLine", "after": null, "line": line }] });
    let path = format!("/api/quotes/{}", id_of(&draft));
    business.client.patch(&path, &body).await.expect_status(200);
    business.send_by_link("quotes", &id_of(&draft)).await
}

/// A quote of a consumer for labour alone, accepted on its page.
async fn accepted_by_consumer(business: &TestBusiness, include_deposit: bool) -> Value {
    let body = with_field(business.quote_body(), "agreement", json!({ "supplies": "labour" }));
    let body = with_field(body, "includeDeposit", json!(include_deposit));
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let sent = business.send_by_link("quotes", &id_of(&draft)).await;
    accept_quote(business, &sent, false).await;
    sent
}

#[tokio::test]
async fn every_step_that_a_quote_does_not_offer_is_refused() {
    let business = TestBusiness::open().await;
    let customer = business.app.new_client();
    let without = with_field(business.quote_body(), "includeDeposit", json!(false));
    let without = business.client.post("/api/quotes", &without).await.expect_status(201);
    let without = business.send_by_link("quotes", &id_of(&without)).await;
    check_refusals(&business, "quotes", &without, "sent without a deposit").await;
    let accept = format!("/api/quotes/public/{}/accept", token_of(&without));
    customer.post_empty(&accept).await.expect_status(200);
    check_refusals(&business, "quotes", &without, "accepted without a deposit").await;

    let declined = business.sent_quote().await;
    let decline = format!("/api/quotes/public/{}/decline", token_of(&declined));
    customer.post_empty(&decline).await.expect_status(200);
    let staged = business.accepted_quote().await;
    let stages = format!("/api/quotes/{}/stages", id_of(&staged));
    business.client.post(&stages, &json!({ "percentage": "40" })).await.expect_status(201);
    let invoiced = business.accepted_quote().await;
    let late = sent_variation(&business, &invoiced).await;
    let convert = format!("/api/quotes/{}/convert", id_of(&invoiced));
    business.client.post_empty(&convert).await.expect_status(201);
    let cancelled = accepted_by_consumer(&business, false).await;
    let of_cancelled = sent_variation(&business, &cancelled).await;
    customer.post_empty(&cancel_path(&cancelled)).await.expect_status(200);
    let with_deposit = accepted_by_consumer(&business, true).await;
    customer.post_empty(&cancel_path(&with_deposit)).await.expect_status(200);
    let varied = business.accepted_quote().await;
    let variation = sent_variation(&business, &varied).await;
    for (name, quote) in [
        ("draft", &business.draft_quote().await),
        ("sent", &business.sent_quote().await),
        ("accepted", &business.accepted_quote().await),
        ("declined", &declined),
        ("in stages", &staged),
        ("invoiced", &invoiced),
        ("cancelled without a deposit", &cancelled),
        ("cancelled with a deposit", &with_deposit),
        ("with a variation", &varied),
        ("a variation", &variation),
        ("a variation of an invoiced job", &late),
        ("a variation of a cancelled job", &of_cancelled),
    ] {
        check_refusals(&business, "quotes", quote, name).await;
    }
    let path = format!("/api/quotes/{}/payments", id_of(&cancelled));
    let payment = json!({ "amount": "10.00", "method": "cash" });
    let refused = business.client.post(&path, &payment).await.expect_error(409, "no_deposit", None);
    let sentence = "This quote asks for no deposit. Invoice the job and record the payment on its invoice.";
    assert_eq!(refused["message"], sentence);

    let expired = business.sent_quote().await;
    go_to_day(&business, "2026-12-17").await;
    check_refusals(&business, "quotes", &expired, "expired").await;
    business.app.stop().await;
}

#[tokio::test]
async fn every_step_that_an_invoice_or_a_credit_note_does_not_offer_is_refused() {
    let business = TestBusiness::open().await;
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await.expect_status(201);
    let quote = business.accepted_quote().await;
    let convert = format!("/api/quotes/{}/convert", id_of(&quote));
    let made = business.client.post_empty(&convert).await.expect_status(201);
    let (part, paid) = (business.sent_invoice().await, business.sent_invoice().await);
    record_payment(&business, &part, "100.00").await;
    record_payment(&business, &paid, "478.10").await;
    let void = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/void", id_of(&void));
    business.client.post_empty(&path).await.expect_status(200);
    let (partly, credited) = (business.sent_invoice().await, business.sent_invoice().await);
    let issued_note = create_sent(&business, &partly, &credit_amount_body("100.00")).await;
    create_sent(&business, &credited, &credit_all_body()).await;
    for (name, invoice) in [
        ("draft", &draft),
        ("draft from a quote", &made),
        ("sent", &business.sent_invoice().await),
        ("partly paid", &part),
        ("paid", &paid),
        ("void", &void),
        ("partly credited", &partly),
        ("credited", &credited),
    ] {
        check_refusals(&business, "invoices", invoice, name).await;
    }
    let draft_note = create_draft(&business, &part, &credit_amount_body("10.00")).await;
    let void_note = create_sent(&business, &part, &credit_amount_body("10.00")).await;
    let path = format!("/api/credit-notes/{}/void", id_of(&void_note));
    business.client.post_empty(&path).await.expect_status(200);
    for (name, note) in [("draft", &draft_note), ("issued", &issued_note), ("void", &void_note)] {
        check_refusals(&business, "credit-notes", note, name).await;
    }
    business.app.stop().await;
}
