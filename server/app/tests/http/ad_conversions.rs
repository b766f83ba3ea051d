//! Conversions: reported only if the person consents, under the right identity, to a stand-in for the advertising
//! account over HTTP.

use std::sync::{Arc, Mutex};

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use plumbline::clock::DAY;
use plumbline::config::AdConversionsConfig;
use plumbline::ids::sha256_hex;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Client, PASSWORD, TestApp, TestResponse};

/// What the account received, and its responses.
#[derive(Clone)]
struct AdvertisingAccount {
    received: Arc<Mutex<Vec<(String, Value)>>>,
    answers: Arc<Mutex<StatusCode>>,
}

impl AdvertisingAccount {
    fn received_events(&self) -> Vec<(String, Value)> {
        self.received.lock().expect("unpoisoned").clone()
    }
}

async fn receive_event(
    State(account): State<AdvertisingAccount>,
    Path(pixel): Path<String>,
    axum::Json(body): axum::Json<Value>,
) -> StatusCode {
    account.received.lock().expect("unpoisoned").push((pixel, body));
    *account.answers.lock().expect("unpoisoned")
}

/// A server whose operator has an advertising account.
async fn start_with_advertising() -> (TestApp, AdvertisingAccount) {
    let account =
        AdvertisingAccount { received: Arc::default(), answers: Arc::new(Mutex::new(StatusCode::OK)) };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await;
    let listener = listener.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router =
        axum::Router::new().route("/v21.0/{pixel}/events", post(receive_event)).with_state(account.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let app = TestApp::start_with(|config| {
        config.ad_conversions = Some(AdConversionsConfig {
            pixel: "123".into(),
            token: "hidden".into(),
            api_base: format!("http://{address}").parse().expect("an address"),
        });
    });
    (app.await, account)
}

async fn report_conversion(client: &Client, cookies: &str, body: &Value) -> TestResponse {
    let request = client
        .request(Method::POST, "/api/facebook-conversion")
        .header("cookie", cookies)
        .header("user-agent", "Browser of the test")
        .json(body);
    client.send(request).await
}

fn registration_body() -> Value {
    json!({
        "eventName": "CompleteRegistration", "eventId": "one", "userId": "u1",
        "data": { "value": "0.00", "email": " Sam@Example.com ", "contentName": "Account",
            "contentCategory": "account", "sourceUrl": "https://quotes.example/register" }
    })
}

const CONSENT_COOKIE: &str = "plumbline_consent=given.analytics.marketing";

#[tokio::test]
async fn a_registration_is_reported_with_hashes_instead_of_personal_data() {
    let (app, account) = start_with_advertising().await;
    let client = app.new_client();
    let config = client.get("/api/auth/config").await.expect_status(200);
    assert_eq!(config["conversions"], true);
    let response = report_conversion(&client, CONSENT_COOKIE, &registration_body()).await.expect_status(200);
    assert_eq!(response, json!({ "destination": "meta" }));
    assert!(account.received_events().is_empty(), "nobody waits for it");
    app.run_jobs().await;
    let (pixel, body) = account.received_events().remove(0);
    assert_eq!((&*pixel, &body["access_token"]), ("123", &json!("hidden")));
    let event = &body["data"][0];
    assert_eq!(event["event_name"], "CompleteRegistration");
    assert_eq!(event["event_id"], "one");
    assert_eq!(event["action_source"], "website");
    assert_eq!(event["event_source_url"], "https://quotes.example/register");
    let person = json!({
        "client_user_agent": "Browser of the test",
        "em": [sha256_hex("sam@example.com")],
        "external_id": [sha256_hex("u1")],
    });
    assert_eq!(event["user_data"], person);
    let about = json!({ "value": 0.0, "currency": "GBP", "content_name": "Account",
        "content_category": "account" });
    assert_eq!(event["custom_data"], about);
    assert!(!body.to_string().contains("xample.com\""), "{body}");
    app.stop().await;
}

#[tokio::test]
async fn nothing_is_reported_without_consent() {
    let (app, account) = start_with_advertising().await;
    let client = app.new_client();
    for cookies in [
        "",
        "plumbline_consent=given",
        "plumbline_consent=given.analytics",
        "plumbline_consent=marketing",
        "plumbline_consent={",
        "other=given.marketing",
    ] {
        let body = report_conversion(&client, cookies, &registration_body()).await.expect_status(200);
        assert_eq!(body["destination"], "none", "{cookies}");
    }
    app.run_jobs().await;
    assert!(account.received_events().is_empty());
    app.stop().await;
}

#[tokio::test]
async fn nothing_is_reported_without_an_advertising_account() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let config = client.get("/api/auth/config").await.expect_status(200);
    assert_eq!(config["conversions"], false);
    assert_eq!(config["installedConsent"], "ask");
    let body = report_conversion(&client, CONSENT_COOKIE, &registration_body()).await.expect_status(200);
    assert_eq!(body["destination"], "none");
    app.stop().await;
    let app = TestApp::start_with(|config| config.installed_consent = true).await;
    let config = app.new_client().get("/api/auth/config").await.expect_status(200);
    assert_eq!(config["installedConsent"], "granted");
    app.stop().await;
}

