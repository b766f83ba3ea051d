//! Passwords that are forgotten, reset, confirmed and changed.

use plumbline::clock::{MINUTE, SECOND};
use serde_json::{Value, json};

use crate::support::{Client, PASSWORD, TestApp, TestResponse};

const SAM: &str = "sam@example.com";
const NEW: &str = "Br4nd-new!";

async fn forgot_password(client: &Client, email: &str) -> TestResponse {
    let body = json!({ "email": email });
    client.post("/api/auth/forgot-password", &body).await
}

async fn reset_token(app: &TestApp, email: &str) -> String {
    let received_emails = app.receive_emails(email).await;
    let link = received_emails.last().and_then(|received_email| received_email.first_link()).expect("a link");
    let start = app.url("/reset-password?token=");
    link.strip_prefix(&start).expect("our own link").to_owned()
}

async fn reset_password(client: &Client, token: &str, password: &str) -> TestResponse {
    let body = json!({ "token": token, "newPassword": password });
    client.post("/api/auth/reset-password", &body).await
}

async fn log_in(client: &Client, password: &str) -> TestResponse {
    let body = json!({ "username": SAM, "password": password });
    client.post("/api/auth/login", &body).await
}

#[tokio::test]
async fn a_link_sets_a_new_password_once_and_signs_everybody_out() {
    let app = TestApp::start().await;
    let signed_in = app.sign_up(SAM).await;
    let user = signed_in.get("/api/auth/me").await.expect_status(200);
    let body = json!({ "pin": "8305" });
    signed_in.post("/api/auth/pin/setup", &body).await.expect_status(200);

    let client = app.new_client();
    // Whatever the Host header says, the link is ours.
    let request = client
        .request(reqwest::Method::POST, "/api/auth/forgot-password")
        .header("host", "evil.example")
        .header("x-forwarded-host", "evil.example")
        .json(&json!({ "email": "SAM@example.com" }));
    client.send(request).await.expect_status(200);
    let token = reset_token(&app, SAM).await;
    let received_emails = app.receive_emails(SAM).await;
    let received_email = received_emails.last().expect("a mail");
    assert!(!received_email.raw.contains("evil.example"));
    assert!(received_email.html.contains(&token) && received_email.text.contains("60 minutes"));

    let weak = reset_password(&client, &token, "Abcdefg1").await;
    let weak = weak.expect_error(400, "invalid_input", Some("newPassword"));
    assert_eq!(weak["message"], "Password does not meet security requirements");
    reset_password(&client, "", NEW).await.expect_error(400, "invalid_token", Some("token"));
    let wrong = reset_password(&client, "x", NEW).await.expect_error(400, "invalid_token", Some("token"));
    assert_eq!(wrong["message"], "Invalid reset token");

    reset_password(&client, &token, NEW).await.expect_status(200);
    reset_password(&client, &token, NEW).await.expect_error(400, "invalid_token", None);
    signed_in.get("/api/auth/me").await.expect_error(401, "session_expired", None);
    let body = json!({ "userId": user["id"], "pin": "8305" });
    let answer = signed_in.post("/api/auth/pin/login", &body).await;
    answer.expect_error(401, "invalid_pin", None);
    log_in(&client, PASSWORD).await.expect_error(401, "wrong_credentials", None);
    log_in(&client, NEW).await.expect_status(200);
    let received_emails = app.receive_emails(SAM).await;
    let result = received_emails
        .iter()
        .find(|character| character.subject.contains("password was changed"))
        .expect("the owner is told");
    // What to do when it was not them, in both parts.
    let way_out = app.url("/forgot-password");
    assert!(result.html.contains(&format!("href=\"{way_out}\"")), "{}", result.html);
    assert!(result.html.contains("href=\"mailto:plumbline@localhost\""));
    assert!(result.text.contains(&format!(
        "choose a new password straight away:\n{way_out}\n\nThen email:\nplumbline@localhost\n"
    )));
    app.stop().await;
}

