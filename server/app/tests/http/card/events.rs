//! Events: stale, forged, twice, in the wrong order, of another account, late, and never.

use serde_json::json;
use stripe_webhook::Webhook;

use super::{Till, session_of, status};
use crate::documents::id;
use crate::support::stripe::WEBHOOK_SECRET;

#[tokio::test]
async fn only_what_stripe_signed_lately_counts() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    let event = till.stripe.pay(&session);
    let (body, now) = (event.to_string(), till.stripe.now());
    till.tell_at(&event, now - 301)
        .await
        .refused(400, "stale", None);
    till.tell_at(&event, now + 301)
        .await
        .refused(400, "stale", None);
    till.tell_raw(body.clone(), None)
        .await
        .refused(400, "unsigned", None);
    till.tell_raw(body.clone(), Some("t=1,v1=xyz"))
        .await
        .refused(400, "unsigned", None);
    let forged = Webhook::generate_test_header(&body, "whsec_guessed", Some(now));
    till.tell_raw(body.clone(), Some(&forged))
        .await
        .refused(400, "wrong_signature", None);
    let signed = Webhook::generate_test_header(&body, WEBHOOK_SECRET, Some(now));
    let changed = body.replace("47810", "1");
    till.tell_raw(changed, Some(&signed))
        .await
        .refused(400, "wrong_signature", None);
    let nothing = Webhook::generate_test_header("[]", WEBHOOK_SECRET, Some(now));
    till.tell_raw("[]".to_owned(), Some(&nothing))
        .await
        .refused(400, "malformed_event", None);
    assert_eq!(till.invoice(&invoice).await["status"], "sent");
    till.tell_raw(body, Some(&signed)).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["status"], "paid");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn what_a_stranger_sends_is_soon_refused() {
    let till = Till::open().await;
    let now = till.stripe.now();
    let many = |time: i64, count: usize| format!("t={time}{}", ",v1=00".repeat(count));
    // Refused by the header alone: of the body nothing is hashed or even read.
    for (header, code) in [
        (many(now, 10_000), "unsigned"),
        (many(now, 9), "unsigned"),
        (many(now - 301, 8), "stale"),
        (many(now, 8), "wrong_signature"),
    ] {
        till.tell_raw("{}".to_owned(), Some(&header))
            .await
            .refused(400, code, None);
    }
    let body = "x".repeat(256 * 1024);
    let header = many(now, 1);
    till.tell_raw(body.clone(), Some(&header))
        .await
        .refused(400, "wrong_signature", None);
    till.tell_raw(format!("{body}x"), Some(&header))
        .await
        .refused(413, "too_large", None);
    till.desk.app.stop().await;
}

#[tokio::test]
async fn an_event_counts_once() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    let event = till.stripe.pay(&session);
    for _ in 0..3 {
        till.tell(&event).await.expect(200);
    }
    // The same news under another id, as two endpoints would send it.
    let mut twin = event.clone();
    twin["id"] = json!("evt_twin");
    till.tell(&twin).await.expect(200);
    let paid = till.invoice(&invoice).await;
    assert_eq!(paid["payments"].as_array().map(Vec::len), Some(1));
    let told = till.happened().await;
    assert_eq!(told.iter().filter(|kind| *kind == "card_paid").count(), 1);
    till.desk.app.stop().await;
}