#[tokio::test]
async fn a_session_reports_its_own_account_and_a_visitor_no_purchase() {
    let (app, account) = start_with_advertising().await;
    app.sign_up("jo@example.com").await;
    let client = app.new_client();
    let body = json!({ "username": "jo@example.com", "password": PASSWORD });
    let answer = client.post("/api/auth/login", &body).await;
    let session = answer.header("set-cookie").expect("a cookie");
    let session = session.split(';').next().expect("a cookie").to_owned();
    let user = answer.expect_status(200);
    let mut bought = registration_body();
    bought["eventName"] = json!("Purchase");
    report_conversion(&client, CONSENT_COOKIE, &bought).await.expect_error(401, "no_session", None);
    let cookies = format!("{session}; {CONSENT_COOKIE}");
    report_conversion(&client, &cookies, &bought).await.expect_status(200);
    app.run_jobs().await;
    let (_, body) = account.received_events().remove(0);
    let person = &body["data"][0]["user_data"];
    assert_eq!(person["em"], json!([sha256_hex("jo@example.com")]));
    let id = user["id"].as_str().expect("an id");
    assert_eq!(person["external_id"], json!([sha256_hex(id)]));
    app.stop().await;
}

#[tokio::test]
async fn temporary_failures_are_retried_and_refusals_are_not() {
    let (app, account) = start_with_advertising().await;
    let client = app.new_client();
    *account.answers.lock().expect("unpoisoned") = StatusCode::SERVICE_UNAVAILABLE;
    report_conversion(&client, CONSENT_COOKIE, &registration_body()).await.expect_status(200);
    app.run_jobs().await;
    assert_eq!(account.received_events().len(), 1);
    *account.answers.lock().expect("unpoisoned") = StatusCode::OK;
    app.clock.advance(DAY);
    app.run_jobs().await;
    app.run_jobs().await;
    assert_eq!(account.received_events().len(), 2, "once more, and no more than that");
    *account.answers.lock().expect("unpoisoned") = StatusCode::BAD_REQUEST;
    report_conversion(&client, CONSENT_COOKIE, &registration_body()).await.expect_status(200);
    app.run_jobs().await;
    app.clock.advance(DAY);
    app.run_jobs().await;
    assert_eq!(account.received_events().len(), 3);
    app.stop().await;
}

#[tokio::test]
async fn errors_name_the_invalid_field() {
    let (app, _) = start_with_advertising().await;
    let client = app.new_client();
    for (path, wrong, status, field) in [
        ("/eventName", json!("Refund"), 400, "eventName"),
        ("/eventId", json!(" "), 422, "eventId"),
        ("/eventId", json!("x".repeat(101)), 422, "eventId"),
        ("/data/value", json!("-0.01"), 422, "data.value"),
        ("/data/value", json!("much"), 400, "data.value"),
        ("/data/sourceUrl", json!("x".repeat(2_001)), 422, "data.sourceUrl"),
    ] {
        let mut body = registration_body();
        *body.pointer_mut(path).expect("a field") = wrong;
        let answer = report_conversion(&client, CONSENT_COOKIE, &body).await;
        assert_eq!(answer.status.as_u16(), status, "{}", answer.text);
        let errors = answer.json()["errors"].clone();
        assert_eq!(errors[0]["path"], field, "{errors}");
    }
    let mut dollars = registration_body();
    dollars["data"]["currency"] = json!("USD");
    let answer = report_conversion(&client, CONSENT_COOKIE, &dollars).await;
    answer.expect_error(422, "rule_broken", Some("data.currency"));
    app.stop().await;
}
