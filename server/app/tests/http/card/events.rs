//! Events that are stale, forged, repeated, in the wrong order, of another account, late, or missing.

use serde_json::json;
use stripe_webhook::Webhook;

use super::{CardFixture, session_id, session_status};
use crate::documents::id_of;
use crate::support::stripe::WEBHOOK_SECRET;

#[tokio::test]
async fn only_what_stripe_signed_lately_counts() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.open_checkout().await;
    let event = till.stripe.pay_session(&session);
    let (body, now) = (event.to_string(), till.stripe.now());
    till.send_event_at(&event, now - 301)
        .await
        .expect_error(400, "stale", None);
    till.send_event_at(&event, now + 301)
        .await
        .expect_error(400, "stale", None);
    till.send_raw_event(body.clone(), None)
        .await
        .expect_error(400, "unsigned", None);
    till.send_raw_event(body.clone(), Some("t=1,v1=xyz"))
        .await
        .expect_error(400, "unsigned", None);
    let forged = Webhook::generate_test_header(&body, "whsec_guessed", Some(now));
    till.send_raw_event(body.clone(), Some(&forged))
        .await
        .expect_error(400, "wrong_signature", None);
    let signed = Webhook::generate_test_header(&body, WEBHOOK_SECRET, Some(now));
    let changed = body.replace("47810", "1");
    till.send_raw_event(changed, Some(&signed))
        .await
        .expect_error(400, "wrong_signature", None);
    let nothing = Webhook::generate_test_header("[]", WEBHOOK_SECRET, Some(now));
    till.send_raw_event("[]".to_owned(), Some(&nothing))
        .await
        .expect_error(400, "malformed_event", None);
    assert_eq!(till.read_invoice(&invoice).await["status"], "sent");
    till.send_raw_event(body, Some(&signed))
        .await
        .expect_status(200);
    assert_eq!(till.read_invoice(&invoice).await["status"], "paid");
    till.business.app.stop().await;
}

#[tokio::test]
async fn what_a_stranger_sends_is_soon_refused() {
    let till = CardFixture::open_connected().await;
    let now = till.stripe.now();
    let many = |time: i64, count: usize| format!("t={time}{}", ",v1=00".repeat(count));
    // Refused by the header alone: of the body nothing is hashed or even read.
    for (header, code) in [
        (many(now, 10_000), "unsigned"),
        (many(now, 9), "unsigned"),
        (many(now - 301, 8), "stale"),
        (many(now, 8), "wrong_signature"),
    ] {
        till.send_raw_event("{}".to_owned(), Some(&header))
            .await
            .expect_error(400, code, None);
    }
    let body = "x".repeat(256 * 1024);
    let header = many(now, 1);
    till.send_raw_event(body.clone(), Some(&header))
        .await
        .expect_error(400, "wrong_signature", None);
    till.send_raw_event(format!("{body}x"), Some(&header))
        .await
        .expect_error(413, "too_large", None);
    till.business.app.stop().await;
}

#[tokio::test]
async fn an_event_counts_once() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.open_checkout().await;
    let event = till.stripe.pay_session(&session);
    for _ in 0..3 {
        till.send_event(&event).await.expect_status(200);
    }
    // The same news under another id, as two endpoints would send it.
    let mut twin = event.clone();
    twin["id"] = json!("evt_twin");
    till.send_event(&twin).await.expect_status(200);
    let paid = till.read_invoice(&invoice).await;
    assert_eq!(paid["payments"].as_array().map(Vec::len), Some(1));
    let texts = till.list_activity_kinds().await;
    assert_eq!(texts.iter().filter(|kind| *kind == "card_paid").count(), 1);
    till.business.app.stop().await;
}

#[tokio::test]
async fn the_order_does_not_matter() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.open_checkout().await;
    let completed = till.stripe.pay_session(&session);
    let expired = till.stripe.event_json(
        "checkout.session.expired",
        &till.account,
        &till.stripe.find_session(&session),
    );
    let failed = till.stripe.event_json(
        "checkout.session.async_payment_failed",
        &till.account,
        &till.stripe.find_session(&session),
    );
    till.send_event(&till.stripe.refund_session(&session, 10_000))
        .await
        .expect_status(200);
    till.send_event(
        &till
            .stripe
            .dispute_session(&session, "created", "needs_response"),
    )
    .await
    .expect_status(200);
    till.send_event(&expired).await.expect_status(200);
    assert_eq!(till.read_invoice(&invoice).await["payments"], json!([]));
    till.send_event(&completed).await.expect_status(200);
    till.send_event(&failed).await.expect_status(200);
    let now = till.read_invoice(&invoice).await;
    assert_eq!(now["payments"][0]["amount"], "478.10");
    assert_eq!(now["payments"][0]["refunded"], "100.00");
    assert_eq!(now["payments"][0]["dispute"], "open");
    assert_eq!(now["status"], "partially_paid");
    assert_eq!(now["totals"]["balanceDue"], "100.00");
    till.business.app.stop().await;
}

