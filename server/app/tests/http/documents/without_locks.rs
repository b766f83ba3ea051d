//! What is checked before anything is locked: a long write by somebody else doesn't delay a response that writes
//! nothing, and archiving reads nothing of a document, however long it is.

use std::time::Duration;

use serde_json::{Value, json};

use super::edit::{document_path, edit_body, set_field_operation, set_line_operation};
use super::{TestBusiness, id_of, with_field};
use crate::support::HeldTransaction;

/// Takes the database's write lock on SQLite, or locks these documents on PostgreSQL.
pub async fn hold_lock(business: &TestBusiness) -> HeldTransaction {
    let mut held_transaction = business.app.begin_write().await;
    sqlx::query("UPDATE documents SET version = version")
        .execute(&mut *held_transaction.tx)
        .await
        .expect("held");
    held_transaction
}

/// Runs a request while somebody else writes. A request that waited for them would be refused on SQLite after 20 s, and
/// would wait forever on PostgreSQL, which is the only reason for the timeout of a minute.
pub async fn assert_not_blocked<T>(answer: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), answer).await.expect("an answer while somebody else writes")
}

#[tokio::test]
async fn a_refused_request_does_not_wait_for_another_write() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let sent = business.sent_quote().await;
    let theirs = edit_body(&draft["version"], json!([set_field_operation("notes", "Theirs")]));
    let now = business.client.patch(&document_path(&draft), &theirs).await.expect_status(200);
    let held_transaction = hold_lock(&business).await;

    let bulk = json!({ "ids": [id_of(&draft), id_of(&sent)], "action": "delete-drafts" });
    let answer = assert_not_blocked(business.client.post("/api/quotes/bulk", &bulk)).await;
    let body = answer.expect_status(409);
    assert_eq!(body["errors"][0]["path"], "ids[1]");
    let answer = assert_not_blocked(business.client.delete(&document_path(&sent))).await;
    answer.expect_status(409);

    let response = edit_body(&draft["version"], json!([set_field_operation("notes", "Mine")]));
    let answer = assert_not_blocked(business.client.patch(&document_path(&draft), &response)).await;
    answer.expect_error(409, "edit_conflict", None);
    let wrong = edit_body(&now["version"], json!([set_line_operation("a", "price", "99999999999")]));
    assert_not_blocked(business.client.patch(&document_path(&draft), &wrong)).await.expect_status(422);
    // The same edit again after a lost answer.
    let again = assert_not_blocked(business.client.patch(&document_path(&draft), &theirs)).await;
    assert_eq!(again.expect_status(200), now);

    let stale = with_field(business.quote_body(), "version", json!(1));
    let stale = with_field(stale, "id", draft["id"].clone());
    let stale = with_field(stale, "notes", json!("Stale"));
    let answer = assert_not_blocked(business.client.put(&document_path(&draft), &stale)).await;
    answer.expect_error(409, "stale_version", None);
    drop(held_transaction);
    assert_eq!(business.client.get(&document_path(&draft)).await.expect_status(200), now);
}

#[tokio::test]
async fn archiving_reads_nothing_of_a_document() {
    let business = TestBusiness::open().await;
    let (one, two) = (business.draft_quote().await, business.sent_quote().await);
    let before = two["version"].as_i64().expect("a version");
    // Whoever looked into them would fail.
    let sql = "UPDATE documents SET input = 'unreadable' WHERE id = $1";
    for document in [&one, &two] {
        business.execute_sql(sql, &[&id_of(document)]).await;
    }
    let bulk = |action: &str| json!({ "ids": [id_of(&one), id_of(&two)], "action": action });
    let displayed = async |archived: bool| {
        let list = format!("/api/quotes?archived={archived}");
        let list: Value = business.client.get(&list).await.expect_status(200);
        list["data"].as_array().map_or(0, Vec::len)
    };
    for (action, in_sight) in [("archive", 0), ("archive", 0), ("restore", 2), ("restore", 2)] {
        let done = business.client.post("/api/quotes/bulk", &bulk(action)).await;
        assert_eq!(done.expect_status(200), json!({ "done": 2 }));
        assert_eq!((displayed(false).await, displayed(true).await), (in_sight, 2 - in_sight));
    }
    let mut conn = business.app.state().db.read().await.expect("a connection");
    let now: i64 = sqlx::query_scalar("SELECT version FROM documents WHERE id = $1")
        .bind(id_of(&two))
        .fetch_one(&mut *conn)
        .await
        .expect("a version");
    assert_eq!(now, before + 2, "what stood so already was not written");
}

#[tokio::test]
async fn of_many_edits_at_once_all_are_saved() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let fields = [
        set_field_operation("notes", "One"),
        set_field_operation("jobDescription", "Two"),
        set_field_operation("terms", "Three"),
        set_line_operation("a", "name", "Four"),
        set_line_operation("b", "name", "Five"),
        set_line_operation("c", "name", "Six"),
        set_line_operation("a", "price", "7"),
        set_line_operation("b", "price", "8"),
    ];
    let edits: Vec<_> = fields
        .into_iter()
        .map(|field| {
            let (client, path) = (business.client.clone(), document_path(&draft));
            let body = edit_body(&draft["version"], json!([field]));
            tokio::spawn(async move { client.patch(&path, &body).await.expect_status(200) })
        })
        .collect();
    for edit in edits {
        edit.await.expect("an answer");
    }
    let now = business.client.get(&document_path(&draft)).await.expect_status(200);
    assert_eq!(now["version"], 9);
    let names: Vec<_> = (0..3).map(|at| now["items"][at]["name"].clone()).collect();
    assert_eq!(names, ["Four", "Five", "Six"]);
    assert_eq!((&now["notes"], &now["jobDescription"]), (&json!("One"), &json!("Two")));
    assert_eq!((&now["items"][0]["price"], &now["items"][1]["price"]), (&json!("7"), &json!("8")));
    assert_eq!(business.count_rows("document_edits").await, 8);
}

#[tokio::test]
async fn of_an_edit_and_a_deletion_at_once_one_is_refused() {
    let business = TestBusiness::open().await;
    for _ in 0..6 {
        let draft = business.draft_quote().await;
        let body = edit_body(&draft["version"], json!([set_field_operation("notes", "Mine")]));
        let bulk = json!({ "ids": [id_of(&draft)], "action": "delete-drafts" });
        let at = document_path(&draft);
        let (edited, deleted) =
            tokio::join!(business.client.patch(&at, &body), business.client.post("/api/quotes/bulk", &bulk));
        // The deletion judges anew what was edited meanwhile; the edit finds nothing after it.
        deleted.expect_status(200);
        assert!([200, 404].contains(&edited.status.as_u16()), "{}", edited.text);
        business.client.get(&at).await.expect_status(404);
    }
    assert_eq!(business.count_rows("document_edits").await, 0);
}
