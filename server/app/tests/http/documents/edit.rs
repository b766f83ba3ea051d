//! Editing by operations: what is merged, what conflicts, what is repeated.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{TestBusiness, id_of, token_of, with_field};

/// The body of an edit with a new id.
pub fn edit_body(base: &Value, operations: Value) -> Value {
    json!({ "baseVersion": base, "operationId": Uuid::now_v7(), "operations": operations })
}

pub fn set_field_operation(field: &str, value: impl Into<Value>) -> Value {
    json!({ "op": "set", "field": field, "value": value.into() })
}

pub fn set_line_operation(line: &str, field: &str, value: impl Into<Value>) -> Value {
    json!({ "op": "setLine", "line": line, "field": field, "value": value.into() })
}

pub fn document_path(document: &Value) -> String {
    format!("/api/quotes/{}", id_of(document))
}

/// The names of a document's lines, in order.
fn line_names(document: &Value) -> Vec<String> {
    let lines = document["items"].as_array().expect("lines");
    let name = |line: &Value| line["id"].as_str().unwrap_or_default().to_owned();
    lines.iter().map(name).collect()
}

#[tokio::test]
async fn an_edit_is_stored_and_the_totals_recalculated() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let operations = json!([
        set_field_operation("jobDescription", "New boiler"),
        set_field_operation("expiryDate", "2027-01-31"),
        set_field_operation("choices", json!([{ "id": "g", "name": "Good" }])),
        { "op": "insertLine", "after": "a", "line": { "id": "d", "name": "Pump", "quantity": "1", "price": "80" } },
        { "op": "removeLine", "line": "b" },
        { "op": "moveLine", "line": "c", "after": null },
        set_line_operation("a", "price", "100.50"),
    ]);
    let body = edit_body(&draft["version"], operations);
    let edited = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    assert_eq!(edited["version"], 2);
    assert_eq!(edited["jobDescription"], "New boiler");
    assert_eq!(edited["expiryDate"], "2027-01-31");
    assert_eq!(edited["choices"], json!([{ "id": "g", "name": "Good" }]));
    assert_eq!(line_names(&edited), ["c", "a", "d"]);
    assert_eq!(edited["items"][1]["price"], "100.50");
    // 37.99 + 100.50 + 80 + labour 270.
    assert_eq!(edited["totals"]["subtotalAmount"], "488.49");
    let read = business.client.get(&document_path(&draft)).await.expect_status(200);
    assert_eq!(read, edited);
}

#[tokio::test]
async fn an_edit_that_changes_nothing_writes_nothing() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    for operations in [
        json!([]),
        json!([set_field_operation("notes", draft["notes"].clone())]),
        json!([set_field_operation("notes", "x"), set_field_operation("notes", draft["notes"].clone())]),
        json!([{ "op": "removeLine", "line": "gone" }]),
    ] {
        let body = edit_body(&draft["version"], operations);
        let answer = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
        assert_eq!(answer, draft);
    }
    assert_eq!(business.count_rows("document_edits").await, 0);
}

#[tokio::test]
async fn an_edit_without_effect_still_has_none_if_repeated_later() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let quiet = edit_body(&draft["version"], json!([set_field_operation("notes", draft["notes"].clone())]));
    business.client.patch(&document_path(&draft), &quiet).await.expect_status(200);
    let theirs = edit_body(&draft["version"], json!([set_field_operation("notes", "Theirs")]));
    let stands = business.client.patch(&document_path(&draft), &theirs).await.expect_status(200);
    // Its answer was lost, and it comes again: it was taken in before theirs.
    let again = business.client.patch(&document_path(&draft), &quiet).await.expect_status(200);
    assert_eq!(again, stands);
    let mut other = quiet.clone();
    other["operations"] = json!([set_field_operation("notes", "Another")]);
    business.client.patch(&document_path(&draft), &other).await.expect_error(
        409,
        "operation_id_in_use",
        Some("operationId"),
    );
    assert_eq!(business.count_rows("quiet_edits").await, 1);
    business.client.delete(&document_path(&draft)).await.expect_status(204);
    assert_eq!(business.count_rows("quiet_edits").await, 0);
}

