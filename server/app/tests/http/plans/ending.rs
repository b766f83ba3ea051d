//! An account that goes takes its plan with it.

use serde_json::json;

use super::Shop;
use crate::support::PASSWORD;

async fn delete(shop: &Shop) {
    let body = json!({ "currentPassword": PASSWORD });
    let client = &shop.desk.client;
    client.delete_with("/api/account", &body).await.expect(204);
    shop.desk.app.run_jobs().await;
}

#[tokio::test]
async fn a_deleted_account_pays_no_more() {
    let (shop, id) = Shop::paying("plus").await;
    delete(&shop).await;
    assert_eq!(shop.stripe.subscription(&id)["status"], "canceled");
    for table in ["subscriptions", "subscription_invoices"] {
        assert_eq!(shop.desk.rows(table).await, 0, "{table}");
    }
    // What Stripe says of it afterwards means nothing.
    shop.tell_all(&[shop.stripe.updated(&id)]).await;
    shop.close().await;
}

#[tokio::test]
async fn a_checkout_that_was_open_cannot_be_paid_afterwards() {
    let shop = Shop::open().await;
    let session = shop.choose("plus").await;
    delete(&shop).await;
    assert_eq!(shop.stripe.session(&session)["status"], "expired");
    shop.close().await;
}

#[tokio::test]
async fn what_was_bought_unheard_of_ends_too() {
    let shop = Shop::open().await;
    let session = shop.choose("plus").await;
    let events = shop.stripe.subscribe(&session);
    delete(&shop).await;
    let id = events[0]["data"]["object"]["id"].as_str().expect("an id");
    assert_eq!(shop.stripe.subscription(id)["status"], "canceled");
    shop.close().await;
}

#[tokio::test]
async fn a_copy_of_everything_has_it() {
    let (shop, _) = Shop::paying("core").await;
    let client = &shop.desk.client;
    let made = crate::leaving::export(&shop.desk.app, client).await;
    let id = made["id"].as_str().expect("an id");
    let path = format!("/api/account/export/{id}/file");
    let packed = client.bytes(&path).await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(packed)).expect("a zip");
    let mut read = |name: &str| {
        let file = zip.by_name(name).expect("a part");
        serde_json::from_reader::<_, serde_json::Value>(file).expect("JSON")
    };
    let told = read("subscription.json");
    assert_eq!(
        (&told[0]["plan"], &told[0]["state"]),
        (&json!("core"), &json!("active"))
    );
    let bills = read("subscription-invoices.json");
    assert_eq!(bills[0]["amount"], "15.00");
    shop.close().await;
}
