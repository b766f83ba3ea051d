//! A clock that jumps grants nothing and locks nobody out.

use plumbline::clock::{DAY, HOUR, MINUTE, SECOND};
use serde_json::json;

use crate::support::TestApp;

const SAM: &str = "sam@example.com";

#[tokio::test]
async fn sessions_and_links_expire_if_the_clock_jumps_forward() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    client.post("/api/auth/forgot-password", &json!({ "email": SAM })).await.expect_status(200);
    let received_emails = app.receive_emails(SAM).await;
    let link = received_emails.last().and_then(|received_email| received_email.first_link()).expect("a link");
    let token = link.split('=').next_back().expect("a token").to_owned();
    app.clock.advance(400 * DAY);
    client.get("/api/auth/me").await.expect_error(401, "session_expired", None);
    let body = json!({ "token": token, "newPassword": "Br4nd-new!" });
    let answer = client.post("/api/auth/reset-password", &body).await;
    answer.expect_error(400, "invalid_token", None);
    app.log_in(&client, SAM).await;
    client.get("/api/auth/me").await.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn a_clock_that_was_ahead_does_not_prolong_any_validity() {
    let app = TestApp::start().await;
    app.clock.advance(2 * DAY);
    let ahead = app.new_client();
    app.register(&ahead, SAM).await;
    let code = app.newest_code(SAM).await;
    let human = ahead.solve_captcha().await;
    let other = app.sign_up("jo@example.com").await;
    ahead.post("/api/auth/forgot-password", &json!({ "email": SAM })).await.expect_status(200);
    let received_emails = app.receive_emails(SAM).await;
    let link = received_emails.last().and_then(|received_email| received_email.first_link()).expect("a link");
    let token = link.split('=').next_back().expect("a token").to_owned();

    app.clock.advance(-2 * DAY);
    other.get("/api/auth/me").await.expect_error(401, "session_expired", None);
    let body = json!({ "email": SAM, "code": code });
    let answer = ahead.post("/api/auth/verify-email", &body).await;
    answer.expect_error(400, "invalid_code", Some("code"));
    let body = json!({ "token": token, "newPassword": "Br4nd-new!" });
    let answer = ahead.post("/api/auth/reset-password", &body).await;
    answer.expect_error(400, "invalid_token", None);
    let body = json!({ "name": "Ann", "email": "ann@example.com",
        "password": crate::support::PASSWORD, "recaptchaToken": human });
    let answer = ahead.post("/api/auth/register", &body).await;
    answer.expect_error(400, "captcha_failed", None);

    // And nothing is locked up until that day comes again: a new code comes at once and serves.
    app.clock.advance(MINUTE);
    ahead.post("/api/auth/send-verification", &json!({ "email": SAM })).await.expect_status(200);
    let code = app.newest_code(SAM).await;
    let body = json!({ "email": SAM, "code": code });
    ahead.post("/api/auth/verify-email", &body).await.expect_status(200);
    app.log_in(&ahead, SAM).await;
    app.log_in(&other, "jo@example.com").await;
    app.stop().await;
}

#[tokio::test]
async fn a_small_step_back_signs_nobody_out_and_a_queued_mail_is_sent() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    app.clock.advance(-5 * MINUTE);
    client.get("/api/auth/me").await.expect_status(200);
    // The idle time counts from the clock as it is now.
    app.clock.advance(20 * MINUTE + SECOND);
    client.get("/api/auth/me").await.expect_error(401, "session_expired", None);

    client.post("/api/auth/forgot-password", &json!({ "email": SAM })).await.expect_status(200);
    let before = crate::support::START;
    app.clock.set(before - 3 * HOUR);
    let received_emails = app.receive_emails(SAM).await;
    assert!(received_emails.last().expect("a mail").subject.contains("new password"));
    app.stop().await;
}

#[tokio::test]
async fn attempts_used_before_a_step_back_are_restored_after_an_hour() {
    let app = TestApp::start().await;
    let client = app.new_client();
    app.register(&client, SAM).await;
    app.clock.advance(DAY);
    let body = json!({ "email": SAM, "code": "000000" });
    for _ in 0..6 {
        client.post("/api/auth/verify-email", &body).await;
    }
    app.clock.advance(-DAY);
    let answer = client.post("/api/auth/verify-email", &body).await;
    assert_eq!(answer.header("retry-after"), Some("3600"));
    answer.expect_error(429, "too_many_requests", None);
    app.clock.advance(HOUR);
    let answer = client.post("/api/auth/verify-email", &body).await;
    answer.expect_error(400, "invalid_code", None);
    app.stop().await;
}
