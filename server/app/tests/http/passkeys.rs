//! Passkeys: added after the password, used with one tap, named and removed.

use plumbline::clock::MINUTE;
use serde_json::{Value, json};

use crate::support::authenticator::Authenticator;
use crate::support::{Client, PASSWORD, TestApp, TestResponse};

const SAM: &str = "sam@example.com";
pub const KEYS: &str = "/api/account/passkeys";

/// A phone whose pages are at the server's own address, by host name.
pub fn new_phone(app: &TestApp, seed: u8) -> Authenticator {
    let origin = app.url("").replace("127.0.0.1", "localhost");
    Authenticator::new(&origin, seed)
}

fn expect_text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

/// The options for making a passkey.
async fn begin_adding(client: &Client) -> Value {
    let body = json!({ "currentPassword": PASSWORD });
    let path = format!("{KEYS}/begin");
    client.post(&path, &body).await.expect_status(200)
}

/// Makes a passkey on a device, and adds it to the account.
pub async fn add_passkey(client: &Client, device: &mut Authenticator, name: &str) -> TestResponse {
    let response = begin_adding(client).await;
    let credential = device.create_credential(&response["options"]);
    let body = json!({ "ceremony": response["ceremony"], "name": name, "credential": credential });
    client.post(KEYS, &body).await
}

/// The options for signing in.
async fn begin_login(client: &Client) -> Value {
    client.post_empty("/api/auth/passkey/begin").await.expect_status(200)
}

async fn finish_login(client: &Client, response: &Value, device: &mut Authenticator) -> TestResponse {
    let credential = device.sign_challenge(&response["options"]);
    let body = json!({ "ceremony": response["ceremony"], "credential": credential });
    client.post("/api/auth/passkey/login", &body).await
}

async fn sign_in_by_passkey(client: &Client, device: &mut Authenticator) -> TestResponse {
    let response = begin_login(client).await;
    finish_login(client, &response, device).await
}

#[tokio::test]
async fn a_passkey_is_added_named_used_and_removed() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let config = client.get("/api/auth/config").await.expect_status(200);
    assert_eq!(config["passkeysOf"], "localhost");
    let mut device = new_phone(&app, 7);
    let added = add_passkey(&client, &mut device, " Blue phone ").await.expect_status(201);
    assert_eq!(added["name"], "Blue phone");
    let mails = app.receive_emails(SAM).await;
    let received_email = mails.last().expect("a mail");
    assert_eq!(received_email.subject, "A passkey was added to your Plumbline account");

    // Another browser, in which nobody has signed in: nothing is typed.
    let other = app.new_client();
    let user = sign_in_by_passkey(&other, &mut device).await.expect_status(200);
    assert_eq!(user["email"], SAM);
    assert_eq!(other.get("/api/auth/me").await.expect_status(200)["email"], SAM);
    let mails = app.receive_emails(SAM).await;
    assert_eq!(mails.last().expect("a mail").subject, "New login to your Plumbline account");
    // It is no password: what asks for one asks all the same.
    let answer = other.post_empty("/api/account/export").await;
    answer.expect_error(403, "password_required", None);

    let path = format!("{KEYS}/{}", expect_text(&added["id"]));
    let body = json!({ "name": "Work phone" });
    other.put(&path, &body).await.expect_status(200);
    let list = client.get(KEYS).await.expect_status(200);
    assert_eq!(list[0]["name"], "Work phone");
    assert!(list[0]["lastUsedAt"].is_i64());
    // Neither does it remove one without the password.
    let answer = other.delete(&path).await;
    answer.expect_error(403, "password_required", None);
    client.delete(&path).await.expect_status(204);
    let answer = client.delete(&path).await;
    answer.expect_error(404, "not_found", None);
    let mails = app.receive_emails(SAM).await;
    let received_email = mails.last().expect("a mail");
    assert_eq!(received_email.subject, "A passkey was removed from your Plumbline account");
    let gone = sign_in_by_passkey(&app.new_client(), &mut device).await;
    gone.expect_error(401, "unknown_passkey", None);
    // The password and the sessions go on.
    assert_eq!(other.get("/api/auth/me").await.expect_status(200)["email"], SAM);
    app.stop().await;
}

