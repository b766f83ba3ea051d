//! Webhooks that are forged, stale, repeated, out of order, lost, or about other accounts.

use serde_json::{Value, json};

use super::{DAY, PlanFixture};

#[tokio::test]
async fn forged_and_stale_events_are_refused() {
    let shop = PlanFixture::start_trial().await;
    let session = shop.open_checkout("plus").await;
    let created = shop.stripe.complete_subscription(&session).remove(0);
    let client = shop.business.app.new_client();
    let hook = "/api/stripe/webhook";
    client.post(hook, &created).await.expect_error(400, "unsigned", None);
    let mut forged = client.request(reqwest::Method::POST, hook);
    let time = shop.stripe.now();
    let body = created.to_string();
    let signature = stripe_webhook::Webhook::generate_test_header(&body, "whsec_other", Some(time));
    forged = forged.header("stripe-signature", signature).body(body);
    client.send(forged).await.expect_error(400, "wrong_signature", None);
    shop.send_event_at(&created, time - 301).await.expect_error(400, "stale", None);
    shop.business.app.run_jobs().await;
    assert_eq!(shop.read_subscription().await["plan"], "trial");
    shop.send_event(&created).await.expect_status(200);
    assert_eq!(shop.read_subscription().await["plan"], "plus");
    shop.stop().await;
}

#[tokio::test]
async fn a_repeated_event_is_handled_once() {
    let shop = PlanFixture::start_trial().await;
    let session = shop.open_checkout("plus").await;
    let events = shop.stripe.complete_subscription(&session);
    shop.send_events(&events).await;
    let now = shop.read_subscription().await;
    let requested = shop.stripe.calls_to("GET /v1/subscriptions").len();
    shop.send_events(&events).await;
    shop.send_events(&events).await;
    assert_eq!(shop.read_subscription().await, now);
    assert_eq!(shop.stripe.calls_to("GET /v1/subscriptions").len(), requested);
    shop.stop().await;
}

/// Stripe's description of a subscription at this moment, in an event that is sent later.
fn stale_event(shop: &PlanFixture, id: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut event = shop.stripe.subscription_updated_event(id);
    change(&mut event["data"]["object"]);
    event
}

#[tokio::test]
async fn an_event_older_than_the_stored_state_has_no_effect() {
    let (shop, id) = PlanFixture::open_paying("plus").await;
    let app = &shop.business.app;
    let early = stale_event(&shop, &id, |it| it["cancel_at_period_end"] = json!(true));
    app.clock.advance(120_000);
    let late = stale_event(&shop, &id, |_| {});
    shop.send_event(&late).await.expect_status(200);
    let requested = shop.stripe.calls_to("GET /v1/subscriptions").len();
    shop.send_events(&[early]).await;
    assert_eq!(shop.read_subscription().await["cancelled"], false);
    assert_eq!(shop.stripe.calls_to("GET /v1/subscriptions").len(), requested);

    // A newer event is accepted as it is.
    app.clock.advance(1_000);
    let newer = stale_event(&shop, &id, |it| it["cancel_at_period_end"] = json!(true));
    shop.send_event(&newer).await.expect_status(200);
    assert_eq!(shop.read_subscription().await["cancelled"], true);
    assert_eq!(shop.stripe.calls_to("GET /v1/subscriptions").len(), requested);

    // Of two of one second nobody can say which is later: Stripe is asked.
    let same = stale_event(&shop, &id, |it| it["status"] = json!("past_due"));
    shop.send_event(&same).await.expect_status(200);
    assert_eq!(shop.read_subscription().await["standing"]["is"], "ending");
    app.run_jobs().await;
    assert_eq!(shop.read_subscription().await["standing"], json!({ "is": "paying" }));
    shop.stop().await;
}

#[tokio::test]
async fn an_event_from_before_a_change_does_not_undo_it() {
    let (shop, id) = PlanFixture::open_paying("core").await;
    // Made a moment before the change, and slow on its way.
    let slow = stale_event(&shop, &id, |_| {});
    shop.business.app.clock.advance(5_000);
    let preview = shop.preview_change("plus").await;
    shop.change_plan("plus", &preview).await.expect_status(200);
    shop.send_events(&[slow]).await;
    assert_eq!(shop.read_subscription().await["plan"], "plus");
    shop.stop().await;
}

#[tokio::test]
async fn events_of_connected_accounts_and_strangers_have_no_effect() {
    let (shop, id) = PlanFixture::open_paying("plus").await;
    let mut foreign = stale_event(&shop, &id, |it| it["status"] = json!("canceled"));
    foreign["account"] = json!("acct_other");
    let stranger = stale_event(&shop, &id, |it| it["customer"] = json!("cus_other"));
    let invoice =
        shop.stripe.platform_event("invoice.paid", &json!({ "id": "in_x", "customer": "cus_other" }));
    let other = stale_event(&shop, &id, |it| {
        it["id"] = json!("sub_other");
        it["status"] = json!("canceled");
    });
    let no_subscription = shop.stripe.platform_event("customer.subscription.updated", &json!({}));
    shop.send_events(&[foreign, stranger, invoice, other, no_subscription]).await;
    let now = shop.read_subscription().await;
    assert_eq!((&now["plan"], &now["standing"]["is"]), (&json!("plus"), &json!("paying")));
    shop.stop().await;
}

#[tokio::test]
async fn a_plan_that_ended_without_an_event_is_found_by_the_daily_check() {
    let (shop, id) = PlanFixture::open_paying("plus").await;
    shop.stripe.end_subscription(&id, "cancellation_requested");
    assert_eq!(shop.read_subscription().await["standing"]["is"], "paying");
    shop.business.app.clock.advance(DAY);
    shop.advance_days(0).await;
    assert_eq!(shop.read_subscription().await["standing"]["is"], "lapsed");
    shop.stop().await;
}

#[tokio::test]
async fn a_plan_bought_without_an_event_is_found_by_the_daily_check() {
    let shop = PlanFixture::start_trial().await;
    let session = shop.open_checkout("plus").await;
    shop.stripe.complete_subscription(&session);
    shop.advance_days(1).await;
    assert_eq!(shop.read_subscription().await["plan"], "plus");
    shop.stop().await;
}

#[tokio::test]
async fn a_checkout_that_runs_out_is_forgotten() {
    let shop = PlanFixture::start_trial().await;
    let session = shop.open_checkout("plus").await;
    let it = shop.stripe.find_session(&session);
    shop.send_events(&[shop.stripe.platform_event("checkout.session.expired", &it)]).await;
    shop.stripe.lock_state().sessions.clear();
    shop.open_checkout("core").await;
    assert!(shop.stripe.calls_to(&format!("POST /v1/checkout/sessions/{session}/expire")).is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn an_incomplete_payment_does_not_activate_the_plan() {
    let shop = PlanFixture::start_trial().await;
    shop.advance_days(15).await;
    let session = shop.open_checkout("plus").await;
    let mut created = shop.stripe.complete_subscription(&session).remove(0);
    created["data"]["object"]["status"] = json!("incomplete");
    shop.send_event(&created).await.expect_status(200);
    let now = shop.read_subscription().await;
    assert_eq!((&now["plan"], &now["standing"]["is"]), (&json!("trial"), &json!("lapsed")));
    shop.create_contact().await.expect_error(402, "plan_lapsed", None);
    shop.stop().await;
}
