//! The business replies.

use serde_json::{Value, json};

use super::{ask_question, list_questions, question_body, question_form, sent_quote_without_email};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, contact_body, id_of, with_field};
use crate::support::TestResponse;

/// Replies to the nth question about a quote.
async fn reply_to_question(business: &TestBusiness, quote: &Value, at: usize, text: &str) -> TestResponse {
    let response = list_questions(business, "quotes", quote).await;
    let path = format!("/api/quotes/{}/questions/{}/reply", id_of(quote), id_of(&response[at]));
    business.client.post(&path, &json!({ "words": text })).await
}

#[tokio::test]
async fn a_reply_goes_to_the_customer_with_the_question_quoted() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let response = question_body("Does it include the tap?\nAnd the sink?");
    ask_question(&business, "quotes", &quote, &response).await.expect_status(201);
    business.app.clock.advance(60_000);
    let body = reply_to_question(&business, &quote, 0, " Yes, both. ").await.expect_status(200);
    let answered = body["questions"][0].clone();
    assert_eq!(answered["answeredAt"], answered["replies"][0]["repliedAt"]);
    assert!(answered["answeredAt"].is_i64(), "{answered}");
    assert_eq!(
        (&answered["replies"][0]["words"], &answered["replies"][0]["to"]),
        (&json!("Yes, both."), &json!(CUSTOMER))
    );
    let email = body["emails"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|email| email["id"] == answered["replies"][0]["id"])
        .expect("its email");
    assert_eq!(email["state"], "waiting");

    let received_email = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    assert_eq!(received_email.subject, "Your question about quote Q-0001 from Taylor Plumbing");
    let place = |text: &str| {
        let found = received_email.text.find(text);
        found.unwrap_or_else(|| panic!("{text}: {}", received_email.text))
    };
    let places = [
        place("Hello Jo Bloggs,"),
        place("Yes, both."),
        place("On 16/11/2026 you wrote:"),
        place("> Does it include the tap?"),
        place("> And the sink?"),
    ];
    assert!(places.is_sorted(), "{}", received_email.text);
    assert!(received_email.raw.contains("Reply-To: office@taylor.example"), "{}", received_email.raw);
    let activities = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(activities[0]["sentence"], "You replied to Jo Bloggs about quote Q-0001");
    // Another reply is another email.
    reply_to_question(&business, &quote, 0, "The sink is extra, sorry.").await.expect_status(200);
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 2);
    assert_eq!(business.count_rows("question_replies").await, 2);
}

#[tokio::test]
async fn a_double_tap_sends_one_reply() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    ask_question(&business, "quotes", &quote, &question_body("When?")).await.expect_status(201);
    let response = list_questions(&business, "quotes", &quote).await;
    let path = format!("/api/quotes/{}/questions/{}/reply", id_of(&quote), id_of(&response[0]));
    let body = json!({ "words": "On Tuesday." });
    let first = business.client.post_with_key(&path, "tap", &body).await.expect_status(200);
    let again = business.client.post_with_key(&path, "tap", &body).await.expect_status(200);
    assert_eq!(first, again);
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 1);
    for (text, wrong) in [(" ".to_owned(), "words"), ("é".repeat(5_001), "words")] {
        business.client.post(&path, &json!({ "words": text })).await.expect_error(
            422,
            "rule_broken",
            Some(wrong),
        );
    }
    assert_eq!(business.count_rows("question_replies").await, 1);
}

#[tokio::test]
async fn a_reply_goes_to_the_address_in_the_question_if_the_contact_has_none() {
    let business = TestBusiness::open().await;
    let (quote, customer) = sent_quote_without_email(&business).await;
    assert_eq!(
        question_form(&business, "quotes", &quote).await,
        json!({ "changes": true, "hasEmail": false })
    );
    let answer = ask_question(&business, "quotes", &quote, &question_body("When?")).await;
    assert_eq!(answer.expect_status(201), json!({ "hasEmail": false }));
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(received_email.text.contains("They left no email address."), "{}", received_email.text);
    reply_to_question(&business, &quote, 0, "On Tuesday.").await.expect_error(422, "rule_broken", Some("to"));
    // Another asks, and says where the reply is to go: nobody writes there before the business does.
    let given = "kim@given.example";
    let body = json!({ "wish": "question", "words": "And how long?", "email": given });
    let answer = ask_question(&business, "quotes", &quote, &body).await;
    assert_eq!(answer.expect_status(201), json!({ "hasEmail": true }));
    assert!(business.app.receive_emails(given).await.is_empty());
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(received_email.raw.contains(&format!("Reply-To: {given}")), "{}", received_email.raw);
    reply_to_question(&business, &quote, 1, "Two days.").await.expect_status(200);
    assert_eq!(business.app.receive_emails(given).await.len(), 1);
    // Once the contact has an address, that is where replies go.
    let path = format!("/api/contacts/{}", id_of(&customer));
    let body = with_field(contact_body(), "version", customer["version"].clone());
    business.client.put(&path, &body).await.expect_status(200);
    reply_to_question(&business, &quote, 1, "Three days, sorry.").await.expect_status(200);
    assert_eq!(business.app.receive_emails(given).await.len(), 1);
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 1);
}