#[tokio::test]
async fn adding_a_passkey_requires_the_password() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let path = format!("{KEYS}/begin");
    let answer = client.post_empty(&path).await;
    answer.expect_error(403, "password_required", None);
    let body = json!({ "currentPassword": "Wrong-1234" });
    let wrong = client.post(&path, &body).await;
    wrong.expect_error(400, "wrong_password", Some("currentPassword"));
    for path in [path.as_str(), KEYS] {
        let answer = app.new_client().post(path, &json!({})).await;
        assert_eq!(answer.status.as_u16(), 401, "{path}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_challenge_can_be_used_once_in_time_and_only_by_its_own_account() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let mut device = new_phone(&app, 7);
    let first = begin_adding(&client).await;
    let body = json!({ "ceremony": first["ceremony"], "name": "One",
        "credential": device.create_credential(&first["options"]) });
    // Somebody else brings the answer.
    let jo = app.sign_up("jo@example.com").await;
    jo.post(KEYS, &body).await.expect_error(400, "ceremony_over", Some("ceremony"));
    // It is used up by that.
    client.post(KEYS, &body).await.expect_error(400, "ceremony_over", Some("ceremony"));
    add_passkey(&client, &mut device, "One").await.expect_status(201);

    let response = begin_login(&client).await;
    let signed = json!({ "ceremony": response["ceremony"], "credential": device.sign_challenge(&response["options"]) });
    let path = "/api/auth/passkey/login";
    client.post(path, &signed).await.expect_status(200);
    client.post(path, &signed).await.expect_error(400, "ceremony_over", Some("ceremony"));
    // One question's answer is no other's.
    let (one, two) = (begin_login(&client).await, begin_login(&client).await);
    let crossed =
        json!({ "ceremony": two["ceremony"], "credential": device.sign_challenge(&one["options"]) });
    client.post(path, &crossed).await.expect_error(401, "unknown_passkey", None);
    let late = begin_login(&client).await;
    app.clock.advance(11 * MINUTE);
    let answer = finish_login(&client, &late, &mut device).await;
    answer.expect_error(400, "ceremony_over", Some("ceremony"));
    app.stop().await;
}

#[tokio::test]
async fn an_invalid_signature_signs_nobody_in() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let mut device = new_phone(&app, 7);
    add_passkey(&client, &mut device, "One").await.expect_status(201);
    let refused = async |device: &mut Authenticator| {
        let answer = sign_in_by_passkey(&app.new_client(), device).await;
        answer.expect_error(401, "unknown_passkey", None);
    };
    // Another page's, without the finger, of another key, of nobody.
    device.origin = "https://evil.example".to_owned();
    refused(&mut device).await;
    device.origin = new_phone(&app, 7).origin;
    device.verifies = false;
    refused(&mut device).await;
    device.verifies = true;
    refused(&mut new_phone(&app, 9)).await;
    // A copy of the device, whose counter has not gone on.
    sign_in_by_passkey(&app.new_client(), &mut device).await.expect_status(200);
    device.counter -= 1;
    refused(&mut device).await;
    device.counter += 1;
    sign_in_by_passkey(&app.new_client(), &mut device).await.expect_status(200);

    let response = begin_adding(&client).await;
    let mut other = new_phone(&app, 8);
    other.verifies = false;
    let credential = other.create_credential(&response["options"]);
    let body = json!({ "ceremony": response["ceremony"], "name": "Two", "credential": credential });
    let answer = client.post(KEYS, &body).await;
    answer.expect_error(400, "passkey_refused", Some("credential"));
    assert_eq!(client.get(KEYS).await.expect_status(200).as_array().map(Vec::len), Some(1));
    app.stop().await;
}

