//! The list in the app, its bell, and what open windows hear.

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
async fn what_customers_do_is_told_and_what_the_business_does_is_not() {
    let desk = TestBusiness::open().await;
    let accepted = desk.accepted_quote().await;
    let declined = desk.sent_quote().await;
    let path = format!("/api/quotes/public/{}/decline", token_of(&declined));
    desk.app
        .new_client()
        .post_empty(&path)
        .await
        .expect_status(200);
    let invoice = desk.sent_invoice().await;
    record_customer_payment(&desk, "invoices", &invoice).await;
    withdraw_payment(&desk, "invoices", &invoice).await;
    let entered = json!({ "amount": "10", "method": "cash", "date": "2026-11-16" });
    let path = format!("/api/invoices/{}/payments", id_of(&invoice));
    desk.client.post(&path, &entered).await.expect_status(201);

    let number = |document: &Value, name: &str| document[name].as_str().expect("one").to_owned();
    let (one, two) = (
        number(&accepted, "quoteNumber"),
        number(&declined, "quoteNumber"),
    );
    let bill = number(&invoice, "invoiceNumber");
    let told = list_sentences(&desk.client).await;
    let expected = [
        format!("{bill}: Jo Bloggs withdrew a payment of £478.10"),
        format!("{bill}: £478.10 to confirm, from Jo Bloggs"),
        format!("Quote {two} was declined by Jo Bloggs: £478.10"),
        format!("Quote {one} was accepted by Jo Bloggs: £478.10"),
    ];
    assert_eq!(told, expected);
    assert_eq!(count_unread(&desk.client).await, 4);
    desk.app.stop().await;
}

#[tokio::test]
async fn accepting_twice_is_told_once() {
    let desk = TestBusiness::open().await;
    let quote = desk.accepted_quote().await;
    let path = format!("/api/quotes/public/{}/accept", token_of(&quote));
    desk.app
        .new_client()
        .post_empty(&path)
        .await
        .expect_status(200);
    assert_eq!(list_sentences(&desk.client).await.len(), 1);
    desk.app.stop().await;
}

#[tokio::test]
async fn what_was_seen_is_no_longer_counted_and_what_came_since_is() {
    let desk = TestBusiness::open().await;
    for _ in 0..3 {
        desk.accepted_quote().await;
        desk.app.clock.advance(1000);
    }
    let list = desk
        .client
        .get("/api/notifications")
        .await
        .expect_status(200);
    let path = format!("/api/notifications/{}/read", id_of(&list[1]));
    let one = desk.client.post_empty(&path).await.expect_status(200);
    assert_eq!(one["subjectKind"], "quote");
    assert!(one["readAt"].is_i64());
    assert_eq!(count_unread(&desk.client).await, 2);
    // Again is no error, and keeps the first time.
    desk.app.clock.advance(1000);
    let again = desk.client.post_empty(&path).await.expect_status(200);
    assert_eq!(again["readAt"], one["readAt"]);

    desk.accepted_quote().await;
    let body = json!({ "through": list[0]["id"] });
    let path = "/api/notifications/read";
    desk.client.post(path, &body).await.expect_status(204);
    assert_eq!(count_unread(&desk.client).await, 1);
    let list = desk
        .client
        .get("/api/notifications")
        .await
        .expect_status(200);
    assert_eq!(list[0]["readAt"], Value::Null);
    desk.app.stop().await;
}

#[tokio::test]
async fn pages_follow_each_other() {
    let desk = TestBusiness::open().await;
    for _ in 0..5 {
        desk.accepted_quote().await;
    }
    let whole = list_sentences(&desk.client).await;
    let mut seen = Vec::new();
    let mut before = String::new();
    // Pages that never end would go on for ever.
    while seen.len() <= whole.len() {
        let path = format!("/api/notifications?limit=2&before={before}");
        let page = desk.client.get(&path).await.expect_status(200);
        let page = page.as_array().expect("a list");
        let Some(last) = page.last() else { break };
        before = id_of(last);
        seen.extend(page.iter().map(|row| row["sentence"].clone()));
    }
    assert_eq!(seen, whole);
    for (path, field) in [
        ("/api/notifications?before=x", "before"),
        (
            "/api/notifications?before=01930000-0000-7000-8000-000000000001",
            "before",
        ),
        ("/api/notifications?after=1", "after"),
        ("/api/notifications?limit=many", "limit"),
    ] {
        let answer = desk.client.get(path).await.expect_status(400);
        assert_eq!(answer["errors"][0]["path"], field, "{answer}");
    }
    desk.app.stop().await;
}

