//! How many emails an account may send.

use plumbline::clock::{DAY, HOUR, MINUTE};
use plumbline::emails::stopping;
use serde_json::{Value, json};

use super::{DAY_MAX, HOUR_MAX, open_limited, open_with_limits, send_email, send_to_many};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, token_of, with_field};

#[tokio::test]
async fn emails_in_an_hour_are_limited_and_nothing_is_lost() {
    let business = open_limited().await;
    let quote = send_to_many(&business, HOUR_MAX - 1).await;
    business.app.clock.advance(10 * MINUTE);
    // The same request sent again is one mail.
    let body = json!({ "via": "email", "to": CUSTOMER });
    let path = format!("/api/quotes/{quote}/send");
    for _ in 0..3 {
        business.client.post_with_key(&path, "k", &body).await.expect_status(200);
    }

    let draft = id_of(&business.draft_quote().await);
    let answer = send_email(&business, &draft, "one-more@customer.example").await;
    assert_eq!(answer.header("retry-after"), Some("3000"));
    let response = answer.expect_error(429, "too_many_mails", None);
    // 09:00 in London and an hour.
    assert_eq!(
        response["message"],
        "You have sent 4 emails to customers within the last hour, the most this account can send for now. You can send the next one at 10:00. Nothing is lost, and you can share the link yourself straight away."
    );
    // It is the draft that it was, no number is used up, and its link can be shared.
    let path = format!("/api/quotes/{draft}");
    let saved = business.client.get(&path).await.expect_status(200);
    assert_eq!((&saved["status"], &saved["number"]), (&json!("draft"), &Value::Null));
    assert!(business.app.receive_emails("one-more@customer.example").await.is_empty());
    business.send_by_link("quotes", &draft).await;
    // Another account is not held back.
    assert_eq!(business.app.receive_emails("p0@customer.example").await.len(), 1);

    business.app.clock.advance(50 * MINUTE);
    business.app.log_in(&business.client, OWNER).await;
    send_email(&business, &draft, "one-more@customer.example").await.expect_status(200);
    assert_eq!(business.app.receive_emails("one-more@customer.example").await.len(), 1);
    business.app.stop().await;
}

#[tokio::test]
async fn emails_in_a_day_are_limited() {
    let business = open_limited().await;
    let quote = send_to_many(&business, HOUR_MAX).await;
    business.app.clock.advance(HOUR);
    business.app.log_in(&business.client, OWNER).await;
    for at in HOUR_MAX..DAY_MAX {
        let answer = send_email(&business, &quote, &format!("p{at}@customer.example")).await;
        answer.expect_status(200);
    }
    let answer = send_email(&business, &quote, CUSTOMER).await;
    assert_eq!(answer.header("retry-after"), Some("82800"));
    let body = answer.expect_error(429, "too_many_mails", None);
    let message = body["message"].as_str().expect("a sentence");
    assert!(
        message.contains("6 emails to customers within the last 24 hours")
            && message.contains("at 09:00 tomorrow."),
        "{message}"
    );
    business.app.clock.advance(DAY - HOUR);
    business.app.log_in(&business.client, OWNER).await;
    send_email(&business, &quote, CUSTOMER).await.expect_status(200);
    business.app.stop().await;
}

#[tokio::test]
async fn of_many_at_once_no_more_than_allowed_are_sent() {
    let test_business = open_limited().await;
    let mut quotes = Vec::new();
    for _ in 0..12 {
        quotes.push(id_of(&test_business.draft_quote().await));
    }
    let sends = quotes.iter().enumerate().map(|(at, quote)| {
        let business = &test_business;
        async move {
            let answer = send_email(business, quote, &format!("p{at}@customer.example")).await;
            answer.status.as_u16()
        }
    });
    let mut statuses = futures::future::join_all(sends).await;
    statuses.sort_unstable();
    assert_eq!(statuses[..HOUR_MAX], [200; HOUR_MAX]);
    assert_eq!(statuses[HOUR_MAX..], [429; 12 - HOUR_MAX]);
    test_business.app.stop().await;
}

