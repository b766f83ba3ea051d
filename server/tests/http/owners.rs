//! What a stranger does at an account keeps its owner out of nothing.

use plumbline::clock::{HOUR, MINUTE};
use plumbline::config::Config;
use serde_json::{Value, json};

use crate::accounts::{SAM, login};
use crate::support::{Answer, Client, PASSWORD, TestApp};

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

#[tokio::test]
async fn ten_wrong_log_ins_of_a_stranger_keep_no_owner_out() {
    let app = start().await;
    let owner = app.sign_up(SAM).await;
    owner.post_empty("/api/auth/logout").await.expect(200);
    let stranger = app.client();
    for _ in 0..3 {
        let answer = post(&stranger, STRANGER, "login", &login(SAM, "Wrong1234")).await;
        answer.refused(401, "wrong_credentials", None);
    }
    for _ in 0..10 {
        let bare = post(&stranger, STRANGER, "login", &login(SAM, "Wrong1234")).await;
        bare.refused(400, "captcha_required", Some("recaptchaToken"));
        let answer = checked(&stranger, STRANGER, "login", &login(SAM, "Wrong1234")).await;
        answer.refused(401, "wrong_credentials", None);
    }
    // The stranger has to wait, with a check and without.
    let answer = checked(&stranger, STRANGER, "login", &login(SAM, PASSWORD)).await;
    answer.refused(429, "too_many_requests", None);

    // The owner does not: on her own device as if nothing had been, on another one with the check.
    let known = post(&owner, HOME, "login", &login(SAM, PASSWORD)).await;
    assert_eq!(known.expect(200)["email"], SAM);
    let new = app.client();
    let bare = post(&new, HOME, "login", &login(SAM, PASSWORD)).await;
    bare.refused(400, "captcha_required", Some("recaptchaToken"));
    let body = checked(&new, HOME, "login", &login(SAM, PASSWORD)).await;
    assert_eq!(body.expect(200)["email"], SAM);
    app.stop().await;
}

#[tokio::test]
async fn a_known_device_signs_in_beside_a_stranger_on_one_network() {
    let app = start().await;
    let owner = app.sign_up(SAM).await;
    owner.post_empty("/api/auth/logout").await.expect(200);
    let stranger = app.client();
    for at in 0..30 {
        let body = login(&format!("x{at}@example.com"), "Wrong1234");
        post(&stranger, STRANGER, "login", &body).await;
    }
    let answer = post(&stranger, STRANGER, "login", &login(SAM, PASSWORD)).await;
    answer.refused(429, "too_many_requests", None);
    let answer = post(&owner, STRANGER, "login", &login(SAM, PASSWORD)).await;
    assert_eq!(answer.expect(200)["email"], SAM);

    // Its own mistakes count for it, and for nobody else; another account does not know it.
    for at in 0..4 {
        let answer = post(&owner, HOME, "login", &login(SAM, "Wrong1234")).await;
        match at {
            0..3 => answer.refused(401, "wrong_credentials", None),
            _ => answer.refused(400, "captcha_required", Some("recaptchaToken")),
        };
    }
    let new = app.client();
    let answer = post(&new, HOME, "login", &login(SAM, PASSWORD)).await;
    assert_eq!(answer.expect(200)["email"], SAM);
    let jo = login("jo@example.com", "Wrong1234");
    let answer = post(&owner, STRANGER, "login", &jo).await;
    answer.refused(429, "too_many_requests", None);
    app.stop().await;
}

#[tokio::test]
async fn strangers_guess_so_often_and_a_link_still_opens() {
    let app = start().await;
    let owner = app.sign_up(SAM).await;
    let stranger = app.client();
    for at in 0..3 {
        post(&stranger, &somewhere(at), "login", &login(SAM, "Wrong1234")).await;
    }
    for at in 0..200 {
        let from = somewhere(at / 10);
        let answer = checked(&stranger, &from, "login", &login(SAM, "Wrong1234")).await;
        answer.refused(401, "wrong_credentials", None);
    }
    // However many addresses they come from: no further guess is looked at.
    let answer = checked(&stranger, &somewhere(900), "login", &login(SAM, PASSWORD)).await;
    let told = answer.refused(429, "known_devices_only", None);
    assert_eq!(
        told["message"],
        "Too many login attempts. Log in on a device that you have used before, or ask for a link \
         to a new password."
    );
    // Both ways that the sentence names are open.
    let answer = post(&owner, HOME, "login", &login(SAM, PASSWORD)).await;
    assert_eq!(answer.expect(200)["email"], SAM);
    let new = app.client();
    let body = json!({ "email": SAM });
    post(&new, HOME, "forgot-password", &body).await.expect(200);
    let body = json!({ "token": token(&app).await, "newPassword": NEW });
    post(&new, HOME, "reset-password", &body).await.expect(200);
    let answer = post(&new, HOME, "login", &login(SAM, NEW)).await;
    assert_eq!(answer.expect(200)["email"], SAM);
    app.stop().await;
}

