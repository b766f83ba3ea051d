//! Up, down, cancelled and resumed: at once, pro-rated, with the amount shown before.

use serde_json::json;

use super::{DAY, Shop, features};
use crate::documents::live::{Page, listening};

#[tokio::test]
async fn an_upgrade_charges_what_was_shown_at_once() {
    let (shop, _) = Shop::paying("core").await;
    let client = &shop.desk.client;
    client
        .get("/api/reports/income")
        .await
        .refused(402, "needs_plus", None);
    // Half of the month is left.
    shop.later(15).await;
    let preview = shop.preview("plus").await;
    assert_eq!(
        (&preview["chargedNow"], &preview["credited"]),
        (&json!("2.50"), &json!("0.00"))
    );
    assert_eq!(
        (&preview["monthly"], &preview["from"]),
        (&json!("20.00"), &json!("2027-01-05"))
    );
    // A while passes before it is confirmed: the amount is that which was shown.
    shop.desk.app.clock.advance(600_000);
    let now = shop.change("plus", &preview).await.expect(200);
    assert_eq!(
        (&now["plan"], &now["price"]),
        (&json!("plus"), &json!("20.00"))
    );
    assert_eq!(features(&now).len(), 4);
    assert_eq!(now["invoices"][0]["amount"], preview["chargedNow"]);
    client.get("/api/reports/income").await.expect(200);
    // Clicked twice, it is done already.
    let again = shop.change("plus", &preview).await.expect(200);
    assert_eq!(again, now);
    assert_eq!(now["invoices"].as_array().map(Vec::len), Some(2));
    let same = shop.post("preview", &json!({ "plan": "plus" })).await;
    same.refused(409, "same_plan", None);
    shop.close().await;
}

#[tokio::test]
async fn a_downgrade_is_at_once_and_credited() {
    let (shop, id) = Shop::paying("plus").await;
    shop.later(15).await;
    let preview = shop.preview("core").await;
    assert_eq!(
        (&preview["chargedNow"], &preview["credited"]),
        (&json!("0.00"), &json!("2.50"))
    );
    let now = shop.change("core", &preview).await.expect(200);
    assert_eq!(
        (&now["plan"], &now["invoices"][0]["amount"]),
        (&json!("core"), &json!("-2.50"))
    );
    assert_eq!(features(&now), [""; 0]);
    let refused = shop.desk.client.get("/api/reports/income").await;
    assert_eq!(
        refused.refused(402, "needs_plus", None)["message"],
        "Reports are part of Plus."
    );
    // The next month takes it into account.
    shop.later(15).await;
    shop.stripe.renew(&id, true);
    let invoices = shop.stripe.world().sold.invoices.clone();
    assert_eq!(invoices.last().expect("one")["amount_due"], 1_250);
    shop.close().await;
}

#[tokio::test]
async fn an_amount_that_was_shown_long_ago_is_shown_anew() {
    let (shop, _) = Shop::paying("core").await;
    let preview = shop.preview("plus").await;
    shop.desk.app.clock.advance(16 * 60_000);
    shop.change("plus", &preview)
        .await
        .refused(409, "preview_old", None);
    let ahead = json!({ "prorationDate": shop.stripe.now() + 3_600 });
    shop.change("plus", &ahead)
        .await
        .refused(409, "preview_old", None);
    assert_eq!(shop.now().await["plan"], "core");
    shop.close().await;
}

#[tokio::test]
async fn a_card_that_is_refused_leaves_the_plan_as_it_was() {
    let (shop, _) = Shop::paying("core").await;
    let preview = shop.preview("plus").await;
    shop.stripe.world().sold.refuses = true;
    shop.change("plus", &preview)
        .await
        .refused(409, "card_refused", None);
    assert_eq!(shop.now().await["plan"], "core");
    let url = shop.press("portal").await.expect(200)["url"].clone();
    assert!(
        url.as_str().is_some_and(|url| url.contains("/portal")),
        "{url}"
    );
    // A minute later, with another card.
    shop.desk.app.clock.advance(60_000);
    let preview = shop.preview("plus").await;
    let now = shop.change("plus", &preview).await.expect(200);
    assert_eq!(now["plan"], "plus");
    shop.close().await;
}

#[tokio::test]
async fn in_the_trial_a_change_costs_nothing() {
    let shop = Shop::open().await;
    shop.buy("core").await;
    let preview = shop.preview("plus").await;
    assert_eq!(
        (&preview["chargedNow"], &preview["from"]),
        (&json!("0.00"), &json!("2026-12-01"))
    );
    let now = shop.change("plus", &preview).await.expect(200);
    assert_eq!(
        (&now["plan"], &now["invoices"]),
        (&json!("plus"), &json!([]))
    );
    shop.close().await;
}

