//! Lists and the dashboard mark a document with an unanswered question.

use serde_json::{Value, json};

use super::{ask_question, list_questions, question_body};
use crate::documents::{TestBusiness, id_of};

/// The marks in a kind's list, for each document that has one.
async fn list_marked(business: &TestBusiness, kind: &str) -> Vec<(String, Value)> {
    let list = business.client.get(&format!("/api/{kind}")).await.expect_status(200);
    let rows = list["data"].as_array().expect("rows");
    let waiting = rows.iter().filter(|row| !row["asked"].is_null());
    waiting.map(|row| (id_of(row), row["asked"].clone())).collect()
}

/// The dashboard's number of documents with questions, and those that it shows.
async fn dashboard_questions(business: &TestBusiness) -> (i64, Vec<(String, Value)>) {
    let dashboard = business.client.get("/api/dashboard").await.expect_status(200);
    let to_answer = &dashboard["toAnswer"];
    let first = to_answer["first"].as_array().expect("rows");
    let first = first.iter().map(|row| (id_of(row), row["asked"].clone()));
    (to_answer["total"].as_i64().expect("a number"), first.collect())
}

#[tokio::test]
async fn a_document_is_marked_until_its_questions_are_answered() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let invoice = business.sent_invoice().await;
    business.sent_quote().await;
    assert_eq!(dashboard_questions(&business).await, (0, vec![]));

    ask_question(&business, "quotes", &quote, &question_body("When?")).await.expect_status(201);
    business.app.clock.advance(1_000);
    ask_question(&business, "invoices", &invoice, &question_body("By card?")).await.expect_status(201);
    let (of_quote, of_invoice) = (id_of(&quote), id_of(&invoice));
    let requested = |document: &str| (document.to_owned(), json!("question"));
    assert_eq!(list_marked(&business, "quotes").await, [requested(&of_quote)]);
    assert_eq!(list_marked(&business, "invoices").await, [requested(&of_invoice)]);
    // Who has waited longest is first.
    let both = vec![requested(&of_quote), requested(&of_invoice)];
    assert_eq!(dashboard_questions(&business).await, (2, both));

    // Changes say more than a question beside them.
    business.app.clock.advance(1_000);
    let changes = json!({ "wish": "changes", "words": "Without the valves." });
    ask_question(&business, "quotes", &quote, &changes).await.expect_status(201);
    let changed = (of_quote.clone(), json!("changes"));
    assert_eq!(list_marked(&business, "quotes").await, std::slice::from_ref(&changed));
    assert_eq!(dashboard_questions(&business).await, (2, vec![changed.clone(), requested(&of_invoice)]));

    // Archived documents count as well, and other accounts' don't.
    let path = format!("/api/quotes/{of_quote}");
    business.client.post_empty(&format!("{path}/archive")).await.expect_status(200);
    assert_eq!(dashboard_questions(&business).await, (2, vec![changed, requested(&of_invoice)]));
    business.client.post_empty(&format!("{path}/restore")).await.expect_status(200);
    let other = business.app.sign_up("other@example.com").await;
    let theirs = other.get("/api/dashboard").await.expect_status(200);
    assert_eq!(theirs["toAnswer"], json!({ "total": 0, "first": [] }));

    let waiting = list_questions(&business, "quotes", &quote).await;
    for (at, left) in [(1, vec![requested(&of_quote)]), (0, vec![])] {
        let question = id_of(&waiting[at]);
        business.client.post_empty(&format!("{path}/questions/{question}/answered")).await.expect_status(200);
        assert_eq!(list_marked(&business, "quotes").await, left);
    }
    assert_eq!(dashboard_questions(&business).await, (1, vec![requested(&of_invoice)]));
}

#[tokio::test]
async fn the_dashboard_lists_five_waiting_documents_and_counts_the_others() {
    let business = TestBusiness::open().await;
    let mut sent = Vec::new();
    for _ in 0..6 {
        let quote = business.sent_quote().await;
        ask_question(&business, "quotes", &quote, &question_body("When?")).await.expect_status(201);
        business.app.clock.advance(1_000);
        sent.push((id_of(&quote), json!("question")));
    }
    sent.truncate(5);
    assert_eq!(dashboard_questions(&business).await, (6, sent));
}
