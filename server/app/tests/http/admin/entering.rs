//! Support looks into an account: with its owner's consent, for a limited time, read-only, and recorded in the audit
//! log.

use serde_json::{Value, json};

use super::{ADMIN, AdminFixture, SAM, reason_body, subjects};
use crate::documents::id_of;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
pub(super) const ACCESS: &str = "/api/account/support-access";

pub(super) async fn open_with_consent() -> AdminFixture {
    let office = AdminFixture::open().await;
    let access = office.business.client.put(ACCESS, &Value::Null).await.expect_status(200);
    assert_eq!(access["until"], crate::support::START + 24 * HOUR);
    office
}

#[tokio::test]
async fn support_cannot_enter_an_account_without_the_owners_consent() {
    let office = AdminFixture::open().await;
    let (admin, client) = (&office.admin, &office.business.client);
    assert_eq!(client.get(ACCESS).await.expect_status(200), json!({ "until": null }));
    let enter = office.path("/enter");
    admin.post(&enter, &reason_body("A question")).await.expect_error(409, "no_consent", None);
    client.put(ACCESS, &Value::Null).await.expect_status(200);
    client.delete(ACCESS).await.expect_status(200);
    admin.post(&enter, &reason_body("A question")).await.expect_error(409, "no_consent", None);
    client.put(ACCESS, &Value::Null).await.expect_status(200);
    admin.post(&enter, &json!({ "reason": "" })).await.expect_error(422, "rule_broken", Some("reason"));
    // A day later it has run out.
    office.business.app.clock.advance(24 * HOUR);
    office.business.app.log_in(admin, ADMIN).await;
    admin.post(&enter, &reason_body("A question")).await.expect_error(409, "no_consent", None);
    let mails = office.business.app.receive_emails(SAM).await;
    assert!(!subjects(&mails).iter().any(|it| it.contains("looking")), "nobody looked");
}

#[tokio::test]
async fn support_sees_what_the_owner_sees_and_cannot_write() {
    let office = open_with_consent().await;
    let (app, admin, client) = (&office.business.app, &office.admin, &office.business.client);
    let quote = office.business.draft_quote().await;
    let entered =
        admin.post(&office.path("/enter"), &reason_body("Totals look wrong")).await.expect_status(200);
    let until = crate::support::START + HOUR;
    assert_eq!(entered["until"], until);
    let me = admin.get("/api/auth/me").await.expect_status(200);
    assert_eq!((&me["id"], &me["supportUntil"]), (&json!(office.id), &json!(until)));
    assert_eq!(me.get("isAdmin"), None);
    let path = format!("/api/quotes/{}", id_of(&quote));
    assert_eq!(admin.get(&path).await.expect_status(200)["notes"], "Parking at the back");

    let pdf = format!("{path}/pdf");
    // It writes nothing, takes no copy of everything, and has no role in there.
    for (method, path) in [
        ("POST", "/api/contacts"),
        ("PUT", "/api/account"),
        ("DELETE", "/api/account"),
        ("DELETE", path.as_str()),
        ("PUT", ACCESS),
        ("POST", "/api/auth/pin/setup"),
        ("DELETE", "/api/account/sessions"),
        ("POST", "/api/account/export"),
        ("GET", "/api/account/export"),
        ("GET", "/api/quotes/export"),
        ("GET", "/api/invoices/pdfs"),
        ("GET", "/api/contacts/export"),
        ("GET", "/api/items/export"),
        ("GET", "/api/expenses/export"),
        ("GET", "/api/reports/income/export"),
        ("GET", "/api/reports/profit/export"),
        ("GET", "/api/income-tax/2026/return/file"),
        ("GET", "/api/year-pack/2026/file"),
        ("GET", pdf.as_str()),
        ("GET", "/api/contacts/some-contact/statement?format=pdf"),
    ] {
        let method = method.parse().expect("a method");
        let request = admin.request(method, path).json(&json!({ "pin": "8305" }));
        admin.send(request).await.expect_error(403, "read_only", None);
    }
    // Only the owner reports conversions, with the owner's consent.
    let bought = json!({ "eventName": "Purchase", "eventId": "one", "data": { "value": "0" } });
    admin.post("/api/facebook-conversion", &bought).await.expect_error(403, "read_only", None);
    admin.get("/api/admin/users").await.expect_error(403, "not_admin", None);
    admin.post(&office.path("/suspend"), &reason_body("Spam")).await.expect_error(403, "read_only", None);

    // The owner gets an email, and sees the session among the devices.
    let mails = app.receive_emails(SAM).await;
    assert_eq!(subjects(&mails).last(), Some(&"Support is looking at your Plumbline account"));
    let devices = client.get("/api/account/sessions").await.expect_status(200);
    let device = |it: &&Value| it["device"] == "Plumbline support, view only";
    let devices = devices.as_array().expect("devices").clone();
    let seen = devices.iter().find(device).expect("support is there");
    assert_eq!((&seen["active"], &seen["current"]), (&json!(true), &json!(false)));

    // They leave, and are who they were.
    assert_eq!(admin.post_empty("/api/admin/leave").await.status.as_u16(), 204);
    let me = admin.get("/api/auth/me").await.expect_status(200);
    assert_eq!((&me["email"], &me["isAdmin"]), (&json!(ADMIN), &json!(true)));
    let devices = client.get("/api/account/sessions").await.expect_status(200);
    assert!(!devices.to_string().contains("support"), "{devices}");
    admin.post_empty("/api/admin/leave").await.expect_error(403, "not_admin", None);
    let acts = office.list_actions().await;
    assert_eq!(acts.first().map(String::as_str), Some("leave"));
    assert_eq!(acts[acts.len() - 3..], ["enter", "allow", "grant"]);
}