#[tokio::test]
async fn errors_name_the_invalid_field() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let mut device = new_phone(&app, 7);
    let added = add_passkey(&client, &mut device, "").await.expect_status(201);
    assert!(!expect_text(&added["name"]).is_empty());
    let path = format!("{KEYS}/{}", expect_text(&added["id"]));
    for name in ["", "  ", &"x".repeat(61), "two\nlines"] {
        let answer = client.put(&path, &json!({ "name": name })).await.expect_status(422);
        assert_eq!(answer["errors"][0]["path"], "name", "{answer}");
    }
    for (body, at) in [
        (json!({ "ceremony": "x", "name": "One" }), "credential"),
        (json!({ "ceremony": "x", "name": "One", "credential": {} }), "credential"),
        (json!({ "ceremony": "x", "name": 1, "credential": {} }), "name"),
    ] {
        let answer = client.post(KEYS, &body).await.expect_status(400);
        assert_eq!(answer["errors"][0]["path"], at, "{answer}");
    }
    let body = json!({ "ceremony": "x", "credential": [] });
    let answer = client.post("/api/auth/passkey/login", &body).await.expect_status(400);
    assert_eq!(answer["errors"][0]["path"], "credential", "{answer}");
    // The same device again, and another account's passkey.
    let again = add_passkey(&client, &mut device, "Again").await;
    again.expect_error(409, "passkey_known", None);
    let jo = app.sign_up("jo@example.com").await;
    jo.put(&path, &json!({ "name": "Mine" })).await.expect_error(404, "not_found", None);
    jo.delete(&path).await.expect_error(404, "not_found", None);
    app.stop().await;
}

#[tokio::test]
async fn an_account_has_at_most_twenty_passkeys_and_a_reset_removes_them() {
    let app = TestApp::start_with(|config| config.limit_factor = 10).await;
    let client = app.sign_up(SAM).await;
    for seed in 1..=20 {
        add_passkey(&client, &mut new_phone(&app, seed), "One").await.expect_status(201);
    }
    let body = json!({ "currentPassword": PASSWORD });
    let answer = client.post(&format!("{KEYS}/begin"), &body).await;
    answer.expect_error(409, "too_many_passkeys", None);
    // Whoever gets back in by mail is rid of everybody else.
    let body = json!({ "email": SAM });
    client.post("/api/auth/forgot-password", &body).await.expect_status(200);
    let mails = app.receive_emails(SAM).await;
    let start = app.url("/reset-password?token=");
    let links = mails.iter().filter_map(|mail| mail.first_link());
    let token = links.filter_map(|link| link.strip_prefix(&start).map(str::to_owned)).next_back();
    let body = json!({ "token": token, "newPassword": "Another-9-word" });
    client.post("/api/auth/reset-password", &body).await.expect_status(200);
    let answer = sign_in_by_passkey(&app.new_client(), &mut new_phone(&app, 3)).await;
    answer.expect_error(401, "unknown_passkey", None);
    app.stop().await;
}

#[tokio::test]
async fn a_server_without_a_host_name_has_no_passkeys() {
    let app = TestApp::start_with(|config| {
        config.public_url = Some("http://192.168.1.7:8080".parse().expect("an address"));
    })
    .await;
    let client = app.new_client();
    let config = client.get("/api/auth/config").await.expect_status(200);
    assert_eq!(config["passkeysOf"], Value::Null);
    let answer = client.post_empty("/api/auth/passkey/begin").await;
    answer.expect_error(404, "not_found", None);
    app.stop().await;
}

#[tokio::test]
async fn passkey_log_ins_of_a_network_address_are_limited() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let body = json!({ "ceremony": "x", "credential": {} });
    for _ in 0..60 {
        client.post("/api/auth/passkey/login", &body).await.expect_status(400);
    }
    let answer = client.post("/api/auth/passkey/login", &body).await;
    answer.expect_error(429, "too_many_requests", None);
    app.stop().await;
}