#[tokio::test]
async fn edits_of_different_fields_in_two_windows_are_merged() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let base = &draft["version"];
    for operations in [
        json!([set_field_operation("jobDescription", "Theirs")]),
        json!([set_field_operation("notes", "Mine"), set_line_operation("a", "price", "1")]),
        json!([set_line_operation("a", "quantity", "2")]),
        json!([{ "op": "insertLine", "after": "a", "line": { "id": "d" } }]),
        json!([{ "op": "insertLine", "after": "a", "line": { "id": "e" } }]),
        json!([{ "op": "moveLine", "line": "b", "after": null }]),
    ] {
        let body = edit_body(base, operations);
        business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    }
    let merged = business.client.get(&document_path(&draft)).await.expect_status(200);
    assert_eq!(merged["version"], 7);
    assert_eq!((&merged["jobDescription"], &merged["notes"]), (&json!("Theirs"), &json!("Mine")));
    assert_eq!(line_names(&merged), ["b", "a", "e", "d", "c"]);
    let line = &merged["items"][1];
    assert_eq!((&line["price"], &line["quantity"]), (&json!("1"), &json!("2")));
}

#[tokio::test]
async fn edits_of_the_same_field_conflict_and_show_all_three_values() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let base = &draft["version"];
    // A whole save counts like an edit.
    let mut theirs = with_field(business.quote_body(), "version", base.clone());
    theirs["id"] = draft["id"].clone();
    theirs["notes"] = json!("Theirs");
    theirs["items"][0]["price"] = json!("130.00");
    let stands = business.client.put(&document_path(&draft), &theirs).await.expect_status(200);

    let operations = json!([
        set_field_operation("notes", "Mine"),
        set_line_operation("a", "price", "140"),
        set_field_operation("terms", "Thirty days"),
    ]);
    let mut mine = edit_body(base, operations);
    let response = business.client.patch(&document_path(&draft), &mine).await;
    let body = response.expect_error(409, "edit_conflict", None);
    assert_eq!(
        body["conflicts"],
        json!([
            { "path": "notes", "base": "Parking at the back", "theirs": "Theirs", "mine": "Mine" },
            { "path": "items[a].price", "base": "120.00", "theirs": "130.00", "mine": "140" }
        ])
    );
    assert_eq!(body["errors"], json!([]));
    assert_eq!(body["current"], stands);
    let read = business.client.get(&document_path(&draft)).await.expect_status(200);
    assert_eq!(read, stands, "nothing of it was written");

    // The same edit again, over the current state.
    mine["resolve"] = json!("mine");
    let edited = business.client.patch(&document_path(&draft), &mine).await.expect_status(200);
    assert_eq!(
        (&edited["notes"], &edited["items"][0]["price"], &edited["terms"]),
        (&json!("Mine"), &json!("140"), &json!("Thirty days"))
    );
}

#[tokio::test]
async fn an_edit_of_a_removed_line_conflicts_and_can_restore_it() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let base = &draft["version"];
    let remove = edit_body(base, json!([{ "op": "removeLine", "line": "a" }]));
    business.client.patch(&document_path(&draft), &remove).await.expect_status(200);
    let mut mine = edit_body(base, json!([set_line_operation("a", "price", "9")]));
    let response = business.client.patch(&document_path(&draft), &mine).await;
    let reply = response.expect_error(409, "edit_conflict", None);
    assert_eq!(
        reply["conflicts"],
        json!([{ "path": "items[a].price", "base": "120.00", "theirs": null, "mine": "9" }])
    );
    mine["resolve"] = json!("mine");
    let edited = business.client.patch(&document_path(&draft), &mine).await.expect_status(200);
    assert_eq!(line_names(&edited), ["b", "c", "a"]);
    let line = &edited["items"][2];
    assert_eq!((&line["name"], &line["price"]), (&json!("Boiler service"), &json!("9")));

    // Once more the other way round: they change it, mine takes it out.
    let base = &edited["version"];
    let theirs = edit_body(base, json!([set_line_operation("a", "price", "10")]));
    let edited = business.client.patch(&document_path(&draft), &theirs).await.expect_status(200);
    let mine = edit_body(base, json!([{ "op": "removeLine", "line": "a" }]));
    let response = business.client.patch(&document_path(&draft), &mine).await;
    let reply = response.expect_error(409, "edit_conflict", None);
    assert_eq!(reply["conflicts"][0]["path"], "items[a]");
    assert_eq!(reply["conflicts"][0]["base"]["price"], "9");
    assert_eq!(reply["conflicts"][0]["theirs"]["price"], "10");
    assert_eq!(reply["conflicts"][0]["mine"], json!(null));
    // One that nobody knows of is refused by name.
    let body = edit_body(
        &edited["version"],
        json!([set_field_operation("notes", "x"), set_line_operation("z", "price", "1")]),
    );
    business.client.patch(&document_path(&draft), &body).await.expect_error(
        422,
        "rule_broken",
        Some("operations[1].line"),
    );
}

