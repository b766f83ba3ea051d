//! Edits that cannot be read, applied or kept: each names the field, and nothing is written.

use serde_json::{Value, json};
use uuid::Uuid;

use super::edit::{edit, path, set, set_line};
use super::unheld::{hold, unheld};
use super::{Desk, with};

#[tokio::test]
async fn each_fault_is_named() {
    let desk = Desk::open().await;
    let draft = desk.draft_quote().await;
    let good = set("notes", "Never written");
    let insert = |line: Value| json!({ "op": "insertLine", "after": null, "line": line });
    let cases: Vec<(Value, u16, &str)> = vec![
        // What is no operation.
        (json!(5), 400, "operations[1]"),
        (
            json!({ "op": "paint", "line": "a" }),
            422,
            "operations[1].op",
        ),
        (json!({ "line": "a" }), 400, "operations[1].op"),
        (
            json!({ "op": "removeLine", "line": "a", "why": 1 }),
            400,
            "operations[1].why",
        ),
        (
            json!({ "op": "set", "field": "notes" }),
            400,
            "operations[1].value",
        ),
        (insert(json!([])), 400, "operations[1].line"),
        (
            insert(json!({ "id": "d", "colour": "red" })),
            400,
            "operations[1].line.colour",
        ),
        (
            insert(json!({ "id": "d", "costType": "gold" })),
            422,
            "operations[1].line.costType",
        ),
        // What cannot be applied.
        (
            insert(json!({ "name": "No id" })),
            422,
            "operations[1].line.id",
        ),
        (insert(json!({ "id": "a" })), 422, "operations[1].line.id"),
        (set("colour", "red"), 422, "operations[1].field"),
        (set("items", json!([])), 422, "operations[1].field"),
        (set("payments", json!([])), 422, "operations[1].field"),
        (set("id", "x"), 422, "operations[1].field"),
        (set("version", 7), 422, "operations[1].field"),
        (set("dueDate", "2026-12-01"), 400, "operations[1].field"),
        (set("includeLabour", "maybe"), 422, "operations[1].value"),
        (set("issueDate", "soon"), 422, "operations[1].value"),
        (
            set("choices", json!([{ "id": "g", "colour": 1 }])),
            400,
            "operations[1].value[0].colour",
        ),
        (set_line("a", "id", "z"), 422, "operations[1].field"),
        (set_line("a", "colour", "red"), 422, "operations[1].field"),
        (
            set_line(
                "a",
                "vat",
                json!({ "treatment": "taxable", "rate": "5", "why": 1 }),
            ),
            400,
            "operations[1].value.why",
        ),
        (set_line("z", "price", "1"), 422, "operations[1].line"),
        (set_line("", "price", "1"), 422, "operations[1].line"),
        // What the document must not become.
        (set("tax", json!([])), 422, "tax"),
        (set_line("b", "quantity", "-1"), 422, "items[1].quantity"),
        (set("businessProfileId", "nobody"), 422, "businessProfileId"),
        (
            set("businessProfileId", Uuid::now_v7().to_string()),
            422,
            "businessProfileId",
        ),
        (
            set("contactId", Uuid::now_v7().to_string()),
            422,
            "contactId",
        ),
        (set("contactId", "nobody"), 422, "contactId"),
        (set("notes", "x".repeat(10_001)), 422, "notes"),
        (set_line("c", "name", "x".repeat(301)), 422, "items[2].name"),
        (set_line("c", "name", "a\u{202e}b"), 422, "items[2].name"),
    ];
    for (operation, status, at) in cases {
        let body = edit(&draft["version"], json!([good, operation]));
        let answer = desk.client.patch(&path(&draft), &body).await;
        assert_eq!(
            answer.status.as_u16(),
            status,
            "{operation}: {}",
            answer.text
        );
        assert_eq!(
            answer.json()["errors"][0]["path"],
            at,
            "{operation}: {}",
            answer.text
        );
    }
    let read = desk.client.get(&path(&draft)).await.expect(200);
    assert_eq!(read, draft, "of an edit all is done, or nothing");
}

