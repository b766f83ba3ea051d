//! Files that are sent slowly.

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::{Client, PASSWORD, TestApp};

const BODY: &str = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n\
    Name\nJo Bloggs\n\r\n--x--\r\n";

/// An upload of this account of which half has been sent.
async fn send_half_upload(app: &TestApp, email: &str) -> TcpStream {
    app.sign_up(email).await;
    let body = json!({ "username": email, "password": PASSWORD });
    let answer = app.new_client().post("/api/auth/login", &body).await;
    let cookie = answer.header("set-cookie").expect("a cookie");
    let cookie = cookie.split(';').next().unwrap_or_default();
    let mut stream = TcpStream::connect(app.url("").replace("http://", "")).await.expect("connects");
    let head = format!(
        "POST /api/contacts/import HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nCookie: {cookie}\r\n\
         Connection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: {}\r\n\
         Expect: 100-continue\r\n\r\n",
        BODY.len()
    );
    stream.write_all(head.as_bytes()).await.expect("it is taken");
    // The server reports when it begins to read the file.
    let mut goes_on = [0; 25];
    stream.read_exact(&mut goes_on).await.expect("an answer");
    assert_eq!(&goes_on, b"HTTP/1.1 100 Continue\r\n\r\n");
    let half = &BODY.as_bytes()[..BODY.len() / 2];
    stream.write_all(half).await.expect("it is taken");
    stream
}

async fn import_file(client: &Client) {
    let form = Form::new().part("file", Part::text("Name\nAda\n").file_name("a.csv"));
    let request = client.request(Method::POST, "/api/contacts/import");
    let report = client.send(request.multipart(form)).await.expect_status(200);
    assert_eq!(report["new"], 1);
}

/// There are more uploads than files may be in memory, and none of them ends.
#[tokio::test]
async fn slow_uploads_do_not_prevent_other_uploads() {
    let app = TestApp::start_with(|config| config.limit_factor = 10).await;
    let mut slow = Vec::new();
    for n in 0..7 {
        slow.push(send_half_upload(&app, &format!("slow{n}@example.com")).await);
    }
    import_file(&app.sign_up("quick@example.com").await).await;
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

/// All routes that take a picture.
const PICTURE_ROUTES: [&str; 4] =
    ["/api/files", "/api/quotes/photos", "/api/expenses/receipts", "/api/support/pictures"];

/// All routes that take another file.
const TABLE_ROUTES: [&str; 8] = [
    "/api/contacts/import/preview",
    "/api/contacts/import",
    "/api/items/import/preview",
    "/api/items/import",
    "/api/expenses/import/preview",
    "/api/expenses/import",
    "/api/arriving/preview",
    "/api/arriving",
];

/// A file's name says nothing about its type.
#[tokio::test]
async fn a_file_of_the_wrong_type_is_refused_by_its_content() {
    let app = TestApp::start().await;
    let client = app.sign_up("sam@example.com").await;
    let files: [(&[u8], &str); 5] = [
        (b"Name,Email\r\nJo,jo@example.com\r\n", "not_a_picture"),
        (b"PK\x03\x04 a renamed spreadsheet", "not_a_picture"),
        (b"%PDF-1.7\n1 0 obj\n", "pdf_file"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "heic_picture"),
        (b"", "not_a_picture"),
    ];
    for path in PICTURE_ROUTES {
        for (bytes, code) in files {
            let part = Part::bytes(bytes.to_vec()).file_name("picture.png");
            let part = part.mime_str("image/png").expect("a type");
            let request = client.request(Method::POST, path);
            let answer = client.send(request.multipart(Form::new().part("file", part)));
            let body = answer.await.expect_error(422, "rule_broken", Some("file"));
            assert_eq!(body["errors"][0]["code"], code, "{path}: {body}");
        }
    }
    for path in PICTURE_ROUTES.iter().chain(&TABLE_ROUTES) {
        let answer = client.post(path, &json!({ "file": "a.csv" })).await;
        answer.expect_error(415, "unsupported_media_type", None);
    }
    let mut conn = app.state().db.read().await.expect("a connection");
    let saved: i64 =
        sqlx::query_scalar("SELECT COUNT(*) FROM files").fetch_one(&mut *conn).await.expect("a count");
    assert_eq!(saved, 0);
    drop(conn);
    app.stop().await;
}
