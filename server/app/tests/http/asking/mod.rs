//! What customers ask about a document on its page, and what the business replies.

mod limits;
mod marked;
mod replying;

use serde_json::{Value, json};

use crate::documents::live::{Page, listening, news};
use crate::documents::{CUSTOMER, Desk, OWNER, contact, id, token, with};
use crate::notifications::sentences;
use crate::support::Answer;

/// Asks about a document of a kind by its link.
async fn ask(desk: &Desk, kind: &str, document: &Value, body: &Value) -> Answer {
    let path = format!("/api/{kind}/public/{}/question", token(document));
    desk.app.client().post(&path, body).await
}

/// A question in these words.
fn question(words: &str) -> Value {
    json!({ "wish": "question", "words": words })
}

/// What was asked about a document, as the business has it.
async fn questions(desk: &Desk, kind: &str, document: &Value) -> Value {
    let path = format!("/api/{kind}/{}/timeline", id(document));
    desk.client.get(&path).await.expect(200)["questions"].clone()
}

/// What may be asked on a document's page; null where nothing may.
async fn offered(desk: &Desk, kind: &str, document: &Value) -> Value {
    let path = format!("/api/{kind}/public/{}?with=page", token(document));
    desk.app.client().get(&path).await.expect(200)["page"]["ask"].clone()
}

/// A quote, sent by link, for a customer without an email address; and the contact.
async fn without_address(desk: &Desk) -> (Value, Value) {
    let body = with(contact(), "email", json!(""));
    let customer = desk.client.post("/api/contacts", &body).await.expect(201);
    let body = with(desk.quote(), "contactId", customer["id"].clone());
    let draft = desk.client.post("/api/quotes", &body).await.expect(201);
    (desk.send("quotes", &id(&draft)).await, customer)
}

#[tokio::test]
async fn a_question_reaches_the_business_and_changes_nothing_of_the_document() {
    let desk = Desk::open().await;
    let quote = desk.sent_quote().await;
    let path = format!("/api/quotes/{}", id(&quote));
    let before = desk.client.get(&path).await.expect(200);
    assert_eq!(
        offered(&desk, "quotes", &quote).await,
        json!({ "changes": true, "hasEmail": true })
    );
    let mut business = Page::of_business(&desk.app, &desk.cookie().await).await;
    listening(&desk.app, 1).await;

    let body = question("  Does it include the tap?\nAnd when can you start? ");
    let answer = ask(&desk, "quotes", &quote, &body).await.expect(201);
    assert_eq!(answer, json!({ "hasEmail": true }));

    let told = json!({ "type": "quote_question", "kind": "quote", "id": id(&quote) });
    assert_eq!(business.next().await, Ok(told));
    assert_eq!(business.next().await, Ok(news()));
    assert_eq!(
        sentences(&desk.client).await,
        ["Jo Bloggs asked a question about Q-0001"]
    );
    let letter = desk.app.mails(OWNER).await.pop().expect("a mail");
    assert_eq!(
        letter.subject,
        "Jo Bloggs asked a question about quote Q-0001"
    );
    for words in [
        "> Does it include the tap?",
        "> And when can you start?",
        "Reply in Plumbline, or reply to this email.",
    ] {
        assert!(letter.text.contains(words), "{}", letter.text);
    }
    assert!(
        letter.html.contains("Does it include the tap?"),
        "{}",
        letter.html
    );
    let reply_to = format!("Reply-To: {CUSTOMER}");
    assert!(letter.raw.contains(&reply_to), "{}", letter.raw);
    assert!(
        desk.app.mails(CUSTOMER).await.is_empty(),
        "nobody writes to the customer by themselves"
    );
    let activities = desk.client.get("/api/activities").await.expect(200);
    assert_eq!(
        (&activities[0]["kind"], &activities[0]["actor"]),
        (&json!("question_asked"), &json!("customer"))
    );
    assert_eq!(
        activities[0]["sentence"],
        "Jo Bloggs asked a question about quote Q-0001: Does it include the tap? And when can you start?"
    );
    let asked = questions(&desk, "quotes", &quote).await;
    assert_eq!(
        asked[0]["words"],
        "Does it include the tap?\nAnd when can you start?"
    );
    assert_eq!(
        (
            &asked[0]["wish"],
            &asked[0]["answeredAt"],
            &asked[0]["replyTo"]
        ),
        (&json!("question"), &Value::Null, &json!(CUSTOMER))
    );
    assert_eq!(desk.client.get(&path).await.expect(200), before);
}

