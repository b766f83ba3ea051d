//! Every route of accounts has a limit for each network address and account, and says when to try again.

use plumbline::clock::MINUTE;
use plumbline::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Client, PASSWORD, TestApp, TestResponse};

/// The id of no account.
const UNKNOWN_ID: &str = "01933333-3333-7333-8333-333333333333";

/// A request that can be repeated; `at` is its number.
struct RepeatedRequest {
    client: Client,
    method: Method,
    path: String,
    body: Value,
    address: String,
}

impl RepeatedRequest {
    /// A request from this client and address, without a body.
    fn new(client: &Client, method: Method, path: &str) -> Self {
        Self {
            client: client.clone(),
            method,
            path: path.to_owned(),
            body: Value::Null,
            address: "203.0.113.1".to_owned(),
        }
    }

    fn post(client: &Client, path: &str, body: Value) -> Self {
        Self { body, ..Self::new(client, Method::POST, path) }
    }

    /// The request from a network address of its own.
    fn with_address(self, at: usize) -> Self {
        Self { address: format!("198.51.{}.{}", at / 200, at % 200 + 1), ..self }
    }

    async fn send(self) -> TestResponse {
        let request = self.client.request(self.method, &self.path);
        let request = request.header("x-forwarded-for", self.address);
        let request = match self.body {
            Value::Null => request,
            body => request.json(&body),
        };
        self.client.send(request).await
    }
}

/// Configures a proxy, so that a test chooses the network addresses of its requests.
fn behind_a_proxy(config: &mut Config) {
    config.trusted_proxies = 1;
}

#[track_caller]
fn assert_limited(answer: TestResponse, what: &str) {
    let wait: u64 = answer
        .header("retry-after")
        .and_then(|text| text.parse().ok())
        .unwrap_or_else(|| panic!("{what}: no Retry-After, {}", answer.status));
    assert!((1..=3600).contains(&wait), "{what}: {wait}");
    answer.expect_error(429, "too_many_requests", None);
}

/// Checks that `allowed` of these requests pass, whatever else their response is, and the next is refused.
async fn assert_limit(allowed: usize, what: &str, ask: impl Fn(usize) -> RepeatedRequest) {
    for at in 0..allowed {
        let answer = ask(at).send().await;
        assert_ne!(answer.status.as_u16(), 429, "{what}: the {at}th is refused");
    }
    assert_limited(ask(allowed).send().await, what);
}

fn email(at: usize) -> String {
    format!("x{at}@example.com")
}

#[tokio::test]
async fn a_network_address_has_a_limit_on_every_open_route() {
    let app = TestApp::start_with(behind_a_proxy).await;
    let client = app.new_client();
    let by_address = [
        "login",
        "register",
        "verify-email",
        "send-verification",
        "forgot-password",
        "reset-password",
        "pin/login",
    ];
    for route in by_address {
        let path = format!("/api/auth/{route}");
        let (allowed, body): (usize, fn(usize) -> Value) = match route {
            "login" => (30, |at| json!({ "username": email(at), "password": "Wrong-1234" })),
            "register" => (10, |at| json!({ "name": "Sam", "email": email(at), "password": PASSWORD })),
            "verify-email" => (30, |at| json!({ "email": email(at), "code": "123456" })),
            "send-verification" => (20, |at| json!({ "email": email(at) })),
            "forgot-password" => (20, |at| json!({ "email": email(at) })),
            "reset-password" => (30, |at| json!({ "token": format!("t{at}"), "newPassword": "Br4nd-new!" })),
            _ => (30, |at| json!({ "userId": format!("01933333-3333-7333-8333-{at:012}"), "pin": "8305" })),
        };
        assert_limit(allowed, route, |at| RepeatedRequest::post(&client, &path, body(at))).await;
        // Somebody elsewhere is not held back.
        let other = RepeatedRequest::post(&client, &path, body(1000)).with_address(0);
        let other = other.send().await;
        assert_ne!(other.status.as_u16(), 429, "{route}");
    }
    assert_limit(120, "captcha", |_| RepeatedRequest::new(&client, Method::GET, "/api/auth/captcha")).await;
    app.stop().await;
}

