//! The human check: required, solved, used once.

use axum::extract::State;
use axum::routing::post;
use plumbline::clock::{MINUTE, SECOND};
use plumbline::config::{CaptchaConfig, RecaptchaConfig};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

use crate::support::{Client, PASSWORD, TestApp, TestResponse};

async fn register_with_captcha(client: &Client, email: &str, token: Option<&str>) -> TestResponse {
    let mut body = json!({ "name": "Sam Taylor", "email": email, "password": PASSWORD });
    if let Some(token) = token {
        body["recaptchaToken"] = token.into();
    }
    client.post("/api/auth/register", &body).await
}

#[tokio::test]
async fn a_solution_can_be_used_once() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let challenge = client.get("/api/auth/captcha").await.expect_status(200);
    let names: Vec<_> = challenge.as_object().expect("an object").keys().collect();
    let expected = ["algorithm", "challenge", "maxnumber", "salt", "signature"];
    assert_eq!(names, expected);
    assert_eq!(challenge["algorithm"], "SHA-256");
    let config = client.get("/api/auth/config").await.expect_status(200);
    assert_eq!(config["captcha"], json!({ "provider": "altcha" }));
    assert_eq!(config["supportEmail"], "plumbline@localhost");

    let absent = register_with_captcha(&client, "a@example.com", None).await;
    absent.expect_error(400, "captcha_required", Some("recaptchaToken"));
    for wrong in ["", " "] {
        let answer = register_with_captcha(&client, "a@example.com", Some(wrong)).await;
        answer.expect_error(400, "captcha_required", Some("recaptchaToken"));
    }
    for wrong in ["e30=", "nonsense", &"x".repeat(100_000)] {
        let answer = register_with_captcha(&client, "a@example.com", Some(wrong)).await;
        answer.expect_error(400, "captcha_failed", Some("recaptchaToken"));
    }
    let token = client.solve_captcha().await;
    // A form with a mistake in it does not use the solution up.
    let body = json!({ "name": "S", "email": "a@example.com", "password": PASSWORD,
        "recaptchaToken": token });
    let answer = client.post("/api/auth/register", &body).await;
    answer.expect_error(400, "invalid_input", Some("name"));
    register_with_captcha(&client, "a@example.com", Some(&token)).await.expect_status(201);
    let replayed = register_with_captcha(&client, "b@example.com", Some(&token)).await;
    replayed.expect_error(400, "captcha_failed", Some("recaptchaToken"));

    let late = client.solve_captcha().await;
    app.clock.advance(20 * MINUTE + SECOND);
    let answer = register_with_captcha(&client, "b@example.com", Some(&late)).await;
    answer.expect_error(400, "captcha_failed", Some("recaptchaToken"));
    app.stop().await;
}

#[tokio::test]
async fn simultaneous_uses_of_a_solution_count_once() {
    let app = TestApp::start_with(|config| config.limit_factor = 1000).await;
    let token = app.new_client().solve_captcha().await;
    let tries = (0..12).map(|at| {
        let (client, token) = (app.new_client(), token.clone());
        async move {
            let answer = register_with_captcha(&client, &format!("p{at}@example.com"), Some(&token)).await;
            answer.status.as_u16()
        }
    });
    let statuses = futures::future::join_all(tries).await;
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1);
    app.stop().await;
}

#[tokio::test]
async fn an_existing_account_is_revealed_only_after_the_check() {
    let app = TestApp::start().await;
    app.sign_up("sam@example.com").await;
    let client = app.new_client();
    let known = register_with_captcha(&client, "sam@example.com", None).await;
    let unknown = register_with_captcha(&client, "nobody@example.com", None).await;
    assert_eq!(known.status, unknown.status);
    assert_eq!(known.text, unknown.text);
    let token = client.solve_captcha().await;
    let known = register_with_captcha(&client, "sam@example.com", Some(&token)).await;
    known.expect_error(400, "email_taken", Some("email"));
    app.stop().await;
}

/// The provider's end: accepts `good` once, and stores what it was asked.
async fn verify_handler(State(mutex): State<Arc<Mutex<Vec<String>>>>, body: String) -> String {
    let good = body.contains("response=good") && body.contains("secret=hidden");
    mutex.lock().expect("unpoisoned").push(body);
    json!({ "success": good, "hostname": "localhost" }).to_string()
}

fn recaptcha_config(verify_url: &str) -> CaptchaConfig {
    CaptchaConfig::Recaptcha(Box::new(RecaptchaConfig {
        site_key: "site".into(),
        secret_key: "hidden".into(),
        enterprise: true,
        host: "https://www.recaptcha.net".parse().expect("an address"),
        verify_url: verify_url.parse().expect("an address"),
    }))
}

#[tokio::test]
async fn asks_the_provider_when_its_keys_are_configured() {
    let mutex = Arc::new(Mutex::new(Vec::new()));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router =
        axum::Router::new().route("/siteverify", post(verify_handler)).with_state(Arc::clone(&mutex));
    let serving = tokio::spawn(async move { axum::serve(listener, router).await });

    let url = format!("http://{address}/siteverify");
    let app = TestApp::start_with(|config| config.captcha = recaptcha_config(&url)).await;
    let client = app.new_client();
    let config = client.get("/api/auth/config").await;
    let policy = config.header("content-security-policy").unwrap_or_default();
    assert!(policy.contains("frame-src https://www.recaptcha.net"), "{policy}");
    assert_eq!(
        config.expect_status(200)["captcha"],
        json!({ "provider": "recaptcha", "siteKey": "site", "enterprise": true,
            "host": "https://www.recaptcha.net" })
    );
    client.get("/api/auth/captcha").await.expect_error(404, "not_found", None);
    let absent = register_with_captcha(&client, "a@example.com", None).await;
    absent.expect_error(400, "captcha_required", None);
    let bad = register_with_captcha(&client, "a@example.com", Some("bad")).await;
    bad.expect_error(400, "captcha_failed", None);
    register_with_captcha(&client, "a@example.com", Some("good&1")).await.expect_status(201);
    let again = register_with_captcha(&client, "b@example.com", Some("good&1")).await;
    again.expect_error(400, "captcha_failed", None);
    let first: Value = mutex.lock().expect("unpoisoned")[0].clone().into();
    assert_eq!(first, "secret=hidden&response=bad&remoteip=127.0.0.1");
    app.stop().await;
    serving.abort();
}

#[tokio::test]
async fn registration_fails_while_the_provider_is_unavailable() {
    let down = recaptcha_config("http://127.0.0.1:9/siteverify");
    let app = TestApp::start_with(|config| config.captcha = down).await;
    let answer = register_with_captcha(&app.new_client(), "a@example.com", Some("good")).await;
    assert_eq!(answer.header("retry-after"), Some("1"));
    answer.expect_error(503, "captcha_unavailable", None);
    assert!(app.receive_emails("a@example.com").await.is_empty());
    app.stop().await;
}
