//! Bodies that cannot be taken, on a route that takes JSON.

use reqwest::Method;

use crate::support::TestApp;

const LOGIN: &str = "/api/auth/login";

#[tokio::test]
async fn malformed_json_is_refused_with_its_place() {
    let app = TestApp::start().await;
    let client = app.client();
    for text in [
        "",
        "{",
        "[1,",
        "{\"password\":\"a\"} more",
        "nul",
        "\u{feff}",
    ] {
        let body = client
            .post_text(LOGIN, text)
            .await
            .refused(400, "malformed_json", None);
        assert!(
            body["message"]
                .as_str()
                .expect("a sentence")
                .contains("line"),
            "{body}"
        );
    }
    client
        .post_text(LOGIN, "[]")
        .await
        .refused(400, "invalid_type", None);
    client.post_text(LOGIN, r#"{"password":5}"#).await.refused(
        400,
        "invalid_type",
        Some("password"),
    );
    let deep = "[".repeat(200_000);
    client
        .post_text(LOGIN, deep)
        .await
        .refused(400, "malformed_json", None);
    app.stop().await;
}

#[tokio::test]
async fn other_content_types_are_refused() {
    let app = TestApp::start().await;
    let client = app.client();
    let request = client
        .request(Method::POST, LOGIN)
        .header("content-type", "text/plain")
        .body("{}");
    client
        .send(request)
        .await
        .refused(415, "unsupported_media_type", None);
    app.stop().await;
}

#[tokio::test]
async fn ten_megabytes_are_refused() {
    let app = TestApp::start().await;
    let client = app.client();
    let big = format!("{{\"username\":\"{}\"}}", "a".repeat(10 * 1024 * 1024));
    client
        .post_text(LOGIN, big)
        .await
        .refused(413, "too_large", None);
    client.get("/healthz").await.expect(200);
    app.stop().await;
}