/// The token in the newest mail.
async fn token(app: &TestApp) -> String {
    let letters = app.mails(SAM).await;
    let link = letters.last().and_then(|letter| letter.link());
    let link = link.expect("a link");
    link.split('=').next_back().expect("a token").to_owned()
}

#[tokio::test]
async fn five_wrong_codes_of_a_stranger_use_up_nobody_elses() {
    let app = start().await;
    let owner = app.client();
    app.register(&owner, SAM).await;
    let code = app.code(SAM).await;
    let stranger = app.client();
    let wrong = another(&code);
    for _ in 0..5 {
        let answer = post(&stranger, STRANGER, "verify-email", &wrong).await;
        answer.refused(400, "invalid_code", Some("code"));
    }
    // More of them take a check, and end as well.
    let answer = post(&stranger, STRANGER, "verify-email", &wrong).await;
    answer.refused(400, "captcha_required", Some("recaptchaToken"));
    for _ in 0..5 {
        let answer = checked(&stranger, STRANGER, "verify-email", &wrong).await;
        answer.refused(400, "invalid_code", Some("code"));
    }
    let answer = checked(&stranger, STRANGER, "verify-email", &verify(&code)).await;
    answer.refused(429, "too_many_requests", None);

    // Elsewhere the check is enough; the browser that registered needs none.
    let phone = app.client();
    let answer = post(&phone, HOME, "verify-email", &verify(&code)).await;
    answer.refused(400, "captcha_required", Some("recaptchaToken"));
    let answer = checked(&phone, HOME, "verify-email", &wrong).await;
    answer.refused(400, "invalid_code", Some("code"));
    let answer = post(&owner, STRANGER, "verify-email", &verify(&code)).await;
    answer.expect(200);
    app.stop().await;
}

#[tokio::test]
async fn with_a_check_a_code_is_entered_on_another_device() {
    let app = start().await;
    app.register(&app.client(), SAM).await;
    let code = app.code(SAM).await;
    for _ in 0..5 {
        let answer = post(&app.client(), STRANGER, "verify-email", &another(&code)).await;
        answer.refused(400, "invalid_code", Some("code"));
    }
    let answer = checked(&app.client(), HOME, "verify-email", &verify(&code)).await;
    answer.expect(200);
    app.stop().await;
}

#[tokio::test]
async fn however_many_strangers_there_are_fifty_codes_are_looked_at() {
    let app = start().await;
    let owner = app.client();
    app.register(&owner, SAM).await;
    let code = app.code(SAM).await;
    let stranger = app.client();
    for at in 0..50 {
        let from = somewhere(at);
        let answer = checked(&stranger, &from, "verify-email", &another(&code)).await;
        answer.refused(400, "invalid_code", Some("code"));
    }
    let answer = checked(&stranger, &somewhere(60), "verify-email", &verify(&code)).await;
    let told = answer.refused(429, "too_many_requests", None);
    assert!(
        told["message"]
            .as_str()
            .is_some_and(|text| text.starts_with("Too many wrong codes"))
    );
    // The browser that registered has its own five, and strangers have as many again in an hour.
    for _ in 0..4 {
        let answer = post(&owner, HOME, "verify-email", &another(&code)).await;
        answer.refused(400, "invalid_code", Some("code"));
    }
    post(&owner, HOME, "verify-email", &verify(&code))
        .await
        .expect(200);
    app.stop().await;
}

#[tokio::test]
async fn five_requests_of_a_stranger_keep_nobody_from_a_new_password() {
    let app = start().await;
    let owner = app.sign_up(SAM).await;
    let stranger = app.client();
    let body = json!({ "email": SAM });
    for _ in 0..3 {
        let answer = post(&stranger, STRANGER, "forgot-password", &body).await;
        answer.expect(200);
    }
    for _ in 0..5 {
        let answer = checked(&stranger, STRANGER, "forgot-password", &body).await;
        answer.expect(200);
    }
    let answer = checked(&stranger, STRANGER, "forgot-password", &body).await;
    answer.refused(429, "too_many_requests", None);

    let before = app.mails(SAM).await.len();
    let new = app.client();
    let answer = post(&new, HOME, "forgot-password", &body).await;
    answer.refused(400, "captcha_required", Some("recaptchaToken"));
    let answer = checked(&new, HOME, "forgot-password", &body).await;
    answer.expect(200);
    let answer = post(&owner, HOME, "forgot-password", &body).await;
    answer.expect(200);
    assert_eq!(app.mails(SAM).await.len(), before + 2);
    let body = json!({ "token": token(&app).await, "newPassword": NEW });
    post(&new, HOME, "reset-password", &body).await.expect(200);
    app.stop().await;
}

