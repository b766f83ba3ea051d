//! Deleting an account ends its plan.

use serde_json::json;

use super::PlanFixture;
use crate::support::PASSWORD;

async fn delete_account(shop: &PlanFixture) {
    let body = json!({ "currentPassword": PASSWORD });
    let client = &shop.business.client;
    client.delete_with("/api/account", &body).await.expect_status(204);
    shop.business.app.run_jobs().await;
}

#[tokio::test]
async fn a_deleted_account_pays_no_more() {
    let (shop, id) = PlanFixture::open_paying("plus").await;
    delete_account(&shop).await;
    assert_eq!(shop.stripe.find_subscription(&id)["status"], "canceled");
    for table in ["subscriptions", "subscription_invoices"] {
        assert_eq!(shop.business.count_rows(table).await, 0, "{table}");
    }
    // What Stripe says of it afterwards means nothing.
    shop.send_events(&[shop.stripe.subscription_updated_event(&id)]).await;
    shop.stop().await;
}

#[tokio::test]
async fn deleting_an_account_closes_its_open_checkout() {
    let shop = PlanFixture::start_trial().await;
    let session = shop.open_checkout("plus").await;
    delete_account(&shop).await;
    assert_eq!(shop.stripe.find_session(&session)["status"], "expired");
    shop.stop().await;
}

#[tokio::test]
async fn deleting_an_account_cancels_a_plan_bought_without_an_event() {
    let shop = PlanFixture::start_trial().await;
    let session = shop.open_checkout("plus").await;
    let events = shop.stripe.complete_subscription(&session);
    delete_account(&shop).await;
    let id = events[0]["data"]["object"]["id"].as_str().expect("an id");
    assert_eq!(shop.stripe.find_subscription(id)["status"], "canceled");
    shop.stop().await;
}

#[tokio::test]
async fn the_export_contains_the_plan_and_its_invoices() {
    let (shop, _) = PlanFixture::open_paying("core").await;
    let client = &shop.business.client;
    let made = crate::export_and_deletion::export_account(&shop.business.app, client).await;
    let id = made["id"].as_str().expect("an id");
    let path = format!("/api/account/export/{id}/file");
    let packed = client.get_bytes(&path).await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(packed)).expect("a zip");
    let mut read = |name: &str| {
        let file = zip.by_name(name).expect("a part");
        serde_json::from_reader::<_, serde_json::Value>(file).expect("JSON")
    };
    let body = read("subscription.json");
    assert_eq!((&body[0]["plan"], &body[0]["state"]), (&json!("core"), &json!("active")));
    let bills = read("subscription-invoices.json");
    assert_eq!(bills[0]["amount"], "15.00");
    shop.stop().await;
}
