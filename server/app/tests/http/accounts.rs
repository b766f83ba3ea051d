//! Registering and verifying.

use plumbline::clock::{MINUTE, SECOND};
use serde_json::json;

use crate::support::{PASSWORD, TestApp};

pub const SAM: &str = "sam@example.com";

pub fn login_body(email: &str, password: &str) -> serde_json::Value {
    json!({ "username": email, "password": password })
}

#[tokio::test]
async fn registers_verifies_logs_in_and_logs_out() {
    let app = TestApp::start().await;
    let client = app.new_client();
    app.register(&client, SAM).await;

    let answer = client.post("/api/auth/login", &login_body(SAM, PASSWORD)).await;
    assert!(answer.header("set-cookie").is_none());
    assert_eq!(answer.expect_status(200), json!({ "requiresVerification": true }));

    let mails = app.receive_emails(SAM).await;
    assert_eq!(mails.len(), 1);
    let code = mails[0].find_code().expect("a code");
    assert!(mails[0].subject.contains(&code) && mails[0].html.contains(&code));
    let link = mails[0].first_link().expect("a link");
    assert_eq!(link, app.url("/verify-email?email=sam%40example.com"));

    let body = json!({ "email": SAM, "code": code });
    let verified = client.post("/api/auth/verify-email", &body).await.expect_status(200);
    client.post("/api/auth/verify-email", &body).await.expect_error(400, "invalid_code", Some("code"));

    let answer = client.post("/api/auth/login", &login_body("Sam@Example.com", PASSWORD)).await;
    let cookie = answer.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.starts_with("plumbline_session="), "{cookie}");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    let user = answer.expect_status(200);
    assert_eq!(user["id"], verified["userId"]);
    assert_eq!(user["name"], "Sam Taylor");
    assert_eq!(client.get("/api/auth/me").await.expect_status(200), user);

    client.post_empty("/api/auth/logout").await.expect_status(200);
    let after = client.get("/api/auth/me").await;
    assert!(after.header("x-session-expired").is_none());
    assert_eq!(after.expect_status(200), json!(null), "a visitor");

    // The old secret is worth nothing.
    let secret = cookie.split(';').next().expect("a pair");
    let request = app.new_client().request(reqwest::Method::GET, "/api/auth/me");
    let replay = client.send(request.header("cookie", secret)).await;
    assert_eq!(replay.header("x-session-expired"), Some("true"));
    replay.expect_error(401, "session_expired", None);
    app.stop().await;
}

#[tokio::test]
async fn https_makes_the_cookie_secure() {
    let app = TestApp::start_with(|config| {
        config.public_url = Some("https://quotes.example".parse().expect("an address"));
    })
    .await;
    let client = app.new_client();
    app.register(&client, SAM).await;
    let code = app.newest_code(SAM).await;
    client.post("/api/auth/verify-email", &json!({ "email": SAM, "code": code })).await.expect_status(200);
    let answer = client.post("/api/auth/login", &login_body(SAM, PASSWORD)).await;
    let cookie = answer.header("set-cookie").expect("a cookie");
    assert!(cookie.starts_with("__Host-plumbline_session="), "{cookie}");
    assert!(cookie.contains("Secure") && cookie.contains("Path=/"), "{cookie}");
    assert!(answer.header("strict-transport-security").is_some());
    app.stop().await;
}

#[tokio::test]
async fn registration_names_every_broken_rule() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let send = async |body: serde_json::Value| client.post("/api/auth/register", &body).await;

    let weak = send(json!({ "name": "Sam", "email": SAM, "password": "abc" })).await;
    let body = weak.expect_error(400, "invalid_input", Some("password"));
    assert_eq!(body["message"], "Password does not meet requirements");
    let msgs: Vec<_> = body["errors"].as_array().expect("errors").iter().map(|e| &e["msg"]).collect();
    assert_eq!(
        msgs,
        [
            "Password must be at least 8 characters long",
            "Password must contain at least one uppercase letter",
            "Password must contain at least one number"
        ]
    );
    let name = send(json!({ "name": " J ", "email": SAM, "password": PASSWORD })).await;
    let body = name.expect_error(400, "invalid_input", Some("name"));
    assert_eq!(body["message"], "Name must be at least 2 characters");
    let email = send(json!({ "name": "Sam", "email": "sam@", "password": PASSWORD })).await;
    let body = email.expect_error(400, "invalid_input", Some("email"));
    assert_eq!(body["message"], "Please enter a valid email address");
    let trick = send(json!({ "name": "Sam\u{202E}maS", "email": SAM, "password": PASSWORD })).await;
    trick.expect_error(400, "invalid_input", Some("name"));
    let long = send(json!({ "name": "Sam", "email": SAM, "password": "Aa1".repeat(100) })).await;
    long.expect_error(400, "invalid_input", Some("password"));
    let nul = send(json!({ "name": "Sam\0", "email": SAM, "password": PASSWORD })).await;
    nul.expect_error(400, "nul_character", Some("name"));
    let two = json!({ "name": "Sam", "email": SAM, "username": "jo@example.com",
        "password": PASSWORD });
    send(two).await.expect_error(400, "invalid_input", Some("username"));
    let role = json!({ "name": "Sam", "email": SAM, "password": PASSWORD, "admin": true });
    send(role).await.expect_error(400, "unknown_field", Some("admin"));
    send(json!({ "email": SAM, "password": PASSWORD })).await.expect_error(
        400,
        "missing_field",
        Some("name"),
    );
    assert!(app.receive_emails(SAM).await.is_empty());
    app.stop().await;
}

