//! An account that is kept out: no way in, no way on, and nothing goes out in its name.

use serde_json::{Value, json};

use super::{ADMIN, Office, SAM, SUPPORT, because, subjects};
use crate::documents::live::{Page, try_page};
use crate::documents::token;
use crate::support::PASSWORD;

const MINUTE: i64 = 60_000;

#[tokio::test]
async fn whoever_is_kept_out_has_no_session_no_socket_and_no_way_in() {
    let office = Office::open().await;
    let (app, client) = (&office.desk.app, &office.desk.client);
    client
        .post("/api/auth/pin/setup", &json!({ "pin": "8305" }))
        .await
        .expect(200);
    let cookie = office.desk.cookie().await;
    let mut page = Page::of_business(app, &cookie).await;
    office
        .admin
        .post(&office.path("/suspend"), &json!({ "reason": " " }))
        .await
        .refused(422, "rule_broken", Some("reason"));
    let user = office
        .admin
        .post(&office.path("/suspend"), &because("Sends spam"))
        .await
        .expect(200);
    assert_eq!(user["suspendedFor"], "Sends spam");
    assert_eq!(user["suspendedAt"], crate::support::START);
    // Its open window is shut at once.
    assert_eq!(page.next().await, Err(4401));
    let told = client
        .get("/api/quotes")
        .await
        .refused(403, "suspended", None);
    let message = told["message"].as_str().expect("a sentence");
    assert!(
        message.contains(SUPPORT) && !message.contains("spam"),
        "{message}"
    );
    client
        .get("/api/auth/me")
        .await
        .refused(403, "suspended", None);
    client
        .post("/api/contacts", &crate::documents::contact())
        .await
        .refused(403, "suspended", None);
    // Whoever may not be is not told that they would be.
    let body = json!({ "username": SAM, "password": "Wr0ng-word!" });
    app.client()
        .post("/api/auth/login", &body)
        .await
        .refused(401, "wrong_credentials", None);
    let body = json!({ "username": SAM, "password": PASSWORD });
    app.client()
        .post("/api/auth/login", &body)
        .await
        .refused(403, "suspended", None);
    let body = json!({ "userId": office.id, "pin": "8305" });
    client
        .post("/api/auth/pin/login", &body)
        .await
        .refused(403, "suspended", None);
    // As a visitor's its socket waits for a link.
    assert!(try_page(app, Some(&cookie)).await.is_ok());
    let letters = app.mails(SAM).await;
    assert_eq!(
        subjects(&letters).last(),
        Some(&"Your Plumbline account is suspended")
    );
    let letter = letters.last().expect("a mail");
    assert!(
        letter.text.contains(SUPPORT) && !letter.text.contains("spam"),
        "{}",
        letter.text
    );
    // Again is no error, and no second mail.
    office
        .admin
        .post(&office.path("/suspend"), &because("Again"))
        .await
        .expect(200);
    assert_eq!(app.mails(SAM).await.len(), letters.len());
    let list = office
        .admin
        .get("/api/admin/users?standing=suspended")
        .await
        .expect(200);
    assert_eq!(
        (&list["total"], &list["data"][0]["email"]),
        (&json!(1), &json!(SAM))
    );
    assert_eq!(
        office.admin.get("/api/admin/plans").await.expect(200)["suspended"],
        1
    );

    let user = office
        .admin
        .post(&office.path("/restore"), &because("A mistake"))
        .await
        .expect(200);
    assert_eq!(
        (&user["suspendedAt"], &user["suspendedFor"]),
        (&Value::Null, &Value::Null)
    );
    // What was open goes on where it was.
    client.get("/api/quotes").await.expect(200);
    assert_eq!(
        subjects(&app.mails(SAM).await).last(),
        Some(&"Your Plumbline account is open again")
    );
    app.log_in(&app.client(), SAM).await;
    let log = office
        .admin
        .get(&format!("/api/admin/audit?user={}", office.id))
        .await
        .expect(200);
    let told: Vec<_> = log["data"]
        .as_array()
        .expect("entries")
        .iter()
        .map(|it| (it["act"].clone(), it["about"].clone(), it["actor"].clone()))
        .collect();
    let entry = |act: &str, about: &str| (json!(act), json!(about), json!(ADMIN));
    assert_eq!(
        told,
        [
            entry("restore", "A mistake"),
            entry("suspend", "Sends spam")
        ]
    );
}

#[tokio::test]
async fn its_customers_read_and_neither_answer_nor_pay() {
    let office = Office::open().await;
    let (quote, invoice) = (
        office.desk.sent_quote().await,
        office.desk.sent_invoice().await,
    );
    let customer = office.desk.app.client();
    office
        .admin
        .post(&office.path("/suspend"), &because("Sends spam"))
        .await
        .expect(200);
    let of_quote = format!("/api/quotes/public/{}", token(&quote));
    let of_invoice = format!("/api/invoices/public/{}", token(&invoice));
    customer.get(&of_quote).await.expect(200);
    customer.get(&of_invoice).await.expect(200);
    // Also in a browser that is signed in with the account.
    office.desk.client.get(&of_quote).await.expect(200);
    for path in [format!("{of_quote}/accept"), format!("{of_quote}/decline")] {
        customer
            .post_empty(&path)
            .await
            .refused(403, "business_suspended", None);
    }
    let payment = json!({ "method": "cash" });
    customer
        .post(&format!("{of_invoice}/payment"), &payment)
        .await
        .refused(403, "business_suspended", None);
    let question = json!({ "wish": "question", "words": "Are you still there?" });
    for path in [&of_quote, &of_invoice] {
        customer
            .post(&format!("{path}/question"), &question)
            .await
            .refused(403, "business_suspended", None);
        let page = customer.get(&format!("{path}?with=page")).await.expect(200);
        assert_eq!(page["page"]["ask"], Value::Null);
    }
    office
        .admin
        .post(&office.path("/restore"), &because("A mistake"))
        .await
        .expect(200);
    customer
        .post_empty(&format!("{of_quote}/accept"))
        .await
        .expect(200);
}

#[tokio::test]
async fn nobody_suspends_themselves_or_another_who_looks_after_accounts() {
    let office = Office::open().await;
    let me = office.admin.get("/api/auth/me").await.expect(200);
    let own = format!(
        "/api/admin/users/{}/suspend",
        me["id"].as_str().expect("an id")
    );
    office
        .admin
        .post(&own, &because("Tired"))
        .await
        .refused(409, "own_account", None);
    let state = office.desk.app.state();
    plumbline::admin::grant::grant(state, SAM)
        .await
        .expect("granted");
    for act in ["/suspend", "/enter"] {
        office
            .admin
            .post(&office.path(act), &because("A quarrel"))
            .await
            .refused(409, "is_admin", None);
    }
    plumbline::admin::grant::revoke(state, SAM)
        .await
        .expect("revoked");
    let nobody = "/api/admin/users/01930000-0000-7000-8000-000000000001/suspend";
    office
        .admin
        .post(nobody, &because("Spam"))
        .await
        .refused(404, "not_found", None);
    // A session that was left open on a desk suspends nobody.
    office.desk.app.clock.advance(6 * MINUTE);
    office
        .admin
        .post(&office.path("/suspend"), &because("Spam"))
        .await
        .refused(403, "password_required", None);
    office.desk.client.get("/api/quotes").await.expect(200);
}
