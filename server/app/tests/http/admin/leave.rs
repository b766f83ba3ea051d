//! Support leaves an account: the browser returns to the administrator's own session.

use serde_json::{Value, json};

use super::entering::{ACCESS, open_with_consent};
use super::{ADMIN, reason_body};
use crate::support::Client;

const MINUTE: i64 = 60_000;

/// Leaves the account that support looks into.
async fn leave(admin: &Client) {
    let left = admin.post_empty("/api/admin/leave").await;
    assert_eq!(left.status.as_u16(), 204, "{}", left.text);
}

#[tokio::test]
async fn a_support_visit_ends_after_an_hour_or_when_the_owner_ends_it() {
    let office = open_with_consent().await;
    let (app, admin, client) = (&office.business.app, &office.admin, &office.business.client);
    let enter = office.path("/enter");
    // By the consent.
    admin.post(&enter, &reason_body("A question")).await.expect_status(200);
    client.delete(ACCESS).await.expect_status(200);
    admin.get("/api/quotes").await.expect_error(401, "look_ended", None);
    leave(admin).await;
    // By the owner's hand, as any device.
    client.put(ACCESS, &Value::Null).await.expect_status(200);
    admin.post(&enter, &reason_body("A question")).await.expect_status(200);
    let devices = client.get("/api/account/sessions").await.expect_status(200);
    let devices = devices.as_array().expect("devices").clone();
    let seen = devices.iter().find(|it| it["device"].to_string().contains("support"));
    let path = format!("/api/account/sessions/{}", seen.expect("support")["id"].as_str().expect("an id"));
    assert_eq!(client.delete(&path).await.status.as_u16(), 204);
    admin.get("/api/quotes").await.expect_error(401, "look_ended", None);
    leave(admin).await;
    // By the clock, however busy it is.
    admin.post(&enter, &reason_body("A question")).await.expect_status(200);
    for _ in 0..5 {
        app.clock.advance(11 * MINUTE);
        admin.get("/api/quotes").await.expect_status(200);
    }
    app.clock.advance(5 * MINUTE);
    admin.get("/api/quotes").await.expect_error(401, "look_ended", None);
    // Whoever looks is at work: the session that was there before has gone on all the while.
    leave(admin).await;
    let me = admin.get("/api/auth/me").await.expect_status(200);
    assert_eq!((&me["email"], &me["isAdmin"]), (&json!(ADMIN), &json!(true)));
    admin.get("/api/admin/users").await.expect_status(200);
}

#[tokio::test]
async fn an_idle_administrator_has_to_log_in_again() {
    let office = open_with_consent().await;
    let (app, admin) = (&office.business.app, &office.admin);
    let enter = office.path("/enter");
    admin.post(&enter, &reason_body("A question")).await.expect_status(200);
    app.clock.advance(21 * MINUTE);
    // Their own session as well: there is nothing to go back to.
    let gone = admin.get("/api/quotes").await;
    gone.expect_error(401, "session_expired", None);
    leave(admin).await;
    let gone = admin.get("/api/admin/users").await;
    gone.expect_error(401, "session_expired", None);
}

#[tokio::test]
async fn logging_out_or_in_during_a_support_visit_leaves_nothing_to_return_to() {
    let office = open_with_consent().await;
    let (app, admin) = (&office.business.app, &office.admin);
    let enter = office.path("/enter");
    admin.post(&enter, &reason_body("A question")).await.expect_status(200);
    admin.post_empty("/api/auth/logout").await.expect_status(200);
    assert_eq!(admin.get("/api/auth/me").await.expect_status(200), Value::Null, "nobody is signed in");
    let left = admin.post_empty("/api/admin/leave").await;
    assert_eq!(left.status.as_u16(), 401, "{}", left.text);

    // Somebody else logs in where a look was left open, and their session ends in its time.
    app.log_in(admin, ADMIN).await;
    admin.post(&enter, &reason_body("A question")).await.expect_status(200);
    app.sign_up("jo@example.com").await;
    app.log_in(admin, "jo@example.com").await;
    let client = &office.business.client;
    client.delete(ACCESS).await.expect_status(200);
    app.clock.advance(21 * MINUTE);
    let gone = admin.get("/api/quotes").await;
    gone.expect_error(401, "session_expired", None);
}
