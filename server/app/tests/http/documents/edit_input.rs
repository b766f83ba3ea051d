//! Edits that cannot be read, applied or saved: each error names the field, and nothing is written.

use serde_json::{Value, json};
use uuid::Uuid;

use super::edit::{document_path, edit_body, set_field_operation, set_line_operation};
use super::without_locks::{assert_not_blocked, hold_lock};
use super::{TestBusiness, with_field};

#[tokio::test]
async fn each_invalid_operation_is_named_and_nothing_is_written() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let good = set_field_operation("notes", "Never written");
    let insert = |line: Value| json!({ "op": "insertLine", "after": null, "line": line });
    let cases: Vec<(Value, u16, &str)> = vec![
        // What is no operation.
        (json!(5), 400, "operations[1]"),
        (json!({ "op": "paint", "line": "a" }), 422, "operations[1].op"),
        (json!({ "line": "a" }), 400, "operations[1].op"),
        (json!({ "op": "removeLine", "line": "a", "why": 1 }), 400, "operations[1].why"),
        (json!({ "op": "set", "field": "notes" }), 400, "operations[1].value"),
        (insert(json!([])), 400, "operations[1].line"),
        (insert(json!({ "id": "d", "colour": "red" })), 400, "operations[1].line.colour"),
        (insert(json!({ "id": "d", "costType": "gold" })), 422, "operations[1].line.costType"),
        // What cannot be applied.
        (insert(json!({ "name": "No id" })), 422, "operations[1].line.id"),
        (insert(json!({ "id": "a" })), 422, "operations[1].line.id"),
        (set_field_operation("colour", "red"), 422, "operations[1].field"),
        (set_field_operation("items", json!([])), 422, "operations[1].field"),
        (set_field_operation("payments", json!([])), 422, "operations[1].field"),
        (set_field_operation("id", "x"), 422, "operations[1].field"),
        (set_field_operation("version", 7), 422, "operations[1].field"),
        (set_field_operation("dueDate", "2026-12-01"), 400, "operations[1].field"),
        (set_field_operation("includeLabour", "maybe"), 422, "operations[1].value"),
        (set_field_operation("issueDate", "soon"), 422, "operations[1].value"),
        (
            set_field_operation("choices", json!([{ "id": "g", "colour": 1 }])),
            400,
            "operations[1].value[0].colour",
        ),
        (set_line_operation("a", "id", "z"), 422, "operations[1].field"),
        (set_line_operation("a", "colour", "red"), 422, "operations[1].field"),
        (
            set_line_operation("a", "vat", json!({ "treatment": "taxable", "rate": "5", "why": 1 })),
            400,
            "operations[1].value.why",
        ),
        (set_line_operation("z", "price", "1"), 422, "operations[1].line"),
        (set_line_operation("", "price", "1"), 422, "operations[1].line"),
        // What the document must not become.
        (set_field_operation("tax", json!([])), 422, "tax"),
        (set_line_operation("b", "quantity", "-1"), 422, "items[1].quantity"),
        (set_field_operation("businessProfileId", "nobody"), 422, "businessProfileId"),
        (set_field_operation("businessProfileId", Uuid::now_v7().to_string()), 422, "businessProfileId"),
        (set_field_operation("contactId", Uuid::now_v7().to_string()), 422, "contactId"),
        (set_field_operation("contactId", "nobody"), 422, "contactId"),
        (set_field_operation("notes", "x".repeat(10_001)), 422, "notes"),
        (set_line_operation("c", "name", "x".repeat(301)), 422, "items[2].name"),
        (set_line_operation("c", "name", "a\u{202e}b"), 422, "items[2].name"),
    ];
    for (operation, status, at) in cases {
        let body = edit_body(&draft["version"], json!([good, operation]));
        let answer = business.client.patch(&document_path(&draft), &body).await;
        assert_eq!(answer.status.as_u16(), status, "{operation}: {}", answer.text);
        assert_eq!(answer.json()["errors"][0]["path"], at, "{operation}: {}", answer.text);
    }
    let read = business.client.get(&document_path(&draft)).await.expect_status(200);
    assert_eq!(read, draft, "of an edit all is done, or nothing");
}

