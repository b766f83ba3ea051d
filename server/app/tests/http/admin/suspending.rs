//! A suspended account: nobody can sign in to it, open sessions end, and no email is sent in its name.

use serde_json::{Value, json};

use super::{ADMIN, AdminFixture, SAM, SUPPORT, reason_body, subjects};
use crate::documents::live::{LivePage, try_open};
use crate::documents::token_of;
use crate::support::PASSWORD;

const MINUTE: i64 = 60_000;

#[tokio::test]
async fn a_suspended_user_has_no_session_no_socket_and_cannot_sign_in() {
    let office = AdminFixture::open().await;
    let (app, client) = (&office.business.app, &office.business.client);
    client.post("/api/auth/pin/setup", &json!({ "pin": "8305" })).await.expect_status(200);
    let cookie = office.business.new_session_cookie().await;
    let mut page = LivePage::open_for_business(app, &cookie).await;
    office.admin.post(&office.path("/suspend"), &json!({ "reason": " " })).await.expect_error(
        422,
        "rule_broken",
        Some("reason"),
    );
    let user =
        office.admin.post(&office.path("/suspend"), &reason_body("Sends spam")).await.expect_status(200);
    assert_eq!(user["suspendedFor"], "Sends spam");
    assert_eq!(user["suspendedAt"], crate::support::START);
    // Its open window is shut at once.
    assert_eq!(page.next_message().await, Err(4401));
    let response = client.get("/api/quotes").await.expect_error(403, "suspended", None);
    let message = response["message"].as_str().expect("a sentence");
    assert!(message.contains(SUPPORT) && !message.contains("spam"), "{message}");
    client.get("/api/auth/me").await.expect_error(403, "suspended", None);
    client.post("/api/contacts", &crate::documents::contact_body()).await.expect_error(
        403,
        "suspended",
        None,
    );
    // Somebody with the wrong password doesn't learn that the account is suspended.
    let body = json!({ "username": SAM, "password": "Wr0ng-word!" });
    app.new_client().post("/api/auth/login", &body).await.expect_error(401, "wrong_credentials", None);
    let body = json!({ "username": SAM, "password": PASSWORD });
    app.new_client().post("/api/auth/login", &body).await.expect_error(403, "suspended", None);
    let body = json!({ "userId": office.id, "pin": "8305" });
    client.post("/api/auth/pin/login", &body).await.expect_error(403, "suspended", None);
    // As a visitor's its socket waits for a link.
    assert!(try_open(app, Some(&cookie)).await.is_ok());
    let received_emails = app.receive_emails(SAM).await;
    assert_eq!(subjects(&received_emails).last(), Some(&"Your Plumbline account is suspended"));
    let received_email = received_emails.last().expect("a mail");
    assert!(
        received_email.text.contains(SUPPORT) && !received_email.text.contains("spam"),
        "{}",
        received_email.text
    );
    // Again is no error, and no second mail.
    office.admin.post(&office.path("/suspend"), &reason_body("Again")).await.expect_status(200);
    assert_eq!(app.receive_emails(SAM).await.len(), received_emails.len());
    let list = office.admin.get("/api/admin/users?standing=suspended").await.expect_status(200);
    assert_eq!((&list["total"], &list["data"][0]["email"]), (&json!(1), &json!(SAM)));
    assert_eq!(office.admin.get("/api/admin/plans").await.expect_status(200)["suspended"], 1);

    let user =
        office.admin.post(&office.path("/restore"), &reason_body("A mistake")).await.expect_status(200);
    assert_eq!((&user["suspendedAt"], &user["suspendedFor"]), (&Value::Null, &Value::Null));
    // What was open goes on where it was.
    client.get("/api/quotes").await.expect_status(200);
    assert_eq!(
        subjects(&app.receive_emails(SAM).await).last(),
        Some(&"Your Plumbline account is open again")
    );
    app.log_in(&app.new_client(), SAM).await;
    let log = office.admin.get(&format!("/api/admin/audit?user={}", office.id)).await.expect_status(200);
    let result: Vec<_> = log["data"]
        .as_array()
        .expect("entries")
        .iter()
        .map(|it| (it["act"].clone(), it["about"].clone(), it["actor"].clone()))
        .collect();
    let entry = |act: &str, about: &str| (json!(act), json!(about), json!(ADMIN));
    assert_eq!(result, [entry("restore", "A mistake"), entry("suspend", "Sends spam")]);
}

#[tokio::test]
async fn customers_of_a_suspended_account_can_read_but_not_accept_or_pay() {
    let office = AdminFixture::open().await;
    let (quote, invoice) = (office.business.sent_quote().await, office.business.sent_invoice().await);
    let customer = office.business.app.new_client();
    office.admin.post(&office.path("/suspend"), &reason_body("Sends spam")).await.expect_status(200);
    let of_quote = format!("/api/quotes/public/{}", token_of(&quote));
    let of_invoice = format!("/api/invoices/public/{}", token_of(&invoice));
    customer.get(&of_quote).await.expect_status(200);
    customer.get(&of_invoice).await.expect_status(200);
    // Also in a browser that is signed in with the account.
    office.business.client.get(&of_quote).await.expect_status(200);
    for path in [format!("{of_quote}/accept"), format!("{of_quote}/decline")] {
        customer.post_empty(&path).await.expect_error(403, "business_suspended", None);
    }
    let payment = json!({ "method": "cash" });
    customer.post(&format!("{of_invoice}/payment"), &payment).await.expect_error(
        403,
        "business_suspended",
        None,
    );
    let question = json!({ "wish": "question", "words": "Are you still there?" });
    for path in [&of_quote, &of_invoice] {
        customer.post(&format!("{path}/question"), &question).await.expect_error(
            403,
            "business_suspended",
            None,
        );
        let page = customer.get(&format!("{path}?with=page")).await.expect_status(200);
        assert_eq!(page["page"]["ask"], Value::Null);
    }
    office.admin.post(&office.path("/restore"), &reason_body("A mistake")).await.expect_status(200);
    customer.post_empty(&format!("{of_quote}/accept")).await.expect_status(200);
}

#[tokio::test]
async fn administrators_cannot_suspend_themselves_or_each_other() {
    let office = AdminFixture::open().await;
    let me = office.admin.get("/api/auth/me").await.expect_status(200);
    let own = format!("/api/admin/users/{}/suspend", me["id"].as_str().expect("an id"));
    office.admin.post(&own, &reason_body("Tired")).await.expect_error(409, "own_account", None);
    let state = office.business.app.state();
    plumbline::admin::grant::grant(state, SAM).await.expect("granted");
    for act in ["/suspend", "/enter"] {
        office
            .admin
            .post(&office.path(act), &reason_body("A quarrel"))
            .await
            .expect_error(409, "is_admin", None);
    }
    plumbline::admin::grant::revoke(state, SAM).await.expect("revoked");
    let nobody = "/api/admin/users/01930000-0000-7000-8000-000000000001/suspend";
    office.admin.post(nobody, &reason_body("Spam")).await.expect_error(404, "not_found", None);
    // A session that was left open on a desk suspends nobody.
    office.business.app.clock.advance(6 * MINUTE);
    office.admin.post(&office.path("/suspend"), &reason_body("Spam")).await.expect_error(
        403,
        "password_required",
        None,
    );
    office.business.client.get("/api/quotes").await.expect_status(200);
}
