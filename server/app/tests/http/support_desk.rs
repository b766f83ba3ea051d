//! Questions to the operator's support.

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::TestApp;

const SAM: &str = "sam@example.com";
const OPERATOR: &str = "help@plumbline.test";

async fn start_with_operator() -> TestApp {
    TestApp::start_with(|config| config.support_email = OPERATOR.to_owned()).await
}

fn question_body(subject: &str) -> Value {
    json!({ "subject": subject, "message": "The tap <b>drips</b>.\n\nStill." })
}

#[tokio::test]
async fn a_question_is_stored_and_emailed_to_the_operator_once() {
    let app = start_with_operator().await;
    let client = app.sign_up(SAM).await;
    assert_eq!(client.get("/api/support").await.expect_status(200), json!([]));
    let mut first = question_body("  A tap ");
    first["id"] = json!(Uuid::now_v7().to_string());
    let sent = client.post("/api/support", &first).await.expect_status(201);
    assert_eq!(
        (&sent["subject"], &sent["message"]),
        (&json!("A tap"), &json!("The tap <b>drips</b>.\n\nStill."))
    );
    // The answer was lost on its way: the same again.
    let again = client.post("/api/support", &first).await.expect_status(201);
    assert_eq!(again, sent);
    app.clock.advance(1_000);
    client.post("/api/support", &question_body("A valve")).await.expect_status(201);
    let list = client.get("/api/support").await.expect_status(200);
    assert_eq!(list[1], sent);
    assert_eq!(list[0]["subject"], "A valve");
    assert_eq!(list.as_array().map(Vec::len), Some(2));

    let mails = app.receive_emails(OPERATOR).await;
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects, ["Support: A tap", "Support: A valve"]);
    let received_email = &mails[0];
    assert!(received_email.raw.contains(&format!("Reply-To: {SAM}")), "{}", received_email.raw);
    assert!(received_email.text.contains("The tap <b>drips</b>."), "{}", received_email.text);
    assert!(
        received_email.html.contains("&lt;b&gt;drips") || received_email.html.contains("&#60;b&#62;drips"),
        "{}",
        received_email.html
    );

    // Nobody else's, and nobody without an account.
    let jo = app.sign_up("jo@example.com").await;
    assert_eq!(jo.get("/api/support").await.expect_status(200), json!([]));
    jo.post("/api/support", &first).await.expect_error(409, "id_taken", None);
    app.new_client().get("/api/support").await.expect_status(401);
    app.new_client().post("/api/support", &question_body("A tap")).await.expect_status(401);
}

#[tokio::test]
async fn an_incomplete_or_overlong_question_is_refused_and_not_sent() {
    let app = start_with_operator().await;
    let client = app.sign_up(SAM).await;
    for (path, value) in [
        ("subject", json!(" ")),
        ("subject", json!("x".repeat(121))),
        ("subject", json!("Tap\r\nBcc: everyone@example.com")),
        ("message", json!("\n ")),
        ("message", json!("x".repeat(5_001))),
    ] {
        let mut body = question_body("A tap");
        body[path] = value;
        let refused = client.post("/api/support", &body).await.expect_status(422);
        assert_eq!(refused["errors"][0]["path"], path);
    }
    assert_eq!(client.get("/api/support").await.expect_status(200), json!([]));
    assert!(app.receive_emails(OPERATOR).await.is_empty());
}

#[tokio::test]
async fn an_account_can_ask_ten_questions_an_hour() {
    let app = start_with_operator().await;
    let client = app.sign_up(SAM).await;
    for n in 0..10 {
        let body = question_body(&format!("Question {n}"));
        client.post("/api/support", &body).await.expect_status(201);
    }
    let eleventh = client.post("/api/support", &question_body("Question 10")).await;
    eleventh.expect_error(429, "too_many_requests", None);
    assert_eq!(app.receive_emails(OPERATOR).await.len(), 10);
}
