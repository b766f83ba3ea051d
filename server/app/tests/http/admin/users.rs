//! The list of accounts: searched and filtered, without anything of their documents.

use serde_json::{Value, json};

use super::{ADMIN, AdminFixture, SAM, sign_in_admin};
use crate::plans::PlanFixture;

fn emails(list: &Value) -> Vec<&str> {
    let data = list["data"].as_array().expect("rows").iter();
    data.map(|it| it["email"].as_str().expect("an address")).collect()
}

#[tokio::test]
async fn accounts_are_found_by_address_name_and_business() {
    let office = AdminFixture::open().await;
    let app = &office.business.app;
    app.clock.advance(60_000);
    app.sign_up("jo_1@example.com").await;
    let list = office.admin.get("/api/admin/users").await.expect_status(200);
    assert_eq!((&list["total"], &list["rows"]), (&json!(3), &json!(50)));
    assert_eq!(emails(&list)[0], "jo_1@example.com", "the newest first");
    let business = crate::documents::profile_body()["name"].as_str().expect("a name").to_uppercase();
    for (search, found) in [
        ("JO_1", vec!["jo_1@example.com"]),
        // Characters with a meaning in SQL patterns have none here.
        ("jo%1", vec![]),
        ("o_1@", vec!["jo_1@example.com"]),
        (business.as_str(), vec![SAM]),
        ("Sam T", vec!["jo_1@example.com", ADMIN, SAM]),
        ("nobody", vec![]),
    ] {
        let query = [("search", search)];
        let request = office.admin.request(reqwest::Method::GET, "/api/admin/users");
        let list = office.admin.send(request.query(&query)).await.expect_status(200);
        assert_eq!(emails(&list), found, "{search}");
        assert_eq!(list["total"], found.len(), "{search}");
    }
    let second = office.admin.get("/api/admin/users?page=2").await.expect_status(200);
    assert_eq!((&second["data"], &second["total"]), (&json!([]), &json!(3)));
    office.admin.get("/api/admin/users?page=x").await.expect_error(400, "bad_query", None);
    let list = office.admin.get("/api/admin/users?standing=selfhosted").await.expect_status(200);
    assert_eq!(list["total"], 3);
    let list = office.admin.get("/api/admin/users?standing=lapsed").await.expect_status(200);
    assert_eq!(list["total"], 0);
}

#[tokio::test]
async fn shows_how_much_an_account_stores_but_not_its_contents() {
    let office = AdminFixture::open().await;
    office.business.draft_quote().await;
    let user = office.admin.get(&office.path("")).await.expect_status(200);
    assert_eq!(user["email"], SAM);
    assert_eq!((&user["documents"], &user["pictures"]), (&json!(1), &json!(0)));
    assert!(user["bytes"].as_i64().is_some_and(|bytes| bytes > 1_000), "{user}");
    assert_eq!(user["devices"].as_array().map(Vec::len), Some(1));
    assert_eq!((&user["isAdmin"], &user["verified"]), (&json!(false), &json!(true)));
    assert_eq!((&user["suspendedAt"], &user["accessUntil"]), (&Value::Null, &Value::Null));
    assert_eq!((&user["plan"], &user["standing"]["is"]), (&json!("selfhosted"), &json!("selfhosted")));
    assert_eq!(user["lastSeenAt"], crate::support::START);
    assert_eq!(
        (&user["name"], &user["business"], &user["createdAt"]),
        (&json!("Sam Taylor"), &json!("Taylor Plumbing"), &json!(crate::support::START))
    );
    office.business.app.clock.advance(60_000);
    office.business.client.get("/api/quotes").await.expect_status(200);
    let later = office.admin.get(&office.path("")).await.expect_status(200);
    let minute = crate::support::START + 60_000;
    assert_eq!(later["lastSeenAt"], minute);
    assert_eq!(later["createdAt"], crate::support::START);
    assert!(!user.to_string().contains("boiler"), "{user}");
    let nobody = "/api/admin/users/01930000-0000-7000-8000-000000000001";
    office.admin.get(nobody).await.expect_error(404, "not_found", None);
    office.admin.get("/api/admin/users/42").await.expect_error(404, "not_found", None);
}

#[tokio::test]
async fn an_abandoned_email_is_reported_without_its_recipient() {
    let office = AdminFixture::open().await;
    let state = office.business.app.state();
    let payload = format!("{{\"account\":\"{}\",\"to\":\"x\"}}", office.id);
    let mut tx = state.db.begin_write().await.expect("a transaction");
    for (id, kind, payload) in [
        ("one", "mail", payload.as_str()),
        ("two", "document_mail", "{\"account\":null}"),
        ("three", "push", "{}"),
    ] {
        sqlx::query(
            "INSERT INTO jobs (id, kind, payload, lane, run_at, set_at, attempts, created_at, \
             failed_at, last_error) VALUES ($1, $2, $3, 1, 0, 0, 9, 0, 5000, \
             'the mail server: 550 <anita@example.com> is unknown')",
        )
        .bind(id)
        .bind(kind)
        .bind(payload)
        .execute(&mut *tx)
        .await
        .expect("a failed job");
    }
    tx.commit().await.expect("committed");
    let user = office.admin.get(&office.path("")).await.expect_status(200);
    let body = json!([{ "kind": "mail", "at": 5000, "isMail": true,
        "error": "the mail server: 550 …@example.com> is unknown" }]);
    assert_eq!(user["failed"], body);
    let health = office.admin.get("/api/admin/health").await.expect_status(200);
    assert_eq!((&health["mailsGivenUp"], &health["givenUp"]), (&json!(2), &json!(3)));
    assert_eq!(health["failed"].as_array().map(Vec::len), Some(3));
}

#[tokio::test]
async fn counts_plans_and_trials_by_the_rules_of_the_core() {
    let shop = PlanFixture::start_trial().await;
    let admin = sign_in_admin(&shop.business.app).await;
    let plans = admin.get("/api/admin/plans").await.expect_status(200);
    assert_eq!((&plans["sells"], &plans["accounts"]), (&json!(true), &json!(2)));
    let groups = json!([{ "plan": "trial", "planName": "Free trial", "standing": "trial",
        "accounts": 2 }]);
    assert_eq!(plans["groups"], groups);
    assert_eq!(plans["trials"], json!([{ "daysLeft": 14, "accounts": 2 }]));
    shop.advance_days(20).await;
    shop.buy_plan("plus").await;
    shop.business.app.log_in(&admin, ADMIN).await;
    let plans = admin.get("/api/admin/plans").await.expect_status(200);
    let words: Vec<_> = plans["groups"]
        .as_array()
        .expect("groups")
        .iter()
        .map(|it| (it["plan"].clone(), it["standing"].clone(), it["accounts"].clone()))
        .collect();
    let expected =
        [("trial", "lapsed"), ("plus", "paying")].map(|(plan, state)| (json!(plan), json!(state), json!(1)));
    assert_eq!(words, expected);
    assert_eq!(plans["trials"], json!([]));
    for (state, email) in [("paying", SAM), ("lapsed", ADMIN)] {
        let path = format!("/api/admin/users?standing={state}");
        let list = admin.get(&path).await.expect_status(200);
        assert_eq!(emails(&list), [email]);
        assert_eq!(list["data"][0]["standing"]["is"], state);
    }
    admin.get("/api/admin/users?standing=bogus").await.expect_error(422, "rule_broken", Some("standing"));
    // A plan that has lapsed keeps nobody from looking after accounts.
    admin.get("/api/admin/health").await.expect_status(200);
}
