//! Failed log-ins, their limits, and sessions.

use plumbline::clock::{MINUTE, SECOND};

use crate::accounts::{SAM, login_body};
use crate::support::{PASSWORD, TestApp};

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_look_the_same() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    client.post_empty("/api/auth/logout").await.expect_status(200);
    let wrong = client.post("/api/auth/login", &login_body(SAM, "Wrong1234")).await;
    let wrong = wrong.expect_error(401, "wrong_credentials", None);
    let unknown = client.post("/api/auth/login", &login_body("x@example.com", "Wrong1234")).await;
    assert_eq!(wrong, unknown.expect_error(401, "wrong_credentials", None));
    assert_eq!(wrong["message"], "Invalid email address or password");
    let short = client.post("/api/auth/login", &login_body(SAM, "12345")).await;
    let short = short.expect_error(400, "invalid_input", Some("password"));
    assert_eq!(short["message"], "Password must be at least 6 characters");
    app.stop().await;
}

#[tokio::test]
async fn guesses_at_a_password_are_limited() {
    let app = TestApp::start().await;
    app.sign_up(SAM).await;
    let client = app.new_client();
    let guess = async |token: Option<String>| {
        let mut body = login_body(SAM, "Wrong1234");
        if let Some(token) = token {
            body["recaptchaToken"] = token.into();
        }
        client.post("/api/auth/login", &body).await
    };
    for _ in 0..3 {
        let response = guess(None).await;
        response.expect_error(401, "wrong_credentials", None);
    }
    for _ in 0..10 {
        let response = guess(None).await;
        response.expect_error(400, "captcha_required", Some("recaptchaToken"));
        let response = guess(Some(client.solve_captcha().await)).await;
        response.expect_error(401, "wrong_credentials", None);
    }
    let right = || async {
        let mut body = login_body(SAM, PASSWORD);
        body["recaptchaToken"] = client.solve_captcha().await.into();
        client.post("/api/auth/login", &body).await
    };
    let response = right().await;
    assert_eq!(response.header("retry-after"), Some("90"));
    let body = response.expect_error(429, "too_many_requests", None);
    assert_eq!(body["message"], "Too many login attempts. Please try again later.");
    app.clock.advance(90 * SECOND);
    right().await.expect_status(200);
    // After the right password, a wrong one needs no captcha again.
    let body = login_body(SAM, "Wrong1234");
    let response = client.post("/api/auth/login", &body).await;
    response.expect_error(401, "wrong_credentials", None);
    app.stop().await;
}

#[tokio::test]
async fn a_session_ends_after_twenty_idle_minutes() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    for _ in 0..3 {
        app.clock.advance(19 * MINUTE);
        client.get("/api/auth/me").await.expect_status(200);
    }
    app.clock.advance(20 * MINUTE + SECOND);
    let response = client.get("/api/auth/me").await;
    assert_eq!(response.header("x-session-expired"), Some("true"));
    response.expect_error(401, "session_expired", None);
    app.stop().await;
}

#[tokio::test]
async fn every_log_in_has_a_new_secret_and_ends_the_old_one() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let secret = async || {
        let response = client.post("/api/auth/login", &login_body(SAM, PASSWORD)).await;
        let cookie = response.header("set-cookie").expect("a cookie").to_owned();
        cookie.split(';').next().expect("a pair").to_owned()
    };
    let first = secret().await;
    let second = secret().await;
    assert_ne!(first, second);
    let me = async |cookie: &str| {
        let request = app.new_client().request(reqwest::Method::GET, "/api/auth/me");
        client.send(request.header("cookie", cookie)).await.status.as_u16()
    };
    assert_eq!(me(&first).await, 401);
    assert_eq!(me(&second).await, 200);
    app.stop().await;
}

#[tokio::test]
async fn another_site_cannot_write() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    for (name, value) in [("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")] {
        let request = client.request(reqwest::Method::POST, "/api/auth/logout").header(name, value);
        client.send(request).await.expect_error(403, "cross_origin", None);
    }
    client.get("/api/auth/me").await.expect_status(200);
    let request = client.request(reqwest::Method::POST, "/api/auth/logout");
    client.send(request.header("sec-fetch-site", "same-origin")).await.expect_status(200);
    app.stop().await;
}
