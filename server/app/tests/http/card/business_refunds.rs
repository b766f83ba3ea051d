//! Refunds that the business asks for in the app.

use serde_json::{Value, json};

use super::{CardFixture, session_id};
use crate::documents::{id_of, token_of};
use crate::support::TestResponse;
use crate::support::stripe::StripeFault;

impl CardFixture {
    /// The business taps 'Refund'.
    async fn refund_payment(&self, invoice: &Value, amount: &str) -> TestResponse {
        let path = self.refund_path(invoice).await;
        self.client().post(&path, &json!({ "amount": amount })).await
    }

    async fn refund_path(&self, invoice: &Value) -> String {
        let now = self.read_invoice(invoice).await;
        let payment = id_of(&now["payments"][0]);
        format!("/api/invoices/{}/payments/{payment}/refund", id_of(invoice))
    }

    async fn first_payment(&self, invoice: &Value) -> Value {
        self.read_invoice(invoice).await["payments"][0].clone()
    }
}

#[tokio::test]
async fn a_refund_is_in_progress_until_stripe_confirms_it() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    assert_eq!(fixture.first_payment(&invoice).await["refundable"], "478.10");
    let response = fixture.refund_payment(&invoice, "100.00").await.expect_status(202);
    let payment = &response["payments"][0];
    assert_eq!(payment["refund"], json!({ "amount": "100.00", "reason": null }));
    assert_eq!(payment["refundable"], "0.00", "one at a time");
    assert_eq!(payment["refunded"], "0.00");
    assert_eq!(response["status"], "paid", "nothing counts until Stripe says so");
    assert_eq!(fixture.list_activity_kinds().await[0], "card_refund_asked");
    fixture.business.app.run_jobs().await;
    let calls = fixture.stripe.calls_to("POST /v1/refunds");
    let [call] = calls.as_slice() else { panic!("{calls:?}") };
    assert_eq!((call.account.as_str(), call.field("amount")), (fixture.account.as_str(), "10000"));
    assert_ne!(fixture.first_payment(&invoice).await["refund"], Value::Null);

    fixture.send_event(&fixture.stripe.refund_session(&session, 10_000)).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["status"], "partially_paid");
    let payment = &now["payments"][0];
    assert_eq!(
        (&payment["refund"], &payment["refunded"], &payment["refundable"]),
        (&Value::Null, &json!("100.00"), &json!("378.10"))
    );
    // The rest, and then there is nothing left.
    fixture.refund_payment(&invoice, "378.10").await.expect_status(202);
    fixture.business.app.run_jobs().await;
    fixture.send_event(&fixture.stripe.refund_session(&session, 47_810)).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "sent");
    assert_eq!(fixture.stripe.total_refunded(&session), 47_810);
    fixture.refund_payment(&invoice, "1.00").await.expect_error(409, "nothing_left", None);
}

#[tokio::test]
async fn refuses_a_refund_of_more_than_is_left() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    for (amount, code) in [
        ("478.11", "exceeds_payment"),
        ("0.00", "out_of_range"),
        ("-1", "out_of_range"),
        ("1.001", "out_of_range"),
    ] {
        let refused = fixture.refund_payment(&invoice, amount).await;
        let body = refused.expect_error(422, "rule_broken", Some("amount"));
        assert_eq!(body["errors"][0]["code"], code, "{amount}");
    }
    // Some went back in the dashboard meanwhile.
    fixture.send_event(&fixture.stripe.refund_session(&session, 40_000)).await.expect_status(200);
    let refused = fixture.refund_payment(&invoice, "100.00").await;
    let body = refused.expect_error(422, "rule_broken", Some("amount"));
    assert_eq!(body["errors"][0]["msg"], "Only £78.10 of this payment is left to refund.");
    assert!(fixture.stripe.calls_to("POST /v1/refunds").is_empty());
    assert_eq!(fixture.business.count_rows("card_refunds").await, 0);
}

