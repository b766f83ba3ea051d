//! Events that are stale, forged, repeated, in the wrong order, of another account, late, or missing.

use serde_json::json;
use stripe_webhook::Webhook;

use super::{CardFixture, session_id, session_status};
use crate::documents::id_of;
use crate::support::stripe::WEBHOOK_SECRET;

#[tokio::test]
async fn only_an_event_that_stripe_signed_recently_counts() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let event = fixture.stripe.pay_session(&session);
    let (body, now) = (event.to_string(), fixture.stripe.now());
    fixture.send_event_at(&event, now - 301).await.expect_error(400, "stale", None);
    fixture.send_event_at(&event, now + 301).await.expect_error(400, "stale", None);
    fixture.send_raw_event(body.clone(), None).await.expect_error(400, "unsigned", None);
    fixture.send_raw_event(body.clone(), Some("t=1,v1=xyz")).await.expect_error(400, "unsigned", None);
    let forged = Webhook::generate_test_header(&body, "whsec_guessed", Some(now));
    fixture.send_raw_event(body.clone(), Some(&forged)).await.expect_error(400, "wrong_signature", None);
    let signed = Webhook::generate_test_header(&body, WEBHOOK_SECRET, Some(now));
    let changed = body.replace("47810", "1");
    fixture.send_raw_event(changed, Some(&signed)).await.expect_error(400, "wrong_signature", None);
    let nothing = Webhook::generate_test_header("[]", WEBHOOK_SECRET, Some(now));
    fixture.send_raw_event("[]".to_owned(), Some(&nothing)).await.expect_error(400, "malformed_event", None);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "sent");
    fixture.send_raw_event(body, Some(&signed)).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "paid");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn refuses_a_strangers_event_before_reading_its_body() {
    let fixture = CardFixture::open_connected().await;
    let now = fixture.stripe.now();
    let many = |time: i64, count: usize| format!("t={time}{}", ",v1=00".repeat(count));
    // Refused by the header alone: of the body nothing is hashed or even read.
    for (header, code) in [
        (many(now, 10_000), "unsigned"),
        (many(now, 9), "unsigned"),
        (many(now - 301, 8), "stale"),
        (many(now, 8), "wrong_signature"),
    ] {
        fixture.send_raw_event("{}".to_owned(), Some(&header)).await.expect_error(400, code, None);
    }
    let body = "x".repeat(256 * 1024);
    let header = many(now, 1);
    fixture.send_raw_event(body.clone(), Some(&header)).await.expect_error(400, "wrong_signature", None);
    fixture.send_raw_event(format!("{body}x"), Some(&header)).await.expect_error(413, "too_large", None);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn an_event_counts_once() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let event = fixture.stripe.pay_session(&session);
    for _ in 0..3 {
        fixture.send_event(&event).await.expect_status(200);
    }
    // The same news under another id, as two endpoints would send it.
    let mut twin = event.clone();
    twin["id"] = json!("evt_twin");
    fixture.send_event(&twin).await.expect_status(200);
    let paid = fixture.read_invoice(&invoice).await;
    assert_eq!(paid["payments"].as_array().map(Vec::len), Some(1));
    let texts = fixture.list_activity_kinds().await;
    assert_eq!(texts.iter().filter(|kind| *kind == "card_paid").count(), 1);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn the_order_of_events_does_not_matter() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let completed = fixture.stripe.pay_session(&session);
    let expired = fixture.stripe.event_json(
        "checkout.session.expired",
        &fixture.account,
        &fixture.stripe.find_session(&session),
    );
    let failed = fixture.stripe.event_json(
        "checkout.session.async_payment_failed",
        &fixture.account,
        &fixture.stripe.find_session(&session),
    );
    fixture.send_event(&fixture.stripe.refund_session(&session, 10_000)).await.expect_status(200);
    fixture
        .send_event(&fixture.stripe.dispute_session(&session, "created", "needs_response"))
        .await
        .expect_status(200);
    fixture.send_event(&expired).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["payments"], json!([]));
    fixture.send_event(&completed).await.expect_status(200);
    fixture.send_event(&failed).await.expect_status(200);
    let now = fixture.read_invoice(&invoice).await;
    assert_eq!(now["payments"][0]["amount"], "478.10");
    assert_eq!(now["payments"][0]["refunded"], "100.00");
    assert_eq!(now["payments"][0]["dispute"], "open");
    assert_eq!(now["status"], "partially_paid");
    assert_eq!(now["totals"]["balanceDue"], "100.00");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn events_of_other_accounts_and_sessions_change_nothing() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    let event = fixture.stripe.pay_session(&session);
    let mut foreign = event.clone();
    foreign["id"] = json!("evt_foreign");
    foreign["account"] = json!("acct_other");
    fixture.send_event(&foreign).await.expect_status(200);
    let mut own = event.clone();
    own["id"] = json!("evt_own");
    own["data"]["object"]["id"] = json!("cs_of_their_shop");
    own["data"]["object"]["client_reference_id"] = json!("order 7");
    fixture.send_event(&own).await.expect_status(200);
    let unknown = fixture.stripe.event_json("payout.paid", &fixture.account, &json!({ "id": "po_1" }));
    fixture.send_event(&unknown).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "sent");
    fixture.send_event(&event).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "paid");

    let mut refund = fixture.stripe.refund_session(&session, 47_810);
    refund["account"] = json!("acct_other");
    fixture.send_event(&refund).await.expect_status(200);
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "paid");
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_payment_without_an_event_is_found() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    fixture.stripe.pay_session(&session);
    fixture.advance_minutes(30).await;
    fixture.business.app.run_jobs().await;
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "sent");
    // Whoever asks now is sent where Stripe says that it is paid: nothing is charged twice.
    let again = fixture.request_checkout(&invoice, "478.10").await.expect_status(200);
    assert_eq!(session_id(&again), session);

    fixture.advance_minutes(36).await;
    fixture.business.app.run_jobs().await;
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "paid");
    let event = fixture.stripe.event_json(
        "checkout.session.completed",
        &fixture.account,
        &fixture.stripe.find_session(&session),
    );
    fixture.send_event(&event).await.expect_status(200);
    let paid = fixture.read_invoice(&invoice).await;
    assert_eq!(paid["payments"].as_array().map(Vec::len), Some(1));
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn an_unpaid_checkout_expires() {
    let fixture = CardFixture::open_connected().await;
    let (invoice, session) = fixture.open_checkout().await;
    fixture.stripe.lock_state().sessions.get_mut(&session).expect("it").1["status"] = json!("expired");
    fixture.advance_minutes(66).await;
    fixture.business.app.run_jobs().await;
    assert_eq!(fixture.read_invoice(&invoice).await["status"], "sent");
    let fresh = session_id(&fixture.request_checkout(&invoice, "478.10").await.expect_status(200));
    assert_eq!(session_status(&fixture, &fresh), "open");

    let mut ended = fixture.stripe.find_session(&fresh);
    ended["status"] = json!("expired");
    let event = fixture.stripe.event_json("checkout.session.expired", &fixture.account, &ended);
    fixture.send_event(&event).await.expect_status(200);
    assert_ne!(session_id(&fixture.request_checkout(&invoice, "478.10").await.expect_status(200)), fresh);
    fixture.business.app.stop().await;
}

#[tokio::test]
async fn a_payment_that_takes_days_counts_when_it_arrives() {
    let fixture = CardFixture::open_connected().await;
    for (end, paid) in [("async_payment_succeeded", true), ("async_payment_failed", false)] {
        let (invoice, session) = fixture.open_checkout().await;
        let mut done = fixture.stripe.pay_session(&session)["data"]["object"].clone();
        done["payment_status"] = json!("unpaid");
        let event = fixture.stripe.event_json("checkout.session.completed", &fixture.account, &done);
        fixture.send_event(&event).await.expect_status(200);
        assert_eq!(fixture.read_invoice(&invoice).await["status"], "sent");
        fixture.request_checkout(&invoice, "478.10").await.expect_error(409, "payment_pending", None);

        let kind = format!("checkout.session.{end}");
        let event = fixture.stripe.event_json(&kind, &fixture.account, &done);
        fixture.send_event(&event).await.expect_status(200);
        let status = if paid { "paid" } else { "sent" };
        assert_eq!(fixture.read_invoice(&invoice).await["status"], status, "{}", id_of(&invoice));
    }
    fixture.business.app.stop().await;
}
