//! Links to a new password that strangers ask for and guess at.

use serde_json::json;

use super::{HOME, NEW, STRANGER, checked, post, somewhere, start, token, token_of};
use crate::accounts::SAM;

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
        let answer = checked(&app.client(), &somewhere(at), "forgot-password", &body).await;
        // Whoever asks may be the owner, whose inbox has links enough: nobody is told off.
        answer.expect(200);
        let body = json!({ "email": "jo@example.com" });
        let answer = checked(&app.client(), &somewhere(at), "send-verification", &body).await;
        answer.expect(200);
    }
    assert_eq!(app.mails(SAM).await.len(), before + 23);
    // The registration's, 6 free ones, 12 with a check.
    assert_eq!(app.mails("jo@example.com").await.len(), 19);
    // The first of the links serves as well as the last.
    let first = token_of(&app.mails(SAM).await[before]);
    let body = json!({ "token": first, "newPassword": NEW });
    post(&app.client(), HOME, "reset-password", &body)
        .await
        .expect(200);
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
