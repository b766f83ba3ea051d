//! The list of signed-in devices, and signing them out.

use plumbline::clock::MINUTE;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Client, PASSWORD, START, TestApp};

const SAM: &str = "sam@example.com";
const PATH: &str = "/api/account/sessions";
const ANDROID: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) \
    Chrome/131.0.0.0 Mobile Safari/537.36";

async fn log_in_as(client: &Client, agent: &str) {
    let body = json!({ "username": SAM, "password": PASSWORD });
    let request = client.request(Method::POST, "/api/auth/login");
    let request = request.header("user-agent", agent).json(&body);
    client.send(request).await.expect_status(200);
}

async fn list_devices(client: &Client) -> Vec<Value> {
    let rows = client.get(PATH).await.expect_status(200);
    rows.as_array().expect("a list").clone()
}

#[tokio::test]
async fn devices_are_listed_and_signed_out() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let phone = app.new_client();
    log_in_as(&phone, ANDROID).await;
    phone.post("/api/auth/pin/setup", &json!({ "pin": "8305" })).await.expect_status(200);
    let third = app.new_client();
    app.log_in(&third, SAM).await;

    let rows = list_devices(&client).await;
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["current"], true);
    let of_phone = rows.iter().find(|row| row["device"] == "Chrome on Android");
    let of_phone = of_phone.expect("the phone");
    assert_eq!((&of_phone["pin"], &of_phone["active"]), (&json!(true), &json!(true)));

    // A new device causes an email, the first log-in does not.
    let received_emails = app.receive_emails(SAM).await;
    let result: Vec<_> = received_emails.iter().filter(|l| l.subject.starts_with("New login")).collect();
    assert_eq!(result.len(), 2);
    assert!(result[0].text.contains("Chrome on Android, on 16 November 2026 at 09:00"));
    log_in_as(&phone, ANDROID).await;
    let again = app.receive_emails(SAM).await;
    assert_eq!(again.len(), received_emails.len(), "a known device is not told");

    // Another's device is not found, and stays.
    let jo = app.sign_up("jo@example.com").await;
    let theirs = list_devices(&jo).await[0]["id"].as_str().expect("an id").to_owned();
    let answer = client.delete(&format!("{PATH}/{theirs}")).await;
    answer.expect_error(404, "not_found", None);
    jo.get("/api/auth/me").await.expect_status(200);

    // A phone that is signed out, but not its PIN, is still listed; signing it out ends the PIN.
    let id = phone.get("/api/auth/me").await.expect_status(200)["id"].clone();
    phone.post_empty("/api/auth/logout").await.expect_status(200);
    let rows = list_devices(&client).await;
    let resting = rows.iter().find(|row| row["active"] == false).expect("the phone");
    let path = format!("{PATH}/{}", resting["id"].as_str().expect("an id"));
    assert_eq!(client.delete(&path).await.status.as_u16(), 204);
    client.delete(&path).await.expect_error(404, "not_found", None);
    let body = json!({ "userId": id, "pin": "8305" });
    let answer = phone.post("/api/auth/pin/login", &body).await;
    answer.expect_error(401, "invalid_pin", None);

    assert_eq!(client.delete(PATH).await.status.as_u16(), 204);
    third.get("/api/auth/me").await.expect_error(401, "session_expired", None);
    assert_eq!(list_devices(&client).await.len(), 1);
    app.stop().await;
}

#[tokio::test]
async fn the_current_device_is_first_and_the_others_are_sorted_by_last_use() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let minutes = async |client: &Client| -> Vec<(bool, i64, i64)> {
        let rows = list_devices(client).await;
        let since = |at: &Value| (at.as_i64().expect("a time") - START) / MINUTE;
        let row = |row: &Value| {
            let is_active = row["active"] == true;
            (is_active, since(&row["createdAt"]), since(&row["lastSeenAt"]))
        };
        rows.iter().map(row).collect()
    };
    app.clock.advance(5 * MINUTE);
    let phone = app.new_client();
    log_in_as(&phone, ANDROID).await;
    let pin = json!({ "pin": "8305" });
    phone.post("/api/auth/pin/setup", &pin).await.expect_status(200);
    app.clock.advance(5 * MINUTE);
    let third = app.new_client();
    app.log_in(&third, SAM).await;
    app.clock.advance(5 * MINUTE);
    phone.get("/api/auth/me").await.expect_status(200);
    let all = [(true, 0, 15), (true, 5, 15), (true, 10, 10)];
    assert_eq!(minutes(&client).await, all);
    phone.post_empty("/api/auth/logout").await.expect_status(200);
    let all = [(true, 0, 15), (true, 10, 10), (false, 5, 5)];
    assert_eq!(minutes(&client).await, all);
    app.stop().await;
}
