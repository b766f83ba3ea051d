//! The metrics for a monitoring system, and who may read them; and one id from a request to the job that it caused.

use reqwest::Method;
use serde_json::json;

use crate::support::TestApp;

const TOKEN: &str = "a-token-of-sixteen-signs";

#[tokio::test]
async fn metrics_need_the_token_or_their_own_address() {
    let app = TestApp::start().await;
    // By default there is no such path.
    let answer = app.new_client().get("/metrics").await;
    answer.expect_error(404, "not_found", None);
    assert_eq!(app.metrics_url(), None);
    app.stop().await;

    let app = TestApp::start_with(|config| {
        config.metrics.token = Some(TOKEN.to_owned());
        config.metrics.listen = Some("127.0.0.1:0".parse().expect("an address"));
    })
    .await;
    let client = app.sign_up("sam@example.com").await;
    client.get("/api/quotes").await.expect_status(200);
    client.get("/api/quotes/0198c0de-0000-7000-8000-000000000000").await.expect_status(404);
    let strange = client.request(Method::from_bytes(b"STRANGE").expect("a method"), "/api/quotes");
    client.send(strange).await;
    client.get("/metrics").await.expect_error(401, "no_token", None);
    let bring = |token: &str| client.request(Method::GET, "/metrics").bearer_auth(token);
    client.send(bring("a-token-of-sixteen-sign")).await.expect_error(401, "no_token", None);
    let answer = client.send(bring(TOKEN)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    for line in [
        "plumbline_requests_total{method=\"GET\",route=\"/api/quotes\",status=\"200\"} 1",
        "plumbline_requests_total{method=\"GET\",route=\"/api/quotes/{id}\",status=\"404\"} 1",
        "plumbline_request_seconds_count{route=\"/api/quotes\"} 2",
        "plumbline_jobs_due{lane=\"urgent\"} 0",
        "plumbline_jobs_given_up 0",
        "plumbline_mail_failures_total 0",
        "plumbline_database_up 1",
        "plumbline_backup_proved_seconds 0",
    ] {
        assert!(answer.text.lines().any(|it| it == line), "{line}\n{}", answer.text);
    }
    for start in [
        "plumbline_requests_total{method=\"other\",route=\"/api/quotes\",",
        "plumbline_jobs_ended_total{kind=\"mail\",outcome=\"done\"} ",
    ] {
        assert!(answer.text.lines().any(|it| it.starts_with(start)), "{start}\n{}", answer.text);
    }
    assert!(answer.text.contains("\nplumbline_memory_bytes "), "{}", answer.text);
    let own = reqwest::get(app.metrics_url().expect("an address")).await.expect("an answer");
    let own = own.text().await.expect("a body");
    assert!(own.contains("plumbline_database_bytes "), "{own}");
    // Nothing but the figures is there.
    let root = app.metrics_url().expect("an address").replace("/metrics", "/api/system/version");
    assert_eq!(reqwest::get(root).await.expect("an answer").status(), 404);
    app.stop().await;
}

#[tokio::test]
async fn a_job_has_the_id_of_the_request_that_caused_it() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let body = json!({
        "name": "Sam Taylor", "email": "sam@example.com", "password": crate::support::PASSWORD,
        "recaptchaToken": client.solve_captcha().await,
    });
    let request = client.request(Method::POST, "/api/auth/register").json(&body);
    let answer = client.send(request.header("x-request-id", "from-the-proxy")).await;
    answer.expect_status(201);
    let mut conn = app.state().db.read().await.expect("a connection");
    let ids: Vec<Option<String>> =
        sqlx::query_scalar("SELECT request_id FROM jobs").fetch_all(&mut *conn).await.expect("jobs");
    assert_eq!(ids, [Some("from-the-proxy".to_owned())]);
    drop(conn);
    app.stop().await;
}
