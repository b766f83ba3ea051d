//! How many mails an account sends.

use plumbline::clock::{DAY, HOUR, MINUTE};
use plumbline::emails::stopping;
use serde_json::{Value, json};

use super::{DAY_MAX, HOUR_MAX, open_limited, open_with_limits, send_email, send_to_many};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, token_of, with_field};

#[tokio::test]
async fn mails_are_so_many_in_an_hour_and_nothing_is_lost() {
    let desk = open_limited().await;
    let quote = send_to_many(&desk, HOUR_MAX - 1).await;
    desk.app.clock.advance(10 * MINUTE);
    // The same request sent again is one mail.
    let body = json!({ "via": "email", "to": CUSTOMER });
    let path = format!("/api/quotes/{quote}/send");
    for _ in 0..3 {
        desk.client
            .post_with_key(&path, "k", &body)
            .await
            .expect_status(200);
    }

    let draft = id_of(&desk.draft_quote().await);
    let answer = send_email(&desk, &draft, "one-more@customer.example").await;
    assert_eq!(answer.header("retry-after"), Some("3000"));
    let told = answer.expect_error(429, "too_many_mails", None);
    // 09:00 in London and an hour.
    assert_eq!(
        told["message"],
        "You have sent 4 emails to customers within the last hour, the most this account can send for now. You can send the next one at 10:00. Nothing is lost, and you can share the link yourself straight away."
    );
    // It is the draft that it was, no number is used up, and its link can be shared.
    let path = format!("/api/quotes/{draft}");
    let kept = desk.client.get(&path).await.expect_status(200);
    assert_eq!(
        (&kept["status"], &kept["number"]),
        (&json!("draft"), &Value::Null)
    );
    assert!(
        desk.app
            .receive_emails("one-more@customer.example")
            .await
            .is_empty()
    );
    desk.send_by_link("quotes", &draft).await;
    // Another account is not held back.
    assert_eq!(
        desk.app.receive_emails("p0@customer.example").await.len(),
        1
    );

    desk.app.clock.advance(50 * MINUTE);
    desk.app.log_in(&desk.client, OWNER).await;
    send_email(&desk, &draft, "one-more@customer.example")
        .await
        .expect_status(200);
    assert_eq!(
        desk.app
            .receive_emails("one-more@customer.example")
            .await
            .len(),
        1
    );
    desk.app.stop().await;
}

#[tokio::test]
async fn mails_are_so_many_in_a_day() {
    let desk = open_limited().await;
    let quote = send_to_many(&desk, HOUR_MAX).await;
    desk.app.clock.advance(HOUR);
    desk.app.log_in(&desk.client, OWNER).await;
    for at in HOUR_MAX..DAY_MAX {
        let answer = send_email(&desk, &quote, &format!("p{at}@customer.example")).await;
        answer.expect_status(200);
    }
    let answer = send_email(&desk, &quote, CUSTOMER).await;
    assert_eq!(answer.header("retry-after"), Some("82800"));
    let told = answer.expect_error(429, "too_many_mails", None);
    let message = told["message"].as_str().expect("a sentence");
    assert!(
        message.contains("6 emails to customers within the last 24 hours")
            && message.contains("at 09:00 tomorrow."),
        "{message}"
    );
    desk.app.clock.advance(DAY - HOUR);
    desk.app.log_in(&desk.client, OWNER).await;
    send_email(&desk, &quote, CUSTOMER).await.expect_status(200);
    desk.app.stop().await;
}

#[tokio::test]
async fn of_many_at_once_as_many_go_as_may() {
    let desk = open_limited().await;
    let mut quotes = Vec::new();
    for _ in 0..12 {
        quotes.push(id_of(&desk.draft_quote().await));
    }
    let sends = quotes.iter().enumerate().map(|(at, quote)| {
        let desk = &desk;
        async move {
            let answer = send_email(desk, quote, &format!("p{at}@customer.example")).await;
            answer.status.as_u16()
        }
    });
    let mut statuses = futures::future::join_all(sends).await;
    statuses.sort_unstable();
    assert_eq!(statuses[..HOUR_MAX], [200; HOUR_MAX]);
    assert_eq!(statuses[HOUR_MAX..], [429; 12 - HOUR_MAX]);
    desk.app.stop().await;
}

