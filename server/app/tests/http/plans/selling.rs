//! Servers that sell plans and servers that don't, and accounts that are older than the plans.

use serde_json::{Value, json};

use super::{PlanFixture, list_features, sell_plans};
use crate::card;
use crate::documents::{OWNER, TestBusiness};
use crate::support::stripe::FakeStripe;
use crate::support::{START, TestApp};

#[tokio::test]
async fn a_server_that_sells_no_plans_includes_all_features() {
    let without = TestBusiness::open_at(TestApp::start().await).await;
    let (app, _) = card::start_with_stripe().await;
    let with_cards = TestBusiness::open_at(app).await;
    for business in [without, with_cards] {
        business.app.clock.advance(400 * super::DAY);
        business.app.run_jobs().await;
        business.app.log_in(&business.client, OWNER).await;
        let client = &business.client;
        let now = client.get("/api/subscription").await.expect_status(200);
        assert_eq!(now["plan"], "selfhosted");
        assert_eq!(now["standing"], json!({ "is": "selfhosted" }));
        assert_eq!((&now["sentence"], &now["trialTo"]), (&Value::Null, &Value::Null));
        assert_eq!((&now["plans"], &now["price"]), (&json!([]), &Value::Null));
        assert_eq!(list_features(&now).len(), 4);
        for what in ["checkout", "preview"] {
            let path = format!("/api/subscription/{what}");
            let answer = client.post(&path, &json!({ "plan": "plus" })).await;
            answer.expect_error(503, "plans_off", None);
        }
        for what in ["cancel", "resume", "portal"] {
            let path = format!("/api/subscription/{what}");
            client.post_empty(&path).await.expect_error(503, "plans_off", None);
        }
        client.get("/api/reports/income").await.expect_status(200);
        client.post("/api/contacts", &crate::documents::contact_body()).await.expect_status(201);
        assert_eq!(business.count_rows("subscriptions").await, 0);
        business.app.stop().await;
    }
}

#[tokio::test]
async fn an_existing_account_gets_a_trial_when_plans_are_first_sold() {
    let app = TestApp::start().await;
    // Long before plans were sold.
    app.clock.set(START - 100 * super::DAY);
    let business = TestBusiness::open_at(app).await;
    let stripe = FakeStripe::start("127.0.0.1:0", || START / 1000).await;
    let url = stripe.url();
    // A second start changes nothing of it.
    for _ in 0..2 {
        let selling = business.app.start_twin(|config| sell_plans(config, &url)).await;
        selling.clock.set(START + 3 * super::DAY);
        let client = selling.new_client();
        selling.log_in(&client, OWNER).await;
        let now = client.get("/api/subscription").await.expect_status(200);
        assert_eq!((&now["plan"], &now["trialTo"]), (&json!("trial"), &json!("2026-11-30")));
        selling.stop().await;
    }
    business.app.stop().await;
}

#[tokio::test]
async fn an_account_without_a_row_has_a_trial_from_its_first_day() {
    let shop = PlanFixture::start_trial().await;
    let db = &shop.business.app.state().db;
    let mut tx = db.begin_write().await.expect("a transaction");
    sqlx::query("DELETE FROM subscriptions").execute(&mut *tx).await.expect("done");
    tx.commit().await.expect("a commit");
    shop.advance_days(10).await;
    assert_eq!(shop.read_subscription().await["standing"]["daysLeft"], 4);
    shop.advance_days(5).await;
    shop.create_contact().await.expect_error(402, "plan_lapsed", None);
    shop.buy_plan("plus").await;
    shop.create_contact().await.expect_status(201);
    shop.stop().await;
}

#[tokio::test]
async fn another_account_sees_and_changes_nothing_of_it() {
    let (shop, _) = PlanFixture::open_paying("plus").await;
    let other = shop.business.app.sign_up("other@business.example").await;
    let now = other.get("/api/subscription").await.expect_status(200);
    assert_eq!((&now["plan"], &now["invoices"]), (&json!("trial"), &json!([])));
    other.post_empty("/api/subscription/cancel").await.expect_error(409, "no_plan", None);
    assert_eq!(shop.read_subscription().await["cancelled"], false);
    let nobody = shop.business.app.new_client();
    nobody.get("/api/subscription").await.expect_error(401, "no_session", None);
    for what in ["cancel", "resume", "portal"] {
        let path = format!("/api/subscription/{what}");
        nobody.post_empty(&path).await.expect_error(401, "no_session", None);
    }
    nobody.post("/api/contacts", &json!({})).await.expect_error(401, "no_session", None);
    nobody.get("/api/reports/income").await.expect_error(401, "no_session", None);
    shop.stop().await;
}
