//! A payment that its customer recorded by mistake and withdraws.

use plumbline::clock::MINUTE;
use serde_json::{Value, json};

use super::{OWNER, TestBusiness, id_of, token_of};

/// An invoice with a payment that its customer recorded: the link and the payment's id.
async fn record_customer_payment(business: &TestBusiness) -> (Value, String, String) {
    let sent = business.sent_invoice().await;
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let page = business
        .app
        .new_client()
        .post(&format!("{link}/payment"), &json!({ "method": "cash" }))
        .await
        .expect_status(201);
    let payment = id_of(&page["payments"][0]);
    (sent, link, payment)
}

#[tokio::test]
async fn a_payment_is_withdrawn_once_and_the_business_is_notified() {
    let business = TestBusiness::open().await;
    let (sent, link, payment) = record_customer_payment(&business).await;
    let customer = business.app.new_client();
    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    assert_eq!(page["page"]["presentation"]["payments"][0]["withdrawable"], true);
    let withdraw = format!("{link}/payment/{payment}/withdraw");
    let answer = customer.post_empty(&withdraw).await.expect_status(200);
    assert_eq!(answer["payments"], json!([]));
    assert_eq!(customer.post_empty(&withdraw).await.expect_status(200), answer);
    // There was an email about the payment just now, so this one comes a little later.
    business.app.receive_emails(OWNER).await;
    business.app.clock.advance(5 * MINUTE);
    let mails = business.app.receive_emails(OWNER).await;
    let result = mails.iter().filter(|mail| mail.subject.contains("took back"));
    assert_eq!(result.count(), 1);
    let invoice = business.client.get(&format!("/api/invoices/{}", id_of(&sent))).await.expect_status(200);
    assert_eq!(invoice["payments"], json!([]));
    // What was taken back cannot be confirmed any more; the customer can record again.
    let confirm = format!("/api/invoices/{}/payments/{payment}/confirm", id_of(&sent));
    business.client.post_empty(&confirm).await.expect_error(409, "withdrawn", None);
    customer.post(&format!("{link}/payment"), &json!({ "method": "cash" })).await.expect_status(201);
}

#[tokio::test]
async fn each_event_of_a_payment_has_its_own_amount() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let payments = format!("/api/invoices/{}/payments", id_of(&sent));
    let part = json!({ "amount": "100.00", "method": "cash" });
    business.client.post(&payments, &part).await.expect_status(201);
    let link = format!("/api/invoices/public/{}/payment", token_of(&sent));
    let customer = business.app.new_client();
    let cash = json!({ "method": "cash" });
    let page = customer.post(&link, &cash).await.expect_status(201);
    let mut recorded = page["payments"].as_array().expect("payments").iter();
    let rest = recorded.find(|payment| payment["amount"] == "378.10");
    let withdraw = format!("{link}/{}/withdraw", id_of(rest.expect("the rest")));
    customer.post_empty(&withdraw).await.expect_status(200);
    let body = business.client.get("/api/activities").await.expect_status(200);
    for kind in ["payment_recorded", "payment_withdrawn"] {
        let mut bodies = body.as_array().expect("activities").iter();
        let line = bodies.find(|line| line["kind"] == kind).expect(kind);
        assert_eq!(line["data"]["amount"], "378.10", "{line}");
    }
}

#[tokio::test]
async fn a_payment_that_the_business_decided_on_cannot_be_withdrawn() {
    let business = TestBusiness::open().await;
    let customer = business.app.new_client();
    for (verdict, code) in [("confirm", "already_confirmed"), ("reject", "already_rejected")] {
        let (sent, link, payment) = record_customer_payment(&business).await;
        let path = format!("/api/invoices/{}/payments/{payment}/{verdict}", id_of(&sent));
        business.client.post_empty(&path).await.expect_status(200);
        customer
            .post_empty(&format!("{link}/payment/{payment}/withdraw"))
            .await
            .expect_error(409, code, None);
    }
}

#[tokio::test]
async fn customers_can_only_withdraw_their_own_payments_through_their_own_link() {
    let business = TestBusiness::open().await;
    let (_, link, payment) = record_customer_payment(&business).await;
    let (_, other, _) = record_customer_payment(&business).await;
    let customer = business.app.new_client();
    for path in [
        format!("{other}/payment/{payment}/withdraw"),
        format!("{link}/payment/none/withdraw"),
        format!("{link}/payment/%00/withdraw"),
        format!("{link}/payment/%FF/withdraw"),
    ] {
        customer.post_empty(&path).await.expect_error(404, "not_found", None);
    }
    // The business's own record is not the customer's.
    let sent = business.sent_invoice().await;
    let pay = format!("/api/invoices/{}/payments", id_of(&sent));
    let body = json!({ "method": "cash", "amount": "1.00" });
    let paid = business.client.post(&pay, &body).await.expect_status(201);
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let path = format!("{link}/payment/{}/withdraw", id_of(&paid["payments"][0]));
    customer.post_empty(&path).await.expect_error(404, "not_found", None);
}