#[tokio::test]
async fn paid_invoices_bring_more_of_them() {
    let desk = open_limited().await;
    let quote = send_to_many(&desk, HOUR_MAX).await;
    let answer = send_email(&desk, &quote, CUSTOMER).await;
    answer.expect_error(429, "too_many_mails", None);
    let invoice = desk.sent_invoice().await;
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    let body = json!({ "amount": invoice["totals"]["balanceDue"], "method": "cash" });
    let paid = desk.client.post(&path, &body).await.expect_status(201);
    assert_eq!(paid["status"], "paid");
    // Not on the first day: anyone can mark an invoice as paid.
    let answer = send_email(&desk, &quote, CUSTOMER).await;
    answer.expect_error(429, "too_many_mails", None);

    desk.app.clock.advance(DAY);
    desk.app.log_in(&desk.client, OWNER).await;
    for at in 0..HOUR_MAX + 2 {
        let answer = send_email(&desk, &quote, &format!("q{at}@customer.example")).await;
        answer.expect_status(200);
    }
    let answer = send_email(&desk, &quote, CUSTOMER).await;
    answer.expect_error(429, "too_many_mails", None);
    desk.app.stop().await;
}

#[tokio::test]
async fn a_customers_copy_goes_later_where_too_many_went() {
    let desk = open_limited().await;
    let quote = id_of(&desk.draft_quote().await);
    for at in 0..HOUR_MAX {
        let answer = send_email(&desk, &quote, &format!("p{at}@customer.example")).await;
        answer.expect_status(200);
    }
    let sent = desk
        .client
        .get(&format!("/api/quotes/{quote}"))
        .await
        .expect_status(200);
    let path = format!("/api/quotes/public/{}/accept", token_of(&sent));
    desk.app
        .new_client()
        .post_empty(&path)
        .await
        .expect_status(200);
    assert!(desk.app.receive_emails(CUSTOMER).await.is_empty());
    desk.app.clock.advance(HOUR);
    let letters = desk.app.receive_emails(CUSTOMER).await;
    assert_eq!(letters.len(), 1);
    assert!(letters[0].subject.starts_with("You accepted"));
    desk.app.stop().await;
}

/// As many mails as an hour has room for, and a copy that waits for the next: of an accepted quote.
async fn fill_hour(desk: &TestBusiness) {
    send_to_many(desk, HOUR_MAX).await;
    desk.accepted_quote().await;
    assert!(desk.app.receive_emails(CUSTOMER).await.is_empty());
}

#[tokio::test]
async fn a_copy_that_waits_asks_whether_mails_are_stopped_when_it_goes() {
    let desk = open_limited().await;
    fill_hour(&desk).await;
    let state = desk.app.state();
    stopping::stop_emails(state, OWNER).await.expect("stopped");
    desk.app.clock.advance(HOUR);
    assert!(desk.app.receive_emails(CUSTOMER).await.is_empty());
    stopping::allow_emails(state, OWNER).await.expect("allowed");
    desk.app.clock.advance(HOUR);
    assert_eq!(desk.app.receive_emails(CUSTOMER).await.len(), 1);
    desk.app.stop().await;
}

#[tokio::test]
async fn a_copy_that_waits_goes_to_the_address_that_the_customer_has_then() {
    let desk = open_limited().await;
    fill_hour(&desk).await;
    let path = format!("/api/contacts/{}", desk.contact);
    let put = async |email: &str| {
        let read = desk.client.get(&path).await.expect_status(200);
        let body = with_field(crate::documents::contact_body(), "email", json!(email));
        let body = with_field(body, "version", read["version"].clone());
        desk.client.put(&path, &body).await.expect_status(200);
    };
    put("jo@new.example").await;
    desk.app.clock.advance(HOUR);
    assert_eq!(desk.app.receive_emails("jo@new.example").await.len(), 1);
    assert!(desk.app.receive_emails(CUSTOMER).await.is_empty());

    // Of one who has none any more nobody is told.
    desk.app.clock.advance(DAY);
    desk.app.log_in(&desk.client, OWNER).await;
    fill_hour(&desk).await;
    put("").await;
    desk.app.clock.advance(DAY);
    assert_eq!(desk.app.receive_emails("jo@new.example").await.len(), 1);
    assert!(desk.app.receive_emails(CUSTOMER).await.is_empty());
    desk.app.stop().await;
}

#[tokio::test]
async fn no_more_copies_wait_than_a_day_has_room_for() {
    let desk = open_with_limits(2, 2).await;
    send_to_many(&desk, 2).await;
    for _ in 0..4 {
        desk.accepted_quote().await;
    }
    for _ in 0..7 {
        desk.app.clock.advance(DAY);
        desk.app.run_jobs().await;
    }
    assert_eq!(desk.app.receive_emails(CUSTOMER).await.len(), 2);
    desk.app.stop().await;
}