#[tokio::test]
async fn the_page_shows_what_was_asked_on_it_and_whether_it_was_answered() {
    let desk = Desk::open().await;
    let (quote, _) = without_address(&desk).await;
    let other = desk.sent_quote().await;
    let shown = async || {
        let path = format!("/api/quotes/public/{}?with=page", token(&quote));
        desk.app.client().get(&path).await.expect(200)["page"]["asked"].clone()
    };
    assert_eq!(shown().await, Value::Null);
    let given = "kim@given.example";
    let first = json!({ "wish": "question", "words": "When can you start?", "email": given });
    ask(&desk, "quotes", &quote, &first).await.expect(201);
    desk.app.clock.advance(60_000);
    let changes = json!({ "wish": "changes", "words": "Without the valves, please." });
    ask(&desk, "quotes", &quote, &changes).await.expect(201);
    ask(&desk, "quotes", &other, &question("Mine alone"))
        .await
        .expect(201);
    let asked = shown().await;
    let times: Vec<&str> = [&asked[0], &asked[1]]
        .map(|one| one["asked"].as_str().expect("a time"))
        .into();
    assert!(
        times.iter().all(|at| at.starts_with("16/11/2026 ")),
        "{asked}"
    );
    assert_ne!(times[0], times[1]);
    assert_eq!(
        asked,
        json!([
            { "wish": "changes", "words": "Without the valves, please.", "asked": times[0],
              "reply": "Not answered yet" },
            { "wish": "question", "words": "When can you start?", "asked": times[1],
              "reply": "Not answered yet" },
        ])
    );

    let stored = questions(&desk, "quotes", &quote).await;
    let path = |at: usize, deed: &str| {
        let asked = id(&stored[at]);
        format!("/api/quotes/{}/questions/{asked}/{deed}", id(&quote))
    };
    let words = json!({ "words": "On Tuesday, with the boiler." });
    desk.client
        .post(&path(0, "reply"), &words)
        .await
        .expect(200);
    desk.client
        .post_empty(&path(1, "answered"))
        .await
        .expect(200);
    let asked = shown().await;
    let replies = [&asked[0], &asked[1]].map(|one| one["reply"].as_str().expect("words"));
    assert!(replies[0].starts_with("Answered on 16/11/2026 "), "{asked}");
    assert!(
        replies[1].starts_with("Replied by email on 16/11/2026 "),
        "{asked}"
    );
    // What was replied is in the email, and the address is the business's to know.
    let path = format!("/api/quotes/public/{}?with=page", token(&quote));
    let page = desk.app.client().get(&path).await.expect(200).to_string();
    for hidden in ["On Tuesday", given, "Mine alone"] {
        assert!(!page.contains(hidden), "{hidden}");
    }
    // Other programs that read the document see nothing of it.
    let path = format!("/api/quotes/public/{}", token(&quote));
    let plain = desk.app.client().get(&path).await.expect(200).to_string();
    assert!(!plain.contains("valves, please"), "{plain}");
}