#[tokio::test]
async fn each_error_outside_the_operations_is_named() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let body = edit_body(&draft["version"], json!([set_field_operation("notes", "x")]));
    for (field, value, status, code) in [
        ("baseVersion", json!("one"), 400, "invalid_type"),
        ("operationId", json!("mine"), 422, "rule_broken"),
        ("operations", json!({}), 400, "invalid_type"),
        ("resolve", json!("theirs"), 400, "invalid_type"),
        ("force", json!(true), 400, "unknown_field"),
        ("baseVersion", json!(99), 409, "future_version"),
    ] {
        let body = with_field(body.clone(), field, value);
        let answer = business.client.patch(&document_path(&draft), &body).await;
        answer.expect_error(status, code, Some(field));
    }
    let mut missing = body.clone();
    super::remove_field(&mut missing, "operationId");
    business.client.patch(&document_path(&draft), &missing).await.expect_error(
        400,
        "missing_field",
        Some("operationId"),
    );
    // The name of an edit in capitals is the same name.
    business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    let capitals = body["operationId"].as_str().expect("an id").to_uppercase();
    let again = with_field(body, "operationId", json!(capitals));
    let again = business.client.patch(&document_path(&draft), &again).await.expect_status(200);
    assert_eq!(again["version"], 2);
}

#[tokio::test]
async fn ten_thousand_operations_are_refused_without_waiting_for_the_lock() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let many =
        |count: usize| -> Value { (0..count).map(|n| set_field_operation("notes", n.to_string())).collect() };
    let body = edit_body(&draft["version"], many(10_000));
    // Refused while somebody else is writing: nobody waits for the judgement of a list.
    let writing = hold_lock(&business).await;
    let path_of = document_path(&draft);
    let refused = business.client.patch(&path_of, &body);
    let refused = assert_not_blocked(refused).await;
    drop(writing);
    let refused = refused.expect_error(422, "rule_broken", Some("operations"));
    assert_eq!(refused["errors"][0]["code"], "too_many_operations");
    let body = edit_body(&draft["version"], json!([set_field_operation("notes", "x".repeat(1_100_000))]));
    let answer = business.client.patch(&document_path(&draft), &body).await;
    answer.expect_error(413, "too_large", None);
    let body = edit_body(&draft["version"], many(1_000));
    let edited = business.client.patch(&document_path(&draft), &body).await.expect_status(200);
    assert_eq!(edited["notes"], "999");
}

#[tokio::test]
async fn the_openapi_description_contains_edits() {
    let business = TestBusiness::open().await;
    let body = business.client.get("/api/openapi.json").await.expect_status(200);
    for kind in ["quotes", "invoices"] {
        let patch = &body["paths"][format!("/api/{kind}/{{id}}")]["patch"];
        let schema = |of: &Value| of["content"]["application/json"]["schema"]["$ref"].clone();
        assert_eq!(schema(&patch["requestBody"]), "#/components/schemas/EditRequest");
        assert_eq!(schema(&patch["responses"]["409"]), "#/components/schemas/EditConflict");
        let preview = &body["paths"][format!("/api/{kind}/preview")]["post"];
        assert_eq!(preview["parameters"][0]["name"], "allIn");
    }
    let words: Vec<&Value> = body["components"]["schemas"]["Operation"]["oneOf"]
        .as_array()
        .expect("the operations")
        .iter()
        .map(|operation| &operation["properties"]["op"]["enum"][0])
        .collect();
    assert_eq!(words, ["set", "insertLine", "removeLine", "moveLine", "setLine"]);
    assert!(body["components"]["schemas"]["Conflict"]["properties"]["theirs"].is_object());
}
