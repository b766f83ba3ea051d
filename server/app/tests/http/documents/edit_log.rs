//! What is stored in the log of edits, how far it goes back, and what no edit may overwrite.

use serde_json::{Value, json};

use super::edit::{document_path, edit_body, set_field_operation, set_line_operation};
use super::{TestBusiness, id_of, with_field};

impl TestBusiness {
    /// Changes the database without the server.
    pub async fn execute_sql(&self, sql: &'static str, values: &[&str]) {
        let mut tx = self.app.state().db.begin_write().await.expect("a writer");
        let mut query = sqlx::query(sql);
        for value in values {
            query = query.bind((*value).to_owned());
        }
        let done = query.execute(&mut *tx).await.expect("it is written");
        assert!(done.rows_affected() > 0);
        tx.commit().await.expect("a commit");
    }

    /// The stored input of a document.
    pub async fn stored_input(&self, document: &str) -> Value {
        let mut conn = self.app.state().db.read().await.expect("a connection");
        let text: String = sqlx::query_scalar("SELECT input FROM documents WHERE id = $1")
            .bind(document.to_owned())
            .fetch_one(&mut *conn)
            .await
            .expect("a row");
        serde_json::from_str(&text).expect("JSON")
    }
}

#[tokio::test]
async fn sending_archiving_and_restoring_never_conflict_with_an_edit() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    business.send_by_link("quotes", &id_of(&draft)).await;
    let archive = format!("{}/archive", document_path(&draft));
    business.client.post_empty(&archive).await.expect_status(200);
    let restore = format!("{}/restore", document_path(&draft));
    business.client.post_empty(&restore).await.expect_status(200);
    let body = edit_body(&draft["version"], json!([set_field_operation("notes", "Mine")]));
    let edited = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    assert_eq!(edited["notes"], "Mine");
}

#[tokio::test]
async fn every_difference_conflicts_if_the_log_does_not_go_back_far_enough() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let body = edit_body(
        &draft["version"],
        json!([set_field_operation("notes", "Theirs"), { "op": "removeLine", "line": "b" }]),
    );
    let stands = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    // Like a document that is older than the log.
    let sql = "DELETE FROM document_edits WHERE document_id = $1";
    business.execute_sql(sql, &[&id_of(&draft)]).await;
    let sql = "UPDATE documents SET edits_from = version WHERE id = $1";
    business.execute_sql(sql, &[&id_of(&draft)]).await;
    let operations = json!([
        set_field_operation("notes", "Mine"),
        set_field_operation("tax", draft["tax"].clone()),
        set_line_operation("a", "price", "1"),
        { "op": "removeLine", "line": "c" },
        { "op": "moveLine", "line": "a", "after": null },
    ]);
    let mut mine = edit_body(&draft["version"], operations);
    let response = business.client.patch(&document_path(&draft), &mine).await;
    let reply = response.expect_error(409, "edit_conflict", None);
    assert_eq!(
        reply["conflicts"],
        json!([
            { "path": "notes", "base": null, "theirs": "Theirs", "mine": "Mine" },
            { "path": "items[a].price", "base": null, "theirs": "120.00", "mine": "1" },
            { "path": "items[c]", "base": null, "theirs": stands["items"][1], "mine": null },
        ])
    );
    mine["resolve"] = json!("mine");
    let edited = business.client.patch(&document_path(&draft), &mine).await.expect_status(200);
    assert_eq!(edited["items"].as_array().map(Vec::len), Some(1));
    // A line that was removed cannot be restored from a log without it.
    let mut gone = edit_body(&draft["version"], json!([set_line_operation("b", "price", "1")]));
    gone["resolve"] = json!("mine");
    business.client.patch(&document_path(&draft), &gone).await.expect_error(
        422,
        "rule_broken",
        Some("operations[0].line"),
    );
}

#[tokio::test]
async fn the_log_of_a_document_is_bounded() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    // 9,000 characters each time: some 18,000 bytes a change.
    let mut version = draft["version"].clone();
    for n in 0..125 {
        let notes = format!("{n} {}", "x".repeat(9_000));
        let body = edit_body(&version, json!([set_field_operation("notes", notes)]));
        version =
            business.client.patch(&document_path(&draft), &body).await.expect_status(200)["version"].clone();
    }
    let saved = business.count_rows("document_edits").await;
    assert!((100..125).contains(&saved), "{saved}");
    // The first version is out of reach, a later one is not.
    let early = edit_body(&draft["version"], json!([set_field_operation("tax", "5")]));
    let response = business.client.patch(&document_path(&draft), &early).await;
    response.expect_error(409, "edit_conflict", None);
    let late = edit_body(&json!(100), json!([set_field_operation("tax", "5")]));
    business.client.patch(&document_path(&draft), &late).await.expect_status(200);
    // With the document goes its log.
    business.client.delete(&document_path(&draft)).await.expect_status(204);
    assert_eq!(business.count_rows("document_edits").await, 0);
}