#[tokio::test]
async fn refuses_a_second_account_with_the_same_email_address() {
    let app = TestApp::start().await;
    let client = app.new_client();
    app.register(&client, SAM).await;
    let again = json!({ "name": "Sam", "username": "SAM@example.com", "password": PASSWORD,
        "recaptchaToken": client.solve_captcha().await });
    let body =
        client.post("/api/auth/register", &again).await.expect_error(400, "email_taken", Some("email"));
    assert_eq!(body["message"], "Email already registered");

    // Of many at once one wins.
    let tries = (0..6).map(|_| {
        let client = app.new_client();
        async move {
            let body = json!({ "name": "Jo", "email": "jo@example.com", "password": PASSWORD,
                "recaptchaToken": client.solve_captcha().await });
            client.post("/api/auth/register", &body).await.status.as_u16()
        }
    });
    let mut statuses = futures::future::join_all(tries).await;
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 400, 400, 400, 400, 400]);
    assert_eq!(app.receive_emails("jo@example.com").await.len(), 1);
    app.stop().await;
}

#[tokio::test]
async fn a_code_is_valid_for_fifteen_minutes_and_five_attempts() {
    let app = TestApp::start().await;
    let client = app.new_client();
    app.register(&client, SAM).await;
    let code = app.newest_code(SAM).await;
    let wrong = if code == "000000" { "000001" } else { "000000" };
    let verify = async |code: &str| {
        client.post("/api/auth/verify-email", &json!({ "email": SAM, "code": code })).await
    };
    verify("12345").await.expect_error(400, "invalid_input", Some("code"));
    verify("").await.expect_error(400, "invalid_input", Some("code"));
    verify("12a456").await.expect_error(400, "invalid_input", Some("code"));
    for _ in 0..5 {
        verify(wrong).await.expect_error(400, "invalid_code", Some("code"));
    }
    // The tries are spent, for the right code too, and another code brings no more of them.
    let spent = verify(&code).await;
    assert_eq!(spent.header("retry-after"), Some("3600"));
    spent.expect_error(429, "too_many_requests", None);
    let resend = async || {
        let body = json!({ "email": SAM });
        let answer = client.post("/api/auth/send-verification", &body).await;
        answer.expect_status(200);
        app.newest_code(SAM).await
    };
    let code = resend().await;
    verify(&code).await.expect_error(429, "too_many_requests", None);

    app.clock.advance(60 * MINUTE);
    verify(&code).await.expect_error(400, "invalid_code", Some("code"));
    let code = resend().await;
    app.clock.advance(15 * MINUTE);
    verify(&code).await.expect_error(400, "invalid_code", Some("code"));

    let code = resend().await;
    app.clock.advance(15 * MINUTE - SECOND);
    verify(&code).await.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn requesting_a_code_reveals_no_account_and_is_limited_to_one_a_minute() {
    let app = TestApp::start().await;
    let client = app.new_client();
    app.register(&client, SAM).await;
    let ask =
        async |email: &str| client.post("/api/auth/send-verification", &json!({ "email": email })).await;
    let known = ask(SAM).await.expect_status(200);
    let unknown = ask("nobody@example.com").await.expect_status(200);
    assert_eq!(known, unknown);
    assert_eq!(app.receive_emails(SAM).await.len(), 2);
    assert!(app.receive_emails("nobody@example.com").await.is_empty());
    for email in [SAM, "nobody@example.com"] {
        let answer = ask(email).await;
        assert_eq!(answer.header("retry-after"), Some("60"));
        answer.expect_error(429, "too_many_requests", None);
    }
    app.clock.advance(MINUTE);
    ask(SAM).await.expect_status(200);
    assert_eq!(app.receive_emails(SAM).await.len(), 3);
    ask("").await.expect_error(400, "invalid_input", Some("email"));
    ask("sam@").await.expect_error(400, "invalid_input", Some("email"));
    app.stop().await;
}
