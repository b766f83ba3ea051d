//! Invalid input, reported by its field.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{TestBusiness, with_field};

#[tokio::test]
async fn each_error_names_its_field() {
    let business = TestBusiness::open().await;
    let line = |field: &str, value: Value| {
        let mut body = business.quote_body();
        body["items"][1][field] = value;
        body
    };
    let top = |field: &str, value: Value| with_field(business.quote_body(), field, value);
    for (body, status, code, path) in [
        (top("totalAmount", json!("1.00")), 400, "unknown_field", "totalAmount"),
        (top("totals", json!({})), 400, "unknown_field", "totals"),
        (top("payments", json!([])), 400, "unknown_field", "payments"),
        (top("dueDate", json!("2026-12-01")), 400, "unknown_field", "dueDate"),
        (top("status", json!("accepted")), 400, "unknown_field", "status"),
        (line("total", json!("1.00")), 400, "unknown_field", "items[1].total"),
        (line("vat", json!({ "treatment": "exempt", "rat": 1 })), 400, "unknown_field", "items[1].vat.rat"),
        (line("price", json!("10000000.01")), 422, "rule_broken", "items[1].price"),
        (line("price", json!("1e400")), 422, "rule_broken", "items[1].price"),
        (line("price", json!("cheap")), 422, "rule_broken", "items[1].price"),
        (line("price", json!("1.00001")), 422, "rule_broken", "items[1].price"),
        (line("quantity", json!("-1")), 422, "rule_broken", "items[1].quantity"),
        (line("labourUnitType", json!("weeks")), 422, "rule_broken", "items[1].labourUnitType"),
        (line("name", json!(5)), 422, "rule_broken", "items[1].name"),
        (line("name", json!("x".repeat(301))), 422, "rule_broken", "items[1].name"),
        (line("name", json!("a\u{202e}b")), 422, "rule_broken", "items[1].name"),
        (line("description", json!("a\u{0}b")), 400, "nul_character", "items[1].description"),
        (top("notes", json!("a\u{0}b")), 400, "nul_character", "notes"),
        (top("notes", json!(7)), 400, "invalid_type", "notes"),
        (top("notes", json!("x".repeat(10_001))), 422, "rule_broken", "notes"),
        (top("discount", json!("100.01")), 422, "rule_broken", "discount"),
        (
            with_field(top("discountType", json!("other")), "discount", json!("442.70")),
            422,
            "rule_broken",
            "discount",
        ),
        (
            with_field(top("depositType", json!("fixed")), "deposit", json!("478.11")),
            422,
            "rule_broken",
            "deposit",
        ),
        (top("tax", json!("-1")), 422, "rule_broken", "tax"),
        (top("items", json!([{ "quantity": 1, "price": -5 }])), 422, "rule_broken", "items"),
        (top("items", json!("none")), 422, "rule_broken", "items"),
        (top("issueDate", json!("16/11/2026")), 422, "rule_broken", "issueDate"),
        (top("issueDate", json!("2026-02-30")), 422, "rule_broken", "issueDate"),
        (top("expiryDate", json!("2026-12-16T00:00:00Z")), 422, "rule_broken", "expiryDate"),
        (top("contactId", json!("7")), 422, "rule_broken", "contactId"),
        (top("contactId", json!(Uuid::now_v7().to_string())), 422, "rule_broken", "contactId"),
        (top("businessProfileId", json!("7")), 422, "rule_broken", "businessProfileId"),
        (top("businessProfileId", json!(business.contact)), 422, "rule_broken", "businessProfileId"),
        (top("id", json!("../../etc")), 422, "rule_broken", "id"),
    ] {
        let mut body = body;
        if path == "items" && body["items"].is_array() {
            body["includeLabour"] = json!(false);
            body["includeDiscount"] = json!(false);
            body["includeDeposit"] = json!(false);
        }
        let answer = business.client.post("/api/quotes", &body).await;
        let refused = answer.expect_error(status, code, None);
        let paths: Vec<&Value> =
            refused["errors"].as_array().expect("errors").iter().map(|e| &e["path"]).collect();
        let named = paths.iter().any(|p| p.as_str().is_some_and(|p| p == path))
            || path == "items" && !paths.is_empty();
        assert!(named, "{path} is not among {refused}");
    }
    assert_eq!(business.count_rows("documents").await, 0, "nothing was written");
}

#[tokio::test]
async fn a_body_that_is_not_a_document_is_refused() {
    let business = TestBusiness::open().await;
    for (text, code) in [("{", "malformed_json"), ("[]", ""), ("\"quote\"", ""), ("", "malformed_json")] {
        let answer = business.client.post_text("/api/quotes", text).await;
        assert_eq!(answer.status, 400, "{text}: {}", answer.text);
        if !code.is_empty() {
            answer.expect_error(400, code, None);
        }
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(business.client.post_text("/api/quotes", deep).await.status, 400);
    let nested = format!("{{\"items\":{}{}}}", "[".repeat(200), "]".repeat(200));
    assert_eq!(business.client.post_text("/api/quotes", nested).await.status, 400);
}

#[tokio::test]
async fn ten_thousand_lines_and_ten_megabytes_are_refused() {
    let business = TestBusiness::open().await;
    let line = json!({ "name": "Tap", "quantity": "1", "price": "1" });
    let body = with_field(business.quote_body(), "items", json!(vec![line.clone(); 10_000]));
    let refused =
        business.client.post("/api/quotes", &body).await.expect_error(422, "rule_broken", Some("items"));
    assert_eq!(refused["errors"][0]["code"], "too_many_lines");
    let body = with_field(business.quote_body(), "items", json!(vec![line; 500]));
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    assert_eq!(draft["totals"]["items"].as_array().map(Vec::len), Some(500));
    let huge = format!("{{\"notes\":\"{}\"}}", "x".repeat(10 * 1024 * 1024));
    business.client.post_text("/api/quotes", huge).await.expect_error(413, "too_large", None);
}
