//! Links for a new password that strangers request and guess.

use serde_json::json;

use super::{
    HOME, NEW, STRANGER, newest_token, post_from, post_with_captcha, start_behind_proxy, stranger_address,
    token_in,
};
use crate::accounts::SAM;

#[tokio::test]
async fn five_requests_of_a_stranger_do_not_prevent_a_new_password() {
    let app = start_behind_proxy().await;
    let owner = app.sign_up(SAM).await;
    let stranger = app.new_client();
    let body = json!({ "email": SAM });
    for _ in 0..3 {
        let answer = post_from(&stranger, STRANGER, "forgot-password", &body).await;
        answer.expect_status(200);
    }
    for _ in 0..5 {
        let answer = post_with_captcha(&stranger, STRANGER, "forgot-password", &body).await;
        answer.expect_status(200);
    }
    let answer = post_with_captcha(&stranger, STRANGER, "forgot-password", &body).await;
    answer.expect_error(429, "too_many_requests", None);

    let before = app.receive_emails(SAM).await.len();
    let new = app.new_client();
    let answer = post_from(&new, HOME, "forgot-password", &body).await;
    answer.expect_error(400, "captcha_required", Some("recaptchaToken"));
    let answer = post_with_captcha(&new, HOME, "forgot-password", &body).await;
    answer.expect_status(200);
    let answer = post_from(&owner, HOME, "forgot-password", &body).await;
    answer.expect_status(200);
    assert_eq!(app.receive_emails(SAM).await.len(), before + 2);
    let body = json!({ "token": newest_token(&app).await, "newPassword": NEW });
    post_from(&new, HOME, "reset-password", &body).await.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn a_link_works_while_a_stranger_guesses_at_one() {
    let app = start_behind_proxy().await;
    app.sign_up(SAM).await;
    let client = app.new_client();
    let body = json!({ "email": SAM });
    post_from(&client, HOME, "forgot-password", &body).await.expect_status(200);
    let guess = json!({ "token": "guessed", "newPassword": NEW });
    for _ in 0..30 {
        let answer = post_from(&app.new_client(), HOME, "reset-password", &guess).await;
        answer.expect_error(400, "invalid_token", Some("token"));
    }
    let answer = post_from(&app.new_client(), HOME, "reset-password", &guess).await;
    answer.expect_error(429, "too_many_requests", None);
    let body = json!({ "token": newest_token(&app).await, "newPassword": NEW });
    post_from(&client, HOME, "reset-password", &body).await.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn the_emails_that_strangers_can_cause_are_limited() {
    let app = start_behind_proxy().await;
    app.sign_up(SAM).await;
    let owner = app.new_client();
    app.register(&owner, "jo@example.com").await;
    let before = app.receive_emails(SAM).await.len();
    // 3 free ones, 20 with a check, from as many addresses as there may be.
    for at in 0..30 {
        let body = json!({ "email": SAM });
        let answer =
            post_with_captcha(&app.new_client(), &stranger_address(at), "forgot-password", &body).await;
        // The caller may be the owner, whose inbox has enough links, so the request gets no error.
        answer.expect_status(200);
        let body = json!({ "email": "jo@example.com" });
        let answer =
            post_with_captcha(&app.new_client(), &stranger_address(at), "send-verification", &body).await;
        answer.expect_status(200);
    }
    assert_eq!(app.receive_emails(SAM).await.len(), before + 23);
    // The registration's, 6 free ones, 12 with a check.
    assert_eq!(app.receive_emails("jo@example.com").await.len(), 19);
    // The first of the links serves as well as the last.
    let first = token_in(&app.receive_emails(SAM).await[before]);
    let body = json!({ "token": first, "newPassword": NEW });
    post_from(&app.new_client(), HOME, "reset-password", &body).await.expect_status(200);
    // And the browser that registered asks for its own.
    let body = json!({ "email": "jo@example.com" });
    post_from(&owner, HOME, "send-verification", &body).await.expect_status(200);
    let code = app.newest_code("jo@example.com").await;
    let body = json!({ "email": "jo@example.com", "code": code });
    post_from(&owner, HOME, "verify-email", &body).await.expect_status(200);
    app.stop().await;
}
