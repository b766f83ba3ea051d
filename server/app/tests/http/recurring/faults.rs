//! What prevents an invoice from being sent, and servers that were down or are two.

use plumbline::emails::stopping;
use serde_json::{Value, json};

use super::{
    PATH, cover_body, create_recurring, go_to_day, list_invoices, list_issue_days, list_notifications,
    recurring_path, text_field,
};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, with_field};
use crate::support::TestApp;

async fn list_statuses(business: &TestBusiness) -> Vec<String> {
    let invoices = list_invoices(business).await;
    invoices.iter().map(|one| text_field(one, "status")).collect()
}

#[tokio::test]
async fn invoices_missed_during_downtime_are_made_as_drafts_and_not_sent() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({ "makes": "sent" })).await;
    go_to_day(&business, "2027-02-14", 0).await;
    assert_eq!(list_issue_days(&business).await, ["2026-12-01", "2027-01-01", "2027-02-01"]);
    assert_eq!(list_statuses(&business).await, ["draft"; 3]);
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    let late = "The recurring invoice for Jo Bloggs was made late: check it and send it";
    assert_eq!(list_notifications(&business).await, [late; 3]);
    let home = business.client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(home["recurring"], json!({ "unsent": 3, "only": null, "stopped": 0 }));
    // The next one goes on its day.
    go_to_day(&business, "2027-03-01", 0).await;
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 1);
    assert_eq!(list_statuses(&business).await, ["draft", "draft", "draft", "sent"]);
    // A draft that was sent or deleted is no longer counted as a problem.
    let drafts = list_invoices(&business).await;
    business.send_by_link("invoices", &id_of(&drafts[0])).await;
    business.client.delete(&format!("/api/invoices/{}", id_of(&drafts[1]))).await.expect_status(204);
    let home = business.client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(home["recurring"], json!({ "unsent": 1, "only": id_of(&drafts[2]), "stopped": 0 }));
    let now = business.client.get(&recurring_path(&made)).await.expect_status(200);
    let outcomes: Vec<String> =
        now["made"].as_array().expect("a list").iter().map(|one| text_field(one, "outcome")).collect();
    assert_eq!(outcomes, ["sent", "late", "late"]);
    business.app.stop().await;
}

#[tokio::test]
async fn an_invoice_made_late_on_its_own_day_is_sent() {
    let business = TestBusiness::open().await;
    create_recurring(&business, json!({ "makes": "sent" })).await;
    go_to_day(&business, "2026-12-01", 15 * 60 + 59).await;
    assert_eq!(list_statuses(&business).await, ["sent"]);
    business.app.stop().await;
}

#[tokio::test]
async fn years_of_missed_weekly_invoices_are_made_in_portions() {
    let business = TestBusiness::open().await;
    let made = create_recurring(&business, json!({ "repeat": "weekly", "times": 60 })).await;
    go_to_day(&business, "2028-06-01", 0).await;
    assert_eq!(list_issue_days(&business).await.len(), 60);
    let now = business.client.get(&recurring_path(&made)).await.expect_status(200);
    assert_eq!(
        (&now["nextDay"], &now["madeTotal"], now["made"].as_array().map(Vec::len)),
        (&Value::Null, &json!(60), Some(24))
    );
    business.app.stop().await;
}

#[tokio::test]
async fn two_servers_make_one_invoice() {
    let business = TestBusiness::open().await;
    create_recurring(&business, json!({ "makes": "sent" })).await;
    let other = business.app.start_twin(|_| {}).await;
    super::set_clock(&business, "2026-12-01", 0);
    other.clock.set(plumbline::clock::Clock::now_ms(&*business.app.clock));
    tokio::join!(business.app.run_jobs(), other.run_jobs());
    tokio::join!(other.run_jobs(), business.app.run_jobs());
    business.app.log_in(&business.client, OWNER).await;
    assert_eq!(list_issue_days(&business).await, ["2026-12-01"]);
    let sent = business.app.receive_emails(CUSTOMER).await.len() + other.receive_emails(CUSTOMER).await.len();
    assert_eq!(sent, 1);
    other.stop().await;
    business.app.stop().await;
}

/// Why the invoice of a date is a draft, and the notification about it.
async fn read_reason(business: &TestBusiness) -> (String, String) {
    let invoice = id_of(&list_invoices(business).await[0]);
    let path = format!("/api/invoices/{invoice}/timeline");
    let timeline = business.client.get(&path).await.expect_status(200);
    assert_eq!(timeline["madeOf"]["outcome"], "not_sent");
    let home = business.client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(home["recurring"]["only"], invoice);
    (text_field(&timeline["madeOf"], "reason"), list_notifications(business).await[0].clone())
}