#[tokio::test]
async fn nobody_sees_or_reads_anothers() {
    let desk = TestBusiness::open().await;
    desk.accepted_quote().await;
    let list = desk
        .client
        .get("/api/notifications")
        .await
        .expect_status(200);
    let jo = desk.app.sign_up("jo@other.example").await;
    assert_eq!(list_sentences(&jo).await, [""; 0]);
    let path = format!("/api/notifications/{}/read", id_of(&list[0]));
    jo.post_empty(&path)
        .await
        .expect_error(404, "not_found", None);
    let through = json!({ "through": list[0]["id"] });
    let answer = jo.post("/api/notifications/read", &through).await;
    answer.expect_error(400, "bad_query", Some("through"));
    let stranger = desk.app.new_client();
    let path = format!("/api/notifications?before={}", id_of(&list[0]));
    assert_eq!(stranger.get(&path).await.status.as_u16(), 401);
    assert_eq!(count_unread(&desk.client).await, 1);
    desk.app.stop().await;
}

#[tokio::test]
async fn who_reads_all_of_their_own_reads_no_one_elses() {
    let desk = TestBusiness::open().await;
    let jo = desk.app.sign_up("jo@other.example").await;
    desk.accepted_quote().await;
    desk.app.clock.advance(1000);
    desk.accepted_quote().await;
    let list = desk
        .client
        .get("/api/notifications")
        .await
        .expect_status(200);
    // The newer one becomes Jo's.
    let mut held = desk.app.begin_write().await;
    sqlx::query(
        "UPDATE notifications SET user_id = (SELECT id FROM users WHERE email = $1) WHERE id = $2",
    )
    .bind("jo@other.example")
    .bind(id_of(&list[0]))
    .execute(&mut *held.tx)
    .await
    .expect("changed");
    held.tx.commit().await.expect("a commit");
    assert_eq!(
        (count_unread(&desk.client).await, count_unread(&jo).await),
        (json!(1), json!(1))
    );
    let all = json!({ "through": list[0]["id"] });
    jo.post("/api/notifications/read", &all)
        .await
        .expect_status(204);
    assert_eq!(
        (count_unread(&desk.client).await, count_unread(&jo).await),
        (json!(1), json!(0))
    );
    desk.app.stop().await;
}

#[tokio::test]
async fn it_goes_after_four_hundred_days() {
    let desk = TestBusiness::open().await;
    desk.accepted_quote().await;
    let tidied = async |days: i64| {
        desk.app.clock.advance(days * DAY);
        let done = plumbline::background::delete_expired(desk.app.state()).await;
        done.expect("tidied");
        desk.count_rows("notifications").await
    };
    assert_eq!(tidied(400).await, 1);
    assert_eq!(tidied(1).await, 0);
    desk.app.stop().await;
}

#[tokio::test]
async fn open_windows_hear_of_it_and_the_customers_page_does_not() {
    let (desk, _) = open_with_push_service().await;
    let quote = desk.sent_quote().await;
    let mut page = LivePage::open_for_customer(&desk.app, &token_of(&quote)).await;
    let cookie = desk.new_session_cookie().await;
    let mut window = LivePage::open_for_business(&desk.app, &cookie).await;
    wait_for_listeners(&desk.app, 2).await;
    let path = format!("/api/quotes/public/{}/accept", token_of(&quote));
    desk.app
        .new_client()
        .post_empty(&path)
        .await
        .expect_status(200);
    let mut heard = Vec::new();
    while heard.len() < 2 {
        heard.push(window.next_message().await.expect("a message"));
    }
    assert_eq!(heard[0]["type"], "status_update");
    assert_eq!(heard[1], notifications_message());
    // What is read in one window is read in all of them.
    let list = desk
        .client
        .get("/api/notifications")
        .await
        .expect_status(200);
    let path = format!("/api/notifications/{}/read", id_of(&list[0]));
    desk.client.post_empty(&path).await.expect_status(200);
    assert_eq!(window.next_message().await, Ok(notifications_message()));
    let all = json!({ "through": list[0]["id"] });
    let path = "/api/notifications/read";
    desk.client.post(path, &all).await.expect_status(204);
    assert_eq!(window.next_message().await, Ok(notifications_message()));
    assert_eq!(
        page.next_message().await,
        Ok(json!({ "type": "status_update" }))
    );
    desk.app.stop().await;
}

#[tokio::test]
async fn a_mail_that_is_not_taken_is_told() {
    let desk = TestBusiness::open().await;
    // Another server on the database, which has a mail server to send by.
    let peer = FakeMailServer::listen(SocketAddr::from(([127, 0, 0, 1], 0))).await;
    let url = format!("smtp://{}", peer.address);
    let sender = desk
        .app
        .start_twin(|config| config.smtp_url = Some(url))
        .await;
    let draft = desk.draft_quote().await;
    let path = format!("/api/quotes/{}/send", id_of(&draft));
    let body = json!({ "via": "email", "to": "nobody@customer.example" });
    let sent = desk.client.post(&path, &body).await.expect_status(200);
    sender.run_jobs().await;
    let number = sent["quoteNumber"].as_str().expect("a number");
    assert_eq!(
        list_sentences(&desk.client).await,
        [format!(
            "Quote {number}: the email to Jo Bloggs could not be delivered"
        )]
    );
    peer.serving.abort();
    sender.stop().await;
    desk.app.stop().await;
}
