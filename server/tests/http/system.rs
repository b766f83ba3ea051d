//! The server about itself, and what holds for every route.

use serde_json::json;

use crate::support::TestApp;

#[tokio::test]
async fn it_is_alive_ready_and_knows_its_version() {
    let app = TestApp::start().await;
    let client = app.client();
    assert_eq!(client.get("/healthz").await.text, "ok");
    assert_eq!(client.get("/readyz").await.text, "ready");
    let version = client.get("/api/system/version").await.expect(200);
    assert_eq!(version, json!({ "appVersion": env!("CARGO_PKG_VERSION") }));
    let description = client.get("/api/openapi.json").await.expect(200);
    assert!(description["paths"]["/api/system/version"]["get"].is_object());
    app.stop().await;
}

#[tokio::test]
async fn unknown_paths_and_methods_are_named() {
    let app = TestApp::start().await;
    let client = app.client();
    client
        .get("/api/nothing")
        .await
        .refused(404, "not_found", None);
    client.get("/api").await.refused(404, "not_found", None);
    let answer = client.delete("/api/system/version").await;
    assert!(
        answer
            .header("allow")
            .is_some_and(|methods| methods.contains("GET"))
    );
    answer.refused(405, "method_not_allowed", None);
    app.stop().await;
}

#[tokio::test]
async fn every_answer_has_a_request_id_and_the_security_headers() {
    let app = TestApp::start().await;
    let client = app.client();
    let first = client.get("/api/system/version").await;
    let second = client.get("/q/some-token").await;
    assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
    for answer in [&first, &second] {
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("'wasm-unsafe-eval'") && policy.contains("frame-ancestors 'none'"));
    }
    assert_eq!(second.header("referrer-policy"), Some("no-referrer"));
    assert!(
        second
            .header("x-robots-tag")
            .is_some_and(|value| value.contains("noindex"))
    );
    assert_eq!(first.header("cache-control"), Some("no-store"));

    let request = client.request(reqwest::Method::GET, "/api/system/version");
    let named = client
        .send(request.header("x-request-id", "proxy-gave-this"))
        .await;
    assert_eq!(named.header("x-request-id"), Some("proxy-gave-this"));
    app.stop().await;
}
