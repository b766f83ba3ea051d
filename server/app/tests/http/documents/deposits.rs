//! What happens to a deposit when its quote is invoiced.

use serde_json::{Value, json};

use super::{CUSTOMER, TestBusiness, id_of, token_of};

/// An accepted quote whose customer recorded the deposit: the quote, and the payment's id.
async fn record_customer_deposit(business: &TestBusiness) -> (Value, String) {
    let quote = business.accepted_quote().await;
    let link = format!("/api/quotes/public/{}/payment", token_of(&quote));
    let method = json!({ "method": "bank_transfer" });
    let page = business.app.new_client().post(&link, &method).await.expect_status(201);
    (quote, id_of(&page["payments"][0]))
}

async fn read_quote(business: &TestBusiness, quote: &Value) -> Value {
    let path = format!("/api/quotes/{}", id_of(quote));
    business.client.get(&path).await.expect_status(200)
}

async fn convert_to_invoice(business: &TestBusiness, quote: &Value) -> Value {
    let path = format!("/api/quotes/{}/convert", id_of(quote));
    business.client.post_empty(&path).await.expect_status(201)
}

fn payment_state(payment: &Value) -> (&str, &str, bool) {
    (
        payment["amount"].as_str().unwrap_or_default(),
        payment["confirmationStatus"].as_str().unwrap_or_default(),
        payment["canDecide"].as_bool().unwrap_or_default(),
    )
}

async fn income_this_month(business: &TestBusiness) -> Value {
    let dashboard = business.client.get("/api/dashboard").await.expect_status(200);
    dashboard["paidThisMonth"].clone()
}

#[tokio::test]
async fn a_pending_deposit_moves_to_the_invoice_and_is_confirmed_there() {
    let business = TestBusiness::open().await;
    let (made, original) = record_customer_deposit(&business).await;
    let invoice = convert_to_invoice(&business, &made).await;
    assert_eq!(payment_state(&invoice["payments"][0]), ("119.53", "pending", true));
    assert_eq!(invoice["totals"]["pendingAmount"], "119.53");
    assert_eq!(invoice["totals"]["balanceDue"], "478.10");

    // The quote shows it still, and has nothing to confirm.
    let after = read_quote(&business, &made).await;
    assert_eq!(payment_state(&after["payments"][0]), ("119.53", "pending", false));
    let there = format!("/api/quotes/{}/payments/{original}", id_of(&made));
    for step in ["confirm", "reject"] {
        let path = format!("{there}/{step}");
        let refused = business.client.post_empty(&path).await;
        refused.expect_error(409, "carried", None);
    }

    // Its customer finds it behind both links, and is asked for nothing meanwhile.
    let sent = business.send_by_link("invoices", &id_of(&invoice)).await;
    let customer = business.app.new_client();
    for (kind, token) in [("quotes", token_of(&made)), ("invoices", token_of(&sent))] {
        let link = format!("/api/{kind}/public/{token}?with=page");
        let page = customer.get(&link).await.expect_status(200);
        let body = &page["page"]["presentation"];
        assert_eq!(body["payments"][0]["badge"]["label"], "Pending", "{kind}");
        assert_eq!(body["actions"].get("pay"), Some(&Value::Null), "{kind}");
    }

    let copy = id_of(&invoice["payments"][0]);
    let path = format!("/api/invoices/{}/payments/{copy}/confirm", id_of(&invoice));
    let confirmed = business.client.post_empty(&path).await.expect_status(200);
    assert_eq!(confirmed["status"], "partially_paid");
    assert_eq!(confirmed["totals"]["balanceDue"], "358.57");
    assert_eq!(business.client.post_empty(&path).await.expect_status(200), confirmed);
    let after = read_quote(&business, &made).await;
    assert_eq!(after["payments"][0]["confirmationStatus"], "confirmed");
    assert_eq!(income_this_month(&business).await, "119.53", "it came in once");
}