#[tokio::test]
async fn the_log_contains_the_last_thousand_edits_of_a_document() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    // As if 999 had been made: versions 2 to 1,000.
    let sql = "INSERT INTO document_edits (document_id, version, user_id, created_at, size, changes) \
        VALUES ($1, $2, '', 0, 2, '[]')";
    let mut tx = business.app.state().db.begin_write().await.expect("a writer");
    for version in 2..=1_000_i64 {
        let row = sqlx::query(sql).bind(id_of(&draft)).bind(version);
        row.execute(&mut *tx).await.expect("a row");
    }
    tx.commit().await.expect("a commit");
    business.execute_sql("UPDATE documents SET version = 1000 WHERE id = $1", &[&id_of(&draft)]).await;
    let body = edit_body(&json!(1_000), json!([set_field_operation("notes", "The thousandth")]));
    business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    assert_eq!(business.count_rows("document_edits").await, 1_000);
    let early = edit_body(&json!(1), json!([set_field_operation("tax", "5")]));
    business.client.patch(&document_path(&draft), &early).await.expect_status(200);
    assert_eq!(business.count_rows("document_edits").await, 1_000);
    // The oldest has gone, so the log reaches back to the version that it made and no further.
    let early = edit_body(&json!(1), json!([set_field_operation("tax", "10")]));
    let response = business.client.patch(&document_path(&draft), &early).await;
    response.expect_error(409, "edit_conflict", None);
    let merges = edit_body(&json!(2), json!([set_field_operation("jobDescription", "New boiler")]));
    business.client.patch(&document_path(&draft), &merges).await.expect_status(200);
}

#[tokio::test]
async fn an_edit_preserves_fields_stored_by_a_newer_version() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let mut newer = business.stored_input(&id_of(&draft)).await;
    newer["phase"] = json!({ "of": 3.50 });
    newer["items"][0]["photo"] = json!("1.jpg");
    newer["items"][1]["photo"] = json!("2.jpg");
    let sql = "UPDATE documents SET input = $1 WHERE id = $2";
    business.execute_sql(sql, &[&newer.to_string(), &id_of(&draft)]).await;

    let operations = json!([
        { "op": "moveLine", "line": "a", "after": "c" },
        { "op": "removeLine", "line": "b" },
        set_line_operation("a", "price", "9"),
    ]);
    let body = edit_body(&draft["version"], operations);
    let edited = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    let mut save = with_field(business.quote_body(), "version", edited["version"].clone());
    save["items"] = json!([{ "id": "a", "name": "Saved whole", "quantity": "1", "price": "1" }]);
    business.client.put(&document_path(&draft), &save).await.expect_status(200);
    business.send_by_link("quotes", &id_of(&draft)).await;

    let stored = business.stored_input(&id_of(&draft)).await;
    assert_eq!(stored["phase"], json!({ "of": 3.50 }));
    let line = &stored["items"][0];
    assert_eq!(
        (&line["id"], &line["name"], &line["photo"]),
        (&json!("a"), &json!("Saved whole"), &json!("1.jpg"))
    );
}

#[tokio::test]
async fn an_older_client_erases_nothing_that_it_does_not_know() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["vatTreatment"] = json!("reverseCharge");
    body["choices"] = json!([{ "id": "g", "name": "Good" }]);
    body["items"][0]["cost"] = json!("80");
    body["items"][0]["choice"] = json!("g");
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    assert_eq!(draft["vatTreatment"], "reverseCharge");
    assert_eq!(draft["choices"], body["choices"]);
    let body = edit_body(&draft["version"], json!([set_line_operation("a", "price", "150")]));
    let edited = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    assert_eq!(edited["vatTreatment"], "reverseCharge");
    assert_eq!(edited["choices"], draft["choices"]);
    let line = &edited["items"][0];
    assert_eq!((&line["cost"], &line["choice"]), (&json!("80"), &json!("g")));
}

#[tokio::test]
async fn lines_that_came_without_ids_can_be_edited() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    body["items"] = json!([{ "name": "One", "quantity": "1", "price": "1" }, { "name": "Two" }]);
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    assert_eq!(draft["items"][1]["id"], "line-2");
    // Like a document that was stored before lines had ids.
    let mut older = business.stored_input(&id_of(&draft)).await;
    older["items"][0]["id"] = json!("");
    older["items"][1]["id"] = json!("");
    let sql = "UPDATE documents SET input = $1 WHERE id = $2";
    business.execute_sql(sql, &[&older.to_string(), &id_of(&draft)]).await;
    let read = business.client.get(&document_path(&draft)).await.expect_status(200);
    assert_eq!(read["items"], draft["items"]);
    let body = edit_body(&draft["version"], json!([set_line_operation("line-2", "price", "5")]));
    let edited = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    assert_eq!(edited["items"][1]["price"], "5");
}
