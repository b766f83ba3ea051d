//! Stripe is down, slow or overloaded, or refuses.

use super::{CardFixture, session_id};
use crate::support::stripe::StripeFault;

#[tokio::test]
async fn stripe_down_is_said_and_can_be_tried_again() {
    let till = CardFixture::open_connected().await;
    let invoice = till.business.sent_invoice().await;
    for fault in [
        StripeFault::Status(500),
        StripeFault::Status(503),
        StripeFault::Status(429),
        StripeFault::Status(400),
        StripeFault::Lost,
    ] {
        till.stripe.fail_next(fault);
        let refusal = till
            .request_checkout(&invoice, "478.10")
            .await
            .expect_error(502, "card_unavailable", None);
        assert!(!refusal["message"].as_str().unwrap_or_default().is_empty());
        let now = till.read_invoice(&invoice).await;
        assert_eq!(now["status"], "sent", "{fault:?}");
        assert_eq!(now["payments"], serde_json::json!([]));
    }
    let session = session_id(
        &till
            .request_checkout(&invoice, "478.10")
            .await
            .expect_status(200),
    );
    let event = till.stripe.pay_session(&session);
    till.send_event(&event).await.expect_status(200);
    assert_eq!(till.read_invoice(&invoice).await["status"], "paid");
    till.business.app.stop().await;
}

#[tokio::test]
async fn stripe_without_an_answer_is_given_up() {
    let till = CardFixture::open_connected().await;
    let invoice = till.business.sent_invoice().await;
    till.stripe.fail_next(StripeFault::Hang);
    till.request_checkout(&invoice, "478.10")
        .await
        .expect_error(502, "card_unavailable", None);
    till.request_checkout(&invoice, "478.10")
        .await
        .expect_status(200);
    till.business.app.stop().await;
}

#[tokio::test]
async fn a_checkout_that_cannot_be_closed_is_in_the_way() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.open_checkout().await;
    let path = format!(
        "/api/invoices/{}/payments",
        crate::documents::id_of(&invoice)
    );
    let cash = serde_json::json!({ "amount": "78.10", "method": "cash" });
    till.client().post(&path, &cash).await.expect_status(201);
    till.stripe.fail_next(StripeFault::Status(500));
    // No second one while the first can be paid.
    till.request_checkout(&invoice, "400.00")
        .await
        .expect_error(502, "card_unavailable", None);
    assert_eq!(till.stripe.open_sessions(), std::slice::from_ref(&session));
    till.stripe.fail_next(StripeFault::Status(500));
    till.business.app.run_jobs().await;
    assert_eq!(till.stripe.open_sessions(), [session]);
    till.business.app.clock.advance(60_000);
    till.business.app.run_jobs().await;
    assert!(till.stripe.open_sessions().is_empty());
    till.request_checkout(&invoice, "400.00")
        .await
        .expect_status(200);
    till.business.app.stop().await;
}

#[tokio::test]
async fn connecting_needs_stripe() {
    let till = CardFixture::open_unconnected().await;
    till.stripe.fail_next(StripeFault::Status(500));
    till.client()
        .post_empty(&till.card_path())
        .await
        .expect_error(502, "card_unavailable", None);
    let answer = till
        .client()
        .get(&till.card_path())
        .await
        .expect_status(200);
    assert_eq!(answer["state"], "notConnected");
    till.business.app.clock.advance(10 * 60_000);
    let body = serde_json::json!({ "password": crate::support::PASSWORD });
    till.client()
        .post("/api/auth/confirm-password", &body)
        .await
        .expect_status(204);
    till.client()
        .post_empty(&till.card_path())
        .await
        .expect_status(200);
    // Known, and Stripe down: what is known is shown.
    till.stripe.fail_next(StripeFault::Status(500));
    let answer = till
        .client()
        .get(&till.card_path())
        .await
        .expect_status(200);
    assert_eq!(answer["state"], "finishing");
    till.business.app.stop().await;
}
