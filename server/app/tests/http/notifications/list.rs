//! The list of notifications in the app, the unread count, and the live updates of open windows.

use std::net::SocketAddr;

use plumbline::clock::DAY;
use serde_json::{Value, json};

use super::{
    count_unread, list_sentences, open_with_push_service, record_customer_payment, withdraw_payment,
};
use crate::documents::live::{LivePage, notifications_message, wait_for_listeners};
use crate::documents::{TestBusiness, id_of, token_of};
use crate::support::peer::FakeMailServer;

#[tokio::test]
async fn actions_of_customers_cause_notifications_but_the_owners_own_do_not() {
    let business = TestBusiness::open().await;
    let accepted = business.accepted_quote().await;
    let declined = business.sent_quote().await;
    let path = format!("/api/quotes/public/{}/decline", token_of(&declined));
    business.app.new_client().post_empty(&path).await.expect_status(200);
    let invoice = business.sent_invoice().await;
    record_customer_payment(&business, "invoices", &invoice).await;
    withdraw_payment(&business, "invoices", &invoice).await;
    let entered = json!({ "amount": "10", "method": "cash", "date": "2026-11-16" });
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    business.client.post(&path, &entered).await.expect_status(201);

    let number = |document: &Value, name: &str| document[name].as_str().expect("one").to_owned();
    let (one, two) = (number(&accepted, "quoteNumber"), number(&declined, "quoteNumber"));
    let bill = number(&invoice, "invoiceNumber");
    let texts = list_sentences(&business.client).await;
    let expected = [
        format!("{bill}: Jo Bloggs withdrew a payment of £478.10"),
        format!("{bill}: £478.10 to confirm, from Jo Bloggs"),
        format!("Quote {two} was declined by Jo Bloggs: £478.10"),
        format!("Quote {one} was accepted by Jo Bloggs: £478.10"),
    ];
    assert_eq!(texts, expected);
    assert_eq!(count_unread(&business.client).await, 4);
    business.app.stop().await;
}

#[tokio::test]
async fn accepting_twice_notifies_once() {
    let business = TestBusiness::open().await;
    let quote = business.accepted_quote().await;
    let path = format!("/api/quotes/public/{}/accept", token_of(&quote));
    business.app.new_client().post_empty(&path).await.expect_status(200);
    assert_eq!(list_sentences(&business.client).await.len(), 1);
    business.app.stop().await;
}

#[tokio::test]
async fn read_notifications_are_no_longer_counted_and_newer_ones_are() {
    let business = TestBusiness::open().await;
    for _ in 0..3 {
        business.accepted_quote().await;
        business.app.clock.advance(1000);
    }
    let list = business.client.get("/api/notifications").await.expect_status(200);
    let path = format!("/api/notifications/{}/read", id_of(&list[1]));
    let one = business.client.post_empty(&path).await.expect_status(200);
    assert_eq!(one["subjectKind"], "quote");
    assert!(one["readAt"].is_i64());
    assert_eq!(count_unread(&business.client).await, 2);
    // Again is no error, and keeps the first time.
    business.app.clock.advance(1000);
    let again = business.client.post_empty(&path).await.expect_status(200);
    assert_eq!(again["readAt"], one["readAt"]);

    business.accepted_quote().await;
    let body = json!({ "through": list[0]["id"] });
    let path = "/api/notifications/read";
    business.client.post(path, &body).await.expect_status(204);
    assert_eq!(count_unread(&business.client).await, 1);
    let list = business.client.get("/api/notifications").await.expect_status(200);
    assert_eq!(list[0]["readAt"], Value::Null);
    business.app.stop().await;
}

#[tokio::test]
async fn pages_follow_each_other() {
    let business = TestBusiness::open().await;
    for _ in 0..5 {
        business.accepted_quote().await;
    }
    let whole = list_sentences(&business.client).await;
    let mut seen = Vec::new();
    let mut before = String::new();
    // Pages that never end would go on for ever.
    while seen.len() <= whole.len() {
        let path = format!("/api/notifications?limit=2&before={before}");
        let page = business.client.get(&path).await.expect_status(200);
        let page = page.as_array().expect("a list");
        let Some(last) = page.last() else { break };
        before = id_of(last);
        seen.extend(page.iter().map(|row| row["sentence"].clone()));
    }
    assert_eq!(seen, whole);
    for (path, field) in [
        ("/api/notifications?before=x", "before"),
        ("/api/notifications?before=01930000-0000-7000-8000-000000000001", "before"),
        ("/api/notifications?after=1", "after"),
        ("/api/notifications?limit=many", "limit"),
    ] {
        let answer = business.client.get(path).await.expect_status(400);
        assert_eq!(answer["errors"][0]["path"], field, "{answer}");
    }
    business.app.stop().await;
}