#[tokio::test]
async fn after_withdrawing_a_deposit_another_payment_method_can_be_used() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&quote));
    let customer = business.app.new_client();
    let pay = format!("{link}/payment");
    let page = customer.post(&pay, &json!({ "method": "cash" })).await.expect_status(201);
    let path = format!("{pay}/{}/withdraw", id_of(&page["payments"][0]));
    customer.post_empty(&path).await.expect_status(200);
    let page = customer.get(&format!("{link}?with=page")).await.expect_status(200);
    let bank = &page["page"]["presentation"]["actions"]["pay"]["bank"];
    let reference = json!({ "label": "Reference", "value": "Q-0001" });
    assert!(bank.as_array().is_some_and(|rows| rows.contains(&reference)), "{bank}");
    customer.post(&pay, &json!({ "method": "bank_transfer" })).await.expect_status(201);
}

#[tokio::test]
async fn of_a_confirmation_and_a_withdrawal_at_once_one_wins() {
    let business = TestBusiness::open().await;
    for _ in 0..4 {
        let (sent, link, payment) = record_customer_payment(&business).await;
        let confirm = format!("/api/invoices/{}/payments/{payment}/confirm", id_of(&sent));
        let withdraw = format!("{link}/payment/{payment}/withdraw");
        let customer = business.app.new_client();
        let (confirmed, withdrawn) =
            tokio::join!(business.client.post_empty(&confirm), customer.post_empty(&withdraw));
        let statuses = [confirmed.status.as_u16(), withdrawn.status.as_u16()];
        assert!(statuses == [200, 409] || statuses == [409, 200], "{statuses:?}");
        let path = format!("/api/invoices/{}", id_of(&sent));
        let invoice = business.client.get(&path).await.expect_status(200);
        let stands = invoice["payments"].as_array().map(Vec::len);
        assert_eq!(stands, Some(usize::from(statuses[0] == 200)));
    }
}

/// The titles of the emails about payments, in the order in which they were sent.
async fn payment_email_titles(business: &TestBusiness) -> Vec<&'static str> {
    let mails = business.app.receive_emails(OWNER).await;
    let words = ["recorded a payment", "took back a recorded payment"];
    let given = |text: &str| words.into_iter().find(|words| text.contains(words));
    mails.iter().filter_map(|mail| given(&mail.text)).collect()
}

#[tokio::test]
async fn repeated_recording_and_withdrawing_sends_few_emails() {
    let business = TestBusiness::open().await;
    let sent = business.sent_invoice().await;
    let link = format!("/api/invoices/public/{}", token_of(&sent));
    let customer = business.app.new_client();
    let pay = format!("{link}/payment");
    let cash = json!({ "method": "cash" });
    for _ in 0..10 {
        let page = customer.post(&pay, &cash).await.expect_status(201);
        let payment = id_of(&page["payments"][0]);
        let withdraw = format!("{pay}/{payment}/withdraw");
        customer.post_empty(&withdraw).await.expect_status(200);
        business.app.run_jobs().await;
    }
    // A link does no more than twenty things in an hour.
    let refused = customer.post(&pay, &cash).await;
    assert!(refused.header("retry-after").is_some());
    refused.expect_error(429, "too_many_requests", None);
    let (paid, took_back) = ("recorded a payment", "took back a recorded payment");
    // The first at once; the rest, which came to nothing, as what it came to.
    assert_eq!(payment_email_titles(&business).await, [paid]);
    business.app.clock.advance(5 * MINUTE);
    assert_eq!(payment_email_titles(&business).await, [paid, took_back]);
    business.app.clock.advance(5 * MINUTE);
    assert_eq!(payment_email_titles(&business).await.len(), 2);

    // After a while the email is sent at once again, like one about another document at any time.
    customer.post(&pay, &cash).await.expect_status(201);
    assert_eq!(payment_email_titles(&business).await.len(), 3);
    record_customer_payment(&business).await;
    assert_eq!(payment_email_titles(&business).await.len(), 4);
}

#[tokio::test]
async fn every_action_of_a_link_that_notifies_the_business_is_limited() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let customer = business.app.new_client();
    for _ in 0..20 {
        customer.post_empty(&format!("{link}/accept")).await.expect_status(200);
    }
    for path in ["accept", "decline", "payment/none/withdraw"] {
        customer.post_empty(&format!("{link}/{path}")).await.expect_error(429, "too_many_requests", None);
    }
    let cash = json!({ "method": "cash" });
    customer.post(&format!("{link}/payment"), &cash).await.expect_error(429, "too_many_requests", None);
    // A guess gets the same response as every guess.
    customer.post_empty("/api/quotes/public/guess/accept").await.expect_error(404, "not_found", None);
}
