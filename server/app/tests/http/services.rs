//! What capabilities use: idempotency keys, activities, jobs.

use axum::body::to_bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use plumbline::activities;
use plumbline::clock::{DAY, MINUTE};
use plumbline::error::ApiError;
use plumbline::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline::mail::{self, Mail};
use serde_json::{Value, json};

use crate::support::{DatabaseUse, TestApp};

fn test_mail(to: &str) -> Mail {
    Mail {
        account: None,
        to: to.to_owned(),
        from_name: Some("Taylor\r\nBcc: evil@example.com".to_owned()),
        reply_to: Some("hello@example.com".to_owned()),
        subject: "Your quote\r\nBcc: evil@example.com".to_owned(),
        text: "Total: £1,200.00".to_owned(),
        html: "<p>Total: £1,200.00</p>".to_owned(),
        attachments: Vec::new(),
        thread: None,
    }
}

async fn run_once(app: &TestApp, key: &str, route: &str, body: &str) -> Result<Value, ApiError> {
    let state = app.state();
    let key = IdempotencyKey(Some(key.to_owned()));
    let request = IdempotentRequest::new("user:1", key, route, body.as_bytes());
    let _under_way = DatabaseUse::begin_write();
    let mut tx = state.db.begin_write().await?;
    let answer = match request.claim(&mut tx, state.clock.now_ms()).await? {
        Some(answer) => answer,
        None => {
            let made = json!({ "made": state.ids.new_id::<String>() });
            let answer = request.store_response(&mut tx, StatusCode::CREATED, &made).await?;
            tx.commit().await?;
            answer
        }
    };
    assert_eq!(answer.status(), StatusCode::CREATED);
    let bytes = to_bytes(answer.into_body(), 1000).await.expect("a body");
    Ok(serde_json::from_slice(&bytes)?)
}

#[tokio::test]
async fn repeating_a_key_returns_the_same_response() {
    let app = TestApp::start().await;
    let first = run_once(&app, "a", "POST /x", "{}").await.expect("made");
    assert_eq!(run_once(&app, "a", "POST /x", "{}").await.expect("again"), first);
    assert_ne!(run_once(&app, "b", "POST /x", "{}").await.expect("another"), first);
    for (route, body) in [("POST /x", "{ }"), ("POST /y", "{}")] {
        let error = run_once(&app, "a", route, body).await.expect_err("another request");
        assert_eq!((error.status().as_u16(), error.code()), (422, "idempotency_key_reused"));
    }
    // Many at once do the work once.
    let all = futures::future::join_all((0..16).map(|_| run_once(&app, "c", "POST /x", "{}"))).await;
    let all: Vec<_> = all.into_iter().map(|answer| answer.expect("an answer")).collect();
    assert!(all.iter().all(|answer| *answer == all[0]));
    app.stop().await;
}

#[tokio::test]
async fn a_key_repeated_weeks_later_does_nothing_twice() {
    let app = TestApp::start().await;
    let state = app.state();
    let first = run_once(&app, "a", "POST /x", "{}").await.expect("made");
    let saved = || async {
        let mut conn = state.db.read().await.expect("a connection");
        sqlx::query_as::<_, (i64, i64)>(
            "SELECT COUNT(*), CAST(COALESCE(SUM(LENGTH(body)), 0) AS BIGINT) FROM idempotency_keys \
             WHERE scope = 'user:1'",
        )
        .fetch_one(&mut *conn)
        .await
        .expect("a count")
    };
    app.clock.advance(7 * DAY);
    plumbline::server::delete_expired(state).await.expect("tidied");
    let again = run_once(&app, "a", "POST /x", "{}").await;
    assert_eq!(again.expect("again"), first);
    // The answer goes after a week; what was done is known for much longer.
    app.clock.advance(2 * DAY);
    plumbline::server::delete_expired(state).await.expect("tidied");
    assert_eq!(saved().await, (1, 0));
    let late = run_once(&app, "a", "POST /x", "{}").await.expect_err("late");
    assert_eq!((late.status().as_u16(), late.code()), (409, "already_done"));
    assert!(format!("{late:?}").contains("This was done already."));
    let other = run_once(&app, "a", "POST /y", "{}").await.expect_err("another");
    assert_eq!(other.code(), "idempotency_key_reused");
    app.clock.advance(391 * DAY);
    plumbline::server::delete_expired(state).await.expect("tidied");
    let late = run_once(&app, "a", "POST /x", "{}").await;
    assert_eq!(late.expect_err("late").code(), "already_done");
    app.clock.advance(DAY);
    plumbline::server::delete_expired(state).await.expect("tidied");
    assert_eq!(saved().await, (0, 0));
    app.stop().await;
}

