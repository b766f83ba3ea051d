//! Files that come slowly.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Client, PASSWORD, TestApp};

const BODY: &str = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n\
    Name\nJo Bloggs\n\r\n--x--\r\n";

/// An upload of this account of which half has been sent.
async fn half_sent(app: &TestApp, email: &str) -> TcpStream {
    app.sign_up(email).await;
    let body = json!({ "username": email, "password": PASSWORD });
    let answer = app.client().post("/api/auth/login", &body).await;
    let cookie = answer.header("set-cookie").expect("a cookie");
    let cookie = cookie.split(';').next().unwrap_or_default();
    let mut stream = TcpStream::connect(app.url("").replace("http://", ""))
        .await
        .expect("connects");
    let head = format!(
        "POST /api/contacts/import HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nCookie: {cookie}\r\n\
         Connection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: {}\r\n\
         Expect: 100-continue\r\n\r\n",
        BODY.len()
    );
    stream
        .write_all(head.as_bytes())
        .await
        .expect("it is taken");
    // The server says so when it begins to read the file.
    let mut goes_on = [0; 25];
    stream.read_exact(&mut goes_on).await.expect("an answer");
    assert_eq!(&goes_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    let half = &BODY.as_bytes()[..BODY.len() / 2];
    stream.write_all(half).await.expect("it is taken");
    stream
}

async fn import(client: &Client) {
    let form = Form::new().part("file", Part::text("Name\nAda\n").file_name("a.csv"));
    let request = client.request(Method::POST, "/api/contacts/import");
    let report = client.send(request.multipart(form)).await.expect(200);
    assert_eq!(report["new"], 1);
}

/// They are more than files may be in memory, and none of them ends.
#[tokio::test]
async fn whoever_sends_slowly_keeps_nobody_out() {
    let app = TestApp::start_with(|config| config.limit_factor = 10).await;
    let mut slow = Vec::new();
    for n in 0..7 {
        slow.push(half_sent(&app, &format!("slow{n}@example.com")).await);
    }
    import(&app.sign_up("quick@example.com").await).await;
    // What has come at last is read like any other.
    let mut last = slow.pop().expect("one");
    let rest = &BODY.as_bytes()[BODY.len() / 2..];
    last.write_all(rest).await.expect("it is taken");
    let mut answer = String::new();
    last.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    drop(slow);
    app.stop().await;
}
