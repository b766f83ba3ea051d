//! The preview over HTTP returns the same bytes as core.

use plumbline_core::preview;
use std::fs;

use serde_json::{Value, json};

use super::document_body;
use crate::support::TestApp;

#[tokio::test]
async fn every_golden_case_gives_the_same_bytes_over_http() {
    let app = TestApp::start().await;
    // Nobody is signed in: the preview needs no session.
    let nobody = app.new_client();
    let folder = "../../tests/golden";
    let mut seen = 0;
    for entry in fs::read_dir(folder).expect("the golden cases") {
        let path = entry.expect("an entry").path();
        // The cases of other functions are in folders of their own.
        if path.is_dir() {
            continue;
        }
        let file = fs::read_to_string(&path).expect("a file");
        let file: Value = serde_json::from_str(&file).expect("JSON");
        if file["door"] != "calculate" {
            continue;
        }
        for case in file["cases"].as_array().expect("a list of cases") {
            let text = match &case["text"] {
                Value::String(text) => text.clone(),
                _ => case["input"].to_string(),
            };
            let (bytes, status) = match preview::calculate_totals_json(&text) {
                Ok(totals) => (totals, 200),
                Err(error) if case["expect"]["malformed"] == json!(true) => (error, 400),
                Err(error) => (error, 422),
            };
            if status == 200 {
                let totals: Value = serde_json::from_str(&bytes).expect("JSON");
                assert_eq!(totals, case["expect"]["totals"], "{}", case["name"]);
            }
            for kind in ["quotes", "invoices"] {
                let path = format!("/api/{kind}/preview");
                let answer = nobody.post_text(&path, text.clone()).await;
                assert_eq!(answer.text, bytes, "{}", case["name"]);
                assert_eq!(answer.status.as_u16(), status, "{}", case["name"]);
            }
            seen += 1;
        }
    }
    assert!(seen >= 80, "only {seen} golden cases were found");
}

#[tokio::test]
async fn the_preview_reports_the_same_errors_as_the_core() {
    let app = TestApp::start().await;
    let nobody = app.new_client();
    let mut body = document_body();
    body["items"][0]["quantity"] = json!("-1");
    nobody.post("/api/quotes/preview", &body).await.expect_error(
        422,
        "rule_broken",
        Some("items[0].quantity"),
    );
    nobody.post_text("/api/quotes/preview", "{").await.expect_error(400, "malformed_json", None);
}

#[tokio::test]
async fn an_all_in_price_is_calculated_as_a_discount() {
    let app = TestApp::start().await;
    let nobody = app.new_client();
    let path = |all_in: &str| format!("/api/quotes/preview?allIn={all_in}");
    let found = nobody.post(&path("450.00"), &document_body()).await.expect_status(200);
    assert_eq!((&found["totalAmount"], &found["exact"]), (&json!("450.00"), &json!(true)));
    // What it says is what the document comes to with it.
    let mut body = document_body();
    body["discountType"] = json!("other");
    body["discount"] = found["discount"].clone();
    body["includeDiscount"] = json!(true);
    let totals = nobody.post("/api/quotes/preview", &body).await.expect_status(200);
    assert_eq!(totals["totalAmount"], "450.00");

    for wrong in ["9999.00", "-1", "1.001", "much"] {
        nobody.post(&path(wrong), &document_body()).await.expect_error(422, "rule_broken", Some("allIn"));
    }
    let mut broken = document_body();
    broken["items"][0]["quantity"] = json!("-1");
    nobody.post(&path("450"), &broken).await.expect_error(422, "rule_broken", Some("items[0].quantity"));
}
