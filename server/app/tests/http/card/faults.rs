//! Stripe down, slow, overrun, or refusing.

use super::{Till, session_of};
use crate::support::stripe::Fault;

#[tokio::test]
async fn stripe_down_is_said_and_can_be_tried_again() {
    let till = Till::open().await;
    let invoice = till.desk.sent_invoice().await;
    for fault in [
        Fault::Status(500),
        Fault::Status(503),
        Fault::Status(429),
        Fault::Status(400),
        Fault::Lost,
    ] {
        till.stripe.fail(fault);
        let refusal = till
            .ask(&invoice, "478.10")
            .await
            .refused(502, "card_unavailable", None);
        assert!(!refusal["message"].as_str().unwrap_or_default().is_empty());
        let now = till.invoice(&invoice).await;
        assert_eq!(now["status"], "sent", "{fault:?}");
        assert_eq!(now["payments"], serde_json::json!([]));
    }
    let session = session_of(&till.ask(&invoice, "478.10").await.expect(200));
    let event = till.stripe.pay(&session);
    till.tell(&event).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["status"], "paid");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn stripe_without_an_answer_is_given_up() {
    let till = Till::open().await;
    let invoice = till.desk.sent_invoice().await;
    till.stripe.fail(Fault::Hang);
    till.ask(&invoice, "478.10")
        .await
        .refused(502, "card_unavailable", None);
    till.ask(&invoice, "478.10").await.expect(200);
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_checkout_that_cannot_be_closed_is_in_the_way() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    let path = format!("/api/invoices/{}/payments", crate::documents::id(&invoice));
    let cash = serde_json::json!({ "amount": "78.10", "method": "cash" });
    till.client().post(&path, &cash).await.expect(201);
    till.stripe.fail(Fault::Status(500));
    // No second one while the first can be paid.
    till.ask(&invoice, "400.00")
        .await
        .refused(502, "card_unavailable", None);
    assert_eq!(till.stripe.open_sessions(), std::slice::from_ref(&session));
    till.stripe.fail(Fault::Status(500));
    till.desk.app.run_jobs().await;
    assert_eq!(till.stripe.open_sessions(), [session]);
    till.desk.app.clock.advance(60_000);
    till.desk.app.run_jobs().await;
    assert!(till.stripe.open_sessions().is_empty());
    till.ask(&invoice, "400.00").await.expect(200);
    till.desk.app.stop().await;
}

#[tokio::test]
async fn connecting_needs_stripe() {
    let till = Till::unconnected().await;
    till.stripe.fail(Fault::Status(500));
    till.client()
        .post_empty(&till.card())
        .await
        .refused(502, "card_unavailable", None);
    let answer = till.client().get(&till.card()).await.expect(200);
    assert_eq!(answer["state"], "notConnected");
    till.desk.app.clock.advance(10 * 60_000);
    let body = serde_json::json!({ "password": crate::support::PASSWORD });
    till.client()
        .post("/api/auth/confirm-password", &body)
        .await
        .expect(204);
    till.client().post_empty(&till.card()).await.expect(200);
    // Known, and Stripe down: what is known is shown.
    till.stripe.fail(Fault::Status(500));
    let answer = till.client().get(&till.card()).await.expect(200);
    assert_eq!(answer["state"], "finishing");
    till.desk.app.stop().await;
}