#[tokio::test]
async fn what_is_cancelled_goes_on_to_its_last_day_and_can_be_resumed() {
    let (shop, id) = Shop::paying("plus").await;
    for _ in 0..2 {
        let now = shop.press("cancel").await.expect(200);
        assert_eq!(
            now["standing"],
            json!({ "is": "ending", "to": "2027-01-05" })
        );
        assert_eq!(
            now["sentence"],
            "Your plan is cancelled and lasts until 5 Jan 2027."
        );
        assert_eq!(now["cancelled"], true);
    }
    shop.write().await.expect(201);
    for _ in 0..2 {
        let now = shop.press("resume").await.expect(200);
        assert_eq!(
            (&now["standing"], &now["cancelled"]),
            (&json!({ "is": "paying" }), &json!(false))
        );
    }
    shop.press("cancel").await.expect(200);
    shop.later(30).await;
    shop.write().await.expect(201);
    shop.tell_all(&[shop.stripe.ends(&id, "cancellation_requested")])
        .await;
    let now = shop.now().await;
    assert_eq!(
        now["standing"],
        json!({ "is": "lapsed", "why": "cancelled" })
    );
    assert_eq!(now["sentence"], "Your plan has ended.");
    let told = shop.write().await.refused(402, "plan_lapsed", None);
    assert_eq!(
        told["message"],
        "Your plan has ended. Choose a plan to carry on."
    );
    shop.press("resume").await.refused(409, "plan_ended", None);
    // Its reports can be read.
    shop.desk
        .client
        .get("/api/reports/income")
        .await
        .expect(200);
    // And bought again.
    shop.buy("core").await;
    shop.write().await.expect(201);
    shop.close().await;
}

#[tokio::test]
async fn cancelled_in_the_trial_its_days_stay() {
    let shop = Shop::open().await;
    let id = shop.buy("plus").await;
    shop.press("cancel").await.expect(200);
    shop.desk.app.clock.advance(120_000);
    shop.tell_all(&[shop.stripe.ends(&id, "cancellation_requested")])
        .await;
    let now = shop.now().await;
    assert_eq!(
        now["standing"],
        json!({ "is": "trial", "to": "2026-11-30", "daysLeft": 14 })
    );
    shop.later(15).await;
    shop.write().await.refused(402, "plan_lapsed", None);
    shop.close().await;
}

#[tokio::test]
async fn without_a_plan_there_is_nothing_to_cancel() {
    let shop = Shop::open().await;
    for what in ["cancel", "resume", "portal"] {
        shop.press(what).await.refused(409, "no_plan", None);
    }
    let body = json!({ "plan": "plus", "prorationDate": shop.stripe.now() });
    shop.post("change", &body)
        .await
        .refused(409, "no_plan", None);
    shop.close().await;
}

#[tokio::test]
async fn a_changed_plan_that_is_cancelled_goes_on() {
    let (shop, _) = Shop::paying("core").await;
    shop.press("cancel").await.expect(200);
    let preview = shop.preview("plus").await;
    let now = shop.change("plus", &preview).await.expect(200);
    assert_eq!(
        (&now["plan"], &now["cancelled"]),
        (&json!("plus"), &json!(false))
    );
    shop.close().await;
}

#[tokio::test]
async fn open_windows_hear_of_each_step() {
    let shop = Shop::open().await;
    let app = &shop.desk.app;
    // Within the twenty minutes of a session.
    let mut window = Page::of_business(app, &shop.desk.cookie().await).await;
    listening(app, 1).await;
    let id = shop.buy("core").await;
    app.clock.advance(120_000);
    let up = shop.preview("plus").await;
    shop.change("plus", &up).await.expect(200);
    let down = shop.preview("core").await;
    shop.change("core", &down).await.expect(200);
    shop.press("cancel").await.expect(200);
    shop.press("resume").await.expect(200);
    // Stripe's own events of these are nothing new.
    shop.tell_all(&[shop.stripe.updated(&id)]).await;
    for (action, plan) in [
        ("started", "core"),
        ("upgraded", "plus"),
        ("downgraded", "core"),
        ("cancelled", "core"),
        ("resumed", "core"),
    ] {
        let told = json!({
            "type": "subscription_event", "kind": "subscription", "action": action,
            "data": { "plan": plan },
        });
        assert_eq!(window.next().await, Ok(told));
    }
    shop.close().await;
}

#[tokio::test]
async fn a_change_whose_answer_is_lost_is_read_back_by_the_day() {
    let (shop, id) = Shop::paying("core").await;
    // Somebody changes it in Stripe's dashboard, and no event comes.
    let plus = crate::support::stripe::billing::price("price_plus", &form(), 0);
    {
        let mut world = shop.stripe.world();
        let it = world.sold.subscriptions.last_mut().expect("one");
        it["items"]["data"][0]["price"] = plus;
    }
    shop.desk.app.clock.advance(2 * DAY);
    shop.desk.app.run_jobs().await;
    shop.later(0).await;
    assert_eq!(shop.now().await["plan"], "plus", "{id}");
    shop.close().await;
}

fn form() -> std::collections::HashMap<String, String> {
    [
        ("unit_amount", "2000"),
        ("currency", "gbp"),
        ("lookup_key", "plumbline_plus"),
        ("recurring[interval]", "month"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into()
}
