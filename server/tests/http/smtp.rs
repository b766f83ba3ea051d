//! Mail over SMTP: a server that is down, and comes back.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use plumbline::clock::SECOND;
use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use crate::support::{PASSWORD, TestApp};

const SAM: &str = "sam@example.com";

/// Whom a message was for, and its lines.
type Received = Arc<Mutex<Vec<(String, String)>>>;

/// A mail server that takes everything.
struct Peer {
    received: Received,
    serving: JoinHandle<()>,
}

impl Peer {
    async fn listen(address: SocketAddr) -> Self {
        let listener = TcpListener::bind(address).await.expect("the port is free");
        let received = Received::default();
        let kept = Arc::clone(&received);
        let serving = tokio::spawn(async move {
            // Ended with the server: a connection that was kept open is lost as well.
            let mut talks = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                talks.spawn(converse(stream, Arc::clone(&kept)));
            }
        });
        Self { received, serving }
    }

    fn messages(&self) -> Vec<(String, String)> {
        self.received.lock().expect("unpoisoned").clone()
    }
}

async fn converse(mut stream: TcpStream, received: Received) -> Option<()> {
    let (read, mut write) = stream.split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 peer\r\n").await.ok()?;
    let mut to = String::new();
    while let Some(line) = lines.next_line().await.ok()? {
        let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        let answer = match verb.as_str() {
            "RCPT" => {
                to = line;
                "250 ok\r\n"
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut text = String::new();
                while let Some(line) = lines.next_line().await.ok()?.filter(|line| line != ".") {
                    text.push_str(&line);
                    text.push('\n');
                }
                received
                    .lock()
                    .expect("unpoisoned")
                    .push((to.clone(), text));
                "250 kept\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 ok\r\n",
        };
        write.write_all(answer.as_bytes()).await.ok()?;
    }
    Some(())
}

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