#[tokio::test]
async fn the_key_of_a_rolled_back_request_can_be_used_again() {
    let app = TestApp::start().await;
    let state = app.state();
    let key = || IdempotencyKey(Some("a".to_owned()));
    let mut tx = state.db.begin_write().await.expect("a transaction");
    let request = IdempotentRequest::new("user:1", key(), "POST /x", b"{}");
    assert!(request.claim(&mut tx, 0).await.expect("claimed").is_none());
    drop(tx);
    run_once(&app, "a", "POST /x", "{}").await.expect("made");
    app.stop().await;
}

#[tokio::test]
async fn invalid_keys_are_refused() {
    use axum::extract::FromRequestParts as _;
    for value in ["", "ü", &"x".repeat(201)] {
        let mut request = axum::http::Request::builder().body(()).expect("a request");
        let mut headers = HeaderMap::new();
        let value = HeaderValue::from_bytes(value.as_bytes()).expect("a header");
        headers.insert("idempotency-key", value);
        *request.headers_mut() = headers;
        let (mut parts, ()) = request.into_parts();
        let error = IdempotencyKey::from_request_parts(&mut parts, &()).await.expect_err("refused");
        assert_eq!(error.code(), "bad_idempotency_key");
    }
}

#[tokio::test]
async fn activities_come_newest_first() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let user = client.get("/api/auth/me").await.expect_status(200);
    let state = app.state();
    for number in ["Q-0001", "Q-0002"] {
        app.clock.advance(MINUTE);
        let mut tx = state.db.begin_write().await.expect("a transaction");
        let user_id = user["id"].as_str().expect("an id").parse();
        let data = json!({ "number": number });
        activities::record(state, &mut tx, &user_id.expect("an id"), "quote_accepted", ("quote", "1"), &data)
            .await
            .expect("recorded");
        tx.commit().await.expect("committed");
    }
    let list = client.get("/api/activities").await.expect_status(200);
    assert_eq!(list[0]["data"], json!({ "number": "Q-0002" }));
    assert_eq!(list[1]["kind"], "quote_accepted");
    assert_eq!(
        client.get("/api/activities?limit=1").await.expect_status(200).as_array().map(Vec::len),
        Some(1)
    );
    client.get("/api/activities?limit=x").await.expect_error(400, "bad_query", None);
    let jo = app.sign_up("jo@example.com").await;
    assert_eq!(jo.get("/api/activities").await.expect_status(200), json!([]));
    app.stop().await;
}

#[tokio::test]
async fn only_a_committed_email_is_sent_and_headers_cannot_be_injected() {
    let app = TestApp::start().await;
    let state = app.state();
    let mut tx = state.db.begin_write().await.expect("a transaction");
    mail::enqueue(state, &mut tx, &test_mail("undone@example.com")).await.expect("queued");
    drop(tx);
    let mut tx = state.db.begin_write().await.expect("a transaction");
    mail::enqueue(state, &mut tx, &test_mail("anita@example.com")).await.expect("queued");
    tx.commit().await.expect("committed");
    assert_eq!(app.run_jobs().await, 1);
    assert!(app.receive_emails("undone@example.com").await.is_empty());
    let received_emails = app.receive_emails("anita@example.com").await;
    assert_eq!(received_emails.len(), 1);
    assert_eq!(received_emails[0].text.trim(), "Total: £1,200.00");
    assert_eq!(received_emails[0].html.trim(), "<p>Total: £1,200.00</p>");
    assert!(received_emails[0].raw.contains("Reply-To: hello@example.com"));
    assert!(
        !received_emails[0].raw.lines().any(|line| line.starts_with("Bcc:")),
        "{}",
        received_emails[0].raw
    );
    app.stop().await;
}

#[tokio::test]
async fn an_email_waits_for_a_server_that_is_down() {
    // Nothing listens on the discard port of this machine.
    let app = TestApp::start_with(|config| config.smtp_url = Some("smtp://127.0.0.1:9".into())).await;
    let client = app.new_client();
    app.register(&client, "sam@example.com").await;
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(app.run_jobs().await, 0, "not before the pause is over");
    app.clock.advance(5_000);
    assert_eq!(app.run_jobs().await, 1);
    app.clock.advance(DAY);
    assert_eq!(app.run_jobs().await, 1);
    app.stop().await;
}

#[tokio::test]
async fn two_workers_do_each_job_once() {
    let app = TestApp::start().await;
    let state = app.state();
    let mut tx = state.db.begin_write().await.expect("a transaction");
    for n in 0..20 {
        mail::enqueue(state, &mut tx, &test_mail(&format!("x{n}@example.com"))).await.expect("queued");
    }
    tx.commit().await.expect("committed");
    let done = futures::future::join_all([app.run_jobs(), app.run_jobs(), app.run_jobs()]).await;
    assert_eq!(done.iter().sum::<usize>(), 20, "{done:?}");
    app.stop().await;
}
