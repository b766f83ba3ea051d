//! Refunds that the business asks for in the app.

use serde_json::{Value, json};

use super::{Till, session_of};
use crate::documents::{id, token};
use crate::support::Answer;
use crate::support::stripe::Fault;

impl Till {
    /// The business taps 'Refund'.
    async fn refund(&self, invoice: &Value, amount: &str) -> Answer {
        let path = self.refund_path(invoice).await;
        self.client()
            .post(&path, &json!({ "amount": amount }))
            .await
    }

    async fn refund_path(&self, invoice: &Value) -> String {
        let now = self.invoice(invoice).await;
        let payment = id(&now["payments"][0]);
        format!("/api/invoices/{}/payments/{payment}/refund", id(invoice))
    }

    async fn payment(&self, invoice: &Value) -> Value {
        self.invoice(invoice).await["payments"][0].clone()
    }
}

#[tokio::test]
async fn it_is_under_way_until_stripe_says_that_it_went_back() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    assert_eq!(till.payment(&invoice).await["refundable"], "478.10");
    let asked = till.refund(&invoice, "100.00").await.expect(202);
    let payment = &asked["payments"][0];
    assert_eq!(
        payment["refund"],
        json!({ "amount": "100.00", "reason": null })
    );
    assert_eq!(payment["refundable"], "0.00", "one at a time");
    assert_eq!(payment["refunded"], "0.00");
    assert_eq!(
        asked["status"], "paid",
        "nothing counts until Stripe says so"
    );
    assert_eq!(till.happened().await[0], "card_refund_asked");
    till.desk.app.run_jobs().await;
    let calls = till.stripe.calls("POST /v1/refunds");
    let [call] = calls.as_slice() else {
        panic!("{calls:?}")
    };
    assert_eq!(
        (call.account.as_str(), call.field("amount")),
        (till.account.as_str(), "10000")
    );
    assert_ne!(till.payment(&invoice).await["refund"], Value::Null);

    till.tell(&till.stripe.refunded(&session, 10_000))
        .await
        .expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["status"], "partially_paid");
    let payment = &now["payments"][0];
    assert_eq!(
        (
            &payment["refund"],
            &payment["refunded"],
            &payment["refundable"]
        ),
        (&Value::Null, &json!("100.00"), &json!("378.10"))
    );
    // The rest, and then there is nothing left.
    till.refund(&invoice, "378.10").await.expect(202);
    till.desk.app.run_jobs().await;
    till.tell(&till.stripe.refunded(&session, 47_810))
        .await
        .expect(200);
    assert_eq!(till.invoice(&invoice).await["status"], "sent");
    assert_eq!(till.stripe.given_back(&session), 47_810);
    till.refund(&invoice, "1.00")
        .await
        .refused(409, "nothing_left", None);
}

#[tokio::test]
async fn more_than_is_left_is_refused() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    for (amount, code) in [
        ("478.11", "exceeds_payment"),
        ("0.00", "out_of_range"),
        ("-1", "out_of_range"),
        ("1.001", "out_of_range"),
    ] {
        let refused = till.refund(&invoice, amount).await;
        let told = refused.refused(422, "rule_broken", Some("amount"));
        assert_eq!(told["errors"][0]["code"], code, "{amount}");
    }
    // Some went back in the dashboard meanwhile.
    till.tell(&till.stripe.refunded(&session, 40_000))
        .await
        .expect(200);
    let refused = till.refund(&invoice, "100.00").await;
    let told = refused.refused(422, "rule_broken", Some("amount"));
    assert_eq!(
        told["errors"][0]["msg"],
        "Only £78.10 of this payment is left to refund."
    );
    assert!(till.stripe.calls("POST /v1/refunds").is_empty());
    assert_eq!(till.desk.rows("card_refunds").await, 0);
}

#[tokio::test]
async fn however_often_it_is_tapped_one_refund_is_made() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    let path = till.refund_path(&invoice).await;
    let body = json!({ "amount": "50.00" });
    let taps = (0..8).map(|_| {
        let (client, path, body) = (till.client().clone(), path.clone(), body.clone());
        async move { client.post(&path, &body).await }
    });
    let mut made = 0;
    for answer in futures::future::join_all(taps).await {
        if answer.status == 202 {
            made += 1;
        } else {
            answer.refused(409, "refund_under_way", None);
        }
    }
    till.desk.app.run_jobs().await;
    till.desk.app.run_jobs().await;
    assert_eq!((made, till.desk.rows("card_refunds").await), (1, 1));
    assert_eq!(till.stripe.given_back(&session), 5_000);
    till.tell(&till.stripe.refunded(&session, 5_000))
        .await
        .expect(200);
    // An answer that was lost is given again, and nothing more goes back.
    let first = till
        .client()
        .post_once(&path, "tap", &body)
        .await
        .expect(202);
    let again = till
        .client()
        .post_once(&path, "tap", &body)
        .await
        .expect(202);
    assert_eq!(first, again);
    till.desk.app.run_jobs().await;
    assert_eq!(till.stripe.given_back(&session), 10_000);
}