#[tokio::test]
async fn nobody_sees_or_marks_another_accounts_notifications() {
    let business = TestBusiness::open().await;
    business.accepted_quote().await;
    let list = business.client.get("/api/notifications").await.expect_status(200);
    let jo = business.app.sign_up("jo@other.example").await;
    assert_eq!(list_sentences(&jo).await, [""; 0]);
    let path = format!("/api/notifications/{}/read", id_of(&list[0]));
    jo.post_empty(&path).await.expect_error(404, "not_found", None);
    let through = json!({ "through": list[0]["id"] });
    let answer = jo.post("/api/notifications/read", &through).await;
    answer.expect_error(400, "bad_query", Some("through"));
    let stranger = business.app.new_client();
    let path = format!("/api/notifications?before={}", id_of(&list[0]));
    assert_eq!(stranger.get(&path).await.status.as_u16(), 401);
    assert_eq!(count_unread(&business.client).await, 1);
    business.app.stop().await;
}

#[tokio::test]
async fn marking_all_as_read_marks_no_other_accounts_notifications() {
    let business = TestBusiness::open().await;
    let jo = business.app.sign_up("jo@other.example").await;
    business.accepted_quote().await;
    business.app.clock.advance(1000);
    business.accepted_quote().await;
    let list = business.client.get("/api/notifications").await.expect_status(200);
    // The newer one becomes Jo's.
    let mut held_transaction = business.app.begin_write().await;
    sqlx::query("UPDATE notifications SET user_id = (SELECT id FROM users WHERE email = $1) WHERE id = $2")
        .bind("jo@other.example")
        .bind(id_of(&list[0]))
        .execute(&mut *held_transaction.tx)
        .await
        .expect("changed");
    held_transaction.tx.commit().await.expect("a commit");
    assert_eq!((count_unread(&business.client).await, count_unread(&jo).await), (json!(1), json!(1)));
    let all = json!({ "through": list[0]["id"] });
    jo.post("/api/notifications/read", &all).await.expect_status(204);
    assert_eq!((count_unread(&business.client).await, count_unread(&jo).await), (json!(1), json!(0)));
    business.app.stop().await;
}

#[tokio::test]
async fn a_notification_is_deleted_after_four_hundred_days() {
    let business = TestBusiness::open().await;
    business.accepted_quote().await;
    let tidied = async |days: i64| {
        business.app.clock.advance(days * DAY);
        let done = plumbline::server::delete_expired(business.app.state()).await;
        done.expect("tidied");
        business.count_rows("notifications").await
    };
    assert_eq!(tidied(400).await, 1);
    assert_eq!(tidied(1).await, 0);
    business.app.stop().await;
}

#[tokio::test]
async fn open_windows_are_notified_but_not_the_customers_page() {
    let (business, _) = open_with_push_service().await;
    let quote = business.sent_quote().await;
    let mut page = LivePage::open_for_customer(&business.app, &token_of(&quote)).await;
    let cookie = business.new_session_cookie().await;
    let mut window = LivePage::open_for_business(&business.app, &cookie).await;
    wait_for_listeners(&business.app, 2).await;
    let path = format!("/api/quotes/public/{}/accept", token_of(&quote));
    business.app.new_client().post_empty(&path).await.expect_status(200);
    let mut heard = Vec::new();
    while heard.len() < 2 {
        heard.push(window.next_message().await.expect("a message"));
    }
    assert_eq!(heard[0]["type"], "status_update");
    assert_eq!(heard[1], notifications_message());
    // What is read in one window is read in all of them.
    let list = business.client.get("/api/notifications").await.expect_status(200);
    let path = format!("/api/notifications/{}/read", id_of(&list[0]));
    business.client.post_empty(&path).await.expect_status(200);
    assert_eq!(window.next_message().await, Ok(notifications_message()));
    let all = json!({ "through": list[0]["id"] });
    let path = "/api/notifications/read";
    business.client.post(path, &all).await.expect_status(204);
    assert_eq!(window.next_message().await, Ok(notifications_message()));
    assert_eq!(page.next_message().await, Ok(json!({ "type": "status_update" })));
    business.app.stop().await;
}

#[tokio::test]
async fn an_email_that_is_refused_is_reported() {
    let business = TestBusiness::open().await;
    // Another server on the database, which has a mail server to send by.
    let peer = FakeMailServer::listen(SocketAddr::from(([127, 0, 0, 1], 0))).await;
    let url = format!("smtp://{}", peer.address);
    let sender = business.app.start_twin(|config| config.smtp_url = Some(url)).await;
    let draft = business.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let body = json!({ "via": "email", "to": "nobody@customer.example" });
    let sent = business.client.post(&path, &body).await.expect_status(200);
    sender.run_jobs().await;
    let number = sent["quoteNumber"].as_str().expect("a number");
    assert_eq!(
        list_sentences(&business.client).await,
        [format!("Quote {number}: the email to Jo Bloggs could not be delivered")]
    );
    peer.serving.abort();
    sender.stop().await;
    business.app.stop().await;
}
