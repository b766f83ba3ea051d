//! Somebody who waits for a code does not wait for the invoices in the queue.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use plumbline::jobs::{self, Lane, Workers};
use plumbline::mail::{self, Mail};
use serde_json::json;

use super::{NOTE, enqueue_job, list_notes, start_with_jobs};
use crate::documents::{OWNER, TestBusiness, id_of};
use crate::support::TestApp;
use crate::support::peer::FakeMailServer;

const SAM: &str = "sam@example.com";
/// How many invoices wait in the queue: several for each worker.
const INVOICE_COUNT: usize = 50;

fn test_mail(number: usize) -> Mail {
    Mail {
        account: None,
        to: format!("customer{number}@example.com"),
        from_name: None,
        reply_to: None,
        subject: format!("Invoice {number}"),
        text: "Please pay".to_owned(),
        html: "<p>Please pay</p>".to_owned(),
        attachments: Vec::new(),
        thread: None,
    }
}

async fn enqueue_invoices(app: &TestApp) {
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    for number in 0..INVOICE_COUNT {
        mail::enqueue(app.state(), &mut tx, &test_mail(number)).await.expect("queued");
    }
    tx.commit().await.expect("committed");
}

#[tokio::test]
async fn a_code_is_sent_before_emails_that_were_queued_earlier() {
    let peer = FakeMailServer::listen(([127, 0, 0, 1], 0).into()).await;
    let url = format!("smtp://{}", peer.address);
    let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
    enqueue_invoices(&app).await;
    app.clock.advance(1_000);
    app.register(&app.new_client(), SAM).await;
    assert_eq!(app.run_jobs().await, INVOICE_COUNT + 1);
    let messages = peer.messages();
    assert_eq!(messages.len(), INVOICE_COUNT + 1);
    assert!(messages[0].0.contains(SAM), "{}", messages[0].0);
    app.stop().await;
}

#[tokio::test]
async fn a_code_is_sent_while_all_other_workers_are_busy() {
    // No invoice is taken before the code has come: were it behind them, it never would.
    let peer = FakeMailServer::listen_until_first(SAM).await;
    let url = format!("smtp://{}", peer.address);
    let app = TestApp::start_with(|config| {
        config.smtp_url = Some(url);
        config.background = true;
    })
    .await;
    enqueue_invoices(&app).await;
    let busy = peer.wait_for_messages(Lane::Ordinary.worker_count()).await;
    assert!(busy.iter().all(|(to, _)| to.contains("customer")));
    app.register(&app.new_client(), SAM).await;
    let all = tokio::time::timeout(Duration::from_secs(120), peer.wait_for_messages(INVOICE_COUNT + 1));
    let all = all.await.expect("the code came, and then the invoices");
    let code = all.iter().position(|(to, _)| to.contains(SAM));
    assert_eq!(code, Some(busy.len()), "it is the next that came");
    app.stop().await;
}

/// A typesetter that never ends. It writes a line to a pipe when it begins, so that the test can wait for that.
#[cfg(unix)]
fn hanging_typesetter(folder: &Path) -> (PathBuf, PathBuf) {
    use std::os::unix::fs::PermissionsExt as _;
    let (program, begun) = (folder.join("typeset"), folder.join("begun"));
    let made = Command::new("mkfifo").arg(&begun).status().expect("mkfifo");
    assert!(made.success());
    let pipe = begun.display();
    let script = format!("#!/bin/sh\necho begun > {pipe}\nexec /bin/sleep 600\n");
    std::fs::write(&program, script).expect("written");
    let mode = std::fs::Permissions::from_mode(0o700);
    std::fs::set_permissions(&program, mode).expect("a program");
    (program, begun)
}

/// The six digits in the subject of an email.
fn code_in_subject(message: &str) -> String {
    let subject = message.lines().find(|line| line.starts_with("Subject:"));
    let words = subject.expect("a subject").split(|c: char| !c.is_ascii_digit());
    let mut codes = words.filter(|word| word.len() == 6);
    codes.next().expect("a code").to_owned()
}

#[cfg(unix)]
#[tokio::test]
async fn a_code_and_a_link_are_sent_while_every_pdf_hangs() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, begun) = hanging_typesetter(folder.path());
    let peer = FakeMailServer::listen(([127, 0, 0, 1], 0).into()).await;
    let url = format!("smtp://{}", peer.address);
    let app = TestApp::start_with(|config| {
        config.smtp_url = Some(url);
        config.pdf.program = Some(program);
    })
    .await;
    let client = app.new_client();
    app.register(&client, OWNER).await;
    app.run_jobs().await;
    let body = json!({ "email": OWNER, "code": code_in_subject(&peer.messages()[0].1) });
    let verified = client.post("/api/auth/verify-email", &body).await;
    verified.expect_status(200);
    app.log_in(&client, OWNER).await;
    let business = TestBusiness::with_client(app, client).await;
    // As many mails of documents as hang every worker that does them, and more.
    for _ in 0..6 {
        let draft = business.draft_quote().await;
        let path = format!("/api/quotes/{}/send", id_of(&draft));
        let sent = business.client.post(&path, &json!({ "via": "email" })).await;
        sent.expect_status(200);
    }
    let workers = Workers::start(business.app.state());
    let hangs = tokio::task::spawn_blocking(move || std::fs::read_to_string(begun));
    assert_eq!(hangs.await.expect("read").expect("begun"), "begun\n");

    business.app.register(&business.app.new_client(), SAM).await;
    let body = json!({ "email": OWNER });
    let other = business.app.new_client();
    let response = other.post("/api/auth/forgot-password", &body).await;
    response.expect_status(200);
    let came = tokio::time::timeout(Duration::from_secs(60), peer.wait_for_messages(3));
    let came = came.await.expect("the code and the link came");
    let to = |who: &str| came.iter().filter(|(to, _)| to.contains(who)).count();
    assert_eq!((to(SAM), to(OWNER), came.len()), (1, 2, 3));
    drop(workers);
    business.app.stop().await;
}

#[tokio::test]
async fn urgent_jobs_run_before_ordinary_and_bulk_jobs_last() {
    let app = start_with_jobs().await;
    let state = app.state();
    for lane in [Lane::Bulk, Lane::Ordinary, Lane::Urgent] {
        let mut tx = state.db.begin_write().await.expect("a transaction");
        let payload = format!("lanes {lane:?}");
        jobs::enqueue_in_lane(state, &mut tx, lane, NOTE, &payload).await.expect("queued");
        tx.commit().await.expect("committed");
        app.clock.advance(1);
    }
    enqueue_job(&app, NOTE, "lanes again").await;
    assert_eq!(app.run_jobs().await, 4);
    let order = ["Urgent", "Ordinary", "again", "Bulk"].map(|it| format!("lanes {it}"));
    assert_eq!(list_notes("lanes"), order);
    app.stop().await;
}
