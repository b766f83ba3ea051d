//! The role of administrator: given and taken away on the command line, and checked again in each request.

use plumbline::admin::grant;
use serde_json::Value;

use super::{ADMIN, AdminFixture, reason_body};
use crate::support::TestApp;

#[tokio::test]
async fn the_operator_grants_and_revokes_the_admin_role_and_it_is_logged() {
    let app = TestApp::start().await;
    let state = app.state();
    assert!(grant::list_admins(state).await.expect("said").starts_with("There are no administrators yet."));
    let error = grant::grant(state, ADMIN).await.expect_err("nobody there");
    assert_eq!(error.to_string(), format!("there is no account of {ADMIN}"));
    // Whoever typed the address in may be a stranger.
    let client = app.new_client();
    app.register(&client, ADMIN).await;
    let error = grant::grant(state, ADMIN).await.expect_err("not verified");
    assert!(error.to_string().contains("never verified"), "{error}");

    let sam = app.sign_up("sam@example.com").await;
    let me = sam.get("/api/auth/me").await.expect_status(200);
    assert_eq!(me.get("isAdmin"), None);
    sam.get("/api/admin/users").await.expect_error(403, "not_admin", None);
    let text = grant::grant(state, "Sam@Example.com").await.expect("said");
    assert!(text.contains("/admin"), "{text}");
    grant::grant(state, "sam@example.com").await.expect("again is no error");
    let me = sam.get("/api/auth/me").await.expect_status(200);
    assert_eq!(me["isAdmin"], true);
    let users = sam.get("/api/admin/users").await.expect_status(200);
    assert_eq!(users["total"], 2);
    let list = grant::list_admins(state).await.expect("said");
    assert!(list.starts_with("sam@example.com: since "), "{list}");

    let log = sam.get("/api/admin/audit").await.expect_status(200);
    assert_eq!(log["total"], 1, "{log}");
    let first = &log["data"][0];
    assert_eq!(first["act"], "grant");
    assert_eq!(first["userEmail"], "sam@example.com");
    assert_eq!(first["actor"], "The operator, on the command line");
}

#[tokio::test]
async fn a_revoked_admin_role_ends_with_the_next_request() {
    let office = AdminFixture::open().await;
    let (admin, client) = (&office.admin, &office.business.client);
    admin.get(&office.path("")).await.expect_status(200);
    client.put("/api/account/support-access", &Value::Null).await.expect_status(200);
    let second = office.business.app.new_client();
    office.business.app.log_in(&second, ADMIN).await;
    second.post(&office.path("/enter"), &reason_body("A question")).await.expect_status(200);
    let inside = second.get("/api/auth/me").await.expect_status(200);
    assert_eq!(inside["id"], office.id.as_str());

    let state = office.business.app.state();
    grant::revoke(state, ADMIN).await.expect("revoked");
    for path in ["", "/suspend", "/enter"] {
        let answer = match path {
            "" => admin.get(&office.path(path)).await,
            path => admin.post(&office.path(path), &reason_body("Still here")).await,
        };
        answer.expect_error(403, "not_admin", None);
    }
    // They stay signed in as what they are: an account like any other.
    let me = admin.get("/api/auth/me").await.expect_status(200);
    assert_eq!((&me["email"], me.get("isAdmin")), (&ADMIN.into(), None));
    admin.get("/api/dashboard").await.expect_status(200);
    // The account that was being looked into is shut at once.
    let answer = second.get("/api/quotes").await;
    assert_eq!(answer.header("x-session-expired"), Some("true"));
    answer.expect_error(401, "look_ended", None);
    assert_eq!(second.post_empty("/api/admin/leave").await.status.as_u16(), 204);
    second.get("/api/admin/users").await.expect_error(403, "not_admin", None);
    client.get("/api/quotes").await.expect_status(200);

    grant::grant(state, ADMIN).await.expect("granted anew");
    assert_eq!(office.list_actions().await[..2], ["grant", "revoke"]);
}
