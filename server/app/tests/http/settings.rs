//! The account's name and address.

use plumbline::clock::MINUTE;
use serde_json::{Value, json};

use crate::support::{Client, PASSWORD, TestApp, TestResponse};

const SAM: &str = "sam@example.com";
const NEW: &str = "sam@new.example";

async fn request_email_change(client: &Client, email: &str) -> TestResponse {
    let body = json!({ "email": email, "currentPassword": PASSWORD });
    client.post("/api/account/email", &body).await
}

async fn verify_email_change(client: &Client, code: &str) -> TestResponse {
    let body = json!({ "code": code });
    client.post("/api/account/email/verify", &body).await
}

#[tokio::test]
async fn a_name_is_changed() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let account = client.get("/api/account").await.expect_status(200);
    assert_eq!(account["pendingEmail"], Value::Null);
    assert_eq!(account["createdAt"], crate::support::START);
    let put = async |body: Value| client.put("/api/account", &body).await;
    let changed = put(json!({ "name": " Samira Taylor " })).await.expect_status(200);
    assert_eq!(changed["name"], "Samira Taylor");
    assert_eq!(client.get("/api/auth/me").await.expect_status(200)["name"], "Samira Taylor");
    put(json!({ "name": "S" })).await.expect_error(422, "rule_broken", Some("name"));
    put(json!({ "name": "a\u{202E}b" })).await.expect_error(422, "rule_broken", Some("name"));
    put(json!({ "email": NEW })).await.expect_error(400, "unknown_field", Some("email"));
    app.new_client().get("/api/account").await.expect_error(401, "no_session", None);
    app.stop().await;
}

#[tokio::test]
async fn an_email_address_changes_after_its_code_was_entered() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let bare = client.post("/api/account/email", &json!({ "email": NEW })).await;
    bare.expect_error(403, "password_required", None);
    request_email_change(&client, "sam@").await.expect_error(400, "invalid_email", Some("email"));
    request_email_change(&client, "SAM@example.com").await.expect_error(400, "same_email", Some("email"));
    request_email_change(&client, NEW).await.expect_status(202);
    let account = client.get("/api/account").await.expect_status(200);
    assert_eq!((&account["email"], &account["pendingEmail"]), (&json!(SAM), &json!(NEW)));
    let received_emails = app.receive_emails(SAM).await;
    assert!(received_emails.last().expect("a mail").text.contains(NEW), "the old address is told");

    let code = app.newest_code(NEW).await;
    verify_email_change(&client, "12345").await.expect_error(400, "invalid_input", Some("code"));
    verify_email_change(&client, "12a456").await.expect_error(400, "invalid_input", Some("code"));
    // The code of one account is not one for another.
    let jo = app.sign_up("jo@example.com").await;
    verify_email_change(&jo, &code).await.expect_error(400, "invalid_code", Some("code"));
    let account = verify_email_change(&client, &code).await.expect_status(200);
    assert_eq!((&account["email"], &account["pendingEmail"]), (&json!(NEW), &Value::Null));
    verify_email_change(&client, &code).await.expect_error(400, "invalid_code", Some("code"));
    let received_emails = app.receive_emails(SAM).await;
    assert!(received_emails.last().expect("a mail").subject.contains("was changed"));
    app.log_in(&app.new_client(), NEW).await;
    app.stop().await;
}

#[tokio::test]
async fn an_address_that_is_taken_is_not_revealed() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    app.sign_up("jo@example.com").await;
    let taken = request_email_change(&client, "jo@example.com").await.expect_status(202);
    let free = request_email_change(&client, NEW).await.expect_status(202);
    assert_eq!(taken, free);
    let received_emails = app.receive_emails("jo@example.com").await;
    let received_email = received_emails.last().expect("a mail");
    assert!(received_email.subject.contains("already has a Plumbline account"));
    assert_eq!(received_email.find_code(), None);

    // Registered by somebody else between the code and its entering.
    let code = app.newest_code(NEW).await;
    app.sign_up(NEW).await;
    verify_email_change(&client, &code).await.expect_error(400, "invalid_code", Some("code"));
    assert_eq!(client.get("/api/auth/me").await.expect_status(200)["email"], SAM);
    app.stop().await;
}

#[tokio::test]
async fn codes_for_a_new_address_share_five_attempts() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    request_email_change(&client, NEW).await.expect_status(202);
    let code = app.newest_code(NEW).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for _ in 0..4 {
        verify_email_change(&client, wrong).await.expect_error(400, "invalid_code", Some("code"));
    }
    request_email_change(&client, NEW).await.expect_status(202);
    let code = app.newest_code(NEW).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    verify_email_change(&client, wrong).await.expect_error(400, "invalid_code", Some("code"));
    let spent = verify_email_change(&client, &code).await;
    assert!(spent.header("retry-after").is_some());
    spent.expect_error(429, "too_many_requests", None);

    app.clock.advance(15 * MINUTE);
    client.get("/api/auth/me").await.expect_status(200);
    let account = client.get("/api/account").await.expect_status(200);
    assert_eq!(account["pendingEmail"], Value::Null, "the code has run out");
    request_email_change(&client, NEW).await.expect_status(202);
    let answer = client.delete("/api/account/email").await;
    assert_eq!(answer.status.as_u16(), 204);
    let account = client.get("/api/account").await.expect_status(200);
    assert_eq!(account["pendingEmail"], Value::Null);
    app.stop().await;
}
