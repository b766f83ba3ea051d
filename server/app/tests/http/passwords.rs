//! Forgotten, reset, confirmed and changed passwords.

use plumbline::clock::{MINUTE, SECOND};
use serde_json::{Value, json};

use crate::support::{Answer, Client, PASSWORD, TestApp};

const SAM: &str = "sam@example.com";
const NEW: &str = "Br4nd-new!";

async fn forgot(client: &Client, email: &str) -> Answer {
    let body = json!({ "email": email });
    client.post("/api/auth/forgot-password", &body).await
}

async fn token(app: &TestApp, email: &str) -> String {
    let letters = app.mails(email).await;
    let link = letters
        .last()
        .and_then(|letter| letter.link())
        .expect("a link");
    let start = app.url("/reset-password?token=");
    link.strip_prefix(&start).expect("our own link").to_owned()
}

async fn reset(client: &Client, token: &str, password: &str) -> Answer {
    let body = json!({ "token": token, "newPassword": password });
    client.post("/api/auth/reset-password", &body).await
}

async fn login(client: &Client, password: &str) -> Answer {
    let body = json!({ "username": SAM, "password": password });
    client.post("/api/auth/login", &body).await
}

#[tokio::test]
async fn a_link_sets_a_new_password_once_and_signs_everybody_out() {
    let app = TestApp::start().await;
    let signed_in = app.sign_up(SAM).await;
    let user = signed_in.get("/api/auth/me").await.expect(200);
    let body = json!({ "pin": "8305" });
    signed_in
        .post("/api/auth/pin/setup", &body)
        .await
        .expect(200);

    let client = app.client();
    // Whatever the Host header says, the link is ours.
    let request = client
        .request(reqwest::Method::POST, "/api/auth/forgot-password")
        .header("host", "evil.example")
        .header("x-forwarded-host", "evil.example")
        .json(&json!({ "email": "SAM@example.com" }));
    client.send(request).await.expect(200);
    let token = token(&app, SAM).await;
    let letters = app.mails(SAM).await;
    let letter = letters.last().expect("a mail");
    assert!(!letter.raw.contains("evil.example"));
    assert!(letter.html.contains(&token) && letter.text.contains("60 minutes"));

    let weak = reset(&client, &token, "Abcdefg1").await;
    let weak = weak.refused(400, "invalid_input", Some("newPassword"));
    assert_eq!(
        weak["message"],
        "Password does not meet security requirements"
    );
    reset(&client, "", NEW)
        .await
        .refused(400, "invalid_token", Some("token"));
    let wrong = reset(&client, "x", NEW)
        .await
        .refused(400, "invalid_token", Some("token"));
    assert_eq!(wrong["message"], "Invalid reset token");

    reset(&client, &token, NEW).await.expect(200);
    reset(&client, &token, NEW)
        .await
        .refused(400, "invalid_token", None);
    signed_in
        .get("/api/auth/me")
        .await
        .refused(401, "session_expired", None);
    let body = json!({ "userId": user["id"], "pin": "8305" });
    let answer = signed_in.post("/api/auth/pin/login", &body).await;
    answer.refused(401, "invalid_pin", None);
    login(&client, PASSWORD)
        .await
        .refused(401, "wrong_credentials", None);
    login(&client, NEW).await.expect(200);
    let letters = app.mails(SAM).await;
    let told = letters
        .iter()
        .find(|letter| letter.subject.contains("password was changed"))
        .expect("the owner is told");
    // What to do when it was not them, in both parts.
    let way_out = app.url("/forgot-password");
    assert!(
        told.html.contains(&format!("href=\"{way_out}\"")),
        "{}",
        told.html
    );
    assert!(told.html.contains("href=\"mailto:plumbline@localhost\""));
    assert!(told.text.contains(&format!(
        "choose a new password straight away:\n{way_out}\n\nThen email:\nplumbline@localhost\n"
    )));
    app.stop().await;
}

#[tokio::test]
async fn a_link_serves_for_an_hour_and_shows_the_address_is_right() {
    let app = TestApp::start().await;
    let client = app.client();
    app.register(&client, SAM).await;
    forgot(&client, SAM).await.expect(200);
    let old = token(&app, SAM).await;
    app.clock.advance(60 * MINUTE);
    reset(&client, &old, NEW)
        .await
        .refused(400, "invalid_token", None);
    forgot(&client, SAM).await.expect(200);
    let first = token(&app, SAM).await;
    forgot(&client, SAM).await.expect(200);
    let second = token(&app, SAM).await;
    app.clock.advance(60 * MINUTE - SECOND);
    reset(&client, &second, NEW).await.expect(200);
    // One link used, every other is worthless.
    reset(&client, &first, NEW)
        .await
        .refused(400, "invalid_token", None);
    // It came by mail: the address needs no code any more.
    assert_eq!(login(&client, NEW).await.expect(200)["email"], SAM);
    app.stop().await;
}