#[tokio::test]
async fn each_fault_around_the_operations_is_named() {
    let desk = Desk::open().await;
    let draft = desk.draft_quote().await;
    let body = edit(&draft["version"], json!([set("notes", "x")]));
    for (field, value, status, code) in [
        ("baseVersion", json!("one"), 400, "invalid_type"),
        ("operationId", json!("mine"), 422, "rule_broken"),
        ("operations", json!({}), 400, "invalid_type"),
        ("resolve", json!("theirs"), 400, "invalid_type"),
        ("force", json!(true), 400, "unknown_field"),
        ("baseVersion", json!(99), 409, "future_version"),
    ] {
        let body = with(body.clone(), field, value);
        let answer = desk.client.patch(&path(&draft), &body).await;
        answer.refused(status, code, Some(field));
    }
    let mut missing = body.clone();
    super::remove(&mut missing, "operationId");
    desk.client.patch(&path(&draft), &missing).await.refused(
        400,
        "missing_field",
        Some("operationId"),
    );
    // The name of an edit in capitals is the same name.
    desk.client.patch(&path(&draft), &body).await.expect(200);
    let capitals = body["operationId"].as_str().expect("an id").to_uppercase();
    let again = with(body, "operationId", json!(capitals));
    let again = desk.client.patch(&path(&draft), &again).await.expect(200);
    assert_eq!(again["version"], 2);
}

#[tokio::test]
async fn ten_thousand_operations_are_too_many() {
    let desk = Desk::open().await;
    let draft = desk.draft_quote().await;
    let many =
        |count: usize| -> Value { (0..count).map(|n| set("notes", n.to_string())).collect() };
    let body = edit(&draft["version"], many(10_000));
    // Refused while somebody else is writing: nobody waits for the judgement of a list.
    let writing = hold(&desk).await;
    let path_of = path(&draft);
    let refused = desk.client.patch(&path_of, &body);
    let refused = unheld(refused).await;
    drop(writing);
    let refused = refused.refused(422, "rule_broken", Some("operations"));
    assert_eq!(refused["errors"][0]["code"], "too_many_operations");
    let body = edit(
        &draft["version"],
        json!([set("notes", "x".repeat(1_100_000))]),
    );
    let answer = desk.client.patch(&path(&draft), &body).await;
    answer.refused(413, "too_large", None);
    let body = edit(&draft["version"], many(1_000));
    let edited = desk.client.patch(&path(&draft), &body).await.expect(200);
    assert_eq!(edited["notes"], "999");
}

#[tokio::test]
async fn the_description_tells_of_edits() {
    let desk = Desk::open().await;
    let told = desk.client.get("/api/openapi.json").await.expect(200);
    for kind in ["quotes", "invoices"] {
        let patch = &told["paths"][format!("/api/{kind}/{{id}}")]["patch"];
        let schema = |of: &Value| of["content"]["application/json"]["schema"]["$ref"].clone();
        assert_eq!(
            schema(&patch["requestBody"]),
            "#/components/schemas/EditRequest"
        );
        assert_eq!(
            schema(&patch["responses"]["409"]),
            "#/components/schemas/EditConflict"
        );
        let preview = &told["paths"][format!("/api/{kind}/preview")]["post"];
        assert_eq!(preview["parameters"][0]["name"], "allIn");
    }
    let words: Vec<&Value> = told["components"]["schemas"]["Operation"]["oneOf"]
        .as_array()
        .expect("the operations")
        .iter()
        .map(|operation| &operation["properties"]["op"]["enum"][0])
        .collect();
    assert_eq!(
        words,
        ["set", "insertLine", "removeLine", "moveLine", "setLine"]
    );
    assert!(told["components"]["schemas"]["Conflict"]["properties"]["theirs"].is_object());
}