#[tokio::test]
async fn a_refusal_is_shown_in_words_and_it_may_be_tried_again() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    till.refund(&invoice, "478.10").await.expect(202);
    till.stripe.fail(Fault::TooPoor);
    till.desk.app.run_jobs().await;
    let payment = till.payment(&invoice).await;
    assert_eq!(payment["refundable"], "478.10");
    assert_eq!(
        payment["refund"]["reason"],
        "Your balance at Stripe does not cover it. Top it up there, or wait for the next payments, \
         then try again."
    );
    assert_eq!(till.happened().await[0], "card_refund_failed");
    assert_eq!(till.invoice(&invoice).await["status"], "paid");
    till.refund(&invoice, "478.10").await.expect(202);
    till.desk.app.run_jobs().await;
    till.tell(&till.stripe.refunded(&session, 47_810))
        .await
        .expect(200);
    assert_eq!(till.payment(&invoice).await["refund"], Value::Null);
    assert_eq!(till.stripe.given_back(&session), 47_810);
}

#[tokio::test]
async fn a_lost_answer_makes_no_second_refund() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    for fault in [Fault::Lost, Fault::Status(500), Fault::Status(429)] {
        let path = till.refund_path(&invoice).await;
        till.client()
            .post(&path, &json!({ "amount": "10.00" }))
            .await
            .expect(202);
        let before = till.stripe.given_back(&session);
        // The look for one that is there, then the refund itself.
        till.stripe.fail(Fault::Slow);
        till.stripe.fail(fault);
        till.desk.app.run_jobs().await;
        for _ in 0..4 {
            till.later(16).await;
            till.desk.app.run_jobs().await;
        }
        let now = till.stripe.given_back(&session);
        assert_eq!(now, before + 1_000, "{fault:?}");
        till.tell(&till.stripe.refunded(&session, now))
            .await
            .expect(200);
        assert_eq!(
            till.payment(&invoice).await["refund"],
            Value::Null,
            "{fault:?}"
        );
    }
}

#[tokio::test]
async fn the_event_may_come_before_the_answer() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    till.refund(&invoice, "100.00").await.expect(202);
    till.stripe.fail(Fault::Slow);
    till.stripe.fail(Fault::Lost);
    till.desk.app.run_jobs().await;
    till.tell(&till.stripe.refunded(&session, 10_000))
        .await
        .expect(200);
    let payment = till.payment(&invoice).await;
    assert_eq!(
        (&payment["refund"], &payment["refunded"]),
        (&Value::Null, &json!("100.00"))
    );
    till.later(20).await;
    till.desk.app.run_jobs().await;
    assert_eq!(till.payment(&invoice).await["refund"], Value::Null);
    assert_eq!(till.stripe.given_back(&session), 10_000);
}

#[tokio::test]
async fn one_that_the_bank_sends_back_is_told_and_may_be_asked_for_again() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    till.refund(&invoice, "100.00").await.expect(202);
    till.desk.app.run_jobs().await;
    let refund = till.stripe.world().refunds[0].1.clone();
    till.tell(&till.stripe.refunded(&session, 10_000))
        .await
        .expect(200);
    let mut failed = till.stripe.refund_failed(&session, 10_000);
    failed["data"]["object"]["metadata"] = refund["metadata"].clone();
    till.tell(&failed).await.expect(200);
    let payment = till.payment(&invoice).await;
    assert_eq!(payment["refunded"], "0.00");
    assert_eq!(payment["refundable"], "478.10");
    let why = payment["refund"]["reason"].as_str().unwrap_or_default();
    assert!(why.starts_with("The customer’s bank refused it"), "{why}");
}

#[tokio::test]
async fn only_what_came_through_stripe_and_only_by_its_own_business() {
    let till = Till::open().await;
    let (invoice, session) = till.paid().await;
    let path = till.refund_path(&invoice).await;
    let body = json!({ "amount": "1.00" });
    let stranger = till.desk.app.sign_up("kim@other.example").await;
    stranger
        .post(&path, &body)
        .await
        .refused(404, "not_found", None);
    let nobody = till.desk.app.client();
    nobody
        .post(&path, &body)
        .await
        .refused(401, "no_session", None);
    // The business's own card machine is not Stripe's.
    let other = till.desk.sent_invoice().await;
    let payments = format!("/api/invoices/{}/payments", id(&other));
    let recorded = json!({ "amount": "10.00", "method": "stripe" });
    let recorded = till.client().post(&payments, &recorded).await.expect(201);
    assert_eq!(recorded["payments"][0]["refundable"], "0.00");
    till.refund(&other, "1.00")
        .await
        .refused(409, "not_by_card", None);
    till.tell(&till.stripe.disputed(&session, "created", "needs_response"))
        .await
        .expect(200);
    assert_eq!(till.payment(&invoice).await["refundable"], "0.00");
    till.refund(&invoice, "1.00")
        .await
        .refused(409, "disputed", None);
}

#[tokio::test]
async fn a_deposit_goes_back_from_the_invoice_that_it_was_carried_to() {
    let till = Till::open().await;
    let quote = till.desk.accepted_quote().await;
    let session = session_of(&till.ask_deposit(&quote, "119.53").await.expect(200));
    till.tell(&till.stripe.pay(&session)).await.expect(200);
    let path = format!("/api/quotes/{}/convert", id(&quote));
    let invoice = till.client().post_empty(&path).await.expect(201);
    assert_eq!(invoice["payments"][0]["refundable"], "119.53");
    till.refund(&invoice, "19.53").await.expect(202);
    // It is the same payment.
    let on_quote = till.quote(&quote).await["payments"][0].clone();
    assert_eq!(on_quote["refund"]["amount"], "19.53");
    till.desk.app.run_jobs().await;
    till.tell(&till.stripe.refunded(&session, 1_953))
        .await
        .expect(200);
    assert_eq!(till.payment(&invoice).await["refunded"], "19.53");
    assert_eq!(
        till.quote(&quote).await["payments"][0]["refund"],
        Value::Null
    );
    assert_ne!(token(&quote), "");
}
