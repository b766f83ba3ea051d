//! What the business is told: in its list, and on its devices.

mod devices;
mod faults;
mod list;
mod pushed;

use serde_json::{Value, json};

use crate::documents::{Desk, id, token};
use crate::support::push::{Browser, PushService};
use crate::support::{Client, TestApp};

/// A business at its desk, and a push service.
pub async fn open() -> (Desk, PushService) {
    let service = PushService::start().await;
    let own = service.url.clone();
    let app = TestApp::start_with(|config| config.push_service = Some(own)).await;
    (Desk::open_at(app).await, service)
}

/// The account's browsers that are told, and the server's key.
pub async fn devices(client: &Client) -> (Vec<Value>, String) {
    let answer = client.get("/api/notifications/devices").await.expect(200);
    let key = answer["applicationServerKey"].as_str().expect("a key");
    let devices = answer["devices"].as_array().expect("a list").clone();
    (devices, key.to_owned())
}

/// Has a browser told from now on.
pub async fn subscribe(client: &Client, browser: &Browser) -> Value {
    let path = "/api/notifications/devices";
    let answer = client.post(path, &browser.subscription()).await;
    answer.expect(200)
}

/// The list, the newest first.
pub async fn sentences(client: &Client) -> Vec<String> {
    let list = client.get("/api/notifications").await.expect(200);
    let rows = list.as_array().expect("a list").iter();
    rows.map(|row| row["sentence"].as_str().expect("words").to_owned())
        .collect()
}

/// How many the bell counts.
pub async fn unread(client: &Client) -> Value {
    client.get("/api/notifications/unread").await.expect(200)["unread"].clone()
}

/// A customer says that they have paid, in cash.
pub async fn pay(desk: &Desk, kind: &str, document: &Value) {
    let path = format!("/api/{kind}/public/{}/payment", token(document));
    let cash = json!({ "method": "cash" });
    desk.app.client().post(&path, &cash).await.expect(201);
}

/// And takes it back.
pub async fn take_back(desk: &Desk, kind: &str, document: &Value) {
    let path = format!("/api/{kind}/{}", id(document));
    let now = desk.client.get(&path).await.expect(200);
    let payment = id(&now["payments"][0]);
    let path = format!(
        "/api/{kind}/public/{}/payment/{payment}/withdraw",
        token(document)
    );
    desk.app.client().post_empty(&path).await.expect(200);
}