#[tokio::test]
async fn repeating_an_edit_after_a_lost_response_has_no_effect() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let body = edit_body(&draft["version"], json!([set_field_operation("notes", "First")]));
    let first = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    let again = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    assert_eq!(again, first);
    // Also if others have edited since: the response is the document in its current state.
    let other = edit_body(&first["version"], json!([set_field_operation("notes", "Second")]));
    let stands = business.client.patch(&document_path(&draft), &other).await.expect_status(200);
    let again = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    assert_eq!(again, stands);
    assert_eq!(business.count_rows("document_edits").await, 2);

    let reused = with_field(body, "operations", json!([set_field_operation("notes", "Third")]));
    business.client.patch(&document_path(&draft), &reused).await.expect_error(
        409,
        "operation_id_in_use",
        Some("operationId"),
    );
    // Of another document it is another edit.
    let second = business.draft_quote().await;
    let body = with_field(reused, "baseVersion", second["version"].clone());
    business.client.patch(&document_path(&second), &body).await.expect_status(200);
}

#[tokio::test]
async fn edits_that_arrive_out_of_order_conflict() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let base = &draft["version"];
    let first = edit_body(base, json!([set_field_operation("notes", "First")]));
    let second =
        edit_body(base, json!([set_field_operation("notes", "Second"), set_field_operation("tax", "5")]));
    business.client.patch(&document_path(&draft), &second).await.expect_status(200);
    let response = business.client.patch(&document_path(&draft), &first).await;
    let body = response.expect_error(409, "edit_conflict", None);
    assert_eq!(body["conflicts"][0]["theirs"], "Second");
}

#[tokio::test]
async fn sixty_four_edits_at_once_are_all_saved() {
    let business = TestBusiness::open().await;
    let mut body = business.quote_body();
    let line = |n: usize| json!({ "id": format!("l{n}"), "name": "", "quantity": "1", "price": "1" });
    body["items"] = (0..64).map(line).collect();
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    let edits: Vec<_> = (0..64)
        .map(|n| {
            let (client, path) = (business.client.clone(), document_path(&draft));
            let operations = json!([set_line_operation(&format!("l{n}"), "name", format!("Part {n}"))]);
            let body = edit_body(&draft["version"], operations);
            tokio::spawn(async move { client.patch(&path, &body).await.expect_status(200) })
        })
        .collect();
    for edit in edits {
        edit.await.expect("an answer");
    }
    let merged = business.client.get(&document_path(&draft)).await.expect_status(200);
    assert_eq!(merged["version"], 65);
    for (n, line) in merged["items"].as_array().expect("lines").iter().enumerate() {
        assert_eq!(line["name"], format!("Part {n}"));
    }
}

#[tokio::test]
async fn an_edit_of_a_sent_quote_makes_a_version() {
    let business = TestBusiness::open().await;
    let sent = business.sent_quote().await;
    let body = edit_body(&sent["version"], json!([set_line_operation("a", "price", "150")]));
    let edited = business.client.patch(&document_path(&sent), &body).await.expect_status(200);
    assert_eq!(business.count_rows("document_versions").await, 2);
    let link = format!("/api/quotes/public/{}", token_of(&sent));
    let page = business.app.new_client().get(&link).await.expect_status(200);
    assert_eq!(page["quote"]["totalAmount"], edited["totals"]["totalAmount"]);
    // A number stays with its business.
    let other =
        business.client.post("/api/business-profiles", &super::profile_body()).await.expect_status(201);
    let body =
        edit_body(&edited["version"], json!([set_field_operation("businessProfileId", id_of(&other))]));
    business.client.patch(&document_path(&sent), &body).await.expect_error(
        422,
        "rule_broken",
        Some("businessProfileId"),
    );
    assert_eq!(business.count_rows("document_versions").await, 2);
}

#[tokio::test]
async fn an_accepted_quote_cannot_be_edited() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let save = with_field(business.quote_body(), "version", quote["version"].clone());
    let save = with_field(save, "notes", json!("Other"));
    let put = business.client.put(&document_path(&quote), &save).await;
    let body = edit_body(&quote["version"], json!([set_field_operation("notes", "Other")]));
    let patch = business.client.patch(&document_path(&quote), &body).await.expect_status(409);
    assert_eq!(patch, put.expect_status(409), "refused as a save is");
}