#[tokio::test]
async fn paid_invoices_raise_the_limit() {
    let business = open_limited().await;
    let quote = send_to_many(&business, HOUR_MAX).await;
    let answer = send_email(&business, &quote, CUSTOMER).await;
    answer.expect_error(429, "too_many_mails", None);
    let invoice = business.sent_invoice().await;
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    let body = json!({ "amount": invoice["totals"]["balanceDue"], "method": "cash" });
    let paid = business.client.post(&path, &body).await.expect_status(201);
    assert_eq!(paid["status"], "paid");
    // Not on the first day: anyone can mark an invoice as paid.
    let answer = send_email(&business, &quote, CUSTOMER).await;
    answer.expect_error(429, "too_many_mails", None);

    business.app.clock.advance(DAY);
    business.app.log_in(&business.client, OWNER).await;
    for at in 0..HOUR_MAX + 2 {
        let answer = send_email(&business, &quote, &format!("q{at}@customer.example")).await;
        answer.expect_status(200);
    }
    let answer = send_email(&business, &quote, CUSTOMER).await;
    answer.expect_error(429, "too_many_mails", None);
    business.app.stop().await;
}

#[tokio::test]
async fn a_copy_for_the_customer_waits_while_the_limit_is_reached() {
    let business = open_limited().await;
    let quote = id_of(&business.draft_quote().await);
    for at in 0..HOUR_MAX {
        let answer = send_email(&business, &quote, &format!("p{at}@customer.example")).await;
        answer.expect_status(200);
    }
    let sent = business.client.get(&format!("/api/quotes/{quote}")).await.expect_status(200);
    let path = format!("/api/quotes/public/{}/accept", token_of(&sent));
    business.app.new_client().post_empty(&path).await.expect_status(200);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    business.app.clock.advance(HOUR);
    let received_emails = business.app.receive_emails(CUSTOMER).await;
    assert_eq!(received_emails.len(), 1);
    assert!(received_emails[0].subject.starts_with("You accepted"));
    business.app.stop().await;
}

/// Sends as many emails as fit into an hour, and accepts a quote, whose copy waits for the next hour.
async fn fill_hour(business: &TestBusiness) {
    send_to_many(business, HOUR_MAX).await;
    business.accepted_quote().await;
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
}

#[tokio::test]
async fn a_waiting_copy_is_not_sent_while_emails_are_stopped() {
    let business = open_limited().await;
    fill_hour(&business).await;
    let state = business.app.state();
    stopping::stop_emails(state, OWNER).await.expect("stopped");
    business.app.clock.advance(HOUR);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    stopping::allow_emails(state, OWNER).await.expect("allowed");
    business.app.clock.advance(HOUR);
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 1);
    business.app.stop().await;
}

#[tokio::test]
async fn a_waiting_copy_is_sent_to_the_customers_current_address() {
    let business = open_limited().await;
    fill_hour(&business).await;
    let path = format!("/api/contacts/{}", business.contact);
    let put = async |email: &str| {
        let read = business.client.get(&path).await.expect_status(200);
        let body = with_field(crate::documents::contact_body(), "email", json!(email));
        let body = with_field(body, "version", read["version"].clone());
        business.client.put(&path, &body).await.expect_status(200);
    };
    put("jo@new.example").await;
    business.app.clock.advance(HOUR);
    assert_eq!(business.app.receive_emails("jo@new.example").await.len(), 1);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());

    // A customer without an address any more gets no copy.
    business.app.clock.advance(DAY);
    business.app.log_in(&business.client, OWNER).await;
    fill_hour(&business).await;
    put("").await;
    business.app.clock.advance(DAY);
    assert_eq!(business.app.receive_emails("jo@new.example").await.len(), 1);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    business.app.stop().await;
}

#[tokio::test]
async fn no_more_copies_wait_than_can_be_sent_in_a_day() {
    let business = open_with_limits(2, 2).await;
    send_to_many(&business, 2).await;
    for _ in 0..4 {
        business.accepted_quote().await;
    }
    for _ in 0..7 {
        business.app.clock.advance(DAY);
        business.app.run_jobs().await;
    }
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 2);
    business.app.stop().await;
}
