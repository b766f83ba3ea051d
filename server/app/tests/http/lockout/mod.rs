//! What a stranger does at an account never locks its owner out.

mod codes;
mod log_ins;
mod resets;

use plumbline::config::Config;
use serde_json::{Value, json};

use crate::accounts::SAM;

use crate::support::{Client, ReceivedEmail, TestApp, TestResponse};

const NEW: &str = "Br4nd-new!";
/// The network addresses of the stranger and of the owner.
const STRANGER: &str = "203.0.113.9";
const HOME: &str = "198.51.100.1";

/// Configures a proxy, so that a test chooses the network addresses of its requests.
fn behind_a_proxy(config: &mut Config) {
    config.trusted_proxies = 1;
}

async fn start_behind_proxy() -> TestApp {
    TestApp::start_with(behind_a_proxy).await
}

async fn post_from(client: &Client, from: &str, path: &str, body: &Value) -> TestResponse {
    let request = client.request(reqwest::Method::POST, &format!("/api/auth/{path}"));
    let request = request.header("x-forwarded-for", from).json(body);
    client.send(request).await
}

/// The same with a solved human check.
async fn post_with_captcha(client: &Client, from: &str, path: &str, body: &Value) -> TestResponse {
    let mut body = body.clone();
    let challenge = client.request(reqwest::Method::GET, "/api/auth/captcha");
    let challenge = client.send(challenge.header("x-forwarded-for", from)).await;
    let solution = plumbline::captcha::altcha::solve(&challenge.expect_status(200));
    body["recaptchaToken"] = solution.expect("a solution").into();
    post_from(client, from, path, &body).await
}

/// One of a stranger's many network addresses.
fn stranger_address(at: usize) -> String {
    format!("203.0.{}.{}", at / 200, at % 200 + 1)
}

fn verify_body(code: &str) -> Value {
    json!({ "email": SAM, "code": code })
}

/// A code other than this one.
fn other_code(code: &str) -> Value {
    verify_body(if code == "000000" { "000001" } else { "000000" })
}

/// The token in the newest email.
async fn newest_token(app: &TestApp) -> String {
    token_in(app.receive_emails(SAM).await.last().expect("a mail"))
}

/// The token in an email.
fn token_in(received_email: &ReceivedEmail) -> String {
    let link = received_email.first_link().expect("a link");
    link.split('=').next_back().expect("a token").to_owned()
}
