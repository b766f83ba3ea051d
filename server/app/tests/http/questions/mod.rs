//! What customers ask about a document on its page, and what the business replies.

mod limits;
mod marked;
mod replying;

use serde_json::{Value, json};

use crate::documents::live::{LivePage, notifications_message, wait_for_listeners};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, contact_body, id_of, token_of, with_field};
use crate::notifications::list_sentences;
use crate::support::TestResponse;

/// Asks a question about a document through its link.
async fn ask_question(business: &TestBusiness, kind: &str, document: &Value, body: &Value) -> TestResponse {
    let path = format!("/api/{kind}/public/{}/question", token_of(document));
    business.app.new_client().post(&path, body).await
}

/// A question with this text.
fn question_body(text: &str) -> Value {
    json!({ "wish": "question", "words": text })
}

/// The questions about a document, as the business reads them.
async fn list_questions(business: &TestBusiness, kind: &str, document: &Value) -> Value {
    let path = format!("/api/{kind}/{}/timeline", id_of(document));
    business.client.get(&path).await.expect_status(200)["questions"].clone()
}

/// What may be asked on a document's page; null if nothing.
async fn question_form(business: &TestBusiness, kind: &str, document: &Value) -> Value {
    let path = format!("/api/{kind}/public/{}?with=page", token_of(document));
    business.app.new_client().get(&path).await.expect_status(200)["page"]["ask"].clone()
}

/// A quote, sent by link, for a customer without an email address; and the contact.
async fn sent_quote_without_email(business: &TestBusiness) -> (Value, Value) {
    let body = with_field(contact_body(), "email", json!(""));
    let customer = business.client.post("/api/contacts", &body).await.expect_status(201);
    let body = with_field(business.quote_body(), "contactId", customer["id"].clone());
    let draft = business.client.post("/api/quotes", &body).await.expect_status(201);
    (business.send_by_link("quotes", &id_of(&draft)).await, customer)
}

#[tokio::test]
async fn a_question_reaches_the_business_and_does_not_change_the_document() {
    let test_business = TestBusiness::open().await;
    let quote = test_business.sent_quote().await;
    let path = format!("/api/quotes/{}", id_of(&quote));
    let before = test_business.client.get(&path).await.expect_status(200);
    assert_eq!(
        question_form(&test_business, "quotes", &quote).await,
        json!({ "changes": true, "hasEmail": true })
    );
    let mut business =
        LivePage::open_for_business(&test_business.app, &test_business.new_session_cookie().await).await;
    wait_for_listeners(&test_business.app, 1).await;

    let body = question_body("  Does it include the tap?\nAnd when can you start? ");
    let answer = ask_question(&test_business, "quotes", &quote, &body).await.expect_status(201);
    assert_eq!(answer, json!({ "hasEmail": true }));

    let reply = json!({ "type": "quote_question", "kind": "quote", "id": id_of(&quote) });
    assert_eq!(business.next_message().await, Ok(reply));
    assert_eq!(business.next_message().await, Ok(notifications_message()));
    assert_eq!(list_sentences(&test_business.client).await, ["Jo Bloggs asked a question about Q-0001"]);
    let received_email = test_business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert_eq!(received_email.subject, "Jo Bloggs asked a question about quote Q-0001");
    for text in [
        "> Does it include the tap?",
        "> And when can you start?",
        "Reply in Plumbline, or reply to this email.",
    ] {
        assert!(received_email.text.contains(text), "{}", received_email.text);
    }
    assert!(received_email.html.contains("Does it include the tap?"), "{}", received_email.html);
    let reply_to = format!("Reply-To: {CUSTOMER}");
    assert!(received_email.raw.contains(&reply_to), "{}", received_email.raw);
    assert!(
        test_business.app.receive_emails(CUSTOMER).await.is_empty(),
        "nobody writes to the customer by themselves"
    );
    let activities = test_business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(
        (&activities[0]["kind"], &activities[0]["actor"]),
        (&json!("question_asked"), &json!("customer"))
    );
    assert_eq!(
        activities[0]["sentence"],
        "Jo Bloggs asked a question about quote Q-0001: Does it include the tap? And when can you start?"
    );
    let response = list_questions(&test_business, "quotes", &quote).await;
    assert_eq!(response[0]["words"], "Does it include the tap?\nAnd when can you start?");
    assert_eq!(
        (&response[0]["wish"], &response[0]["answeredAt"], &response[0]["replyTo"]),
        (&json!("question"), &Value::Null, &json!(CUSTOMER))
    );
    assert_eq!(test_business.client.get(&path).await.expect_status(200), before);
}

