//! How many questions a stranger may ask.

use plumbline::clock::{DAY, HOUR};
use serde_json::json;

use super::{ask_question, list_questions, question_body};
use crate::documents::{OWNER, TestBusiness, token_of};

#[tokio::test]
async fn after_five_questions_an_hour_the_others_are_refused_and_not_stored() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let other = business.sent_quote().await;
    for at in 1..=20 {
        let answer =
            ask_question(&business, "quotes", &quote, &question_body(&format!("Number {at}?"))).await;
        if at <= 5 {
            answer.expect_status(201);
            continue;
        }
        assert!(answer.header("retry-after").is_some());
        let refused = answer.expect_error(429, "too_many_requests", None);
        assert_eq!(
            refused["message"],
            "That was a lot of questions in a short time. Please try again later, or contact the business."
        );
    }
    assert_eq!(business.count_rows("questions").await, 5);
    let received_emails = business.app.receive_emails(OWNER).await.into_iter();
    let requested =
        received_emails.filter(|received_email| received_email.subject.contains("asked a question"));
    assert_eq!(requested.count(), 5);
    // A customer who used up the questions can still accept, and other links have their own.
    let path = format!("/api/quotes/public/{}/accept", token_of(&quote));
    business.app.new_client().post_empty(&path).await.expect_status(200);
    ask_question(&business, "quotes", &other, &question_body("And me?")).await.expect_status(201);
    // Of the ten of a day five are left, and one comes back every 144 minutes.
    let mut taken = 0;
    for at in 1..=15 {
        business.app.clock.advance(HOUR);
        let body = question_body(&format!("Later {at}?"));
        if ask_question(&business, "quotes", &quote, &body).await.status == 201 {
            taken += 1;
        }
    }
    assert_eq!(taken, 11);
}

#[tokio::test]
async fn repeating_a_question_adds_no_second_one() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    let path = format!("/api/quotes/public/{}/question", token_of(&quote));
    let (customer, body) = (business.app.new_client(), question_body("When can you start?"));
    // A double tap: one key.
    let first = customer.post_with_key(&path, "tap", &body).await.expect_status(201);
    let second = customer.post_with_key(&path, "tap", &body).await;
    assert_eq!(second.header("idempotency-replayed"), Some("true"));
    assert_eq!(second.expect_status(201), first);
    // The page was loaded again, and the same was sent.
    customer.post(&path, &body).await.expect_status(201);
    assert_eq!(business.count_rows("questions").await, 1);
    let received_emails = business.app.receive_emails(OWNER).await.into_iter();
    let requested =
        received_emails.filter(|received_email| received_email.subject.contains("asked a question"));
    assert_eq!(requested.count(), 1);
    // In other words it is another one, and so it is a day later.
    customer.post(&path, &question_body("When can you finish?")).await.expect_status(201);
    business.app.clock.advance(2 * DAY);
    customer.post(&path, &question_body("When can you finish?")).await.expect_status(201);
    assert_eq!(business.count_rows("questions").await, 3);
}

#[tokio::test]
async fn a_document_takes_fifty_questions() {
    let business = TestBusiness::open().await;
    let quote = business.sent_quote().await;
    for at in 1..=50 {
        ask_question(&business, "quotes", &quote, &question_body(&format!("Number {at}?")))
            .await
            .expect_status(201);
        business.app.clock.advance(3 * HOUR);
    }
    let refused = ask_question(&business, "quotes", &quote, &question_body("One more?")).await;
    refused.expect_error(409, "too_many_questions", None);
    assert_eq!(business.count_rows("questions").await, 50);
    business.app.log_in(&business.client, OWNER).await;
    let response = list_questions(&business, "quotes", &quote).await;
    assert_eq!(response[0]["words"], json!("Number 1?"));
    assert_eq!(response[49]["words"], json!("Number 50?"));
}