#[tokio::test]
async fn repeated_taps_make_one_refund() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    let path = fixture.refund_path(&invoice).await;
    let body = json!({ "amount": "50.00" });
    let taps = (0..8).map(|_| {
        let (client, path, body) = (fixture.client().clone(), path.clone(), body.clone());
        async move { client.post(&path, &body).await }
    });
    let mut made = 0;
    for answer in futures::future::join_all(taps).await {
        if answer.status == 202 {
            made += 1;
        } else {
            answer.expect_error(409, "refund_under_way", None);
        }
    }
    fixture.business.app.run_jobs().await;
    fixture.business.app.run_jobs().await;
    assert_eq!((made, fixture.business.count_rows("card_refunds").await), (1, 1));
    assert_eq!(fixture.stripe.total_refunded(&session), 5_000);
    fixture.send_event(&fixture.stripe.refund_session(&session, 5_000)).await.expect_status(200);
    // An answer that was lost is given again, and nothing more goes back.
    let first = fixture.client().post_with_key(&path, "tap", &body).await.expect_status(202);
    let again = fixture.client().post_with_key(&path, "tap", &body).await.expect_status(202);
    assert_eq!(first, again);
    fixture.business.app.run_jobs().await;
    assert_eq!(fixture.stripe.total_refunded(&session), 10_000);
}

#[tokio::test]
async fn a_refused_refund_shows_the_reason_and_may_be_tried_again() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    fixture.refund_payment(&invoice, "478.10").await.expect_status(202);
    fixture.stripe.fail_next(StripeFault::TooPoor);
    fixture.business.app.run_jobs().await;
    let payment = fixture.first_payment(&invoice).await;
    assert_eq!(payment["refundable"], "478.10");
    assert_eq!(
        payment["refund"]["reason"],
        "Your balance at Stripe does not cover it. Top it up there, or wait for the next payments, \
         then try again."
    );
    assert_eq!(fixture.list_activity_kinds().await[0], "card_refund_failed");
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "paid");
    fixture.refund_payment(&invoice, "478.10").await.expect_status(202);
    fixture.business.app.run_jobs().await;
    fixture.send_event(&fixture.stripe.refund_session(&session, 47_810)).await.expect_status(200);
    assert_eq!(fixture.first_payment(&invoice).await["refund"], Value::Null);
    assert_eq!(fixture.stripe.total_refunded(&session), 47_810);
}

#[tokio::test]
async fn a_lost_response_makes_no_second_refund() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    for fault in [StripeFault::Lost, StripeFault::Status(500), StripeFault::Status(429)] {
        let path = fixture.refund_path(&invoice).await;
        fixture.client().post(&path, &json!({ "amount": "10.00" })).await.expect_status(202);
        let before = fixture.stripe.total_refunded(&session);
        // The look for one that is there, then the refund itself.
        fixture.stripe.fail_next(StripeFault::Slow);
        fixture.stripe.fail_next(fault);
        fixture.business.app.run_jobs().await;
        for _ in 0..4 {
            fixture.advance_minutes(16).await;
            fixture.business.app.run_jobs().await;
        }
        let now = fixture.stripe.total_refunded(&session);
        assert_eq!(now, before + 1_000, "{fault:?}");
        fixture.send_event(&fixture.stripe.refund_session(&session, now)).await.expect_status(200);
        assert_eq!(fixture.first_payment(&invoice).await["refund"], Value::Null, "{fault:?}");
    }
}

#[tokio::test]
async fn the_event_of_a_refund_may_come_before_the_response() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    fixture.refund_payment(&invoice, "100.00").await.expect_status(202);
    fixture.stripe.fail_next(StripeFault::Slow);
    fixture.stripe.fail_next(StripeFault::Lost);
    fixture.business.app.run_jobs().await;
    fixture.send_event(&fixture.stripe.refund_session(&session, 10_000)).await.expect_status(200);
    let payment = fixture.first_payment(&invoice).await;
    assert_eq!((&payment["refund"], &payment["refunded"]), (&Value::Null, &json!("100.00")));
    fixture.advance_minutes(20).await;
    fixture.business.app.run_jobs().await;
    assert_eq!(fixture.first_payment(&invoice).await["refund"], Value::Null);
    assert_eq!(fixture.stripe.total_refunded(&session), 10_000);
}