#[tokio::test]
async fn the_page_shows_its_questions_and_whether_they_were_answered() {
    let business = TestBusiness::open().await;
    let (quote, _) = sent_quote_without_email(&business).await;
    let other = business.sent_quote().await;
    let displayed = async || {
        let path = format!("/api/quotes/public/{}?with=page", token_of(&quote));
        business.app.new_client().get(&path).await.expect_status(200)["page"]["asked"].clone()
    };
    assert_eq!(displayed().await, Value::Null);
    let given = "kim@given.example";
    let first = json!({ "wish": "question", "words": "When can you start?", "email": given });
    ask_question(&business, "quotes", &quote, &first).await.expect_status(201);
    business.app.clock.advance(60_000);
    let changes = json!({ "wish": "changes", "words": "Without the valves, please." });
    ask_question(&business, "quotes", &quote, &changes).await.expect_status(201);
    ask_question(&business, "quotes", &other, &question_body("Mine alone")).await.expect_status(201);
    let response = displayed().await;
    let times: Vec<&str> =
        [&response[0], &response[1]].map(|one| one["asked"].as_str().expect("a time")).into();
    assert!(times.iter().all(|at| at.starts_with("16/11/2026 ")), "{response}");
    assert_ne!(times[0], times[1]);
    assert_eq!(
        response,
        json!([
            { "wish": "changes", "words": "Without the valves, please.", "asked": times[0],
              "reply": "Not answered yet" },
            { "wish": "question", "words": "When can you start?", "asked": times[1],
              "reply": "Not answered yet" },
        ])
    );

    let stored = list_questions(&business, "quotes", &quote).await;
    let path = |at: usize, change: &str| {
        let response = id_of(&stored[at]);
        format!("/api/quotes/{}/questions/{response}/{change}", id_of(&quote))
    };
    let texts = json!({ "words": "On Tuesday, with the boiler." });
    business.client.post(&path(0, "reply"), &texts).await.expect_status(200);
    business.client.post_empty(&path(1, "answered")).await.expect_status(200);
    let response = displayed().await;
    let replies = [&response[0], &response[1]].map(|one| one["reply"].as_str().expect("words"));
    assert!(replies[0].starts_with("Answered on 16/11/2026 "), "{response}");
    assert!(replies[1].starts_with("Replied by email on 16/11/2026 "), "{response}");
    // What was replied is in the email, and the address is the business's to know.
    let path = format!("/api/quotes/public/{}?with=page", token_of(&quote));
    let page = business.app.new_client().get(&path).await.expect_status(200).to_string();
    for hidden in ["On Tuesday", given, "Mine alone"] {
        assert!(!page.contains(hidden), "{hidden}");
    }
    // Other programs that read the document see nothing of it.
    let path = format!("/api/quotes/public/{}", token_of(&quote));
    let plain = business.app.new_client().get(&path).await.expect_status(200).to_string();
    assert!(!plain.contains("valves, please"), "{plain}");
}

