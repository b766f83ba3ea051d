//! Passwords and PINs that strangers guess.

use plumbline::clock::HOUR;
use serde_json::json;

use super::{
    HOME, NEW, STRANGER, newest_token, post_from, post_with_captcha, start_behind_proxy, stranger_address,
};
use crate::accounts::{SAM, login_body};
use crate::support::PASSWORD;

#[tokio::test]
async fn ten_wrong_log_ins_of_a_stranger_do_not_lock_the_owner_out() {
    let app = start_behind_proxy().await;
    let owner = app.sign_up(SAM).await;
    owner.post_empty("/api/auth/logout").await.expect_status(200);
    let stranger = app.new_client();
    for _ in 0..3 {
        let answer = post_from(&stranger, STRANGER, "login", &login_body(SAM, "Wrong1234")).await;
        answer.expect_error(401, "wrong_credentials", None);
    }
    for _ in 0..10 {
        let bare = post_from(&stranger, STRANGER, "login", &login_body(SAM, "Wrong1234")).await;
        bare.expect_error(400, "captcha_required", Some("recaptchaToken"));
        let answer = post_with_captcha(&stranger, STRANGER, "login", &login_body(SAM, "Wrong1234")).await;
        answer.expect_error(401, "wrong_credentials", None);
    }
    // The stranger has to wait, with a check and without.
    let answer = post_with_captcha(&stranger, STRANGER, "login", &login_body(SAM, PASSWORD)).await;
    answer.expect_error(429, "too_many_requests", None);

    // The owner does not: on her own device as if nothing had been, on another one with the check.
    let known = post_from(&owner, HOME, "login", &login_body(SAM, PASSWORD)).await;
    assert_eq!(known.expect_status(200)["email"], SAM);
    let new = app.new_client();
    let bare = post_from(&new, HOME, "login", &login_body(SAM, PASSWORD)).await;
    bare.expect_error(400, "captcha_required", Some("recaptchaToken"));
    let body = post_with_captcha(&new, HOME, "login", &login_body(SAM, PASSWORD)).await;
    assert_eq!(body.expect_status(200)["email"], SAM);
    app.stop().await;
}

#[tokio::test]
async fn a_known_device_can_sign_in_on_the_same_network_as_a_stranger() {
    let app = start_behind_proxy().await;
    let owner = app.sign_up(SAM).await;
    owner.post_empty("/api/auth/logout").await.expect_status(200);
    let stranger = app.new_client();
    for at in 0..30 {
        let body = login_body(&format!("x{at}@example.com"), "Wrong1234");
        post_from(&stranger, STRANGER, "login", &body).await;
    }
    let answer = post_from(&stranger, STRANGER, "login", &login_body(SAM, PASSWORD)).await;
    answer.expect_error(429, "too_many_requests", None);
    let answer = post_from(&owner, STRANGER, "login", &login_body(SAM, PASSWORD)).await;
    assert_eq!(answer.expect_status(200)["email"], SAM);

    // Its own mistakes count for it, and for nobody else; another account does not know it.
    for at in 0..4 {
        let answer = post_from(&owner, HOME, "login", &login_body(SAM, "Wrong1234")).await;
        match at {
            0..3 => answer.expect_error(401, "wrong_credentials", None),
            _ => answer.expect_error(400, "captcha_required", Some("recaptchaToken")),
        };
    }
    let new = app.new_client();
    let answer = post_from(&new, HOME, "login", &login_body(SAM, PASSWORD)).await;
    assert_eq!(answer.expect_status(200)["email"], SAM);
    let jo = login_body("jo@example.com", "Wrong1234");
    let answer = post_from(&owner, STRANGER, "login", &jo).await;
    answer.expect_error(429, "too_many_requests", None);
    app.stop().await;
}

#[tokio::test]
async fn guesses_are_limited_across_addresses_and_a_reset_link_still_works() {
    let app = start_behind_proxy().await;
    let owner = app.sign_up(SAM).await;
    let stranger = app.new_client();
    for at in 0..3 {
        post_from(&stranger, &stranger_address(at), "login", &login_body(SAM, "Wrong1234")).await;
    }
    for at in 0..200 {
        let from = stranger_address(at / 10);
        let answer = post_with_captcha(&stranger, &from, "login", &login_body(SAM, "Wrong1234")).await;
        answer.expect_error(401, "wrong_credentials", None);
    }
    // However many network addresses they come from, no further guess is checked.
    let answer =
        post_with_captcha(&stranger, &stranger_address(900), "login", &login_body(SAM, PASSWORD)).await;
    let response = answer.expect_error(429, "known_devices_only", None);
    assert_eq!(
        response["message"],
        "Too many login attempts. Log in on a device you’ve used before, or ask for a link to choose a new password."
    );
    // Both ways that the sentence names are open.
    let answer = post_from(&owner, HOME, "login", &login_body(SAM, PASSWORD)).await;
    assert_eq!(answer.expect_status(200)["email"], SAM);
    let new = app.new_client();
    let body = json!({ "email": SAM });
    post_from(&new, HOME, "forgot-password", &body).await.expect_status(200);
    let body = json!({ "token": newest_token(&app).await, "newPassword": NEW });
    post_from(&new, HOME, "reset-password", &body).await.expect_status(200);
    let answer = post_from(&new, HOME, "login", &login_body(SAM, NEW)).await;
    assert_eq!(answer.expect_status(200)["email"], SAM);
    app.stop().await;
}

#[tokio::test]
async fn wrong_pins_of_a_stranger_do_not_lock_a_device_out() {
    let app = start_behind_proxy().await;
    let owner = app.sign_up(SAM).await;
    let body = json!({ "pin": "8305" });
    owner.post("/api/auth/pin/setup", &body).await.expect_status(200);
    let id = owner.get("/api/auth/me").await.expect_status(200)["id"].clone();
    owner.post_empty("/api/auth/logout").await.expect_status(200);
    let pin = json!({ "userId": id, "pin": "8305" });
    // From one address, the owner's own among them, and from many.
    for at in 0..40 {
        for from in [stranger_address(at), HOME.to_owned()] {
            post_from(&app.new_client(), &from, "pin/login", &pin).await;
        }
    }
    let answer = post_from(&app.new_client(), HOME, "pin/login", &pin).await;
    answer.expect_error(429, "too_many_requests", None);
    let answer = post_from(&owner, HOME, "pin/login", &pin).await;
    assert_eq!(answer.expect_status(200)["email"], SAM);
    app.stop().await;
}

#[tokio::test]
async fn a_strangers_attempts_are_forgotten_after_an_hour() {
    let app = start_behind_proxy().await;
    app.sign_up(SAM).await;
    let stranger = app.new_client();
    for _ in 0..3 {
        let answer = post_from(&stranger, STRANGER, "login", &login_body(SAM, "Wrong1234")).await;
        answer.expect_error(401, "wrong_credentials", None);
    }
    app.clock.advance(HOUR);
    let answer = post_from(&app.new_client(), HOME, "login", &login_body(SAM, PASSWORD)).await;
    assert_eq!(answer.expect_status(200)["email"], SAM);
    app.stop().await;
}
