//! What the customer pays: what is due, or everything; by card, by bank and by recording a payment.

use serde_json::{Value, json};

use super::{
    agree_instalments, go_to_day, instalment_states, load_page, read_invoice, record_payment,
    sent_invoice_with_instalments, three_instalments,
};
use crate::card::{CardFixture, session_id};
use crate::documents::{TestBusiness, id_of, token_of};
use crate::support::TestResponse;

/// A customer records a payment.
async fn record_customer_payment(business: &TestBusiness, invoice: &Value, body: Value) -> TestResponse {
    let path = format!("/api/invoices/public/{}/payment", token_of(invoice));
    business.app.new_client().post(&path, &body).await
}

async fn confirm_payment(business: &TestBusiness, invoice: &Value) -> Value {
    let now = read_invoice(business, invoice).await;
    let payment = now["payments"].as_array().expect("payments").last().cloned();
    let payment = payment.expect("a payment");
    let path = format!("/api/invoices/{}/payments/{}/confirm", id_of(invoice), id_of(&payment));
    business.client.post_empty(&path).await.expect_status(200)
}

#[tokio::test]
async fn a_customer_pays_the_next_instalment_what_is_due_or_everything() {
    let business = TestBusiness::open().await;
    let invoice = sent_invoice_with_instalments(&business).await;
    // Nothing is due yet: the next one is asked for.
    let pay = load_page(&business, &invoice).await["actions"]["pay"].clone();
    assert_eq!((&pay["value"], &pay["instalment"]), (&json!("159.37"), &json!("instalment 1 of 3")));
    record_customer_payment(&business, &invoice, json!({ "method": "cash" })).await.expect_status(201);
    // While it waits nobody is asked for another.
    let waits = json!({ "method": "cash", "amount": "159.37" });
    record_customer_payment(&business, &invoice, waits).await.expect_error(409, "payment_pending", None);
    let paid = confirm_payment(&business, &invoice).await;
    assert_eq!(instalment_states(&paid), ["paid", "later", "later"]);

    // A second telephone has shown the page since before: it would pay the second instalment, which is as much.
    let old = json!({ "method": "cash", "amount": "159.37", "left": "478.10" });
    record_customer_payment(&business, &invoice, old).await.expect_error(409, "amount_changed", None);
    let wrong = json!({ "method": "cash", "amount": "100" });
    record_customer_payment(&business, &invoice, wrong).await.expect_error(409, "amount_changed", None);

    // Two are due by now.
    go_to_day(&business, "2027-01-30").await;
    let pay = load_page(&business, &invoice).await["actions"]["pay"].clone();
    assert_eq!(
        (&pay["value"], &pay["instalment"], &pay["all"]),
        (&json!("318.73"), &json!("instalments 2 and 3 of 3"), &json!(null))
    );
    business.app.stop().await;

    let business = TestBusiness::open().await;
    let invoice = sent_invoice_with_instalments(&business).await;
    let all = json!({ "method": "bank_transfer", "amount": "478.10", "left": "478.10" });
    record_customer_payment(&business, &invoice, all).await.expect_status(201);
    let paid = confirm_payment(&business, &invoice).await;
    assert_eq!((&paid["status"], instalment_states(&paid)), (&json!("paid"), vec!["paid"; 3]));
    business.app.stop().await;
}

#[tokio::test]
async fn a_card_is_charged_what_is_due_or_everything() {
    let fixture = CardFixture::open_connected().await;
    let business = &fixture.business;
    let invoice = business.sent_invoice().await;
    agree_instalments(business, &invoice, three_instalments()).await.expect_status(200);
    fixture.request_checkout(&invoice, "100.00").await.expect_error(409, "amount_changed", None);
    let first = fixture.request_checkout(&invoice, "159.37").await.expect_status(200);
    // Asked for all instead, the first session is closed and another opened.
    let all = fixture.request_checkout(&invoice, "478.10").await.expect_status(200);
    assert_ne!(first["url"], all["url"]);
    assert_eq!(crate::card::session_status(&fixture, &session_id(&first)), "expired");
    let again = fixture.request_checkout(&invoice, "159.37").await.expect_status(200);
    // What came meanwhile in cash is as much as is asked for next: what was opened is closed all the same.
    record_payment(business, &invoice, "159.37").await;
    business.app.run_jobs().await;
    assert_eq!(crate::card::session_status(&fixture, &session_id(&again)), "expired");
    let second = fixture.request_checkout(&invoice, "159.37").await.expect_status(200);
    let event = fixture.stripe.pay_session(&session_id(&second));
    fixture.send_event(&event).await.expect_status(200);
    let now = read_invoice(business, &invoice).await;
    assert_eq!(instalment_states(&now), ["paid", "paid", "later"]);
    assert_eq!(now["totals"]["balanceDue"], "159.36");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn removing_a_payment_reopens_its_instalments() {
    let business = TestBusiness::open().await;
    let invoice = sent_invoice_with_instalments(&business).await;
    let paid = record_payment(&business, &invoice, "200").await;
    assert_eq!(instalment_states(&paid), ["paid", "partPaid", "later"]);
    let payment = id_of(&paid["payments"][0]);
    let path = format!("/api/invoices/{}/payments/{payment}/remove", id_of(&invoice));
    let reason = json!({ "reason": "It was for another job" });
    let back = business.client.post(&path, &reason).await.expect_status(200);
    assert_eq!(instalment_states(&back), ["later"; 3]);
    assert_eq!(business.count_rows("summary_parts").await, 3);
    business.app.stop().await;
}
