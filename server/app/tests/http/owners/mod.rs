//! What a stranger does at an account keeps its owner out of nothing.

mod codes;
mod log_ins;
mod resets;

use plumbline::config::Config;
use serde_json::{Value, json};

use crate::accounts::SAM;

use crate::support::{Answer, Client, Letter, TestApp};

const NEW: &str = "Br4nd-new!";
/// Where the stranger is, and where the owner.
const STRANGER: &str = "203.0.113.9";
const HOME: &str = "198.51.100.1";

/// Behind a proxy, so that a test chooses where its requests come from.
fn behind_a_proxy(config: &mut Config) {
    config.trusted_proxies = 1;
}

async fn start() -> TestApp {
    TestApp::start_with(behind_a_proxy).await
}

async fn post(client: &Client, from: &str, path: &str, body: &Value) -> Answer {
    let request = client.request(reqwest::Method::POST, &format!("/api/auth/{path}"));
    let request = request.header("x-forwarded-for", from).json(body);
    client.send(request).await
}

/// The same with a solved check.
async fn checked(client: &Client, from: &str, path: &str, body: &Value) -> Answer {
    let mut body = body.clone();
    let challenge = client.request(reqwest::Method::GET, "/api/auth/captcha");
    let challenge = client.send(challenge.header("x-forwarded-for", from)).await;
    let solution = plumbline::captcha::altcha::solve(&challenge.expect(200));
    body["recaptchaToken"] = solution.expect("a solution").into();
    post(client, from, path, &body).await
}

/// An address of a stranger's many.
fn somewhere(at: usize) -> String {
    format!("203.0.{}.{}", at / 200, at % 200 + 1)
}

fn verify(code: &str) -> Value {
    json!({ "email": SAM, "code": code })
}

/// A code that is not this one.
fn another(code: &str) -> Value {
    verify(if code == "000000" { "000001" } else { "000000" })
}

/// The token in the newest mail.
async fn token(app: &TestApp) -> String {
    token_of(app.mails(SAM).await.last().expect("a mail"))
}

/// The token in a mail.
fn token_of(letter: &Letter) -> String {
    let link = letter.link().expect("a link");
    link.split('=').next_back().expect("a token").to_owned()
}
