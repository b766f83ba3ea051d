//! Notifications of the business: in the list, and on its devices.

mod devices;
mod faults;
mod list;
mod pushed;

use serde_json::{Value, json};

use crate::documents::{TestBusiness, id_of, token_of};
use crate::support::push::{FakeBrowser, FakePushService};
use crate::support::{Client, TestApp};

/// A business and a push service.
pub async fn open_with_push_service() -> (TestBusiness, FakePushService) {
    let service = FakePushService::start().await;
    let own = service.url.clone();
    let app = TestApp::start_with(|config| config.push_service = Some(own)).await;
    (TestBusiness::open_at(app).await, service)
}

/// The account's browsers with push notifications, and the server's key.
pub async fn list_devices(client: &Client) -> (Vec<Value>, String) {
    let answer = client.get("/api/notifications/devices").await.expect_status(200);
    let key = answer["applicationServerKey"].as_str().expect("a key");
    let devices = answer["devices"].as_array().expect("a list").clone();
    (devices, key.to_owned())
}

/// Subscribes a browser to push notifications.
pub async fn subscribe_browser(client: &Client, browser: &FakeBrowser) -> Value {
    let path = "/api/notifications/devices";
    let answer = client.post(path, &browser.subscription()).await;
    answer.expect_status(200)
}

/// The sentences of the list, newest first.
pub async fn list_sentences(client: &Client) -> Vec<String> {
    let list = client.get("/api/notifications").await.expect_status(200);
    let rows = list.as_array().expect("a list").iter();
    rows.map(|row| row["sentence"].as_str().expect("words").to_owned()).collect()
}

/// The number of unread notifications.
pub async fn count_unread(client: &Client) -> Value {
    client.get("/api/notifications/unread").await.expect_status(200)["unread"].clone()
}

/// A customer records a cash payment.
pub async fn record_customer_payment(business: &TestBusiness, kind: &str, document: &Value) {
    let path = format!("/api/{kind}/public/{}/payment", token_of(document));
    let cash = json!({ "method": "cash" });
    business.app.new_client().post(&path, &cash).await.expect_status(201);
}

/// The customer withdraws the payment.
pub async fn withdraw_payment(business: &TestBusiness, kind: &str, document: &Value) {
    let path = format!("/api/{kind}/{}", id_of(document));
    let now = business.client.get(&path).await.expect_status(200);
    let payment = id_of(&now["payments"][0]);
    let path = format!("/api/{kind}/public/{}/payment/{payment}/withdraw", token_of(document));
    business.app.new_client().post_empty(&path).await.expect_status(200);
}
