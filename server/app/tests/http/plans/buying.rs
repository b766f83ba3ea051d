//! Choosing a plan: in the trial, after it, and twice.

use serde_json::{Value, json};

use super::{PlanFixture, list_features};
use crate::support::stripe::StripeFault;

#[tokio::test]
async fn a_new_account_has_a_fourteen_day_trial_of_all_features() {
    let shop = PlanFixture::start_trial().await;
    let now = shop.read_subscription().await;
    assert_eq!((&now["plan"], &now["planName"]), (&json!("trial"), &json!("Free trial")));
    let state = json!({ "is": "trial", "to": "2026-11-30", "daysLeft": 14 });
    assert_eq!(now["standing"], state);
    assert_eq!(now["sentence"], "14 days of your free trial are left.");
    assert_eq!(now["mayWrite"], true);
    assert_eq!((&now["trialTo"], &now["paidTo"]), (&json!("2026-11-30"), &Value::Null));
    assert_eq!((&now["price"], &now["hasPortal"]), (&Value::Null, &json!(false)));
    let all = ["aiDescriptions", "cardPayments", "reports", "prioritySupport"];
    assert_eq!(list_features(&now), all);
    let plans = json!([
        { "plan": "core", "name": "Core", "price": "15.00", "features": [] },
        { "plan": "plus", "name": "Plus", "price": "20.00", "features": all },
    ]);
    assert_eq!(now["plans"], plans);
    assert_eq!(now["invoices"], json!([]));
    shop.create_contact().await.expect_status(201);
    let client = &shop.business.client;
    client.get("/api/reports/income").await.expect_status(200);
    assert!(shop.stripe.calls_to("POST /v1/customers").is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn a_plan_chosen_in_the_trial_is_paid_from_the_day_after_it() {
    let shop = PlanFixture::start_trial().await;
    let preview = shop.preview_change("core").await;
    let body = json!({
        "plan": "core", "chargedNow": "0.00", "credited": "0.00", "monthly": "15.00",
        "from": "2026-12-01", "prorationDate": null,
    });
    assert_eq!(preview, body);
    let id = shop.buy_plan("core").await;
    let stripe_call = shop.stripe.calls_to("POST /v1/checkout/sessions").pop();
    let requested = stripe_call.expect("a checkout");
    assert_eq!((requested.field("mode"), requested.account.as_str()), ("subscription", ""));
    // 2026-12-01T00:00:00 in London.
    assert_eq!(requested.field("subscription_data[trial_end]"), "1796083200");
    let page = shop.business.app.url("/settings/plan");
    assert_eq!(requested.field("success_url"), format!("{page}?checkout=done"));
    assert_eq!(requested.field("cancel_url"), page);
    let customer = shop.stripe.calls_to("POST /v1/customers").pop().expect("one");
    assert_eq!(customer.field("email"), crate::documents::OWNER);

    let now = shop.read_subscription().await;
    assert_eq!((&now["plan"], &now["price"]), (&json!("core"), &json!("15.00")));
    assert_eq!(now["standing"], json!({ "is": "paying" }));
    assert_eq!((&now["paidTo"], &now["hasPortal"]), (&json!("2026-11-30"), &json!(true)));
    // Nothing of the trial is lost, and nothing was paid.
    assert_eq!(list_features(&now).len(), 4);
    assert_eq!(now["invoices"], json!([]));

    shop.advance_days(15).await;
    shop.send_events(&shop.stripe.renew_subscription(&id, true)).await;
    let now = shop.read_subscription().await;
    assert_eq!((&now["plan"], &now["paidTo"]), (&json!("core"), &json!("2026-12-30")));
    assert_eq!(list_features(&now), [""; 0]);
    assert_eq!(now["invoices"][0]["amount"], "15.00");
    assert_eq!(now["invoices"][0]["paid"], true);
    assert_eq!(now["invoices"][0]["date"], "2026-12-01");
    let link = now["invoices"][0]["link"].as_str().unwrap_or_default();
    assert!(link.starts_with("https://"), "{link}");
    shop.create_contact().await.expect_status(201);
    shop.stop().await;
}

#[tokio::test]
async fn a_plan_chosen_on_the_last_day_of_the_trial_starts_two_days_later() {
    let shop = PlanFixture::start_trial().await;
    shop.advance_days(14).await;
    shop.buy_plan("plus").await;
    let stripe_call = shop.stripe.calls_to("POST /v1/checkout/sessions").pop();
    let from: i64 =
        stripe_call.expect("a checkout").field("subscription_data[trial_end]").parse().expect("a time");
    assert_eq!(from - shop.stripe.now(), 49 * 3_600);
    assert_eq!(shop.read_subscription().await["standing"], json!({ "is": "paying" }));
    shop.stop().await;
}

#[tokio::test]
async fn a_plan_bought_after_the_trial_is_paid_at_once_and_allows_writing() {
    let shop = PlanFixture::start_trial().await;
    shop.advance_days(15).await;
    shop.create_contact().await.expect_error(402, "plan_lapsed", None);
    let preview = shop.preview_change("plus").await;
    assert_eq!((&preview["chargedNow"], &preview["from"]), (&json!("20.00"), &json!("2026-12-01")));
    shop.buy_plan("plus").await;
    shop.create_contact().await.expect_status(201);
    let now = shop.read_subscription().await;
    assert_eq!((&now["plan"], &now["paidTo"]), (&json!("plus"), &json!("2026-12-31")));
    assert_eq!(now["invoices"][0]["amount"], "20.00");
    shop.stop().await;
}

#[tokio::test]
async fn returning_from_the_checkout_does_not_need_an_event() {
    let shop = PlanFixture::start_trial().await;
    let session = shop.open_checkout("plus").await;
    assert_eq!(shop.read_subscription().await["plan"], "trial");
    let events = shop.stripe.complete_subscription(&session);
    let path = "/api/subscription?returned=true";
    let now = shop.business.client.get(path).await.expect_status(200);
    assert_eq!((&now["plan"], &now["standing"]["is"]), (&json!("plus"), &json!("paying")));
    // The events are nothing new.
    shop.send_events(&events).await;
    assert_eq!(shop.read_subscription().await, now);
    shop.stop().await;
}

#[tokio::test]
async fn a_plan_cannot_be_bought_twice() {
    let shop = PlanFixture::start_trial().await;
    // A double click is one checkout; another choice closes it.
    let body = json!({ "plan": "core" });
    let (a, b) =
        tokio::join!(shop.post_subscription("checkout", &body), shop.post_subscription("checkout", &body));
    let opened = [a.expect_status(200)["url"].clone(), b.expect_status(200)["url"].clone()];
    let first = shop.open_checkout("plus").await;
    assert_eq!(shop.stripe.open_sessions(), [first.as_str()], "{opened:?}");
    assert_eq!(shop.stripe.lock_state().billing.customers.len(), 1);

    // It is paid while another is asked for, and no event has come.
    shop.stripe.complete_subscription(&first);
    shop.post_subscription("checkout", &body).await.expect_error(409, "subscribed", None);
    assert_eq!(shop.read_subscription().await["plan"], "plus");
    shop.post_subscription("checkout", &body).await.expect_error(409, "subscribed", None);
    assert!(shop.stripe.open_sessions().is_empty());
    shop.stop().await;
}

#[tokio::test]
async fn a_second_subscription_bought_anyway_is_cancelled() {
    let shop = PlanFixture::start_trial().await;
    shop.advance_days(15).await;
    let session = shop.open_checkout("core").await;
    // As if it had been left open.
    let twin = shop.stripe.find_session(&session);
    shop.stripe.lock_state().sessions.insert("cs_twin".into(), (String::new(), twin));
    let first = shop.stripe.complete_subscription(&session);
    shop.send_events(&first).await;
    let second = shop.stripe.complete_subscription("cs_twin");
    shop.send_events(&second).await;
    let status = |events: &[Value]| {
        let id = events[0]["data"]["object"]["id"].as_str().expect("an id");
        shop.stripe.find_subscription(id)["status"].clone()
    };
    assert_eq!((status(&first), status(&second)), (json!("active"), json!("canceled")));
    assert_eq!(shop.read_subscription().await["standing"], json!({ "is": "paying" }));
    shop.stop().await;
}

#[tokio::test]
async fn prices_are_created_once_and_a_changed_price_is_not_sold() {
    let shop = PlanFixture::start_trial().await;
    shop.open_checkout("core").await;
    shop.open_checkout("core").await;
    let made = shop.stripe.calls_to("POST /v1/prices");
    assert_eq!(made.len(), 1);
    for (field, value) in [
        ("lookup_key", "plumbline_core"),
        ("unit_amount", "1500"),
        ("currency", "gbp"),
        ("recurring[interval]", "month"),
        ("product_data[name]", "Plumbline Core"),
    ] {
        assert_eq!(made[0].field(field), value);
    }
    shop.stripe.lock_state().billing.prices[0]["unit_amount"] = json!(1_400);
    let body = json!({ "plan": "core" });
    shop.post_subscription("checkout", &body).await.expect_error(503, "plans_mispriced", None);
    for plan in ["trial", "selfhosted"] {
        let body = json!({ "plan": plan });
        shop.post_subscription("checkout", &body).await.expect_error(422, "rule_broken", Some("plan"));
    }
    shop.post_subscription("checkout", &json!({ "plan": "gold" })).await.expect_status(400);
    shop.stop().await;
}

#[tokio::test]
async fn a_checkout_that_fails_at_stripe_can_be_tried_again() {
    let shop = PlanFixture::start_trial().await;
    shop.open_checkout("core").await;
    shop.stripe.lock_state().sessions.clear();
    let body = json!({ "plan": "core" });
    // Closing the one before and finding the price go well; the checkout does not.
    for fault in [StripeFault::Slow, StripeFault::Slow, StripeFault::Status(500)] {
        shop.stripe.fail_next(fault);
    }
    shop.post_subscription("checkout", &body).await.expect_error(502, "plans_unavailable", None);
    assert!(shop.stripe.open_sessions().is_empty());
    // Stripe repeats a fault under the same key: the next try has another.
    shop.open_checkout("core").await;
    assert_eq!(shop.stripe.open_sessions().len(), 1);
    shop.stop().await;
}