#[tokio::test]
async fn a_link_is_valid_for_an_hour_and_verifies_the_email_address() {
    let app = TestApp::start().await;
    let client = app.new_client();
    app.register(&client, SAM).await;
    forgot_password(&client, SAM).await.expect_status(200);
    let old = reset_token(&app, SAM).await;
    app.clock.advance(60 * MINUTE);
    reset_password(&client, &old, NEW).await.expect_error(400, "invalid_token", None);
    forgot_password(&client, SAM).await.expect_status(200);
    let first = reset_token(&app, SAM).await;
    forgot_password(&client, SAM).await.expect_status(200);
    let second = reset_token(&app, SAM).await;
    app.clock.advance(60 * MINUTE - SECOND);
    reset_password(&client, &second, NEW).await.expect_status(200);
    // One link used, every other is worthless.
    reset_password(&client, &first, NEW).await.expect_error(400, "invalid_token", None);
    // It came by mail: the address needs no code any more.
    assert_eq!(log_in(&client, NEW).await.expect_status(200)["email"], SAM);
    app.stop().await;
}

#[tokio::test]
async fn of_a_hundred_uses_at_once_one_wins() {
    let app = TestApp::start_with(|config| config.limit_factor = 100).await;
    app.sign_up(SAM).await;
    forgot_password(&app.new_client(), SAM).await.expect_status(200);
    let token = reset_token(&app, SAM).await;
    let client = app.new_client();
    let tries = (0..100).map(|at| {
        let (client, token) = (client.clone(), token.clone());
        async move {
            let password = format!("Br4nd-new!{at}");
            let answer = reset_password(&client, &token, &password).await;
            (answer.status.as_u16(), password)
        }
    });
    let answers = futures::future::join_all(tries).await;
    let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(status, _)| *status == 200);
    assert_eq!(won.len(), 1);
    assert!(lost.iter().all(|(status, _)| *status == 400));
    log_in(&client, &won[0].1).await.expect_status(200);
    let received_emails = app.receive_emails(SAM).await;
    let result = received_emails.iter().filter(|character| character.subject.contains("was changed"));
    assert_eq!(result.count(), 1);
    app.stop().await;
}

#[tokio::test]
async fn an_address_without_an_account_gets_the_same_response() {
    let app = TestApp::start_with(|config| config.limit_factor = 1000).await;
    app.sign_up(SAM).await;
    let client = app.new_client();
    let known = forgot_password(&client, SAM).await.expect_status(200);
    let unknown = forgot_password(&client, "nobody@example.com").await.expect_status(200);
    assert_eq!(known, unknown);
    assert!(app.receive_emails("nobody@example.com").await.is_empty());
    // Codes are tried as often, and refused in the same words.
    let code = async |email: &str| {
        let body = json!({ "email": email, "code": "123456" });
        client.post("/api/auth/verify-email", &body).await
    };
    for _ in 0..7 {
        let (known, unknown) = (code(SAM).await, code("nobody@example.com").await);
        assert_eq!(known.status, unknown.status);
        assert_eq!(known.text, unknown.text);
    }
    app.stop().await;
}