#[tokio::test]
async fn other_accounts_and_other_peoples_sessions_change_nothing() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.open_checkout().await;
    let event = till.stripe.pay_session(&session);
    let mut foreign = event.clone();
    foreign["id"] = json!("evt_foreign");
    foreign["account"] = json!("acct_other");
    till.send_event(&foreign).await.expect_status(200);
    let mut own = event.clone();
    own["id"] = json!("evt_own");
    own["data"]["object"]["id"] = json!("cs_of_their_shop");
    own["data"]["object"]["client_reference_id"] = json!("order 7");
    till.send_event(&own).await.expect_status(200);
    let unknown = till
        .stripe
        .event_json("payout.paid", &till.account, &json!({ "id": "po_1" }));
    till.send_event(&unknown).await.expect_status(200);
    assert_eq!(till.read_invoice(&invoice).await["status"], "sent");
    till.send_event(&event).await.expect_status(200);
    assert_eq!(till.read_invoice(&invoice).await["status"], "paid");

    let mut refund = till.stripe.refund_session(&session, 47_810);
    refund["account"] = json!("acct_other");
    till.send_event(&refund).await.expect_status(200);
    assert_eq!(till.read_invoice(&invoice).await["status"], "paid");
    till.business.app.stop().await;
}

#[tokio::test]
async fn a_payment_that_no_event_tells_of_is_found() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.open_checkout().await;
    till.stripe.pay_session(&session);
    till.advance_minutes(30).await;
    till.business.app.run_jobs().await;
    assert_eq!(till.read_invoice(&invoice).await["status"], "sent");
    // Whoever asks now is sent where Stripe says that it is paid: nothing is charged twice.
    let again = till
        .request_checkout(&invoice, "478.10")
        .await
        .expect_status(200);
    assert_eq!(session_id(&again), session);

    till.advance_minutes(36).await;
    till.business.app.run_jobs().await;
    assert_eq!(till.read_invoice(&invoice).await["status"], "paid");
    let event = till.stripe.event_json(
        "checkout.session.completed",
        &till.account,
        &till.stripe.find_session(&session),
    );
    till.send_event(&event).await.expect_status(200);
    let paid = till.read_invoice(&invoice).await;
    assert_eq!(paid["payments"].as_array().map(Vec::len), Some(1));
    till.business.app.stop().await;
}

#[tokio::test]
async fn a_checkout_that_nobody_paid_ends() {
    let till = CardFixture::open_connected().await;
    let (invoice, session) = till.open_checkout().await;
    till.stripe
        .lock_state()
        .sessions
        .get_mut(&session)
        .expect("it")
        .1["status"] = json!("expired");
    till.advance_minutes(66).await;
    till.business.app.run_jobs().await;
    assert_eq!(till.read_invoice(&invoice).await["status"], "sent");
    let fresh = session_id(
        &till
            .request_checkout(&invoice, "478.10")
            .await
            .expect_status(200),
    );
    assert_eq!(session_status(&till, &fresh), "open");

    let mut ended = till.stripe.find_session(&fresh);
    ended["status"] = json!("expired");
    let event = till
        .stripe
        .event_json("checkout.session.expired", &till.account, &ended);
    till.send_event(&event).await.expect_status(200);
    assert_ne!(
        session_id(
            &till
                .request_checkout(&invoice, "478.10")
                .await
                .expect_status(200)
        ),
        fresh
    );
    till.business.app.stop().await;
}

#[tokio::test]
async fn a_payment_that_takes_days_counts_when_it_is_there() {
    let till = CardFixture::open_connected().await;
    for (end, paid) in [
        ("async_payment_succeeded", true),
        ("async_payment_failed", false),
    ] {
        let (invoice, session) = till.open_checkout().await;
        let mut done = till.stripe.pay_session(&session)["data"]["object"].clone();
        done["payment_status"] = json!("unpaid");
        let event = till
            .stripe
            .event_json("checkout.session.completed", &till.account, &done);
        till.send_event(&event).await.expect_status(200);
        assert_eq!(till.read_invoice(&invoice).await["status"], "sent");
        till.request_checkout(&invoice, "478.10")
            .await
            .expect_error(409, "payment_pending", None);

        let kind = format!("checkout.session.{end}");
        let event = till.stripe.event_json(&kind, &till.account, &done);
        till.send_event(&event).await.expect_status(200);
        let status = if paid { "paid" } else { "sent" };
        assert_eq!(
            till.read_invoice(&invoice).await["status"],
            status,
            "{}",
            id_of(&invoice)
        );
    }
    till.business.app.stop().await;
}