#[tokio::test]
async fn a_refund_returned_by_the_bank_is_reported_and_may_be_tried_again() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    fixture.refund_payment(&invoice, "100.00").await.expect_status(202);
    fixture.business.app.run_jobs().await;
    let refund = fixture.stripe.lock_state().refunds[0].1.clone();
    fixture.send_event(&fixture.stripe.refund_session(&session, 10_000)).await.expect_status(200);
    let mut failed = fixture.stripe.fail_refund(&session, 10_000);
    failed["data"]["object"]["metadata"] = refund["metadata"].clone();
    fixture.send_event(&failed).await.expect_status(200);
    let payment = fixture.first_payment(&invoice).await;
    assert_eq!(payment["refunded"], "0.00");
    assert_eq!(payment["refundable"], "478.10");
    let why = payment["refund"]["reason"].as_str().unwrap_or_default();
    assert!(why.starts_with("The customer’s bank refused it"), "{why}");
}

#[tokio::test]
async fn only_a_stripe_payment_is_refunded_and_only_by_its_own_business() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.paid_invoice().await;
    let path = fixture.refund_path(&invoice).await;
    let body = json!({ "amount": "1.00" });
    let stranger = fixture.business.app.sign_up("kim@other.example").await;
    stranger.post(&path, &body).await.expect_error(404, "not_found", None);
    let nobody = fixture.business.app.new_client();
    nobody.post(&path, &body).await.expect_error(401, "no_session", None);
    // The business's own card machine is not Stripe's.
    let other = fixture.business.sent_invoice().await;
    let payments = format!("/api/invoices/{}/payments", id_of(&other));
    let recorded = json!({ "amount": "10.00", "method": "stripe" });
    let recorded = fixture.client().post(&payments, &recorded).await.expect_status(201);
    assert_eq!(recorded["payments"][0]["refundable"], "0.00");
    fixture.refund_payment(&other, "1.00").await.expect_error(409, "not_by_card", None);
    fixture
        .send_event(&fixture.stripe.dispute_session(&session, "created", "needs_response"))
        .await
        .expect_status(200);
    assert_eq!(fixture.first_payment(&invoice).await["refundable"], "0.00");
    fixture.refund_payment(&invoice, "1.00").await.expect_error(409, "disputed", None);
}

#[tokio::test]
async fn a_deposit_carried_over_to_an_invoice_is_refunded_from_there() {
    let fixture = CardFixture::open_connected().await;
    let quote = fixture.business.accepted_quote().await;
    let session = session_id(&fixture.request_deposit_checkout(&quote, "119.53").await.expect_status(200));
    fixture.send_event(&fixture.stripe.pay_session(&session)).await.expect_status(200);
    let path = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = fixture.client().post_empty(&path).await.expect_status(201);
    assert_eq!(invoice["payments"][0]["refundable"], "119.53");
    fixture.refund_payment(&invoice, "19.53").await.expect_status(202);
    // It is the same payment.
    let on_quote = fixture.read_quote(&quote).await["payments"][0].clone();
    assert_eq!(on_quote["refund"]["amount"], "19.53");
    fixture.business.app.run_jobs().await;
    fixture.send_event(&fixture.stripe.refund_session(&session, 1_953)).await.expect_status(200);
    assert_eq!(fixture.first_payment(&invoice).await["refunded"], "19.53");
    assert_eq!(fixture.read_quote(&quote).await["payments"][0]["refund"], Value::Null);
    assert_ne!(token_of(&quote), "");
}