#[tokio::test]
async fn the_order_does_not_matter() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    let completed = till.stripe.pay(&session);
    let expired = till.stripe.event(
        "checkout.session.expired",
        &till.account,
        &till.stripe.session(&session),
    );
    let failed = till.stripe.event(
        "checkout.session.async_payment_failed",
        &till.account,
        &till.stripe.session(&session),
    );
    till.tell(&till.stripe.refunded(&session, 10_000))
        .await
        .expect(200);
    till.tell(&till.stripe.disputed(&session, "created", "needs_response"))
        .await
        .expect(200);
    till.tell(&expired).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["payments"], json!([]));
    till.tell(&completed).await.expect(200);
    till.tell(&failed).await.expect(200);
    let now = till.invoice(&invoice).await;
    assert_eq!(now["payments"][0]["amount"], "478.10");
    assert_eq!(now["payments"][0]["refunded"], "100.00");
    assert_eq!(now["payments"][0]["dispute"], "open");
    assert_eq!(now["status"], "partially_paid");
    assert_eq!(now["totals"]["balanceDue"], "100.00");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn other_accounts_and_other_peoples_sessions_change_nothing() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    let event = till.stripe.pay(&session);
    let mut foreign = event.clone();
    foreign["id"] = json!("evt_foreign");
    foreign["account"] = json!("acct_other");
    till.tell(&foreign).await.expect(200);
    let mut own = event.clone();
    own["id"] = json!("evt_own");
    own["data"]["object"]["id"] = json!("cs_of_their_shop");
    own["data"]["object"]["client_reference_id"] = json!("order 7");
    till.tell(&own).await.expect(200);
    let unknown = till
        .stripe
        .event("payout.paid", &till.account, &json!({ "id": "po_1" }));
    till.tell(&unknown).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["status"], "sent");
    till.tell(&event).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["status"], "paid");

    let mut refund = till.stripe.refunded(&session, 47_810);
    refund["account"] = json!("acct_other");
    till.tell(&refund).await.expect(200);
    assert_eq!(till.invoice(&invoice).await["status"], "paid");
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_payment_that_no_event_tells_of_is_found() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    till.stripe.pay(&session);
    till.later(30).await;
    till.desk.app.run_jobs().await;
    assert_eq!(till.invoice(&invoice).await["status"], "sent");
    // Whoever asks now is sent where Stripe says that it is paid: nothing is charged twice.
    let again = till.ask(&invoice, "478.10").await.expect(200);
    assert_eq!(session_of(&again), session);

    till.later(36).await;
    till.desk.app.run_jobs().await;
    assert_eq!(till.invoice(&invoice).await["status"], "paid");
    let event = till.stripe.event(
        "checkout.session.completed",
        &till.account,
        &till.stripe.session(&session),
    );
    till.tell(&event).await.expect(200);
    let paid = till.invoice(&invoice).await;
    assert_eq!(paid["payments"].as_array().map(Vec::len), Some(1));
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_checkout_that_nobody_paid_ends() {
    let till = Till::open().await;
    let (invoice, session) = till.asked().await;
    till.stripe
        .world()
        .sessions
        .get_mut(&session)
        .expect("it")
        .1["status"] = json!("expired");
    till.later(66).await;
    till.desk.app.run_jobs().await;
    assert_eq!(till.invoice(&invoice).await["status"], "sent");
    let fresh = session_of(&till.ask(&invoice, "478.10").await.expect(200));
    assert_eq!(status(&till, &fresh), "open");

    let mut ended = till.stripe.session(&fresh);
    ended["status"] = json!("expired");
    let event = till
        .stripe
        .event("checkout.session.expired", &till.account, &ended);
    till.tell(&event).await.expect(200);
    assert_ne!(
        session_of(&till.ask(&invoice, "478.10").await.expect(200)),
        fresh
    );
    till.desk.app.stop().await;
}

#[tokio::test]
async fn a_payment_that_takes_days_counts_when_it_is_there() {
    let till = Till::open().await;
    for (end, paid) in [
        ("async_payment_succeeded", true),
        ("async_payment_failed", false),
    ] {
        let (invoice, session) = till.asked().await;
        let mut done = till.stripe.pay(&session)["data"]["object"].clone();
        done["payment_status"] = json!("unpaid");
        let event = till
            .stripe
            .event("checkout.session.completed", &till.account, &done);
        till.tell(&event).await.expect(200);
        assert_eq!(till.invoice(&invoice).await["status"], "sent");
        till.ask(&invoice, "478.10")
            .await
            .refused(409, "payment_pending", None);

        let kind = format!("checkout.session.{end}");
        let event = till.stripe.event(&kind, &till.account, &done);
        till.tell(&event).await.expect(200);
        let status = if paid { "paid" } else { "sent" };
        assert_eq!(
            till.invoice(&invoice).await["status"],
            status,
            "{}",
            id(&invoice)
        );
    }
    till.desk.app.stop().await;
}
