//! Upgrades, downgrades, cancelling and resuming: at once, pro-rated, with the amount shown before.

use serde_json::json;

use super::{DAY, PlanFixture, list_features};
use crate::documents::live::{LivePage, wait_for_listeners};

#[tokio::test]
async fn an_upgrade_charges_the_amount_of_the_preview_at_once() {
    let (shop, _) = PlanFixture::open_paying("core").await;
    let client = &shop.business.client;
    client.get("/api/reports/income").await.expect_error(402, "needs_plus", None);
    // Half of the month is left.
    shop.advance_days(15).await;
    let preview = shop.preview_change("plus").await;
    assert_eq!((&preview["chargedNow"], &preview["credited"]), (&json!("2.50"), &json!("0.00")));
    assert_eq!((&preview["monthly"], &preview["from"]), (&json!("20.00"), &json!("2027-01-05")));
    // A while passes before it is confirmed: the amount is that which was shown.
    shop.business.app.clock.advance(600_000);
    let now = shop.change_plan("plus", &preview).await.expect_status(200);
    assert_eq!((&now["plan"], &now["price"]), (&json!("plus"), &json!("20.00")));
    assert_eq!(list_features(&now).len(), 4);
    assert_eq!(now["invoices"][0]["amount"], preview["chargedNow"]);
    client.get("/api/reports/income").await.expect_status(200);
    // Clicked twice, it is done already.
    let again = shop.change_plan("plus", &preview).await.expect_status(200);
    assert_eq!(again, now);
    assert_eq!(now["invoices"].as_array().map(Vec::len), Some(2));
    let same = shop.post_subscription("preview", &json!({ "plan": "plus" })).await;
    same.expect_error(409, "same_plan", None);
    shop.stop().await;
}

#[tokio::test]
async fn a_downgrade_takes_effect_at_once_and_is_credited() {
    let (shop, id) = PlanFixture::open_paying("plus").await;
    shop.advance_days(15).await;
    let preview = shop.preview_change("core").await;
    assert_eq!((&preview["chargedNow"], &preview["credited"]), (&json!("0.00"), &json!("2.50")));
    let now = shop.change_plan("core", &preview).await.expect_status(200);
    assert_eq!((&now["plan"], &now["invoices"][0]["amount"]), (&json!("core"), &json!("-2.50")));
    assert_eq!(list_features(&now), [""; 0]);
    let refused = shop.business.client.get("/api/reports/income").await;
    assert_eq!(refused.expect_error(402, "needs_plus", None)["message"], "Reports are part of Plus.");
    // The next month takes it into account.
    shop.advance_days(15).await;
    shop.stripe.renew_subscription(&id, true);
    let invoices = shop.stripe.lock_state().billing.invoices.clone();
    assert_eq!(invoices.last().expect("one")["amount_due"], 1_250);
    shop.stop().await;
}

#[tokio::test]
async fn an_outdated_preview_cannot_be_confirmed() {
    let (shop, _) = PlanFixture::open_paying("core").await;
    let preview = shop.preview_change("plus").await;
    shop.business.app.clock.advance(16 * 60_000);
    shop.change_plan("plus", &preview).await.expect_error(409, "preview_old", None);
    let ahead = json!({ "prorationDate": shop.stripe.now() + 3_600 });
    shop.change_plan("plus", &ahead).await.expect_error(409, "preview_old", None);
    assert_eq!(shop.read_subscription().await["plan"], "core");
    shop.stop().await;
}

#[tokio::test]
async fn a_refused_card_leaves_the_plan_unchanged() {
    let (shop, _) = PlanFixture::open_paying("core").await;
    let preview = shop.preview_change("plus").await;
    shop.stripe.lock_state().billing.refuses_charge = true;
    shop.change_plan("plus", &preview).await.expect_error(409, "card_refused", None);
    assert_eq!(shop.read_subscription().await["plan"], "core");
    let url = shop.post_empty("portal").await.expect_status(200)["url"].clone();
    assert!(url.as_str().is_some_and(|url| url.contains("/portal")), "{url}");
    // A minute later, with another card.
    shop.business.app.clock.advance(60_000);
    let preview = shop.preview_change("plus").await;
    let now = shop.change_plan("plus", &preview).await.expect_status(200);
    assert_eq!(now["plan"], "plus");
    shop.stop().await;
}

#[tokio::test]
async fn in_the_trial_a_change_costs_nothing() {
    let shop = PlanFixture::start_trial().await;
    shop.buy_plan("core").await;
    let preview = shop.preview_change("plus").await;
    assert_eq!((&preview["chargedNow"], &preview["from"]), (&json!("0.00"), &json!("2026-12-01")));
    let now = shop.change_plan("plus", &preview).await.expect_status(200);
    assert_eq!((&now["plan"], &now["invoices"]), (&json!("plus"), &json!([])));
    shop.stop().await;
}