#[tokio::test]
async fn a_deposit_can_be_rejected_before_the_invoice_is_sent() {
    let business = TestBusiness::open().await;
    let (made, _) = record_customer_deposit(&business).await;
    let invoice = convert_to_invoice(&business, &made).await;
    let copy = id_of(&invoice["payments"][0]);
    let path = format!("/api/invoices/{}/payments/{copy}", id_of(&invoice));
    let rejected = business.client.post_empty(&format!("{path}/reject")).await;
    let rejected = rejected.expect_status(200);
    assert_eq!((&rejected["status"], &rejected["payments"]), (&json!("draft"), &json!([])));
    assert_eq!(read_quote(&business, &made).await["payments"], json!([]));
    // The customer knows the quote alone.
    let received_email = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    assert_eq!(received_email.subject, "Payment not received for quote Q-0001 from Taylor Plumbing");
    assert!(received_email.text.contains(&format!("/q/{}", token_of(&made))));
}

#[tokio::test]
async fn withdrawing_a_deposit_removes_it_from_both_documents() {
    let business = TestBusiness::open().await;
    let (made, original) = record_customer_deposit(&business).await;
    let invoice = convert_to_invoice(&business, &made).await;
    let link = format!("/api/quotes/public/{}", token_of(&made));
    let path = format!("{link}/payment/{original}/withdraw");
    business.app.new_client().post_empty(&path).await.expect_status(200);
    let path = format!("/api/invoices/{}", id_of(&invoice));
    let invoice = business.client.get(&path).await.expect_status(200);
    assert_eq!(invoice["payments"], json!([]));
    assert_eq!(invoice["totals"]["pendingAmount"], "0.00");
}

#[tokio::test]
async fn the_quote_says_what_happens_to_the_deposit_on_conversion() {
    let business = TestBusiness::open().await;
    let (made, payment) = record_customer_deposit(&business).await;
    let fate = |quote: Value| quote["depositFate"].as_str().unwrap_or_default().to_owned();
    assert_eq!(
        fate(read_quote(&business, &made).await),
        "The deposit of £119.53 is recorded but not confirmed yet. It moves to the invoice, where you can confirm it."
    );
    let path = format!("/api/quotes/{}/payments/{payment}", id_of(&made));
    business.client.post_empty(&format!("{path}/reject")).await.expect_status(200);
    assert_eq!(
        fate(read_quote(&business, &made).await),
        "The deposit of £119.53 hasn’t been paid, so the invoice is for the full £478.10."
    );
    let body = json!({ "amount": "119.53", "method": "cash" });
    let path = format!("/api/quotes/{}/payments", id_of(&made));
    business.client.post(&path, &body).await.expect_status(201);
    assert_eq!(
        fate(read_quote(&business, &made).await),
        "The deposit of £119.53 has been paid and counts towards the invoice. £358.57 is left to pay."
    );
}

#[tokio::test]
async fn converting_and_confirming_at_once_count_the_deposit_once() {
    let business = TestBusiness::open().await;
    let (made, original) = record_customer_deposit(&business).await;
    let confirm = format!("/api/quotes/{}/payments/{original}/confirm", id_of(&made));
    let (invoice, confirmed) =
        tokio::join!(convert_to_invoice(&business, &made), business.client.post_empty(&confirm));
    let path = format!("/api/invoices/{}", id_of(&invoice));
    if confirmed.status == 409 {
        let copy = id_of(&invoice["payments"][0]);
        let path = format!("{path}/payments/{copy}/confirm");
        business.client.post_empty(&path).await.expect_status(200);
    }
    let invoice = business.client.get(&path).await.expect_status(200);
    assert_eq!(invoice["totals"]["paidAmount"], "119.53");
    assert_eq!(invoice["payments"].as_array().map(Vec::len), Some(1));
    assert_eq!(income_this_month(&business).await, "119.53");
}
