//! Passwords and PINs that strangers guess at.

use plumbline::clock::HOUR;
use serde_json::json;

use super::{HOME, NEW, STRANGER, checked, post, somewhere, start, token};
use crate::accounts::{SAM, login};
use crate::support::PASSWORD;

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
        "Too many login attempts. Log in on a device you’ve used before, or ask for a link to choose a new password."
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