#[tokio::test]
async fn a_link_serves_beside_a_stranger_who_guesses_at_one() {
    let app = start().await;
    app.sign_up(SAM).await;
    let client = app.client();
    let body = json!({ "email": SAM });
    post(&client, HOME, "forgot-password", &body)
        .await
        .expect(200);
    let guess = json!({ "token": "guessed", "newPassword": NEW });
    for _ in 0..30 {
        let answer = post(&app.client(), HOME, "reset-password", &guess).await;
        answer.refused(400, "invalid_token", Some("token"));
    }
    let answer = post(&app.client(), HOME, "reset-password", &guess).await;
    answer.refused(429, "too_many_requests", None);
    let body = json!({ "token": token(&app).await, "newPassword": NEW });
    post(&client, HOME, "reset-password", &body)
        .await
        .expect(200);
    app.stop().await;
}

#[tokio::test]
async fn what_strangers_ask_for_is_mailed_so_often_only() {
    let app = start().await;
    app.sign_up(SAM).await;
    let owner = app.client();
    app.register(&owner, "jo@example.com").await;
    let before = app.mails(SAM).await.len();
    // 3 free ones, 20 with a check, from as many addresses as there may be.
    for at in 0..30 {
        let body = json!({ "email": SAM });
        checked(&app.client(), &somewhere(at), "forgot-password", &body).await;
        let body = json!({ "email": "jo@example.com" });
        checked(&app.client(), &somewhere(at), "send-verification", &body).await;
    }
    assert_eq!(app.mails(SAM).await.len(), before + 23);
    // The registration's, 6 free ones, 12 with a check.
    assert_eq!(app.mails("jo@example.com").await.len(), 19);
    // And the browser that registered asks for its own.
    let body = json!({ "email": "jo@example.com" });
    post(&owner, HOME, "send-verification", &body)
        .await
        .expect(200);
    let code = app.code("jo@example.com").await;
    let body = json!({ "email": "jo@example.com", "code": code });
    post(&owner, HOME, "verify-email", &body).await.expect(200);
    app.stop().await;
}

#[tokio::test]
async fn a_stranger_keeps_nobody_from_another_code() {
    let app = start().await;
    let owner = app.client();
    app.register(&owner, SAM).await;
    let body = json!({ "email": SAM });
    for _ in 0..6 {
        let answer = post(&app.client(), STRANGER, "send-verification", &body).await;
        answer.expect(200);
        app.clock.advance(MINUTE);
    }
    let answer = post(&app.client(), STRANGER, "send-verification", &body).await;
    answer.refused(400, "captcha_required", Some("recaptchaToken"));
    // Asked for the check, one comes again with it at once.
    let phone = app.client();
    let answer = post(&phone, HOME, "send-verification", &body).await;
    answer.refused(400, "captcha_required", Some("recaptchaToken"));
    let answer = checked(&phone, HOME, "send-verification", &body).await;
    answer.expect(200);
    let answer = post(&owner, HOME, "send-verification", &body).await;
    answer.expect(200);
    let code = app.code(SAM).await;
    let answer = post(&phone, HOME, "verify-email", &verify(&code)).await;
    answer.expect(200);
    app.stop().await;
}

#[tokio::test]
async fn pins_of_a_stranger_keep_no_device_out() {
    let app = start().await;
    let owner = app.sign_up(SAM).await;
    let body = json!({ "pin": "8305" });
    owner.post("/api/auth/pin/setup", &body).await.expect(200);
    let id = owner.get("/api/auth/me").await.expect(200)["id"].clone();
    owner.post_empty("/api/auth/logout").await.expect(200);
    let pin = json!({ "userId": id, "pin": "8305" });
    // From one address, the owner's own among them, and from many.
    for at in 0..40 {
        for from in [somewhere(at), HOME.to_owned()] {
            post(&app.client(), &from, "pin/login", &pin).await;
        }
    }
    let answer = post(&app.client(), HOME, "pin/login", &pin).await;
    answer.refused(429, "too_many_requests", None);
    let answer = post(&owner, HOME, "pin/login", &pin).await;
    assert_eq!(answer.expect(200)["email"], SAM);
    app.stop().await;
}

#[tokio::test]
async fn an_hour_later_strangers_are_forgotten() {
    let app = start().await;
    app.sign_up(SAM).await;
    let stranger = app.client();
    for _ in 0..3 {
        let answer = post(&stranger, STRANGER, "login", &login(SAM, "Wrong1234")).await;
        answer.refused(401, "wrong_credentials", None);
    }
    app.clock.advance(HOUR);
    let answer = post(&app.client(), HOME, "login", &login(SAM, PASSWORD)).await;
    assert_eq!(answer.expect(200)["email"], SAM);
    app.stop().await;
}
