//! Limits that protect accounts are counted together for all servers on a database.

use plumbline::clock::{DAY, HOUR, MINUTE, SECOND};
use plumbline::limits::AccountLimit;
use serde_json::json;

use crate::support::{TestApp, TestResponse};

/// A log-in to an account that does not exist, with a solved human check.
async fn log_in(app: &TestApp) -> TestResponse {
    let client = app.new_client();
    let body = json!({ "username": "nobody@example.com", "password": "Wrong-1234",
        "recaptchaToken": client.solve_captcha().await });
    client.post("/api/auth/login", &body).await
}

/// Whether one use is allowed.
async fn is_allowed(app: &TestApp, limit: AccountLimit, key: &str) -> bool {
    app.state().limits.check_account(limit, key).await.is_ok()
}

async fn count_counters(app: &TestApp) -> i64 {
    let mut conn = app.state().db.read().await.expect("a connection");
    sqlx::query_scalar("SELECT COUNT(*) FROM limit_counters").fetch_one(&mut *conn).await.expect("a count")
}

#[tokio::test]
async fn two_servers_share_one_counter_and_a_restart_does_not_reset_it() {
    let mut app = TestApp::start().await;
    let beside = app.start_twin(|_| {}).await;
    // Three wrong ones, and ten more with the check.
    for at in 0..13 {
        let server = if at % 2 == 0 { &app } else { &beside };
        let answer = log_in(server).await;
        assert_eq!(answer.status.as_u16(), 401, "the {at}th");
    }
    for server in [&app, &beside] {
        let answer = log_in(server).await;
        assert_eq!(answer.header("retry-after"), Some("90"));
        let body = answer.expect_error(429, "too_many_requests", None);
        let message = "Too many login attempts. Please try again later.";
        assert_eq!(body["message"], message);
    }
    app.restart().await;
    log_in(&app).await.expect_error(429, "too_many_requests", None);

    // One attempt is available again after a minute and a half, for whichever request comes first.
    for server in [&app, &beside] {
        server.clock.advance(90 * SECOND);
    }
    assert_eq!(log_in(&beside).await.status.as_u16(), 401);
    log_in(&app).await.expect_error(429, "too_many_requests", None);
    beside.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn of_many_at_once_on_two_servers_no_more_than_allowed_pass() {
    let app = TestApp::start().await;
    let beside = app.start_twin(|_| {}).await;
    let tries = (0..60).map(|at| {
        let server = if at % 2 == 0 { &app } else { &beside };
        is_allowed(server, AccountLimit::PinByDevice, "sam")
    });
    let passed = futures::future::join_all(tries).await;
    assert_eq!(passed.into_iter().filter(|passed| *passed).count(), 30);
    // Neither another account nor another limit is held back.
    assert!(is_allowed(&app, AccountLimit::PinByDevice, "jo").await);
    assert!(is_allowed(&app, AccountLimit::LoginByCaller, "sam").await);
    beside.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn the_factor_multiplies_what_is_allowed() {
    for factor in [3, 1000] {
        let app = TestApp::start_with(|config| config.limit_factor = factor).await;
        for at in 0..factor {
            let requested = is_allowed(&app, AccountLimit::ResendByMinute, "sam").await;
            assert!(requested, "the {at}th of {factor}");
        }
        assert!(!is_allowed(&app, AccountLimit::ResendByMinute, "sam").await);
        app.clock.advance(MINUTE / i64::from(factor));
        assert!(is_allowed(&app, AccountLimit::ResendByMinute, "sam").await);
        assert!(!is_allowed(&app, AccountLimit::ResendByMinute, "sam").await);
        app.stop().await;
    }
}

#[tokio::test]
async fn refused_requests_cause_no_database_queries() {
    let app = TestApp::start().await;
    assert!(is_allowed(&app, AccountLimit::ResendByMinute, "sam").await);
    assert!(!is_allowed(&app, AccountLimit::ResendByMinute, "sam").await);
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    sqlx::query("DROP TABLE limit_counters").execute(&mut *tx).await.expect("dropped");
    tx.commit().await.expect("committed");
    let check = |key| app.state().limits.check_account(AccountLimit::ResendByMinute, key);
    let again = check("sam").await.expect_err("still refused");
    assert_eq!(again.status().as_u16(), 429);
    // And without its count nobody passes.
    let other = check("jo").await.expect_err("not counted");
    assert_eq!(other.status().as_u16(), 500);
    app.stop().await;
}

#[tokio::test]
async fn setting_the_clock_back_neither_restores_nor_uses_up_attempts() {
    let app = TestApp::start().await;
    assert!(is_allowed(&app, AccountLimit::ResendByMinute, "sam").await);
    assert!(!is_allowed(&app, AccountLimit::ResendByMinute, "sam").await);
    for _ in 0..3 {
        assert!(is_allowed(&app, AccountLimit::ForgotByCaller, "sam").await);
    }
    app.clock.advance(-DAY);
    // What was spent is spent, and what was left is left.
    assert!(!is_allowed(&app, AccountLimit::ResendByMinute, "sam").await);
    for _ in 0..2 {
        assert!(is_allowed(&app, AccountLimit::ForgotByCaller, "sam").await);
    }
    assert!(!is_allowed(&app, AccountLimit::ForgotByCaller, "sam").await);
    app.clock.advance(MINUTE);
    assert!(is_allowed(&app, AccountLimit::ResendByMinute, "sam").await);
    app.clock.advance(11 * MINUTE);
    assert!(is_allowed(&app, AccountLimit::ForgotByCaller, "sam").await);
    assert!(!is_allowed(&app, AccountLimit::ForgotByCaller, "sam").await);
    app.stop().await;
}

#[tokio::test]
async fn a_counter_that_has_fully_recovered_is_deleted() {
    let app = TestApp::start().await;
    assert!(is_allowed(&app, AccountLimit::ForgotByCaller, "sam").await);
    assert!(is_allowed(&app, AccountLimit::LoginByCaller, "sam").await);
    let tidy = async || (app.state().cleanup)(app.state()).await.expect("tidied");
    tidy().await;
    assert_eq!(count_counters(&app).await, 2);
    // A log-in is given back after 90 seconds, a request for a link after 12 minutes.
    app.clock.advance(2 * MINUTE);
    tidy().await;
    assert_eq!(count_counters(&app).await, 1);
    app.clock.advance(HOUR);
    tidy().await;
    assert_eq!(count_counters(&app).await, 0);
    app.stop().await;
}