#[tokio::test]
async fn a_login_costs_as_much_for_an_address_without_an_account() {
    let app = TestApp::start_with(|config| config.limit_factor = 1000).await;
    app.sign_up(SAM).await;
    let client = app.new_client();
    // A clock on the wall would be wrong on a busy machine. What takes the time is counted instead.
    let work = async |email: &str, password: &str| {
        let body = json!({ "username": email, "password": password,
            "recaptchaToken": client.solve_captcha().await });
        let before = app.state().passwords.computed_count();
        let answer = client.post("/api/auth/login", &body).await;
        answer.expect_error(401, "wrong_credentials", None);
        app.state().passwords.computed_count() - before
    };
    let long = "Wrong-1234".repeat(30);
    for (password, hashes) in [("Wrong-1234", 1), (long.as_str(), 0)] {
        for email in [SAM, "nobody@example.com"] {
            assert_eq!(work(email, password).await, hashes, "{email}");
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn frequent_reset_requests_need_a_human_check_and_are_limited() {
    let app = TestApp::start().await;
    let client = app.new_client();
    for _ in 0..3 {
        forgot_password(&client, "x@example.com").await.expect_status(200);
    }
    let answer = forgot_password(&client, "x@example.com").await;
    answer.expect_error(400, "captcha_required", Some("recaptchaToken"));
    let checked = async || {
        let body = json!({ "email": "x@example.com", "recaptchaToken": client.solve_captcha().await });
        client.post("/api/auth/forgot-password", &body).await
    };
    for _ in 0..5 {
        checked().await.expect_status(200);
        let answer = forgot_password(&client, "x@example.com").await;
        answer.expect_error(400, "captcha_required", Some("recaptchaToken"));
    }
    let answer = checked().await;
    assert_eq!(answer.header("retry-after"), Some("720"));
    answer.expect_error(429, "too_many_requests", None);
    app.clock.advance(12 * MINUTE);
    checked().await.expect_status(200);
    forgot_password(&client, "x@").await.expect_error(400, "invalid_input", Some("email"));
    app.stop().await;
}

#[tokio::test]
async fn changing_the_password_requires_the_old_one_and_signs_out_other_devices() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let other = app.new_client();
    app.log_in(&other, SAM).await;
    let change = async |body: Value| client.post("/api/account/password", &body).await;

    // Having signed in a moment ago does not count for this.
    let bare = change(json!({ "newPassword": NEW })).await;
    bare.expect_error(403, "password_required", None);
    let wrong = change(json!({ "currentPassword": "Wrong-1234", "newPassword": NEW })).await;
    wrong.expect_error(400, "wrong_password", Some("currentPassword"));
    let weak = change(json!({ "currentPassword": PASSWORD, "newPassword": "Abcdefg1" })).await;
    let weak = weak.expect_error(400, "invalid_input", Some("newPassword"));
    assert_eq!(weak["errors"][0]["code"], "no_special");
    let right = change(json!({ "currentPassword": PASSWORD, "newPassword": NEW })).await;
    assert_eq!(right.status.as_u16(), 204);
    client.get("/api/auth/me").await.expect_status(200);
    other.get("/api/auth/me").await.expect_error(401, "session_expired", None);
    log_in(&other, PASSWORD).await.expect_error(401, "wrong_credentials", None);
    log_in(&other, NEW).await.expect_status(200);
    let received_emails = app.receive_emails(SAM).await;
    assert!(received_emails.iter().any(|received_email| received_email.subject.contains("was changed")));

    // Confirmed once, it counts for five minutes in this session only.
    let body = json!({ "password": NEW });
    let confirmed = client.post("/api/auth/confirm-password", &body).await;
    assert_eq!(confirmed.status.as_u16(), 204);
    let body = json!({ "password": PASSWORD });
    let wrong = client.post("/api/auth/confirm-password", &body).await;
    wrong.expect_error(400, "wrong_password", Some("password"));
    let bare = json!({ "newPassword": PASSWORD });
    let elsewhere = other.post("/api/account/password", &bare).await;
    elsewhere.expect_error(403, "password_required", None);
    app.clock.advance(5 * MINUTE);
    change(bare.clone()).await.expect_error(403, "password_required", None);
    let body = json!({ "password": NEW });
    client.post("/api/auth/confirm-password", &body).await;
    assert_eq!(change(bare).await.status.as_u16(), 204);
    app.stop().await;
}

#[tokio::test]
async fn guesses_at_the_password_confirmation_are_limited() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let body = json!({ "password": "Wrong-1234" });
    for _ in 0..10 {
        let answer = client.post("/api/auth/confirm-password", &body).await;
        answer.expect_error(400, "wrong_password", None);
    }
    let answer = client.post("/api/auth/confirm-password", &body).await;
    assert_eq!(answer.header("retry-after"), Some("90"));
    answer.expect_error(429, "too_many_requests", None);
    app.stop().await;
}