#[tokio::test]
async fn a_network_address_has_a_limit_on_reading_the_session() {
    let app = TestApp::start_with(behind_a_proxy).await;
    let client = app.new_client();
    // Nobody is signed in: it is counted all the same.
    assert_limit(600, "me", |_| RepeatedRequest::new(&client, Method::GET, "/api/auth/me")).await;
    for (method, path) in [(Method::POST, "/api/auth/logout"), (Method::GET, "/api/auth/config")] {
        assert_limited(RepeatedRequest::new(&client, method, path).send().await, path);
    }
    app.stop().await;
}

#[tokio::test]
async fn a_network_address_has_a_limit_on_every_action_of_a_customer() {
    let app = TestApp::start_with(behind_a_proxy).await;
    let client = app.new_client();
    let quotes = ["accept", "decline", "cancel", "opened"].map(|act| format!("quotes/public/x/{act}"));
    let withdraw = format!("payment/{UNKNOWN_ID}/withdraw");
    let invoices = ["payment", &withdraw, "stripe-checkout"].map(|act| format!("invoices/public/x/{act}"));
    assert_limit(60, "links", |_| RepeatedRequest::post(&client, "/api/quotes/public/x/decline", json!({})))
        .await;
    for path in quotes.iter().chain(&invoices) {
        let repeated_request = RepeatedRequest::post(&client, &format!("/api/{path}"), json!({}));
        assert_limited(repeated_request.send().await, path);
    }
    app.stop().await;
}

/// The account's own routes. Their bodies don't matter once the limit is reached.
fn settings_routes() -> Vec<(Method, String)> {
    [
        (Method::GET, "/api/account"),
        (Method::PUT, "/api/account"),
        (Method::DELETE, "/api/account"),
        (Method::POST, "/api/account/email"),
        (Method::DELETE, "/api/account/email"),
        (Method::POST, "/api/account/email/verify"),
        (Method::POST, "/api/account/password"),
        (Method::GET, "/api/account/sessions"),
        (Method::DELETE, "/api/account/sessions"),
        (Method::POST, "/api/account/export"),
        (Method::GET, "/api/account/export"),
        (Method::POST, "/api/auth/pin/setup"),
        (Method::DELETE, "/api/auth/pin"),
        (Method::POST, "/api/auth/confirm-password"),
    ]
    .map(|(method, path)| (method, path.to_owned()))
    .into_iter()
    .chain([
        (Method::DELETE, format!("/api/account/sessions/{UNKNOWN_ID}")),
        (Method::GET, format!("/api/account/export/{UNKNOWN_ID}/file")),
    ])
    .collect()
}

#[tokio::test]
async fn a_network_address_has_a_limit_on_every_settings_route() {
    let app = TestApp::start_with(behind_a_proxy).await;
    let client = app.new_client();
    // Nobody is signed in: it is counted all the same.
    assert_limit(300, "settings", |_| RepeatedRequest::new(&client, Method::GET, "/api/account")).await;
    for (method, path) in settings_routes() {
        let response = RepeatedRequest::new(&client, method.clone(), &path).send().await;
        assert_limited(response, &format!("{method} {path}"));
    }
    app.stop().await;
}

#[tokio::test]
async fn an_account_has_a_limit_on_every_route_of_the_settings() {
    let app = TestApp::start_with(behind_a_proxy).await;
    let client = app.sign_up("sam@example.com").await;
    assert_limit(120, "settings", |at| {
        RepeatedRequest::new(&client, Method::GET, "/api/account").with_address(at)
    })
    .await;
    for (at, (method, path)) in settings_routes().into_iter().enumerate() {
        let repeated_request = RepeatedRequest::new(&client, method.clone(), &path).with_address(500 + at);
        assert_limited(repeated_request.send().await, &format!("{method} {path}"));
    }
    let jo = app.sign_up("jo@example.com").await;
    jo.get("/api/account").await.expect_status(200);
    app.stop().await;
}