#[tokio::test]
async fn changes_can_be_requested_only_for_an_open_quote() {
    let business = TestBusiness::open().await;
    let changes = json!({ "wish": "changes", "words": "Without the valves, please." });
    let quote = business.sent_quote().await;
    ask_question(&business, "quotes", &quote, &changes).await.expect_status(201);
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert_eq!(received_email.subject, "Jo Bloggs requested changes to quote Q-0001");
    assert_eq!(list_sentences(&business.client).await, ["Jo Bloggs would like changes to Q-0001"]);
    let path = format!("/api/quotes/public/{}/accept", token_of(&quote));
    business.app.new_client().post_empty(&path).await.expect_status(200);

    let invoice = business.sent_invoice().await;
    for (kind, document, name) in [("quotes", &quote, "quote"), ("invoices", &invoice, "invoice")] {
        assert_eq!(
            question_form(&business, kind, document).await,
            json!({ "changes": false, "hasEmail": true })
        );
        let refused = ask_question(&business, kind, document, &changes).await;
        let refused = refused.expect_error(409, "no_changes", None);
        let message = refused["message"].as_str().expect("a sentence");
        assert!(message.contains(name), "{message}");
        ask_question(&business, kind, document, &question_body("When can you start?"))
            .await
            .expect_status(201);
    }
    assert_eq!(business.count_rows("questions").await, 3);
}

#[tokio::test]
async fn a_link_that_shows_no_document_accepts_no_question() {
    let business = TestBusiness::open().await;
    let invoice = business.sent_invoice().await;
    let void = format!("/api/invoices/{}/void", id_of(&invoice));
    business.client.post_empty(&void).await.expect_status(200);
    ask_question(&business, "invoices", &invoice, &question_body("Do I pay?")).await.expect_error(
        404,
        "not_found",
        None,
    );
    let guess = json!({ "publicToken": "AAAAAAAAAAAAAAAAAAAAAA" });
    for kind in ["quotes", "invoices", "credit-notes"] {
        ask_question(&business, kind, &guess, &question_body("Anybody?")).await.expect_error(
            404,
            "not_found",
            None,
        );
    }
    // A quote's link is no invoice's.
    let quote = business.sent_quote().await;
    ask_question(&business, "invoices", &quote, &question_body("Anybody?")).await.expect_error(
        404,
        "not_found",
        None,
    );
    assert_eq!(business.count_rows("questions").await, 0);
}

#[tokio::test]
async fn the_text_of_a_question_is_limited_and_shown_literally() {
    let business = TestBusiness::open().await;
    let (quote, _) = sent_quote_without_email(&business).await;
    for (body, path) in [
        (question_body("  \n "), "words"),
        (question_body(&"é".repeat(2_001)), "words"),
        (question_body("a\u{7}b"), "words"),
        (json!({ "wish": "changes", "words": "", "email": null }), "words"),
        (json!({ "wish": "question", "words": "When?", "email": "jo@" }), "email"),
        (json!({ "wish": "question", "words": "When?", "email": "jo@x.example\nBcc: a@b.example" }), "email"),
    ] {
        // Of other documents, since a link has a limit.
        let sent = business.sent_quote().await;
        ask_question(&business, "quotes", &sent, &body).await.expect_error(422, "rule_broken", Some(path));
    }
    let strange = json!({ "wish": "question", "words": "When?", "name": "Jo" });
    ask_question(&business, "quotes", &quote, &strange).await.expect_error(
        400,
        "unknown_field",
        Some("name"),
    );
    let odd = json!({ "wish": "discount", "words": "When?" });
    assert_eq!(ask_question(&business, "quotes", &quote, &odd).await.status, 400);
    assert_eq!(business.count_rows("questions").await, 0);
    // Markup is text like any other.
    let text = "<b>Hello</b> & \"goodbye\"";
    ask_question(&business, "quotes", &quote, &question_body(text)).await.expect_status(201);
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(received_email.text.contains(text), "{}", received_email.text);
    assert!(!received_email.html.contains("<b>Hello"), "{}", received_email.html);
}
