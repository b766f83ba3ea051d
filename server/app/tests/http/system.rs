//! The server about itself, and what holds for every route.

use plumbline::config::Config;
use plumbline_core::kind::{DocumentKind, KindStep};
use serde_json::json;

use crate::support::TestApp;

#[tokio::test]
async fn the_server_reports_that_it_is_running_and_ready_and_its_version() {
    let app = TestApp::start().await;
    let client = app.new_client();
    assert_eq!(client.get("/healthz").await.text, "ok");
    let ready = client.get("/readyz").await;
    assert_eq!(ready.status, 200);
    assert_eq!(ready.text, "ready\nSMTP_URL is not set: no mail leaves this server");
    let sending = |config: &mut Config| config.smtp_url = Some("smtp://127.0.0.1:9".to_owned());
    let sending = TestApp::start_with(sending).await;
    assert_eq!(sending.new_client().get("/readyz").await.text, "ready");
    sending.stop().await;
    let version = client.get("/api/system/version").await.expect_status(200);
    assert_eq!(version, json!({ "appVersion": env!("CARGO_PKG_VERSION") }));
    let description = client.get("/api/openapi.json").await.expect_status(200);
    assert!(description["paths"]["/api/system/version"]["get"].is_object());
    app.stop().await;
}

#[tokio::test]
async fn unknown_paths_and_methods_get_errors_in_json() {
    let app = TestApp::start().await;
    let client = app.new_client();
    client.get("/api/nothing").await.expect_error(404, "not_found", None);
    client.get("/api").await.expect_error(404, "not_found", None);
    let answer = client.delete("/api/system/version").await;
    assert!(answer.header("allow").is_some_and(|methods| methods.contains("GET")));
    answer.expect_error(405, "method_not_allowed", None);
    app.stop().await;
}

#[tokio::test]
async fn every_response_has_a_request_id_and_the_security_headers() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let first = client.get("/api/system/version").await;
    let second = client.get("/q/some-token").await;
    assert_ne!(first.header("x-request-id"), second.header("x-request-id"));
    for answer in [&first, &second] {
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("'wasm-unsafe-eval'") && policy.contains("frame-ancestors 'none'"));
    }
    assert_eq!(second.header("referrer-policy"), Some("no-referrer"));
    assert!(second.header("x-robots-tag").is_some_and(|value| value.contains("noindex")));
    assert_eq!(first.header("cache-control"), Some("no-store"));

    let request = client.request(reqwest::Method::GET, "/api/system/version");
    let named = client.send(request.header("x-request-id", "proxy-gave-this")).await;
    assert_eq!(named.header("x-request-id"), Some("proxy-gave-this"));
    app.stop().await;
}

#[tokio::test]
async fn every_schema_that_the_openapi_description_refers_to_is_described() {
    let app = TestApp::start().await;
    let text = app.new_client().get("/api/openapi.json").await.text;
    let description: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let schemas = &description["components"]["schemas"];
    let named: Vec<&str> =
        text.split("\"#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(named.len() > 10, "{named:?}");
    for name in named {
        assert!(schemas[name].is_object(), "{name} is not described");
    }
    app.stop().await;
}

#[tokio::test]
async fn the_openapi_description_lists_every_parameter_of_a_path() {
    let app = TestApp::start().await;
    let description = app.new_client().get("/api/openapi.json").await.expect_status(200);
    let (mut parts, mut wrong) = (0, Vec::new());
    for (path, operations) in description["paths"].as_object().expect("paths") {
        let named: Vec<&str> = path.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect();
        for (method, operation) in operations.as_object().expect("operations") {
            let described: Vec<&str> = operation["parameters"]
                .as_array()
                .into_iter()
                .flatten()
                .filter(|parameter| parameter["in"] == "path")
                .filter_map(|parameter| parameter["name"].as_str())
                .collect();
            if described != named {
                wrong.push(format!("{method} {path}: {described:?}"));
            }
            parts += named.len();
        }
    }
    assert!(parts > 30 && wrong.is_empty(), "{parts} {wrong:#?}");
    app.stop().await;
}

#[tokio::test]
async fn each_kind_of_document_is_described_with_its_own_bodies_and_steps() {
    let app = TestApp::start().await;
    let description = app.new_client().get("/api/openapi.json").await.expect_status(200);
    let schema = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    for kind in DocumentKind::ALL {
        let facts = kind.facts();
        let root = format!("/api/{}", facts.plural);
        let own = facts.title.replace(" n", "N");
        let get = &description["paths"][format!("{root}/{{id}}")]["get"];
        let answer = &get["responses"]["200"]["content"]["application/json"]["schema"];
        assert_eq!(answer, &schema(&own));
        assert_eq!(get["tags"], json!([facts.plural]));
        let create = &description["paths"][&root]["post"];
        assert_eq!(create.is_object(), facts.is_written, "{root}");
        if facts.is_written {
            let body = &create["requestBody"]["content"]["application/json"]["schema"];
            assert_eq!(body, &schema(&format!("Create_{own}Input")));
            let answer = &create["responses"]["201"]["content"]["application/json"]["schema"];
            assert_eq!(answer, &schema(&own));
        }
        for (step, path) in [
            (KindStep::Accept, "public/{token}/accept"),
            (KindStep::Decline, "public/{token}/decline"),
            (KindStep::Convert, "{id}/convert"),
            (KindStep::Void, "{id}/void"),
        ] {
            let is_there = description["paths"][format!("{root}/{path}")].is_object();
            assert_eq!(is_there, kind.has_step(step), "{root}/{path}");
        }
    }
    app.stop().await;
}

#[tokio::test]
async fn no_two_operations_share_a_name() {
    let app = TestApp::start().await;
    let description = app.new_client().get("/api/openapi.json").await.expect_status(200);
    let paths = description["paths"].as_object().expect("paths");
    let operations = paths.values().filter_map(|item| item.as_object());
    let mut names: Vec<&str> = operations
        .flat_map(|item| item.values())
        .filter_map(|operation| operation["operationId"].as_str())
        .collect();
    let all = names.len();
    assert!(all > 60, "{names:?}");
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(names.contains(&"quotes_send") && names.contains(&"public_invoices_pay"));
    app.stop().await;
}

#[tokio::test]
async fn an_internal_error_reveals_only_its_request_id() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    sqlx::query("ALTER TABLE contacts RENAME TO lost").execute(&mut *tx).await.expect("renamed");
    tx.commit().await.expect("committed");
    let answer = client.get("/api/contacts").await;
    let id = answer.header("x-request-id").expect("an id").to_owned();
    assert!(!answer.text.contains("contacts"), "{}", answer.text);
    let body = answer.expect_error(500, "internal", None);
    assert_eq!(body["requestId"], id);
    app.stop().await;
}

#[tokio::test]
async fn a_stopping_server_finishes_what_it_began() {
    let app = TestApp::start_with(|config| config.background = true).await;
    let client = app.new_client();
    app.register(&client, "sam@example.com").await;
    let folder = app.folder();
    let temp_dir = app.stop_keeping().await;
    let mails = std::fs::read_dir(folder.join("mail")).expect("a folder").count();
    assert_eq!(mails, 1);
    drop(temp_dir);
}