/// The same request again and again, each time from another network address.
fn repeat_request(
    client: &Client,
    path: &'static str,
    body: impl Fn(usize) -> Value,
) -> impl Fn(usize) -> RepeatedRequest {
    let client = client.clone();
    move |at| RepeatedRequest::post(&client, path, body(at)).with_address(at)
}

#[tokio::test]
async fn an_account_has_a_limit_on_log_ins_with_a_solved_check() {
    let app = TestApp::start_with(behind_a_proxy).await;
    let client = app.new_client();
    let nobody = "nobody@example.com";
    // The check is asked for after three, and lets as many pass as one address has.
    for (path, allowed) in [("/api/auth/login", 13), ("/api/auth/forgot-password", 8)] {
        let mut solutions = Vec::new();
        for _ in 0..=allowed {
            solutions.push(client.solve_captcha().await);
        }
        assert_limit(allowed, path, |at| {
            let mut body = json!({ "recaptchaToken": solutions[at] });
            match path {
                "/api/auth/login" => {
                    body["username"] = nobody.into();
                    body["password"] = "Wrong-1234".into();
                }
                _ => body["email"] = nobody.into(),
            }
            RepeatedRequest::post(&client, path, body)
        })
        .await;
    }
    app.stop().await;
}

#[tokio::test]
async fn an_account_has_a_limit_on_registrations_and_codes() {
    let app = TestApp::start_with(behind_a_proxy).await;
    let client = app.new_client();
    let email = "sam@example.com";
    let mut solutions = Vec::new();
    for _ in 0..11 {
        solutions.push(client.solve_captcha().await);
    }
    let register = repeat_request(&client, "/api/auth/register", |at| {
        json!({ "name": "Sam", "email": email, "password": PASSWORD,
            "recaptchaToken": solutions[at] })
    });
    assert_limit(10, "register", register).await;

    // The browser that registered is a known device; this one is not. A minute apart they are counted
    // by the hour.
    let client = app.new_client();
    let resend = async |human: bool| {
        let mut body = json!({ "email": email });
        if human {
            body["recaptchaToken"] = client.solve_captcha().await.into();
        }
        let repeated_request = RepeatedRequest::post(&client, "/api/auth/send-verification", body);
        repeated_request.send().await
    };
    for _ in 0..6 {
        resend(false).await.expect_status(200);
        assert_limited(resend(false).await, "resend");
        app.clock.advance(MINUTE);
    }
    for _ in 0..6 {
        let answer = resend(false).await;
        answer.expect_error(400, "captcha_required", Some("recaptchaToken"));
        resend(true).await.expect_status(200);
        assert_limited(resend(true).await, "resend with the check");
        app.clock.advance(MINUTE);
    }
    assert_limited(resend(true).await, "resend by the hour");

    // Tries at the code are five an hour, and five with the check; trying on and on is refused before
    // they are counted.
    let verify = async |human: bool| {
        let mut body = json!({ "email": email, "code": "000000" });
        if human {
            body["recaptchaToken"] = client.solve_captcha().await.into();
        }
        let repeated_request = RepeatedRequest::post(&client, "/api/auth/verify-email", body);
        repeated_request.send().await
    };
    for at in 0..10 {
        let answer = verify(at >= 5).await;
        answer.expect_error(400, "invalid_code", Some("code"));
    }
    for _ in 10..15 {
        let body = verify(true).await;
        let body = body.expect_error(429, "too_many_requests", None);
        assert!(body["message"].as_str().is_some_and(|text| text.starts_with("Too many wrong codes")));
    }
    let answer = verify(true).await;
    assert_eq!(answer.json()["message"], "Too many attempts. Please try again later.");
    assert_limited(answer, "verify");
    app.stop().await;
}

#[tokio::test]
async fn an_account_has_a_limit_on_reading_the_session() {
    let app = TestApp::start_with(behind_a_proxy).await;
    let client = app.sign_up("sam@example.com").await;
    assert_limit(600, "me", |at| RepeatedRequest::new(&client, Method::GET, "/api/auth/me").with_address(at))
        .await;
    app.stop().await;
}
