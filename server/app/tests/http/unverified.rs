//! Accounts with unverified addresses: how long they remain, and which emails are sent to the address.

use plumbline::clock::{Clock as _, DAY, MINUTE};
use plumbline::db::Dialect;
use plumbline::jobs::{self, JobKind, Lane};
use serde_json::{Value, json};

use crate::export_and_deletion::find_traces;
use crate::support::{Client, PASSWORD, START, TestApp};

const SAM: &str = "sam@example.com";
/// A text that somebody types as their name to have it sent to a stranger.
const BAIT: &str = "Claim 500 pounds at prize.example";

async fn register_as(client: &Client, email: &str, name: &str) {
    let body = json!({ "name": name, "email": email, "password": PASSWORD,
        "recaptchaToken": client.solve_captcha().await });
    client.post("/api/auth/register", &body).await.expect_status(201);
}

async fn log_in(app: &TestApp, email: &str) -> crate::support::TestResponse {
    let body = json!({ "username": email, "password": PASSWORD });
    app.new_client().post("/api/auth/login", &body).await
}

async fn account_exists(app: &TestApp, email: &str) -> bool {
    let answer = log_in(app, email).await;
    match answer.status.as_u16() {
        200 => {
            assert_eq!(answer.expect_status(200), json!({ "requiresVerification": true }));
            true
        }
        _ => {
            answer.expect_error(401, "wrong_credentials", None);
            false
        }
    }
}

async fn execute_sql(app: &TestApp, text: &'static str) {
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    sqlx::raw_sql(text).execute(&mut *tx).await.expect("written");
    tx.commit().await.expect("committed");
}

async fn count_failed_jobs(app: &TestApp) -> i64 {
    let mut conn = app.state().db.read().await.expect("a connection");
    sqlx::query_scalar("SELECT COUNT(*) FROM jobs WHERE last_error IS NOT NULL")
        .fetch_one(&mut *conn)
        .await
        .expect("a count")
}

