//! Bodies that are refused, on a route that takes JSON.

use reqwest::Method;

use crate::support::{Client, TestApp, TestResponse};

const LOGIN: &str = "/api/auth/login";

#[tokio::test]
async fn malformed_json_is_refused_with_its_position() {
    let app = TestApp::start().await;
    let client = app.new_client();
    for text in ["", "{", "[1,", "{\"password\":\"a\"} more", "nul", "\u{feff}"] {
        let body = client.post_text(LOGIN, text).await.expect_error(400, "malformed_json", None);
        assert!(body["message"].as_str().expect("a sentence").contains("line"), "{body}");
    }
    client.post_text(LOGIN, "[]").await.expect_error(400, "invalid_type", None);
    client.post_text(LOGIN, r#"{"password":5}"#).await.expect_error(400, "invalid_type", Some("password"));
    let deep = "[".repeat(200_000);
    client.post_text(LOGIN, deep).await.expect_error(400, "malformed_json", None);
    app.stop().await;
}

#[tokio::test]
async fn other_content_types_are_refused() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let request = client.request(Method::POST, LOGIN).header("content-type", "text/plain").body("{}");
    client.send(request).await.expect_error(415, "unsupported_media_type", None);
    app.stop().await;
}

#[tokio::test]
async fn ten_megabytes_are_refused() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let big = format!("{{\"username\":\"{}\"}}", "a".repeat(10 * 1024 * 1024));
    client.post_text(LOGIN, big).await.expect_error(413, "too_large", None);
    client.get("/healthz").await.expect_status(200);
    app.stop().await;
}

/// Checks that the response has at most 20 errors, short paths, and is small, whatever was sent.
#[track_caller]
fn assert_small_error(answer: TestResponse, code: &str) {
    assert!(answer.text.len() < 16_000, "{} bytes", answer.text.len());
    let status = answer.status.as_u16();
    assert!(status == 400 || status == 422, "{status}");
    let body = answer.json();
    assert_eq!(body["code"], code, "{body}");
    let errors = body["errors"].as_array().expect("errors");
    assert!((1..=20).contains(&errors.len()), "{} errors", errors.len());
    for error in errors {
        let path = error["path"].as_str().expect("a path");
        assert!(path.chars().count() <= 200, "{path}");
    }
}

#[tokio::test]
async fn the_response_to_bad_input_is_small_whatever_was_sent() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let key = "k".repeat(100_000);
    let many = |entry: &str, count: usize| vec![entry; count].join(",");

    // A long name over a list of faults would be written once for each.
    let nuls = format!(r#"{{"{key}":[{}]}}"#, many(r#""\u0000""#, 40_000));
    assert_small_error(client.post_text(LOGIN, nuls).await, "nul_character");
    let deep = format!(r#"{{"{key}":{{"{key}":["\u0000"]}}}}"#);
    assert_small_error(client.post_text(LOGIN, deep).await, "nul_character");
    let unknown = format!(r#"{{"{}":1}}"#, "\u{1F6B0}".repeat(250_000));
    assert_small_error(client.post_text(LOGIN, unknown).await, "unknown_field");
    // Each sign of these takes six in the answer.
    let escaped = format!(r#"{{"{}":1}}"#, "\\u0001".repeat(150_000));
    assert_small_error(client.post_text(LOGIN, escaped).await, "unknown_field");

    let preview = "/api/quotes/preview";
    let wrong = |text: String| client.post_text(preview, text);
    let payments = many(r#"{"amount":"x"}"#, 19_000);
    let response = wrong(format!(r#"{{"payments":[{payments}]}}"#)).await;
    assert_small_error(response, "rule_broken");
    let lines = many(r#"{"quantity":"x","price":"x","labourHours":"x"}"#, 19_000);
    let response = wrong(format!(r#"{{"items":[{lines}]}}"#)).await;
    assert_small_error(response, "rule_broken");
    let word = format!(r#"{{"discountType":"{}"}}"#, "expected `w` ".repeat(70_000));
    assert_small_error(wrong(word).await, "rule_broken");
    let all_in = format!(r#"{{"payments":[{payments}]}}"#);
    let response = client.post_text(&format!("{preview}?allIn=1"), all_in).await;
    assert_small_error(response, "rule_broken");

    let query = format!("{preview}?{}=1", "q".repeat(8_000));
    assert_small_error(client.post_text(&query, "{}").await, "bad_query");
    app.stop().await;
}

/// Objects of two bytes each, which need hundreds of bytes in memory: a megabyte of them would need more than a
/// hundred.
#[tokio::test]
async fn refuses_a_body_with_too_many_objects() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let many = |entry: &str, count: usize| vec![entry; count].join(",");
    for path in [LOGIN, "/api/quotes/preview", "/api/auth/register"] {
        for entry in ["{}", r#"{"":0}"#, r#"{"a":"\u0000"}"#] {
            let text = format!(r#"{{"items":[{}]}}"#, many(entry, 1_000_000 / (entry.len() + 1)));
            client.post_text(path, text).await.expect_error(413, "too_large", None);
        }
    }
    // Braces that are typed are text.
    let braces = format!(r#"{{"items":[{{"name":"{}"}}]}}"#, "{".repeat(100_000));
    client.post_text("/api/quotes/preview", braces).await.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn a_save_with_thousands_of_errors_reports_only_a_few() {
    let app = TestApp::start().await;
    let client: Client = app.sign_up("sam@taylor.example").await;
    let lines: Vec<String> = (0..19_000).map(|_| r#"{"name":"\u0001"}"#.to_owned()).collect();
    let lines = format!(r#"{{"items":[{}]}}"#, lines.join(","));
    assert_small_error(client.post_text("/api/quotes", lines).await, "rule_broken");
    let names: Vec<String> = (0..60_000).map(|at| format!(r#""n{at}":1"#)).collect();
    let names = format!("{{{}}}", names.join(","));
    assert_small_error(client.post_text("/api/quotes", names).await, "unknown_field");
    app.stop().await;
}