#[tokio::test]
async fn an_address_in_a_question_is_ignored_if_the_contact_has_one() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let given = "somebody@else.example";
    let body = json!({ "wish": "question", "words": "What is it for?", "email": given });
    ask_question(&business, "quotes", &quote, &body).await.expect_status(201);
    reply_to_question(&business, &quote, 0, "For you.").await.expect_status(200);
    assert!(business.app.receive_emails(given).await.is_empty());
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 1);
}

#[tokio::test]
async fn a_question_answered_by_phone_can_be_marked_as_answered() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    ask_question(&business, "quotes", &quote, &question_body("When?")).await.expect_status(201);
    let response = list_questions(&business, "quotes", &quote).await;
    let path = format!("/api/quotes/{}/questions/{}/answered", id_of(&quote), id_of(&response[0]));
    let body = business.client.post_empty(&path).await.expect_status(200);
    assert!(body["questions"][0]["answeredAt"].is_i64(), "{body}");
    // Again is no error, and is noted once.
    business.app.clock.advance(1_000);
    assert_eq!(business.client.post_empty(&path).await.expect_status(200), body);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    let activities = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(activities[0]["sentence"], "You marked Jo Bloggs’s question about quote Q-0001 as answered");
}

#[tokio::test]
async fn a_new_version_answers_requested_changes_however_it_is_published() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let changes = json!({ "wish": "changes", "words": "Without the valves, please." });
    for body in [&changes, &question_body("And when?")] {
        ask_question(&business, "quotes", &quote, body).await.expect_status(201);
    }
    let path = format!("/api/quotes/{}", id_of(&quote));
    let answered = async || {
        let response = list_questions(&business, "quotes", &quote).await;
        let responses = response.as_array().expect("a list").clone();
        responses.iter().map(|one| one["answeredAt"].is_i64()).collect::<Vec<_>>()
    };
    let send = async |via: &str| {
        business.app.clock.advance(60_000);
        let (send, by) = (format!("{path}/send"), json!({ "via": via }));
        business.client.post(&send, &by).await.expect_status(200);
        answered().await
    };
    let edit = async |field: &str, value: Value| {
        business.app.clock.advance(60_000);
        let now = business.client.get(&path).await.expect_status(200);
        let edit = json!({ "baseVersion": now["version"], "operationId": uuid::Uuid::now_v7(),
            "operations": [{ "op": "set", "field": field, "value": value }] });
        business.client.patch(&path, &edit).await.expect_status(200);
        answered().await
    };
    // The same as they have: nothing was changed.
    assert_eq!(send("email").await, [false, false]);
    assert_eq!(send("link").await, [false, false]);
    // What their page shows from now on is a new version; a question is answered by words alone.
    let notes = edit("notes", json!("Without valves")).await;
    assert_eq!(notes, [true, false]);
    // Asked after it, they wait for the next.
    let more = json!({ "wish": "changes", "words": "And without the tap." });
    ask_question(&business, "quotes", &quote, &more).await.expect_status(201);
    assert_eq!(send("link").await, [true, false, false]);
    let notes = edit("notes", json!("Without valves and tap")).await;
    assert_eq!(notes, [true, false, true]);
}

#[tokio::test]
async fn another_account_can_neither_read_nor_reply() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    ask_question(&business, "quotes", &quote, &question_body("When?")).await.expect_status(201);
    let query = id_of(&list_questions(&business, "quotes", &quote).await[0]);
    let stranger = business.app.sign_up("lee@other.example").await;
    let path = format!("/api/quotes/{}", id_of(&quote));
    stranger.get(&format!("{path}/timeline")).await.expect_error(404, "not_found", None);
    let texts = json!({ "words": "Mine now" });
    stranger.post(&format!("{path}/questions/{query}/reply"), &texts).await.expect_error(
        404,
        "not_found",
        None,
    );
    stranger.post_empty(&format!("{path}/questions/{query}/answered")).await.expect_error(
        404,
        "not_found",
        None,
    );
    // Nor is it a question about another document of the same account.
    let other = business.sent_quote().await;
    let path = format!("/api/quotes/{}/questions/{query}", id_of(&other));
    let client = &business.client;
    client.post(&format!("{path}/reply"), &texts).await.expect_error(404, "not_found", None);
    client.post_empty(&format!("{path}/answered")).await.expect_error(404, "not_found", None);
    let list = stranger.get("/api/notifications").await.expect_status(200);
    assert_eq!(list, json!([]));
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
}

#[tokio::test]
async fn a_question_has_twenty_replies_at_most() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    ask_question(&business, "quotes", &quote, &question_body("When can you start?")).await.expect_status(201);
    for at in 0..20 {
        let text = format!("On day {at}.");
        reply_to_question(&business, &quote, 0, &text).await.expect_status(200);
    }
    reply_to_question(&business, &quote, 0, "Or the day after.").await.expect_error(
        409,
        "too_many_replies",
        None,
    );
}
