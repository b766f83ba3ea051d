//! Email over SMTP: a server that is down and comes back, refuses, stalls, disconnects or gives wrong responses.

mod guarded;
mod kinds;
mod lost_emails;
mod random;
mod restored;
mod steps;
mod stops;

use plumbline::clock::{MINUTE, SECOND};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of};
use crate::support::peer::FakeMailServer;
use crate::support::{Client, PASSWORD, TestApp};

const SAM: &str = "sam@example.com";

/// A business whose emails go to a mail server, without PDFs, since these take time.
async fn open_with_mail_server(peer: &FakeMailServer) -> TestBusiness {
    let url = peer.url();
    let app = TestApp::start_with(|config| {
        config.smtp_url = Some(url);
        config.smtp_ca_file = Some(peer.certificate.path().to_owned());
        config.pdf.program = Some("/bin/false".into());
        config.mail_quota.hour = 100_000;
        config.mail_quota.day = 100_000;
        config.limit_factor = 1_000;
    })
    .await;
    let client = app.new_client();
    app.register(&client, OWNER).await;
    verify_by_email(&app, &client, peer, OWNER).await;
    TestBusiness::with_client(app, client).await
}

/// Verifies an account with the code from its email, and signs in to it.
async fn verify_by_email(app: &TestApp, client: &Client, peer: &FakeMailServer, email: &str) {
    app.run_jobs().await;
    let (_, text) = peer.messages().pop().expect("the code");
    let code: String = text
        .lines()
        .find_map(|line| line.strip_prefix("Subject: "))
        .expect("a subject")
        .chars()
        .take(6)
        .collect();
    let body = json!({ "email": email, "code": code });
    let verified = client.post("/api/auth/verify-email", &body).await;
    verified.expect_status(200);
    app.log_in(client, email).await;
    app.run_jobs().await;
}

/// Emails an invoice to its customer.
async fn send_invoice(business: &TestBusiness) -> Value {
    send_invoice_to(business, CUSTOMER).await
}

async fn send_invoice_to(business: &TestBusiness, to: &str) -> Value {
    let draft = business.client.post("/api/invoices", &business.invoice_body()).await;
    let path = format!("/api/invoices/{}/send", id_of(&draft.expect_status(201)));
    let body = json!({ "via": "email", "to": to });
    business.client.post(&path, &body).await.expect_status(200)
}

/// Runs the due jobs. Whenever the mail server is silent, time passes until nobody waits for it.
async fn run_due_jobs(business: &TestBusiness, peer: &FakeMailServer) -> usize {
    let mut waits = peer.watch_waiting();
    waits.mark_unchanged();
    let jobs = business.app.run_jobs();
    tokio::pin!(jobs);
    loop {
        tokio::select! {
            done = &mut jobs => return done,
            waiting = waits.changed() => {
                waiting.expect("the mail server stays");
                business.app.clock.advance(10 * MINUTE);
            }
        }
    }
}

async fn read_timeline(business: &TestBusiness, invoice: &Value) -> Value {
    let path = format!("/api/invoices/{}/timeline", id_of(invoice));
    let answer = business.client.get(&path).await;
    if answer.status == 401 {
        business.app.log_in(&business.client, OWNER).await;
        return business.client.get(&path).await.expect_status(200);
    }
    answer.expect_status(200)
}

/// What is shown about the email of an invoice.
async fn read_email(business: &TestBusiness, invoice: &Value) -> Value {
    read_timeline(business, invoice).await["emails"][0].clone()
}

/// What the invoice's row in the list shows about it.
async fn list_mark(business: &TestBusiness, invoice: &Value) -> Value {
    let list = business.client.get("/api/invoices?limit=100").await.expect_status(200);
    let rows = list["data"].as_array().expect("rows");
    let row = rows.iter().find(|row| row["id"] == invoice["id"]);
    row.expect("the invoice")["lostEmail"].clone()
}

#[tokio::test]
async fn queued_emails_are_sent_once_the_server_is_back() {
    let gone = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = gone.local_addr().expect("an address");
    drop(gone);
    let url = format!("smtp://{address}");
    let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
    let client = app.new_client();
    // The mail is queued: that is all that registration promises.
    app.register(&client, SAM).await;
    for _ in 0..3 {
        assert_eq!(app.run_jobs().await, 1);
        app.clock.advance(60 * SECOND);
    }
    let peer = FakeMailServer::listen(address).await;
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(app.run_jobs().await, 0);
    let messages = peer.messages();
    assert_eq!(messages.len(), 1, "sent once");
    let (to, text) = &messages[0];
    assert!(to.contains(SAM), "{to}");
    let subject = text.lines().find_map(|line| line.strip_prefix("Subject: "));
    let code: String = subject.expect("a subject").chars().take(6).collect();
    let body = json!({ "email": SAM, "code": code });
    client.post("/api/auth/verify-email", &body).await.expect_status(200);

    // And down again: a lost connection is one more reason to wait.
    peer.serving.abort();
    client.post("/api/auth/forgot-password", &json!({ "email": SAM })).await.expect_status(200);
    app.run_jobs().await;
    assert_eq!(peer.messages().len(), 1);
    let peer = FakeMailServer::listen(address).await;
    app.clock.advance(60 * SECOND);
    app.run_jobs().await;
    let messages = peer.messages();
    assert_eq!(messages.len(), 1, "sent once");
    assert!(messages[0].1.contains("Subject: Choose a new password"));
    peer.serving.abort();
    app.stop().await;
}

#[tokio::test]
async fn a_registration_whose_email_cannot_be_queued_fails_and_leaves_nothing() {
    let app = TestApp::start().await;
    let client = app.new_client();
    let rename = async |from: &str, to: &str| {
        let mut tx = app.state().db.begin_write().await.expect("a transaction");
        let sql = format!("ALTER TABLE {from} RENAME TO {to}");
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut *tx).await.expect("renamed");
        tx.commit().await.expect("committed");
    };
    rename("jobs", "lost").await;
    let body = json!({ "name": "Sam Taylor", "email": SAM, "password": PASSWORD,
        "recaptchaToken": client.solve_captcha().await });
    let answer = client.post("/api/auth/register", &body).await;
    answer.expect_error(500, "internal", None);
    rename("lost", "jobs").await;
    // The address is as free as before.
    app.register(&client, SAM).await;
    assert_eq!(app.receive_emails(SAM).await.len(), 1);
    app.stop().await;
}

#[tokio::test]
async fn a_permanently_refused_email_is_not_sent_again() {
    let peer = FakeMailServer::listen(([127, 0, 0, 1], 0).into()).await;
    let url = format!("smtp://{}", peer.address);
    let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
    app.register(&app.new_client(), "nobody@example.com").await;
    assert_eq!(app.run_jobs().await, 1);
    app.clock.advance(60 * 60 * SECOND);
    assert_eq!(app.run_jobs().await, 0, "the server said that it never will");
    // The next one goes out.
    app.register(&app.new_client(), SAM).await;
    app.run_jobs().await;
    assert_eq!(peer.messages().len(), 1);
    peer.serving.abort();
    app.stop().await;
}