#[tokio::test]
async fn an_invoice_without_an_email_address_stays_a_draft_and_says_why() {
    let business = TestBusiness::open().await;
    let nobody = json!({ "name": "No Mail" });
    let nobody = business.client.post("/api/contacts", &nobody).await.expect_status(201);
    create_recurring(&business, json!({ "makes": "sent", "contactId": nobody["id"] })).await;
    go_to_day(&business, "2026-12-01", 0).await;
    assert_eq!(list_statuses(&business).await, ["draft"]);
    let (reason, text) = read_reason(&business).await;
    assert_eq!(reason, "This customer has no email address. Enter one, or send by link.");
    assert_eq!(text, "The recurring invoice for No Mail wasn’t sent: there is no email address");
    // No number is used up.
    let sent = business.send_by_link("invoices", &id_of(&list_invoices(&business).await[0])).await;
    assert_eq!(sent["invoiceNumber"], "INV-0001");
    business.app.stop().await;
}

#[tokio::test]
async fn an_invoice_stays_a_draft_and_says_why_if_emails_are_stopped() {
    let business = TestBusiness::open().await;
    create_recurring(&business, json!({ "makes": "sent" })).await;
    stopping::stop_emails(business.app.state(), OWNER).await.expect("stopped");
    go_to_day(&business, "2026-12-01", 0).await;
    let (reason, text) = read_reason(&business).await;
    assert!(reason.starts_with("Email to customers is stopped for this account."), "{reason}");
    assert_eq!(text, "The recurring invoice for Jo Bloggs wasn’t sent: your email to customers is stopped");
    business.app.stop().await;
}

#[tokio::test]
async fn invoices_beyond_the_email_limit_wait_and_become_drafts_after_their_day() {
    let app = TestApp::start_with(|config| {
        config.mail_quota.hour = 2;
        config.mail_quota.day = 3;
    });
    let business = TestBusiness::open_at(app.await).await;
    for _ in 0..5 {
        create_recurring(&business, json!({ "makes": "sent" })).await;
    }
    go_to_day(&business, "2026-12-01", 0).await;
    assert_eq!(list_statuses(&business).await, ["sent"; 2]);
    // An hour later the third of the day; the others would go tomorrow, and tomorrow is not their day.
    go_to_day(&business, "2026-12-01", 61).await;
    // Invoices of one day have no order of their own.
    let mut now = list_statuses(&business).await;
    now.sort();
    assert_eq!(now, ["draft", "draft", "sent", "sent", "sent"]);
    assert_eq!(business.app.receive_emails(CUSTOMER).await.len(), 3);
    assert!(list_notifications(&business).await.contains(
        &"The recurring invoice for Jo Bloggs wasn’t sent: too many emails went out today".to_owned()
    ));
    business.app.stop().await;
}

#[tokio::test]
async fn a_full_account_pauses_a_recurring_invoice_until_it_is_resumed() {
    let app = TestApp::start_with(|config| config.quotas.documents = 1);
    let business = TestBusiness::open_at(app.await).await;
    let draft = business.draft_quote().await;
    let made = create_recurring(&business, json!({ "makes": "sent" })).await;
    go_to_day(&business, "2026-12-01", 0).await;
    assert!(list_invoices(&business).await.is_empty());
    assert!(business.app.receive_emails(CUSTOMER).await.is_empty());
    let now = business.client.get(&recurring_path(&made)).await.expect_status(200);
    assert_eq!(now["paused"], true);
    assert!(text_field(&now, "trouble").starts_with("Your account has 1 documents"), "{now}");
    assert_eq!(
        list_notifications(&business).await,
        ["The recurring invoice for Jo Bloggs was paused: please see why"]
    );
    let home = business.client.get("/api/dashboard").await.expect_status(200);
    assert_eq!(home["recurring"], json!({ "unsent": 0, "only": null, "stopped": 1 }));
    // With free quota the series continues, including today's invoice.
    business.client.delete(&format!("/api/quotes/{}", id_of(&draft))).await.expect_status(204);
    let on =
        business.client.post_empty(&format!("{}/resume", recurring_path(&made))).await.expect_status(200);
    assert_eq!((&on["trouble"], &on["nextDay"]), (&Value::Null, &json!("2026-12-01")));
    business.app.run_jobs().await;
    assert_eq!(list_statuses(&business).await, ["sent"]);
    business.app.stop().await;
}

#[tokio::test]
async fn repeating_a_create_returns_the_same_recurring_invoice() {
    let business = TestBusiness::open().await;
    let body = cover_body(&business);
    let once = business.client.post(PATH, &body).await.expect_status(201);
    let twice = business.client.post(PATH, &body).await.expect_status(201);
    assert_eq!(once, twice);
    let other = with_field(body, "name", json!("Another"));
    business.client.post(PATH, &other).await.expect_error(409, "id_in_use", None);
    assert_eq!(business.count_rows("recurring_invoices").await, 1);
    business.app.stop().await;
}