#[tokio::test]
async fn the_audit_log_has_each_route_pattern_once_a_minute() {
    let office = open_with_consent().await;
    let quote = office.business.draft_quote().await;
    office.admin.post(&office.path("/enter"), &reason_body("A question")).await.expect_status(200);
    let path = format!("/api/quotes/{}", id_of(&quote));
    for _ in 0..3 {
        office.admin.get(&path).await.expect_status(200);
    }
    office.admin.get("/api/quotes").await.expect_status(200);
    office.business.app.clock.advance(MINUTE + 1_000);
    office.admin.get(&path).await.expect_status(200);
    assert_eq!(office.admin.post_empty("/api/admin/leave").await.status.as_u16(), 204);
    let log = office.admin.get("/api/admin/audit").await.expect_status(200);
    let entries = log["data"].as_array().expect("entries");
    let looks: Vec<_> = entries
        .iter()
        .filter(|it| it["act"] == "look")
        .map(|it| it["about"].as_str().expect("a route"))
        .collect();
    assert_eq!(looks, ["GET /api/quotes/{id}", "GET /api/quotes", "GET /api/quotes/{id}"]);
    assert!(
        entries
            .iter()
            .filter(|it| it["act"] == "look")
            .all(|it| it["actor"] == ADMIN && it["userEmail"] == SAM)
    );
}

#[tokio::test]
async fn an_export_lists_what_support_did() {
    let office = open_with_consent().await;
    office.admin.post(&office.path("/enter"), &reason_body("Looks like fraud")).await.expect_status(200);
    office.admin.get("/api/quotes").await.expect_status(200);
    let state = office.business.app.state();
    let mut conn = state.db.read().await.expect("a connection");
    let bodies =
        plumbline::audit::store::export(&mut conn, &office.id.parse().expect("an id")).await.expect("rows");
    let acts: Vec<_> = bodies.iter().map(|it| (it["act"].clone(), it["about"].clone())).collect();
    let expected = [("allow", ""), ("enter", ""), ("look", "GET /api/quotes")]
        .map(|(act, about)| (json!(act), json!(about)));
    assert_eq!(acts, expected);
}
