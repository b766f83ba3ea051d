//! The customer cancels.

use plumbline::clock::DAY;
use serde_json::{Value, json};

use super::{
    accept_quote, accepted_labour_quote, cancel_path, cancellation_path, collapse_spaces, load_page,
    sent_labour_quote,
};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, token_of};

#[tokio::test]
async fn cancels_with_one_request_and_notifies_both_sides() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, false).await;
    let before = load_page(&business, &quote).await;
    assert!(before["presentation"]["actions"]["pay"].is_object());
    let customer = business.app.new_client();
    let printed = async || {
        let path = format!("/q/{}.pdf", token_of(&quote));
        crate::pdf::pdf_text(&customer.get_bytes(&path).await)
    };
    assert!(!printed().await.contains("CANCELLED"));
    business.app.clock.advance(3 * DAY);
    let answer = customer.post_empty(&cancel_path(&quote)).await.expect_status(200);
    // The status is the stored one; the day is next to it.
    assert_eq!(answer["quote"]["status"], "accepted");
    assert_eq!(answer["quote"]["cancellation"]["cancelledDate"], "2026-11-19");
    let after = load_page(&business, &quote).await["presentation"].clone();
    assert_eq!(after["banners"][0]["text"], "This job was cancelled on 19/11/2026.");
    assert!(printed().await.contains("Q-0001 · CANCELLED"));
    assert_eq!(after["cancellation"]["line"], "You cancelled this job on 19/11/2026.");
    assert_eq!(after["cancellation"]["cancel"], false);
    assert_eq!(after["actions"]["pay"], Value::Null, "no deposit is asked for any more");

    let confirmation = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    assert_eq!(confirmation.subject, "You cancelled quote Q-0001 from Taylor Plumbing");
    let text = collapse_spaces(&confirmation.text);
    assert!(text.contains("It takes effect from 19/11/2026. You owe nothing."), "{text}");
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert_eq!(received_email.subject, "Jo Bloggs cancelled quote Q-0001");
    assert!(received_email.text.contains("They owe: Nothing."), "{}", received_email.text);
    // Three days without a word: the business has to log in again.
    business.app.log_in(&business.client, OWNER).await;
    let news = business.client.get("/api/notifications").await.expect_status(200);
    assert!(news.to_string().contains("quote_cancelled"), "{news}");
    let activities = business.client.get("/api/activities").await.expect_status(200);
    assert_eq!(activities[0]["kind"], "quote_cancelled");

    let own_answer = business.client.get(&format!("/api/quotes/{}", id_of(&quote))).await.expect_status(200);
    assert_eq!(own_answer["cancelledDate"], "2026-11-19");

    // Repeating the request is not an error, and notifies nobody.
    let mails = business.app.receive_emails(OWNER).await.len();
    let again = customer.post_empty(&cancel_path(&quote)).await.expect_status(200);
    assert_eq!(again, answer);
    assert_eq!(business.app.receive_emails(OWNER).await.len(), mails);
    assert_eq!(business.count_rows("cancellations").await, 1);
}

#[tokio::test]
async fn the_last_day_counts_and_the_day_after_is_too_late() {
    let business = TestBusiness::open().await;
    let late = accepted_labour_quote(&business, false).await;
    let in_time = accepted_labour_quote(&business, false).await;
    let customer = business.app.new_client();
    // 30 November, 23:59 in London; then a minute more.
    business.app.clock.set(1_796_083_140_000);
    customer.post_empty(&cancel_path(&in_time)).await.expect_status(200);
    business.app.clock.advance(60_000);
    let refused = customer.post_empty(&cancel_path(&late)).await;
    let refused = refused.expect_error(409, "too_late_to_cancel", None);
    assert_eq!(refused["message"], "You could cancel this job until 30/11/2026. Please ask the business.");
    let body = load_page(&business, &late).await["presentation"]["cancellation"].clone();
    assert_eq!(
        (&body["line"], &body["cancel"]),
        (&json!("You could cancel until 30/11/2026."), &json!(false))
    );
    assert_eq!(business.count_rows("cancellations").await, 1);
}

#[tokio::test]
async fn only_work_finished_at_the_customers_request_ends_the_right_to_cancel() {
    let business = TestBusiness::open().await;
    let customer = business.app.new_client();
    let response = accepted_labour_quote(&business, true).await;
    let not_asked = accepted_labour_quote(&business, false).await;
    business.app.clock.advance(2 * DAY);
    business.app.log_in(&business.client, OWNER).await;
    let done = json!({ "finishedDate": "2026-11-18", "shareDone": null });
    business.client.put(&cancellation_path(&not_asked), &done).await.expect_error(
        409,
        "not_asked_early",
        None,
    );
    let answer = business.client.put(&cancellation_path(&response), &done).await.expect_status(200);
    assert_eq!(answer["finishedDate"], "2026-11-18");
    business.app.clock.advance(DAY);
    customer.post_empty(&cancel_path(&not_asked)).await.expect_status(200);
    let refused = customer.post_empty(&cancel_path(&response)).await;
    let refused = refused.expect_error(409, "work_finished", None);
    let text = refused["message"].as_str().expect("a sentence");
    assert!(text.starts_with("All of the work was done on 18/11/2026"), "{text}");
    let body = load_page(&business, &response).await["presentation"]["cancellation"].clone();
    assert_eq!(body["cancel"], false);
    // A slip of the business is taken back.
    business.app.log_in(&business.client, OWNER).await;
    let not_yet = json!({ "finishedDate": null, "shareDone": null });
    business.client.put(&cancellation_path(&response), &not_yet).await.expect_status(200);
    customer.post_empty(&cancel_path(&response)).await.expect_status(200);
}