#[tokio::test]
async fn an_unverified_account_is_deleted_after_seven_days() {
    let app = TestApp::start().await;
    register_as(&app.new_client(), SAM, "Zephyrine Quill").await;
    assert_eq!(app.receive_emails(SAM).await.len(), 1);
    app.clock.advance(7 * DAY - 1);
    app.run_jobs().await;
    assert!(account_exists(&app, SAM).await);
    app.clock.advance(1);
    app.run_jobs().await;
    assert!(!account_exists(&app, SAM).await);
    for trace in [SAM, "Zephyrine"] {
        assert_eq!(find_traces(&app, trace).await, [""; 0], "{trace}");
    }
    if app.state().db.dialect() == Dialect::Sqlite {
        for entry in std::fs::read_dir(app.folder()).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let bytes = std::fs::read(&path).expect("a file");
                let text = String::from_utf8_lossy(&bytes);
                assert!(!text.contains("Zephyrine"), "{}", path.display());
            }
        }
    }
    // The account gets no email, its emails are deleted with it, and its address is free again.
    assert_eq!(app.receive_emails(SAM).await.len(), 0);
    app.sign_up(SAM).await;
    app.clock.advance(30 * DAY);
    app.run_jobs().await;
    let body = json!({ "username": SAM, "password": PASSWORD });
    let user = app.new_client().post("/api/auth/login", &body).await.expect_status(200);
    assert_eq!(user["email"], SAM);
    assert_eq!(count_failed_jobs(&app).await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_code_requested_in_the_last_minute_is_valid_until_it_expires() {
    let app = TestApp::start().await;
    for email in [SAM, "late@example.com"] {
        register_as(&app.new_client(), email, "Sam Taylor").await;
    }
    app.run_jobs().await;
    app.clock.advance(7 * DAY - MINUTE);
    let ask = async |email: &str| {
        let client = app.new_client();
        let body = json!({ "email": email, "recaptchaToken": client.solve_captcha().await });
        client.post("/api/auth/send-verification", &body).await.expect_status(200);
    };
    for email in [SAM, "late@example.com"] {
        ask(email).await;
    }
    let code = app.newest_code(SAM).await;
    app.clock.advance(5 * MINUTE);
    app.run_jobs().await;
    // What is asked for after the seven days puts nothing off.
    ask("late@example.com").await;
    app.run_jobs().await;
    let body = json!({ "email": SAM, "code": code });
    let client = app.new_client();
    client.post("/api/auth/verify-email", &body).await.expect_status(200);
    app.log_in(&client, SAM).await;
    app.clock.advance(10 * MINUTE);
    app.run_jobs().await;
    assert!(!account_exists(&app, "late@example.com").await);
    app.clock.advance(30 * DAY);
    app.run_jobs().await;
    app.log_in(&client, SAM).await;
    app.stop().await;
}

#[tokio::test]
async fn resetting_the_password_prevents_the_deletion() {
    let app = TestApp::start().await;
    register_as(&app.new_client(), SAM, "Sam Taylor").await;
    let client = app.new_client();
    client.post("/api/auth/forgot-password", &json!({ "email": SAM })).await.expect_status(200);
    let link = app.receive_emails(SAM).await.last().and_then(|mail| mail.first_link()).expect("a link");
    let token = link.split("token=").nth(1).expect("a token");
    let body = json!({ "token": token, "newPassword": PASSWORD });
    client.post("/api/auth/reset-password", &body).await.expect_status(200);
    app.clock.advance(8 * DAY);
    app.run_jobs().await;
    app.log_in(&client, SAM).await;
    app.stop().await;
}

/// An older server didn't schedule the end of such accounts, and rows may have been added in other ways.
#[tokio::test]
async fn existing_unverified_accounts_are_deleted_unless_they_were_used() {
    let app = TestApp::start().await;
    register_as(&app.new_client(), SAM, "Sam Taylor").await;
    let business = crate::documents::TestBusiness::open_at(app).await;
    let app = &business.app;
    app.sign_up("idle@example.com").await;
    execute_sql(app, "UPDATE users SET verified_at = NULL; DELETE FROM schedules").await;
    // One has signed in; of the other nobody knows that any more, but it holds something.
    execute_sql(app, "UPDATE users SET last_login_at = NULL WHERE email <> 'idle@example.com'").await;
    execute_sql(app, include_str!("../../../../migrations/0017_unverified.sql")).await;
    app.clock.advance(8 * DAY);
    app.run_jobs().await;
    assert!(!account_exists(app, SAM).await);
    assert!(account_exists(app, "idle@example.com").await);
    assert!(account_exists(app, crate::documents::OWNER).await);
    assert_eq!(count_failed_jobs(app).await, 0);
}

#[tokio::test]
async fn a_job_that_is_done_twice_or_too_early_does_no_harm() {
    const KIND: JobKind = JobKind::new("end_unverified", Lane::Bulk);
    let app = TestApp::start().await;
    register_as(&app.new_client(), SAM, "Sam Taylor").await;
    let id: String = {
        let mut conn = app.state().db.read().await.expect("a connection");
        let found = sqlx::query_scalar("SELECT id FROM users");
        found.fetch_one(&mut *conn).await.expect("an account")
    };
    let again = async || {
        let mut tx = app.state().db.begin_write().await.expect("a transaction");
        let queued = jobs::enqueue(app.state(), &mut tx, KIND, &id).await;
        queued.expect("queued");
        tx.commit().await.expect("committed");
        app.run_jobs().await;
    };
    // A clock that was ahead for a moment made it due.
    app.clock.advance(7 * DAY);
    plumbline::jobs::run_due(app.state()).await.map(drop).expect("jobs");
    assert!(!account_exists(&app, SAM).await);
    again().await;
    assert_eq!(count_failed_jobs(&app).await, 0);

    app.clock.set(START + 100 * DAY);
    register_as(&app.new_client(), SAM, "Sam Taylor").await;
    let id: String = {
        let mut conn = app.state().db.read().await.expect("a connection");
        let found = sqlx::query_scalar("SELECT id FROM users");
        found.fetch_one(&mut *conn).await.expect("an account")
    };
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    jobs::enqueue(app.state(), &mut tx, KIND, &id).await.expect("queued");
    tx.commit().await.expect("committed");
    app.run_jobs().await;
    assert!(account_exists(&app, SAM).await, "seven days are not over");
    app.clock.advance(7 * DAY);
    app.run_jobs().await;
    assert!(!account_exists(&app, SAM).await);
    assert!(app.clock.now_ms() > START);
    app.stop().await;
}

fn contains_text(received_email: &crate::support::ReceivedEmail, text: &str) -> bool {
    [&received_email.subject, &received_email.text, &received_email.html]
        .iter()
        .any(|part| part.contains(text))
}

#[tokio::test]
async fn emails_to_an_unverified_address_contain_no_text_of_the_user() {
    let app = TestApp::start().await;
    let client = app.new_client();
    register_as(&client, SAM, BAIT).await;
    app.clock.advance(2 * MINUTE);
    let body = json!({ "email": SAM });
    client.post("/api/auth/send-verification", &body).await.expect_status(200);
    app.run_jobs().await;
    client.post("/api/auth/forgot-password", &body).await.expect_status(200);
    let received_emails = app.receive_emails(SAM).await;
    assert_eq!(received_emails.len(), 3);
    for received_email in &received_emails {
        assert!(
            !contains_text(received_email, BAIT) && !contains_text(received_email, "prize"),
            "{}",
            received_email.text
        );
        let what_to_do =
            "If it wasn’t you, you don’t have to do anything: we’ll delete the account after 7 days.";
        assert!(received_email.text.contains(what_to_do), "{}", received_email.text);
        assert!(received_email.html.contains("we’ll delete the account after 7 days."));
        assert!(received_email.text.starts_with("Hello,"), "{}", received_email.text);
    }

    // Nor does a signed-in one write to an address that it only wants to have.
    let jo = app.new_client();
    register_as(&jo, "jo@example.com", BAIT).await;
    let code = app.newest_code("jo@example.com").await;
    let body = json!({ "email": "jo@example.com", "code": code });
    jo.post("/api/auth/verify-email", &body).await.expect_status(200);
    app.log_in(&jo, "jo@example.com").await;
    let body = json!({ "email": "stranger@example.com", "currentPassword": PASSWORD });
    jo.post("/api/account/email", &body).await.expect_status(202);
    let body: Value = json!({ "email": SAM, "currentPassword": PASSWORD });
    jo.post("/api/account/email", &body).await.expect_status(202);
    let wanted = app.receive_emails("stranger@example.com").await;
    assert_eq!(wanted.len(), 1);
    assert!(!contains_text(&wanted[0], BAIT), "{}", wanted[0].text);
    let received_emails = app.receive_emails(SAM).await;
    let result = received_emails.last().expect("a mail");
    assert!(
        result.subject.contains("already has a Plumbline account") && !contains_text(result, BAIT),
        "{}",
        result.text
    );
    // Its own, which it has shown to be its own, may call it by its name.
    let own = app.receive_emails("jo@example.com").await;
    assert!(own.last().is_some_and(|character| contains_text(character, BAIT)));
    app.stop().await;
}
