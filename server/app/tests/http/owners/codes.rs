//! Codes that strangers guess at and ask for.

use plumbline::clock::MINUTE;
use serde_json::json;

use super::{HOME, STRANGER, another, checked, post, somewhere, start, verify};
use crate::accounts::SAM;

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
