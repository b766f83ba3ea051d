//! Mail over SMTP: a server that is down, and comes back.

use plumbline::clock::SECOND;
use serde_json::json;
use tokio::net::TcpListener;

use crate::support::peer::Peer;
use crate::support::{PASSWORD, TestApp};

const SAM: &str = "sam@example.com";

#[tokio::test]
async fn what_was_queued_is_sent_once_the_server_is_back() {
    let gone = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = gone.local_addr().expect("an address");
    drop(gone);
    let url = format!("smtp://{address}");
    let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
    let client = app.client();
    // The mail is queued: that is all that registration promises.
    app.register(&client, SAM).await;
    for _ in 0..3 {
        assert_eq!(app.run_jobs().await, 1);
        app.clock.advance(60 * SECOND);
    }
    let peer = Peer::listen(address).await;
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(app.run_jobs().await, 0);
    let messages = peer.messages();
    assert_eq!(messages.len(), 1, "sent once");
    let (to, text) = &messages[0];
    assert!(to.contains(SAM), "{to}");
    let subject = text.lines().find_map(|line| line.strip_prefix("Subject: "));
    let code: String = subject.expect("a subject").chars().take(6).collect();
    let body = json!({ "email": SAM, "code": code });
    client
        .post("/api/auth/verify-email", &body)
        .await
        .expect(200);

    // And down again: a lost connection is one more reason to wait.
    peer.serving.abort();
    client
        .post("/api/auth/forgot-password", &json!({ "email": SAM }))
        .await
        .expect(200);
    app.run_jobs().await;
    assert_eq!(peer.messages().len(), 1);
    let peer = Peer::listen(address).await;
    app.clock.advance(60 * SECOND);
    app.run_jobs().await;
    let messages = peer.messages();
    assert_eq!(messages.len(), 1, "sent once");
    assert!(messages[0].1.contains("Subject: Choose a new password"));
    peer.serving.abort();
    app.stop().await;
}

#[tokio::test]
async fn a_registration_whose_mail_cannot_be_queued_says_so_and_leaves_nothing() {
    let app = TestApp::start().await;
    let client = app.client();
    let rename = async |from: &str, to: &str| {
        let mut tx = app.state().db.begin_write().await.expect("a transaction");
        let sql = format!("ALTER TABLE {from} RENAME TO {to}");
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .execute(&mut *tx)
            .await
            .expect("renamed");
        tx.commit().await.expect("committed");
    };
    rename("jobs", "lost").await;
    let body = json!({ "name": "Sam Taylor", "email": SAM, "password": PASSWORD,
        "recaptchaToken": client.human().await });
    let answer = client.post("/api/auth/register", &body).await;
    answer.refused(500, "internal", None);
    rename("lost", "jobs").await;
    // The address is as free as before.
    app.register(&client, SAM).await;
    assert_eq!(app.mails(SAM).await.len(), 1);
    app.stop().await;
}

#[tokio::test]
async fn a_mail_that_is_refused_for_good_is_not_sent_again() {
    let peer = Peer::listen(([127, 0, 0, 1], 0).into()).await;
    let url = format!("smtp://{}", peer.address);
    let app = TestApp::start_with(|config| config.smtp_url = Some(url)).await;
    app.register(&app.client(), "nobody@example.com").await;
    assert_eq!(app.run_jobs().await, 1);
    app.clock.advance(60 * 60 * SECOND);
    assert_eq!(
        app.run_jobs().await,
        0,
        "the server said that it never will"
    );
    // The next one goes out.
    app.register(&app.client(), SAM).await;
    app.run_jobs().await;
    assert_eq!(peer.messages().len(), 1);
    peer.serving.abort();
    app.stop().await;
}