#[tokio::test]
async fn a_cancelled_plan_lasts_until_its_last_day_and_can_be_resumed() {
    let (shop, id) = PlanFixture::open_paying("plus").await;
    for _ in 0..2 {
        let now = shop.post_empty("cancel").await.expect_status(200);
        assert_eq!(now["standing"], json!({ "is": "ending", "to": "2027-01-05" }));
        assert_eq!(now["sentence"], "Your plan is cancelled and lasts until 5 Jan 2027.");
        assert_eq!(now["cancelled"], true);
    }
    shop.create_contact().await.expect_status(201);
    for _ in 0..2 {
        let now = shop.post_empty("resume").await.expect_status(200);
        assert_eq!((&now["standing"], &now["cancelled"]), (&json!({ "is": "paying" }), &json!(false)));
    }
    shop.post_empty("cancel").await.expect_status(200);
    shop.advance_days(30).await;
    shop.create_contact().await.expect_status(201);
    shop.send_events(&[shop.stripe.end_subscription(&id, "cancellation_requested")]).await;
    let now = shop.read_subscription().await;
    assert_eq!(now["standing"], json!({ "is": "lapsed", "why": "cancelled" }));
    assert_eq!(now["sentence"], "Your plan has ended.");
    let body = shop.create_contact().await.expect_error(402, "plan_lapsed", None);
    assert_eq!(body["message"], "Your plan has ended. Choose a plan to carry on.");
    shop.post_empty("resume").await.expect_error(409, "plan_ended", None);
    // Its reports can be read.
    shop.business.client.get("/api/reports/income").await.expect_status(200);
    // And bought again.
    shop.buy_plan("core").await;
    shop.create_contact().await.expect_status(201);
    shop.stop().await;
}

#[tokio::test]
async fn cancelling_in_the_trial_leaves_the_trial_unchanged() {
    let shop = PlanFixture::start_trial().await;
    let id = shop.buy_plan("plus").await;
    shop.post_empty("cancel").await.expect_status(200);
    shop.business.app.clock.advance(120_000);
    shop.send_events(&[shop.stripe.end_subscription(&id, "cancellation_requested")]).await;
    let now = shop.read_subscription().await;
    assert_eq!(now["standing"], json!({ "is": "trial", "to": "2026-11-30", "daysLeft": 14 }));
    shop.advance_days(15).await;
    shop.create_contact().await.expect_error(402, "plan_lapsed", None);
    shop.stop().await;
}

#[tokio::test]
async fn without_a_plan_there_is_nothing_to_cancel() {
    let shop = PlanFixture::start_trial().await;
    for what in ["cancel", "resume", "portal"] {
        shop.post_empty(what).await.expect_error(409, "no_plan", None);
    }
    let body = json!({ "plan": "plus", "prorationDate": shop.stripe.now() });
    shop.post_subscription("change", &body).await.expect_error(409, "no_plan", None);
    shop.stop().await;
}

#[tokio::test]
async fn changing_a_cancelled_plan_resumes_it() {
    let (shop, _) = PlanFixture::open_paying("core").await;
    shop.post_empty("cancel").await.expect_status(200);
    let preview = shop.preview_change("plus").await;
    let now = shop.change_plan("plus", &preview).await.expect_status(200);
    assert_eq!((&now["plan"], &now["cancelled"]), (&json!("plus"), &json!(false)));
    shop.stop().await;
}

#[tokio::test]
async fn open_windows_are_notified_of_each_step() {
    let shop = PlanFixture::start_trial().await;
    let app = &shop.business.app;
    // Within the twenty minutes of a session.
    let mut window = LivePage::open_for_business(app, &shop.business.new_session_cookie().await).await;
    wait_for_listeners(app, 1).await;
    let id = shop.buy_plan("core").await;
    app.clock.advance(120_000);
    let up = shop.preview_change("plus").await;
    shop.change_plan("plus", &up).await.expect_status(200);
    let down = shop.preview_change("core").await;
    shop.change_plan("core", &down).await.expect_status(200);
    shop.post_empty("cancel").await.expect_status(200);
    shop.post_empty("resume").await.expect_status(200);
    // Stripe's own events of these are nothing new.
    shop.send_events(&[shop.stripe.subscription_updated_event(&id)]).await;
    for (action, plan) in [
        ("started", "core"),
        ("upgraded", "plus"),
        ("downgraded", "core"),
        ("cancelled", "core"),
        ("resumed", "core"),
    ] {
        let body = json!({
            "type": "subscription_event", "kind": "subscription", "action": action,
            "data": { "plan": plan },
        });
        assert_eq!(window.next_message().await, Ok(body));
    }
    shop.stop().await;
}

#[tokio::test]
async fn a_change_without_an_event_is_found_by_the_daily_check() {
    let (shop, id) = PlanFixture::open_paying("core").await;
    // Somebody changes it in Stripe's dashboard, and no event comes.
    let plus = crate::support::stripe::billing::price_json("price_plus", &change_form(), 0);
    {
        let mut world = shop.stripe.lock_state();
        let it = world.billing.subscriptions.last_mut().expect("one");
        it["items"]["data"][0]["price"] = plus;
    }
    shop.business.app.clock.advance(2 * DAY);
    shop.business.app.run_jobs().await;
    shop.advance_days(0).await;
    assert_eq!(shop.read_subscription().await["plan"], "plus", "{id}");
    shop.stop().await;
}

fn change_form() -> std::collections::HashMap<String, String> {
    [
        ("unit_amount", "2000"),
        ("currency", "gbp"),
        ("lookup_key", "plumbline_plus"),
        ("recurring[interval]", "month"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}