#[tokio::test]
async fn changes_are_requested_of_an_offer_and_of_nothing_else() {
    let desk = Desk::open().await;
    let changes = json!({ "wish": "changes", "words": "Without the valves, please." });
    let quote = desk.sent_quote().await;
    ask(&desk, "quotes", &quote, &changes).await.expect(201);
    let letter = desk.app.mails(OWNER).await.pop().expect("a mail");
    assert_eq!(
        letter.subject,
        "Jo Bloggs requested changes to quote Q-0001"
    );
    assert_eq!(
        sentences(&desk.client).await,
        ["Jo Bloggs would like changes to Q-0001"]
    );
    let door = format!("/api/quotes/public/{}/accept", token(&quote));
    desk.app.client().post_empty(&door).await.expect(200);

    let invoice = desk.sent_invoice().await;
    for (kind, document, name) in [
        ("quotes", &quote, "quote"),
        ("invoices", &invoice, "invoice"),
    ] {
        assert_eq!(
            offered(&desk, kind, document).await,
            json!({ "changes": false, "hasEmail": true })
        );
        let refused = ask(&desk, kind, document, &changes).await;
        let refused = refused.refused(409, "no_changes", None);
        let message = refused["message"].as_str().expect("a sentence");
        assert!(message.contains(name), "{message}");
        ask(&desk, kind, document, &question("When can you start?"))
            .await
            .expect(201);
    }
    assert_eq!(desk.rows("questions").await, 3);
}

#[tokio::test]
async fn a_link_that_shows_no_document_takes_no_question() {
    let desk = Desk::open().await;
    let invoice = desk.sent_invoice().await;
    let void = format!("/api/invoices/{}/void", id(&invoice));
    desk.client.post_empty(&void).await.expect(200);
    ask(&desk, "invoices", &invoice, &question("Do I pay?"))
        .await
        .refused(404, "not_found", None);
    let guess = json!({ "publicToken": "AAAAAAAAAAAAAAAAAAAAAA" });
    for kind in ["quotes", "invoices", "credit-notes"] {
        ask(&desk, kind, &guess, &question("Anybody?"))
            .await
            .refused(404, "not_found", None);
    }
    // A quote's link is no invoice's.
    let quote = desk.sent_quote().await;
    ask(&desk, "invoices", &quote, &question("Anybody?"))
        .await
        .refused(404, "not_found", None);
    assert_eq!(desk.rows("questions").await, 0);
}

#[tokio::test]
async fn what_is_typed_is_bounded_and_plain() {
    let desk = Desk::open().await;
    let (quote, _) = without_address(&desk).await;
    for (body, path) in [
        (question("  \n "), "words"),
        (question(&"é".repeat(2_001)), "words"),
        (question("a\u{7}b"), "words"),
        (
            json!({ "wish": "changes", "words": "", "email": null }),
            "words",
        ),
        (
            json!({ "wish": "question", "words": "When?", "email": "jo@" }),
            "email",
        ),
        (
            json!({ "wish": "question", "words": "When?", "email": "jo@x.example\nBcc: a@b.example" }),
            "email",
        ),
    ] {
        // Of other documents, since a link has a limit.
        let sent = desk.sent_quote().await;
        ask(&desk, "quotes", &sent, &body)
            .await
            .refused(422, "rule_broken", Some(path));
    }
    let strange = json!({ "wish": "question", "words": "When?", "name": "Jo" });
    ask(&desk, "quotes", &quote, &strange)
        .await
        .refused(400, "unknown_field", Some("name"));
    let odd = json!({ "wish": "discount", "words": "When?" });
    assert_eq!(ask(&desk, "quotes", &quote, &odd).await.status, 400);
    assert_eq!(desk.rows("questions").await, 0);
    // Markup is text like any other.
    let words = "<b>Hello</b> & \"goodbye\"";
    ask(&desk, "quotes", &quote, &question(words))
        .await
        .expect(201);
    let letter = desk.app.mails(OWNER).await.pop().expect("a mail");
    assert!(letter.text.contains(words), "{}", letter.text);
    assert!(!letter.html.contains("<b>Hello"), "{}", letter.html);
}
