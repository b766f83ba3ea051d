//! Opening a checkout: the amount, the one session, and what closes it.

use serde_json::json;

use super::{CardFixture, session_id, session_status};
use crate::documents::{id_of, token_of, with_field};

#[tokio::test]
async fn a_customer_pays_an_invoice() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let call = fixture.stripe.calls_to("POST /v1/checkout/sessions").pop().expect("a call");
    assert_eq!(call.account, fixture.account);
    let price = "line_items[0][price_data]";
    assert_eq!(call.field(&format!("{price}[unit_amount]")), "47810");
    assert_eq!(call.field(&format!("{price}[currency]")), "gbp");
    assert_eq!(call.field(&format!("{price}[product_data][name]")), "Invoice INV-0001");
    assert_eq!(call.field("line_items[0][quantity]"), "1");
    assert_eq!(call.field("mode"), "payment");
    assert_eq!(call.field("client_reference_id"), call.key);
    assert_eq!(call.field("metadata[plumbline_checkout]"), call.key);
    assert_eq!(call.field("metadata[document_id]"), id_of(&invoice));
    assert_eq!(call.field("metadata[document_kind]"), "invoice");
    assert_eq!(call.field("payment_intent_data[metadata][plumbline_checkout]"), call.key);
    let page = fixture.business.app.url(&format!("/i/{}", token_of(&invoice)));
    let back = format!("{page}?payment=success&session_id={{CHECKOUT_SESSION_ID}}");
    assert_eq!(call.field("success_url"), back);
    assert_eq!(call.field("cancel_url"), page);
    let ends_in = call.field("expires_at").parse::<i64>().expect("seconds") - fixture.stripe.now();
    assert_eq!(ends_in, 3600);
    // Opening is no payment, nor is coming back. The page waits for the payment of its own checkout only.
    let path = format!("/i/{}?payment=success&session_id=", token_of(&invoice));
    for (of, is_back) in [(session.as_str(), true), ("cs_test_of_another", false)] {
        let page = fixture.business.app.new_client().get(&format!("{path}{of}")).await.text;
        assert!(page.contains(&format!("\"isBack\":{is_back}")), "{of}");
    }
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "sent");

    let event = fixture.stripe.pay_session(&session);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "sent");
    fixture.send_event(&event).await.expect_status(200);
    let paid = fixture.read_invoice(&invoice).await;
    assert_eq!(paid["status"], "paid");
    assert_eq!(paid["paidDate"], "2026-11-16");
    assert_eq!(paid["totals"]["balanceDue"], "0.00");
    let payment = &paid["payments"][0];
    assert_eq!(payment["amount"], "478.10");
    assert_eq!(payment["method"], "stripe");
    assert_eq!(payment["confirmationStatus"], "confirmed");
    assert_eq!(payment["recordedBy"], "customer");
    let page = fixture.read_public_invoice(&invoice).await;
    assert_eq!(page["payments"][0]["method"], "stripe");
    assert_eq!(fixture.list_activity_kinds().await[0], "card_paid");
    let texts = fixture.list_business_emails().await;
    let sentence = "Jo Bloggs paid £478.10 by card for invoice INV-0001";
    assert!(texts.iter().any(|text| text.contains(sentence)), "{texts:?}");
    fixture.request_checkout(&invoice, "478.10").await.expect_error(409, "already_paid", None);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_customer_pays_a_deposit() {
    let fixture = CardFixture::open_connected().await;
    let sent = fixture.business.sent_quote().await;
    fixture.request_deposit_checkout(&sent, "119.53").await.expect_error(409, "not_accepted", None);
    let quote = fixture.business.accepted_quote().await;
    let answer = fixture.request_deposit_checkout(&quote, "119.53").await.expect_status(200);
    let call = fixture.stripe.calls_to("POST /v1/checkout/sessions").pop().expect("a call");
    let name = "line_items[0][price_data][product_data][name]";
    assert_eq!(call.field(name), "Deposit for quote Q-0002");
    let page = fixture.business.app.url(&format!("/q/{}", token_of(&quote)));
    assert_eq!(call.field("cancel_url"), page);
    let event = fixture.stripe.pay_session(&session_id(&answer));
    fixture.send_event(&event).await.expect_status(200);
    let paid = fixture.read_quote(&quote).await;
    assert_eq!(paid["status"], "accepted");
    assert_eq!(paid["totals"]["paidAmount"], "119.53");
    assert_eq!(paid["payments"][0]["method"], "stripe");

    // It counts on the invoice that the quote becomes.
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = fixture.client().post_empty(&path).await.expect_status(201);
    assert_eq!(invoice["totals"]["paidAmount"], "119.53");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn the_server_decides_the_amount() {
    let fixture = CardFixture::open_connected().await;
    let invoice = fixture.business.sent_invoice().await;
    for wrong in ["0.01", "478.09", "478.11", "-478.10", "0", "4781", "pounds"] {
        let refusal =
            fixture.request_checkout(&invoice, wrong).await.expect_error(409, "amount_changed", None);
        assert!(refusal["message"].as_str().unwrap_or_default().contains("£478.10"), "{refusal}");
    }
    assert!(fixture.stripe.calls_to("POST /v1/checkout/sessions").is_empty());
    // A number in JSON is as good as its text.
    let path = format!("/api/invoices/public/{}/stripe-checkout", token_of(&invoice));
    let client = fixture.business.app.new_client();
    client.post_text(&path, r#"{"amount": 478.1}"#).await.expect_status(200);
    let unknown = "/api/invoices/public/nobody/stripe-checkout";
    client.post(unknown, &json!({ "amount": "1.00" })).await.expect_error(404, "not_found", None);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn refuses_an_amount_below_the_minimum_for_cards() {
    let fixture = CardFixture::open_connected().await;
    let body = with_field(fixture.business.invoice_body(), "discountType", json!("other"));
    let body = with_field(body, "discount", json!("442.49"));
    let draft = fixture.client().post("/api/invoices", &body).await.expect_status(201);
    let invoice = fixture.business.send_by_link("invoices", &id_of(&draft)).await;
    assert_eq!(invoice["totals"]["balanceDue"], "0.24");
    fixture.request_checkout(&invoice, "0.24").await.expect_error(422, "rule_broken", Some("amount"));
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_second_browser_gets_the_same_checkout() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    fixture.advance_minutes(40).await;
    let again = fixture.request_checkout(&invoice, "478.10").await.expect_status(200);
    assert_eq!(session_id(&again), session);
    assert_eq!(fixture.stripe.calls_to("POST /v1/checkout/sessions").len(), 1);

    // With less than ten minutes left there is a new one, and the old cannot be paid.
    fixture.advance_minutes(11).await;
    let fresh = session_id(&fixture.request_checkout(&invoice, "478.10").await.expect_status(200));
    assert_ne!(fresh, session);
    assert_eq!(session_status(&fixture, &session), "expired");
    assert_eq!(session_status(&fixture, &fresh), "open");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn what_is_no_longer_due_cannot_be_paid() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let cash = json!({ "amount": "78.10", "method": "cash" });
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    fixture.client().post(&path, &cash).await.expect_status(201);
    fixture.request_checkout(&invoice, "478.10").await.expect_error(409, "amount_changed", None);
    // Before the job has run: the old one is closed first, then the new one opened.
    let fresh = session_id(&fixture.request_checkout(&invoice, "400.00").await.expect_status(200));
    assert_eq!(session_status(&fixture, &session), "expired");
    fixture.business.app.run_jobs().await;
    assert_eq!(fixture.stripe.open_sessions(), std::slice::from_ref(&fresh));

    // A customer's own record of another way to pay takes it out of use as well.
    let path = format!("/api/invoices/public/{}/payment", token_of(&invoice));
    let client = fixture.business.app.new_client();
    client.post(&path, &json!({ "method": "cash" })).await.expect_status(201);
    fixture.business.app.run_jobs().await;
    assert_eq!(session_status(&fixture, &fresh), "expired");
    fixture.request_checkout(&invoice, "400.00").await.expect_error(409, "payment_pending", None);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn editing_or_voiding_an_invoice_closes_its_checkout() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let now = fixture.read_invoice(&invoice).await;
    let mut body = with_field(fixture.business.invoice_body(), "id", now["id"].clone());
    body["version"] = now["version"].clone();
    body["items"][0]["price"] = json!("220.00");
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let edited = fixture.client().put(&path, &body).await.expect_status(200);
    fixture.business.app.run_jobs().await;
    assert_eq!(session_status(&fixture, &session), "expired");
    let due = edited["totals"]["balanceDue"].as_str().expect("an amount").to_owned();
    let fresh = session_id(&fixture.request_checkout(&invoice, &due).await.expect_status(200));

    fixture.client().post_empty(&format!("{path}/void")).await.expect_status(200);
    fixture.business.app.run_jobs().await;
    assert_eq!(session_status(&fixture, &fresh), "expired");
    fixture.request_checkout(&invoice, &due).await.expect_error(404, "not_found", None);
    fixture.business.app.stop().await;
}
