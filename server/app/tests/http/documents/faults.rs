//! Connections that break.

use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use super::{TestBusiness, id_of, with_field};

#[tokio::test]
async fn a_connection_lost_in_the_middle_of_a_save_writes_nothing() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}", id_of(&draft));
    let body = with_field(with_field(business.quote_body(), "version", json!(1)), "notes", json!("half"))
        .to_string();
    let cookie = business.new_session_cookie().await;
    let address = business.app.url("").trim_start_matches("http://").to_owned();
    for cut in [0, 1, body.len() / 2, body.len() - 1] {
        let mut stream = TcpStream::connect(&address).await.expect("a connection");
        let head = format!(
            "PUT {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Cookie: {cookie}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await.expect("written");
        stream.write_all(&body.as_bytes()[..cut]).await.expect("written");
        stream.shutdown().await.expect("closed");
        drop(stream);
    }
    // The server is past all four once it has answered a request that came after them.
    business.client.get(&path).await.expect_status(200);
    assert_eq!(business.client.get(&path).await.expect_status(200), draft);
}

#[tokio::test]
async fn a_send_whose_response_is_lost_happens_once() {
    let business = TestBusiness::open().await;
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let body = json!({ "via": "email" });
    // The customer's network goes away before the answer arrives, again and again.
    for _ in 0..5 {
        let request = business
            .client
            .request(reqwest::Method::POST, &path)
            .header("idempotency-key", "lost")
            .timeout(Duration::from_millis(1))
            .json(&body);
        let _ = request.send().await;
    }
    let sent = business.client.post_with_key(&path, "lost", &body).await.expect_status(200);
    assert_eq!(sent["quoteNumber"], "Q-0001");
    assert_eq!(business.app.receive_emails(super::CUSTOMER).await.len(), 1);
    assert_eq!(business.count_rows("document_versions").await, 1);
}
