//! Codes that strangers guess and request.

use plumbline::clock::MINUTE;
use serde_json::json;

use super::{
    HOME, STRANGER, other_code, post_from, post_with_captcha, start_behind_proxy, stranger_address,
    verify_body,
};
use crate::accounts::SAM;

#[tokio::test]
async fn five_wrong_codes_of_a_stranger_do_not_use_up_the_owners_attempts() {
    let app = start_behind_proxy().await;
    let owner = app.new_client();
    app.register(&owner, SAM).await;
    let code = app.newest_code(SAM).await;
    let stranger = app.new_client();
    let wrong = other_code(&code);
    for _ in 0..5 {
        let answer = post_from(&stranger, STRANGER, "verify-email", &wrong).await;
        answer.expect_error(400, "invalid_code", Some("code"));
    }
    // More of them take a check, and end as well.
    let answer = post_from(&stranger, STRANGER, "verify-email", &wrong).await;
    answer.expect_error(400, "captcha_required", Some("recaptchaToken"));
    for _ in 0..5 {
        let answer = post_with_captcha(&stranger, STRANGER, "verify-email", &wrong).await;
        answer.expect_error(400, "invalid_code", Some("code"));
    }
    let answer = post_with_captcha(&stranger, STRANGER, "verify-email", &verify_body(&code)).await;
    answer.expect_error(429, "too_many_requests", None);

    // On another device the human check is enough; the browser that registered needs no check.
    let phone = app.new_client();
    let answer = post_from(&phone, HOME, "verify-email", &verify_body(&code)).await;
    answer.expect_error(400, "captcha_required", Some("recaptchaToken"));
    let answer = post_with_captcha(&phone, HOME, "verify-email", &wrong).await;
    answer.expect_error(400, "invalid_code", Some("code"));
    let answer = post_from(&owner, STRANGER, "verify-email", &verify_body(&code)).await;
    answer.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn a_code_can_be_entered_on_another_device_after_a_human_check() {
    let app = start_behind_proxy().await;
    app.register(&app.new_client(), SAM).await;
    let code = app.newest_code(SAM).await;
    for _ in 0..5 {
        let answer = post_from(&app.new_client(), STRANGER, "verify-email", &other_code(&code)).await;
        answer.expect_error(400, "invalid_code", Some("code"));
    }
    let answer = post_with_captcha(&app.new_client(), HOME, "verify-email", &verify_body(&code)).await;
    answer.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn strangers_have_fifty_attempts_at_a_code_from_any_number_of_addresses() {
    let app = start_behind_proxy().await;
    let owner = app.new_client();
    app.register(&owner, SAM).await;
    let code = app.newest_code(SAM).await;
    let stranger = app.new_client();
    for at in 0..50 {
        let from = stranger_address(at);
        let answer = post_with_captcha(&stranger, &from, "verify-email", &other_code(&code)).await;
        answer.expect_error(400, "invalid_code", Some("code"));
    }
    let answer =
        post_with_captcha(&stranger, &stranger_address(60), "verify-email", &verify_body(&code)).await;
    let body = answer.expect_error(429, "too_many_requests", None);
    assert!(body["message"].as_str().is_some_and(|text| text.starts_with("Too many wrong codes")));
    // The browser that registered has its own five, and strangers have as many again in an hour.
    for _ in 0..4 {
        let answer = post_from(&owner, HOME, "verify-email", &other_code(&code)).await;
        answer.expect_error(400, "invalid_code", Some("code"));
    }
    post_from(&owner, HOME, "verify-email", &verify_body(&code)).await.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn a_stranger_cannot_prevent_another_code_from_being_sent() {
    let app = start_behind_proxy().await;
    let owner = app.new_client();
    app.register(&owner, SAM).await;
    let body = json!({ "email": SAM });
    for _ in 0..6 {
        let answer = post_from(&app.new_client(), STRANGER, "send-verification", &body).await;
        answer.expect_status(200);
        app.clock.advance(MINUTE);
    }
    let answer = post_from(&app.new_client(), STRANGER, "send-verification", &body).await;
    answer.expect_error(400, "captcha_required", Some("recaptchaToken"));
    // Asked for the check, one comes again with it at once.
    let phone = app.new_client();
    let answer = post_from(&phone, HOME, "send-verification", &body).await;
    answer.expect_error(400, "captcha_required", Some("recaptchaToken"));
    let answer = post_with_captcha(&phone, HOME, "send-verification", &body).await;
    answer.expect_status(200);
    let answer = post_from(&owner, HOME, "send-verification", &body).await;
    answer.expect_status(200);
    let code = app.newest_code(SAM).await;
    let answer = post_from(&phone, HOME, "verify-email", &verify_body(&code)).await;
    answer.expect_status(200);
    app.stop().await;
}
