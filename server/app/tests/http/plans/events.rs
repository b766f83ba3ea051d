//! Webhooks: forged, stale, doubled, out of order, lost, and those of others.

use serde_json::{Value, json};

use super::{DAY, Shop};

#[tokio::test]
async fn forged_and_stale_events_are_refused() {
    let shop = Shop::open().await;
    let session = shop.choose("plus").await;
    let created = shop.stripe.subscribe(&session).remove(0);
    let client = shop.desk.app.client();
    let hook = "/api/stripe/webhook";
    client
        .post(hook, &created)
        .await
        .refused(400, "unsigned", None);
    let mut forged = client.request(reqwest::Method::POST, hook);
    let time = shop.stripe.now();
    let body = created.to_string();
    let signature = stripe_webhook::Webhook::generate_test_header(&body, "whsec_other", Some(time));
    forged = forged.header("stripe-signature", signature).body(body);
    client
        .send(forged)
        .await
        .refused(400, "wrong_signature", None);
    shop.tell_at(&created, time - 301)
        .await
        .refused(400, "stale", None);
    shop.desk.app.run_jobs().await;
    assert_eq!(shop.now().await["plan"], "trial");
    shop.tell(&created).await.expect(200);
    assert_eq!(shop.now().await["plan"], "plus");
    shop.close().await;
}

#[tokio::test]
async fn a_doubled_event_is_taken_in_once() {
    let shop = Shop::open().await;
    let session = shop.choose("plus").await;
    let events = shop.stripe.subscribe(&session);
    shop.tell_all(&events).await;
    let now = shop.now().await;
    let asked = shop.stripe.calls("GET /v1/subscriptions").len();
    shop.tell_all(&events).await;
    shop.tell_all(&events).await;
    assert_eq!(shop.now().await, now);
    assert_eq!(shop.stripe.calls("GET /v1/subscriptions").len(), asked);
    shop.close().await;
}

/// What Stripe says of a subscription at a moment, in an event that is told of later.
fn said(shop: &Shop, id: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut event = shop.stripe.updated(id);
    change(&mut event["data"]["object"]);
    event
}

#[tokio::test]
async fn an_event_that_is_older_than_what_is_known_does_nothing() {
    let (shop, id) = Shop::paying("plus").await;
    let app = &shop.desk.app;
    let early = said(&shop, &id, |it| it["cancel_at_period_end"] = json!(true));
    app.clock.advance(120_000);
    let late = said(&shop, &id, |_| {});
    shop.tell(&late).await.expect(200);
    let asked = shop.stripe.calls("GET /v1/subscriptions").len();
    shop.tell_all(&[early]).await;
    assert_eq!(shop.now().await["cancelled"], false);
    assert_eq!(shop.stripe.calls("GET /v1/subscriptions").len(), asked);

    // A newer one is believed as it stands.
    app.clock.advance(1_000);
    let newer = said(&shop, &id, |it| it["cancel_at_period_end"] = json!(true));
    shop.tell(&newer).await.expect(200);
    assert_eq!(shop.now().await["cancelled"], true);
    assert_eq!(shop.stripe.calls("GET /v1/subscriptions").len(), asked);

    // Of two of one second nobody can say which is later: Stripe is asked.
    let same = said(&shop, &id, |it| it["status"] = json!("past_due"));
    shop.tell(&same).await.expect(200);
    assert_eq!(shop.now().await["standing"]["is"], "ending");
    app.run_jobs().await;
    assert_eq!(shop.now().await["standing"], json!({ "is": "paying" }));
    shop.close().await;
}

#[tokio::test]
async fn an_event_of_before_a_change_does_not_undo_what_was_read_back() {
    let (shop, id) = Shop::paying("core").await;
    // Made a moment before the change, and slow on its way.
    let slow = said(&shop, &id, |_| {});
    shop.desk.app.clock.advance(5_000);
    let preview = shop.preview("plus").await;
    shop.change("plus", &preview).await.expect(200);
    shop.tell_all(&[slow]).await;
    assert_eq!(shop.now().await["plan"], "plus");
    shop.close().await;
}

#[tokio::test]
async fn events_of_connected_accounts_and_of_strangers_mean_nothing() {
    let (shop, id) = Shop::paying("plus").await;
    let mut foreign = said(&shop, &id, |it| it["status"] = json!("canceled"));
    foreign["account"] = json!("acct_other");
    let stranger = said(&shop, &id, |it| it["customer"] = json!("cus_other"));
    let invoice = shop.stripe.own_event(
        "invoice.paid",
        &json!({ "id": "in_x", "customer": "cus_other" }),
    );
    let other = said(&shop, &id, |it| {
        it["id"] = json!("sub_other");
        it["status"] = json!("canceled");
    });
    let no_subscription = shop
        .stripe
        .own_event("customer.subscription.updated", &json!({}));
    shop.tell_all(&[foreign, stranger, invoice, other, no_subscription])
        .await;
    let now = shop.now().await;
    assert_eq!(
        (&now["plan"], &now["standing"]["is"]),
        (&json!("plus"), &json!("paying"))
    );
    shop.close().await;
}

#[tokio::test]
async fn what_no_event_told_of_is_found_by_the_day() {
    let (shop, id) = Shop::paying("plus").await;
    shop.stripe.ends(&id, "cancellation_requested");
    assert_eq!(shop.now().await["standing"]["is"], "paying");
    shop.desk.app.clock.advance(DAY);
    shop.later(0).await;
    assert_eq!(shop.now().await["standing"]["is"], "lapsed");
    shop.close().await;
}

#[tokio::test]
async fn a_bought_plan_that_no_event_told_of_is_found_too() {
    let shop = Shop::open().await;
    let session = shop.choose("plus").await;
    shop.stripe.subscribe(&session);
    shop.later(1).await;
    assert_eq!(shop.now().await["plan"], "plus");
    shop.close().await;
}

#[tokio::test]
async fn a_checkout_that_runs_out_is_forgotten() {
    let shop = Shop::open().await;
    let session = shop.choose("plus").await;
    let it = shop.stripe.session(&session);
    shop.tell_all(&[shop.stripe.own_event("checkout.session.expired", &it)])
        .await;
    shop.stripe.world().sessions.clear();
    shop.choose("core").await;
    assert!(
        shop.stripe
            .calls(&format!("POST /v1/checkout/sessions/{session}/expire"))
            .is_empty()
    );
    shop.close().await;
}

#[tokio::test]
async fn a_payment_that_never_came_is_no_plan() {
    let shop = Shop::open().await;
    shop.later(15).await;
    let session = shop.choose("plus").await;
    let mut created = shop.stripe.subscribe(&session).remove(0);
    created["data"]["object"]["status"] = json!("incomplete");
    shop.tell(&created).await.expect(200);
    let now = shop.now().await;
    assert_eq!(
        (&now["plan"], &now["standing"]["is"]),
        (&json!("trial"), &json!("lapsed"))
    );
    shop.write().await.refused(402, "plan_lapsed", None);
    shop.close().await;
}