#[tokio::test]
async fn an_invoiced_job_may_be_cancelled_but_a_cancelled_one_not_converted() {
    let business = TestBusiness::open().await;
    let customer = business.app.new_client();
    let invoiced = accepted_labour_quote(&business, false).await;
    let convert = |quote: &Value| format!("/api/quotes/{}/convert", id_of(quote));
    business.client.post_empty(&convert(&invoiced)).await.expect_status(201);
    let answer = customer.post_empty(&cancel_path(&invoiced)).await.expect_status(200);
    assert_eq!(answer["quote"]["status"], "invoiced");
    let cancelled = accepted_labour_quote(&business, false).await;
    customer.post_empty(&cancel_path(&cancelled)).await.expect_status(200);
    let refused = business.client.post_empty(&convert(&cancelled)).await;
    refused.expect_error(409, "job_cancelled", None);
}

#[tokio::test]
async fn simultaneous_requests_cancel_once() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, false).await;
    let presses = (0..5).map(|_| {
        let (customer, path) = (business.app.new_client(), cancel_path(&quote));
        async move { customer.post_empty(&path).await.expect_status(200) }
    });
    futures::future::join_all(presses).await;
    assert_eq!(business.count_rows("cancellations").await, 1);
    let received_emails = business.app.receive_emails(OWNER).await;
    let cancelled = received_emails.iter().filter(|mail| mail.subject.contains("cancelled"));
    assert_eq!(cancelled.count(), 1);
}

#[tokio::test]
async fn an_invalid_link_cancels_nothing() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, false).await;
    let customer = business.app.new_client();
    for path in ["/api/quotes/public/nothing/cancel", "/api/quotes/public/%00/cancel"] {
        customer.post_empty(path).await.expect_error(404, "not_found", None);
    }
    let get = customer.get(&cancel_path(&quote)).await;
    assert_eq!(get.status.as_u16(), 405, "a look cancels nothing");
    assert_eq!(business.count_rows("cancellations").await, 0);
}

#[tokio::test]
async fn early_start_can_be_requested_when_signing_on_the_business_device() {
    let business = TestBusiness::open().await;
    let quote = sent_labour_quote(&business).await;
    let version = load_page(&business, &quote).await["version"].clone();
    let signed = json!({
        "name": "Jo Bloggs", "termsAccepted": true, "version": version, "earlyStart": true,
        "signature": { "width": 600, "height": 200, "strokes": [[10, 10, 40, 60, 80, 20]] }
    });
    let path = format!("/api/quotes/{}/accept", id_of(&quote));
    business.client.post(&path, &signed).await.expect_status(200);
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!((&answer["earlyStart"], &answer["mayFinish"]), (&json!(true), &json!(true)));
    // Accepted is accepted: a page that is behind changes nothing of it.
    accept_quote(&business, &quote, false).await;
    assert_eq!(business.client.get(&cancellation_path(&quote)).await.expect_status(200), answer);
    let link = format!("/q/{}/certificate.pdf", token_of(&quote));
    let certificate = crate::pdf::pdf_text(&business.app.new_client().get_bytes(&link).await);
    assert!(certificate.contains("Early start Asked for"), "{certificate}");
}

#[tokio::test]
async fn a_cancelled_quote_is_shown_as_cancelled_everywhere() {
    let business = TestBusiness::open().await;
    let cancelled = accepted_labour_quote(&business, false).await;
    accepted_labour_quote(&business, false).await;
    let customer = business.app.new_client();
    customer.post_empty(&cancel_path(&cancelled)).await.expect_status(200);
    let body = load_page(&business, &cancelled).await["presentation"]["badge"].clone();
    assert_eq!(body, json!({ "code": "cancelled", "label": "Cancelled", "tone": "red" }));
    let quote = format!("/api/quotes/{}", id_of(&cancelled));
    let quote = business.client.get(&quote).await.expect_status(200);
    assert_eq!(quote["displayStatus"]["label"], "Cancelled");
    let labels = async |path: &str, rows: &str| -> Vec<String> {
        let answer = business.client.get(path).await.expect_status(200);
        let rows = answer[rows].as_array().expect("rows").clone();
        let label = |row: &Value| row["displayStatus"]["label"].as_str().map(str::to_owned);
        let mut labels: Vec<String> = rows.iter().filter_map(label).collect();
        labels.sort();
        labels
    };
    let both = ["Accepted", "Cancelled"];
    assert_eq!(labels("/api/quotes", "data").await, both);
    assert_eq!(labels("/api/dashboard", "recent").await, both);
    assert_eq!(labels("/api/quotes?status=accepted", "data").await, ["Accepted"]);
    assert_eq!(labels("/api/quotes?status=cancelled", "data").await, ["Cancelled"]);
}