#[tokio::test]
async fn of_a_hundred_uses_at_once_one_wins() {
    let app = TestApp::start_with(|config| config.limit_factor = 100).await;
    app.sign_up(SAM).await;
    forgot(&app.client(), SAM).await.expect(200);
    let token = token(&app, SAM).await;
    let client = app.client();
    let tries = (0..100).map(|at| {
        let (client, token) = (client.clone(), token.clone());
        async move {
            let password = format!("Br4nd-new!{at}");
            let answer = reset(&client, &token, &password).await;
            (answer.status.as_u16(), password)
        }
    });
    let answers = futures::future::join_all(tries).await;
    let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(status, _)| *status == 200);
    assert_eq!(won.len(), 1);
    assert!(lost.iter().all(|(status, _)| *status == 400));
    login(&client, &won[0].1).await.expect(200);
    let letters = app.mails(SAM).await;
    let told = letters
        .iter()
        .filter(|letter| letter.subject.contains("was changed"));
    assert_eq!(told.count(), 1);
    app.stop().await;
}

#[tokio::test]
async fn an_address_without_an_account_gets_the_same_answer() {
    let app = TestApp::start_with(|config| config.limit_factor = 1000).await;
    app.sign_up(SAM).await;
    let client = app.client();
    let known = forgot(&client, SAM).await.expect(200);
    let unknown = forgot(&client, "nobody@example.com").await.expect(200);
    assert_eq!(known, unknown);
    assert!(app.mails("nobody@example.com").await.is_empty());
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
    let client = app.client();
    // A clock on the wall would be wrong on a busy machine. What takes the time is counted instead.
    let work = async |email: &str, password: &str| {
        let body = json!({ "username": email, "password": password,
            "recaptchaToken": client.human().await });
        let before = app.state().passwords.computed();
        let answer = client.post("/api/auth/login", &body).await;
        answer.refused(401, "wrong_credentials", None);
        app.state().passwords.computed() - before
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
async fn forgetting_often_takes_a_person_and_patience() {
    let app = TestApp::start().await;
    let client = app.client();
    for _ in 0..3 {
        forgot(&client, "x@example.com").await.expect(200);
    }
    let answer = forgot(&client, "x@example.com").await;
    answer.refused(400, "captcha_required", Some("recaptchaToken"));
    let checked = async || {
        let body = json!({ "email": "x@example.com", "recaptchaToken": client.human().await });
        client.post("/api/auth/forgot-password", &body).await
    };
    for _ in 0..5 {
        checked().await.expect(200);
        let answer = forgot(&client, "x@example.com").await;
        answer.refused(400, "captcha_required", Some("recaptchaToken"));
    }
    let answer = checked().await;
    assert_eq!(answer.header("retry-after"), Some("720"));
    answer.refused(429, "too_many_requests", None);
    app.clock.advance(12 * MINUTE);
    checked().await.expect(200);
    forgot(&client, "x@")
        .await
        .refused(400, "invalid_input", Some("email"));
    app.stop().await;
}

#[tokio::test]
async fn a_changed_password_asks_for_the_old_one_and_signs_others_out() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let other = app.client();
    app.log_in(&other, SAM).await;
    let change = async |body: Value| client.post("/api/account/password", &body).await;

    // Having signed in a moment ago does not count for this.
    let bare = change(json!({ "newPassword": NEW })).await;
    bare.refused(403, "password_required", None);
    let wrong = change(json!({ "currentPassword": "Wrong-1234", "newPassword": NEW })).await;
    wrong.refused(400, "wrong_password", Some("currentPassword"));
    let weak = change(json!({ "currentPassword": PASSWORD, "newPassword": "Abcdefg1" })).await;
    let weak = weak.refused(400, "invalid_input", Some("newPassword"));
    assert_eq!(weak["errors"][0]["code"], "no_special");
    let right = change(json!({ "currentPassword": PASSWORD, "newPassword": NEW })).await;
    assert_eq!(right.status.as_u16(), 204);
    client.get("/api/auth/me").await.expect(200);
    other
        .get("/api/auth/me")
        .await
        .refused(401, "session_expired", None);
    login(&other, PASSWORD)
        .await
        .refused(401, "wrong_credentials", None);
    login(&other, NEW).await.expect(200);
    let letters = app.mails(SAM).await;
    assert!(
        letters
            .iter()
            .any(|letter| letter.subject.contains("was changed"))
    );

    // Confirmed once, it counts for five minutes in this session only.
    let body = json!({ "password": NEW });
    let confirmed = client.post("/api/auth/confirm-password", &body).await;
    assert_eq!(confirmed.status.as_u16(), 204);
    let body = json!({ "password": PASSWORD });
    let wrong = client.post("/api/auth/confirm-password", &body).await;
    wrong.refused(400, "wrong_password", Some("password"));
    let bare = json!({ "newPassword": PASSWORD });
    let elsewhere = other.post("/api/account/password", &bare).await;
    elsewhere.refused(403, "password_required", None);
    app.clock.advance(5 * MINUTE);
    change(bare.clone())
        .await
        .refused(403, "password_required", None);
    let body = json!({ "password": NEW });
    client.post("/api/auth/confirm-password", &body).await;
    assert_eq!(change(bare).await.status.as_u16(), 204);
    app.stop().await;
}

#[tokio::test]
async fn guessing_at_the_confirmation_is_slowed_down() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let body = json!({ "password": "Wrong-1234" });
    for _ in 0..10 {
        let answer = client.post("/api/auth/confirm-password", &body).await;
        answer.refused(400, "wrong_password", None);
    }
    let answer = client.post("/api/auth/confirm-password", &body).await;
    assert_eq!(answer.header("retry-after"), Some("90"));
    answer.refused(429, "too_many_requests", None);
    app.stop().await;
}
