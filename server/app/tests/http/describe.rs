//! Job descriptions by a model: what is sent to it, what it returns, and every way in which it can fail.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::model::{FakeModel, ModelReply, plain_reply, stream_reply};
use crate::support::{Client, TestApp, TestResponse};

const SAM: &str = "sam@example.com";

async fn start_with_model(model: &FakeModel) -> TestApp {
    let ai = model.config.clone();
    TestApp::start_with(|config| config.ai = Some(ai)).await
}

fn notes_body(text: &str) -> Value {
    json!({ "notes": text, "style": "paragraph" })
}

/// The events of a response: their names and data.
fn parse_events(answer: TestResponse) -> Vec<(String, Value)> {
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    assert_eq!(answer.header("content-type"), Some("text/event-stream"));
    let blocks = answer.text.split("\n\n").filter(|block| block.starts_with("event: "));
    let event = |block: &str| {
        let (name, data) = block.split_once('\n').expect("two lines");
        let data = data.strip_prefix("data: ").expect("data");
        let name = name.trim_start_matches("event: ").to_owned();
        (name, serde_json::from_str(data).expect("JSON"))
    };
    blocks.map(event).collect()
}

async fn last_event(client: &Client, body: &Value) -> (String, Value) {
    let answer = client.post("/api/describe", body).await;
    parse_events(answer).pop().expect("an event")
}

