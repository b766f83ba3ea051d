//! Stripe is down, slow or overloaded, or refuses.

use super::{CardFixture, session_id};
use crate::support::stripe::StripeFault;

#[tokio::test]
async fn an_error_at_stripe_is_reported_and_can_be_tried_again() {
    let fixture = CardFixture::open_connected().await;
    let invoice = fixture.business.sent_invoice().await;
    for fault in [
        StripeFault::Status(500),
        StripeFault::Status(503),
        StripeFault::Status(429),
        StripeFault::Status(400),
        StripeFault::Lost,
    ] {
        fixture.stripe.fail_next(fault);
        let refusal =
            fixture.request_checkout(&invoice, "478.10").await.expect_error(502, "card_unavailable", None);
        assert!(!refusal["message"].as_str().unwrap_or_default().is_empty());
        let now = fixture.read_invoice(&invoice).await;
        assert_eq!(now["status"], "sent", "{fault:?}");
        assert_eq!(now["payments"], serde_json::json!([]));
    }
    let session = session_id(&fixture.request_checkout(&invoice, "478.10").await.expect_status(200));
    let event = fixture.stripe.pay_session(&session);
    fixture.send_event(&event).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "paid");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_request_to_stripe_times_out() {
    let fixture = CardFixture::open_connected().await;
    let invoice = fixture.business.sent_invoice().await;
    fixture.stripe.fail_next(StripeFault::Hang);
    fixture.request_checkout(&invoice, "478.10").await.expect_error(502, "card_unavailable", None);
    fixture.request_checkout(&invoice, "478.10").await.expect_status(200);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_checkout_that_cannot_be_closed_prevents_another() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let path = format!("/api/invoices/{}/payments", crate::documents::id_of(&invoice));
    let cash = serde_json::json!({ "amount": "78.10", "method": "cash" });
    fixture.client().post(&path, &cash).await.expect_status(201);
    fixture.stripe.fail_next(StripeFault::Status(500));
    // No second one while the first can be paid.
    fixture.request_checkout(&invoice, "400.00").await.expect_error(502, "card_unavailable", None);
    assert_eq!(fixture.stripe.open_sessions(), std::slice::from_ref(&session));
    fixture.stripe.fail_next(StripeFault::Status(500));
    fixture.business.app.run_jobs().await;
    assert_eq!(fixture.stripe.open_sessions(), [session]);
    fixture.business.app.clock.advance(60_000);
    fixture.business.app.run_jobs().await;
    assert!(fixture.stripe.open_sessions().is_empty());
    fixture.request_checkout(&invoice, "400.00").await.expect_status(200);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn an_account_cannot_be_connected_while_stripe_is_down() {
    let fixture = CardFixture::open_unconnected().await;
    fixture.stripe.fail_next(StripeFault::Status(500));
    fixture.client().post_empty(&fixture.card_path()).await.expect_error(502, "card_unavailable", None);
    let answer = fixture.client().get(&fixture.card_path()).await.expect_status(200);
    assert_eq!(answer["state"], "notConnected");
    fixture.business.app.clock.advance(10 * 60_000);
    let body = serde_json::json!({ "password": crate::support::PASSWORD });
    fixture.client().post("/api/auth/confirm-password", &body).await.expect_status(204);
    fixture.client().post_empty(&fixture.card_path()).await.expect_status(200);
    // Known, and Stripe down: what is known is shown.
    fixture.stripe.fail_next(StripeFault::Status(500));
    let answer = fixture.client().get(&fixture.card_path()).await.expect_status(200);
    assert_eq!(answer["state"], "finishing");
    fixture.business.app.stop().await;
}