#[tokio::test]
async fn a_description_is_streamed_word_by_word() {
    let model = FakeModel::writing(&["Fit a new ", "tap", "."]).await;
    let app = start_with_model(&model).await;
    let client = app.sign_up(SAM).await;
    let there = client.get("/api/describe").await.expect_status(200);
    assert_eq!(there, json!({ "byModel": true }));
    let given = parse_events(client.post("/api/describe", &notes_body("new tap")).await);
    let text: String = given[..3]
        .iter()
        .map(|(name, data)| {
            assert_eq!(name, "words");
            data["text"].as_str().expect("text")
        })
        .collect();
    assert_eq!(text, "Fit a new tap.");
    let done = json!({ "text": "Fit a new tap.", "leftOut": [] });
    assert_eq!(given[3], ("done".to_owned(), done));

    let (head, body) = model.received_requests().remove(0);
    assert!(head.starts_with("POST /v1/chat/completions HTTP/1.1"), "{head}");
    assert!(head.contains("authorization: Bearer key-123"), "{head}");
    assert_eq!((&body["model"], &body["stream"]), (&json!("small"), &json!(true)));
    assert_eq!(body["messages"][1], json!({ "role": "user", "content": "new tap" }));
    assert_eq!(body["messages"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn prices_and_customers_are_not_sent_to_the_model() {
    let model = FakeModel::writing(&["• For [", "4]: fit tap", " [1", "]\n- Ring [2]"]).await;
    let app = start_with_model(&model).await;
    let client = app.sign_up(SAM).await;
    let contact = json!({
        "name": "Margaret Holroyd", "email": "margaret@example.com", "phone": "07700 900123",
        "address_line1": "14 Quay Street", "post_code": "LS21 1AA",
    });
    let contact = client.post("/api/contacts", &contact).await.expect_status(201);
    let other = json!({ "name": "Li Wei", "email": "li@example.com" });
    client.post("/api/contacts", &other).await.expect_status(201);
    // Somebody else's customers are nobody's here.
    let jo = app.sign_up("jo@example.com").await;
    jo.post("/api/contacts", &json!({ "name": "Copper Pipe" })).await.expect_status(201);

    let text = "fit tap £12.50, ring 07700 900123 or margaret@example.com, Holroyd at 14 Quay Street \
                LS21 1AA, li wei next door, copper pipe, 450 quid all in";
    let body = json!({ "notes": text, "style": "bullets", "contactId": contact["id"] });
    let (name, done) = last_event(&client, &body).await;
    assert_eq!(name, "done", "{done}");
    let query = model.received_requests()[0].1.to_string();
    for secret in [
        "12.50", "07700", "900123", "margaret", "Holroyd", "Quay", "LS21", "li wei", "450", "quid", SAM,
        "Sam",
    ] {
        assert!(!query.contains(secret), "{secret} left: {query}");
    }
    assert!(query.contains("copper pipe"), "{query}");
    // What was withheld from the model is put back, and what the model left out is reported.
    assert_eq!(done["text"], "• For Holroyd: fit tap £12.50\n• Ring 07700 900123");
    let left = done["leftOut"].as_array().expect("a list");
    assert!(left.contains(&json!("450 quid")), "{left:?}");
    assert!(!left.contains(&json!("£12.50")), "{left:?}");
}

#[tokio::test]
async fn a_misbehaving_model_results_in_an_error_message() {
    let chunk = |text: &str| format!("data: {text}\n\n");
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let raw = |body: String| ModelReply { bytes: (head.to_owned() + &body).into_bytes(), keeps_open: false };
    let long = "word ".repeat(2_500);
    let cut = r#"{"choices":[{"delta":{"content":"Fit"},"finish_reason":"length"}]}"#;
    for (what, reply, code) in [
        ("a page", plain_reply("200 OK", "text/html", "<html>Hello</html>"), "ai_garbled"),
        ("no JSON", raw(chunk("{oh no")), "ai_garbled"),
        ("another shape", raw(chunk(r#"{"choices":"none"}"#)), "ai_garbled"),
        ("an error within", raw(chunk(r#"{"error":{"message":"key-123"}}"#)), "ai_garbled"),
        ("a wrong key", plain_reply("401 Unauthorized", "application/json", "{}"), "ai_refused"),
        ("too many", plain_reply("429 Too Many Requests", "application/json", "{}"), "ai_busy"),
        ("a fault", plain_reply("500 Internal Server Error", "text/plain", "oh"), "ai_garbled"),
        ("a way out", plain_reply("302 Found", "text/plain", ""), "ai_garbled"),
        ("half", stream_reply(&["Fit a new "], false), "ai_stopped"),
        ("cut off", raw(chunk(cut)), "ai_stopped"),
        ("nothing", stream_reply(&[], true), "ai_silent"),
        ("blank", stream_reply(&[" \n ", "\u{7}"], true), "ai_silent"),
        ("a book", stream_reply(&[long.as_str()], true), "ai_too_long"),
        ("one line of megabytes", raw("x".repeat(5_000_000)), "ai_too_long"),
        ("comments of megabytes", raw(": x\n".repeat(1_200_000)), "ai_too_long"),
    ] {
        let model = FakeModel::replying(reply).await;
        let app = start_with_model(&model).await;
        let client = app.sign_up(SAM).await;
        let (name, body) = last_event(&client, &notes_body("new tap")).await;
        assert_eq!((name.as_str(), &body["code"]), ("fault", &json!(code)), "{what}: {body}");
        let message = body["message"].as_str().expect("a sentence");
        assert!(message.contains("writing assistant") && message.ends_with('.'), "{message}");
        assert!(!body.to_string().contains("key-123"), "{body}");
        app.stop().await;
    }
}

#[tokio::test]
async fn control_characters_are_removed_and_an_unstreamed_response_is_read() {
    let model = FakeModel::writing(&["Fit\u{7} a\u{202e} tap\r", "\u{1b}[31m.\0"]).await;
    let app = start_with_model(&model).await;
    let client = app.sign_up(SAM).await;
    let (_, done) = last_event(&client, &notes_body("tap")).await;
    assert_eq!(done["text"], "Fit a tap[31m.");
    app.stop().await;

    let whole = json!({ "choices": [{ "message": { "content": "Fit a tap." }, "finish_reason": "stop" }] });
    let model = FakeModel::replying(plain_reply("200 OK", "application/json", &whole.to_string())).await;
    let app = start_with_model(&model).await;
    let client = app.sign_up(SAM).await;
    let (_, done) = last_event(&client, &notes_body("tap")).await;
    assert_eq!(done["text"], "Fit a tap.");
}

#[tokio::test]
async fn a_slow_model_and_an_unreachable_one_have_different_errors() {
    let mut silent = stream_reply(&[], false);
    silent.bytes.clear();
    silent.keeps_open = true;
    let mut dozing = stream_reply(&["Fit a "], false);
    dozing.keeps_open = true;
    for reply in [silent, dozing] {
        let mut model = FakeModel::replying(reply).await;
        // However late the server comes to it, too slow is what it finds.
        model.config.time = Duration::from_millis(900);
        let app = start_with_model(&model).await;
        let client = app.sign_up(SAM).await;
        let (_, body) = last_event(&client, &notes_body("tap")).await;
        assert_eq!(body["code"], "ai_slow", "{body}");
        model.wait_until_idle().await;
        app.stop().await;
    }
    let model = FakeModel::writing(&["x"]).await;
    let app = start_with_model(&model).await;
    let client = app.sign_up(SAM).await;
    model.stop();
    let (_, body) = last_event(&client, &notes_body("tap")).await;
    // The listener may still take a call that nobody answers.
    assert!(["ai_down", "ai_slow"].contains(&body["code"].as_str().expect("a code")), "{body}");
}

#[tokio::test]
async fn hanging_up_ends_the_request_and_an_account_may_have_two_at_a_time() {
    let mut reply = stream_reply(&["Fit a "], false);
    reply.keeps_open = true;
    let model = FakeModel::replying(reply).await;
    let app = start_with_model(&model).await;
    let client = app.sign_up(SAM).await;
    let ask = || client.request(reqwest::Method::POST, "/api/describe").json(&notes_body("tap")).send();
    let mut first = ask().await.expect("an answer");
    let begun = first.chunk().await.expect("words").expect("words");
    assert!(String::from_utf8_lossy(&begun).contains("Fit a "));
    let second = ask().await.expect("an answer");
    model.wait_for_requests(2).await;
    client.post("/api/describe", &notes_body("tap")).await.expect_error(429, "ai_crowded", None);
    drop((first, second));
    model.wait_for_closed(2).await;
    // Their places are free again.
    let third = ask().await.expect("an answer");
    assert_eq!(third.status(), 200);
}

#[tokio::test]
async fn missing_or_overlong_notes_are_refused() {
    let model = FakeModel::writing(&["Fit."]).await;
    let app = start_with_model(&model).await;
    let client = app.sign_up(SAM).await;
    for text in [" \n".to_owned(), "x".repeat(10_001), "a\u{7}".to_owned()] {
        let refused = client.post("/api/describe", &notes_body(&text)).await;
        let code = refused.json()["code"].as_str().unwrap_or_default().to_owned();
        refused.expect_error(422, &code, Some("notes"));
    }
    let odd = json!({ "notes": "tap", "style": "poem" });
    assert!(client.post("/api/describe", &odd).await.status.is_client_error());
    let more = json!({ "notes": "tap", "style": "bullets", "prices": [1] });
    assert!(client.post("/api/describe", &more).await.status.is_client_error());
    app.new_client().post("/api/describe", &notes_body("tap")).await.expect_status(401);
    app.new_client().get("/api/describe").await.expect_status(401);
    assert!(model.received_requests().is_empty());
    for _ in 0..60 {
        last_event(&client, &notes_body("tap")).await;
    }
    client.post("/api/describe", &notes_body("tap")).await.expect_error(429, "too_many_requests", None);
}

#[tokio::test]
async fn the_browser_writes_descriptions_if_no_model_is_configured() {
    let app = TestApp::start().await;
    let client = app.sign_up(SAM).await;
    let there = client.get("/api/describe").await.expect_status(200);
    assert_eq!(there, json!({ "byModel": false }));
    client.post("/api/describe", &notes_body("tap")).await.expect_error(404, "ai_off", None);
}
