//! The customer cancels.

use plumbline::clock::DAY;
use serde_json::{Value, json};

use super::{
    accept_quote, accepted_labour_quote, cancel_path, cancellation_path, collapse_spaces,
    load_page, sent_labour_quote,
};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, token_of};

#[tokio::test]
async fn one_post_cancels_and_both_are_told() {
    let desk = TestBusiness::open().await;
    let quote = accepted_labour_quote(&desk, false).await;
    let before = load_page(&desk, &quote).await;
    assert!(before["presentation"]["actions"]["pay"].is_object());
    let customer = desk.app.new_client();
    let paper = async || {
        let path = format!("/q/{}.pdf", token_of(&quote));
        crate::pdf::pdf_text(&customer.get_bytes(&path).await)
    };
    assert!(!paper().await.contains("CANCELLED"));
    desk.app.clock.advance(3 * DAY);
    let answer = customer
        .post_empty(&cancel_path(&quote))
        .await
        .expect_status(200);
    // The status is that of the table; the day stands beside it.
    assert_eq!(answer["quote"]["status"], "accepted");
    assert_eq!(
        answer["quote"]["cancellation"]["cancelledDate"],
        "2026-11-19"
    );
    let after = load_page(&desk, &quote).await["presentation"].clone();
    assert_eq!(
        after["banners"][0]["text"],
        "This job was cancelled on 19/11/2026."
    );
    assert!(paper().await.contains("Q-0001 · CANCELLED"));
    assert_eq!(
        after["cancellation"]["line"],
        "You cancelled this job on 19/11/2026."
    );
    assert_eq!(after["cancellation"]["cancel"], false);
    assert_eq!(
        after["actions"]["pay"],
        Value::Null,
        "no deposit is asked for any more"
    );

    let confirmation = desk
        .app
        .receive_emails(CUSTOMER)
        .await
        .pop()
        .expect("a mail");
    assert_eq!(
        confirmation.subject,
        "You cancelled quote Q-0001 from Taylor Plumbing"
    );
    let words = collapse_spaces(&confirmation.text);
    assert!(
        words.contains("It takes effect from 19/11/2026. You owe nothing."),
        "{words}"
    );
    let letter = desk.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert_eq!(letter.subject, "Jo Bloggs cancelled quote Q-0001");
    assert!(
        letter.text.contains("They owe: Nothing."),
        "{}",
        letter.text
    );
    // Three days without a word: the business has to log in again.
    desk.app.log_in(&desk.client, OWNER).await;
    let news = desk
        .client
        .get("/api/notifications")
        .await
        .expect_status(200);
    assert!(news.to_string().contains("quote_cancelled"), "{news}");
    let activities = desk.client.get("/api/activities").await.expect_status(200);
    assert_eq!(activities[0]["kind"], "quote_cancelled");

    let own_answer = desk
        .client
        .get(&format!("/api/quotes/{}", id_of(&quote)))
        .await
        .expect_status(200);
    assert_eq!(own_answer["cancelledDate"], "2026-11-19");

    // Again is no error, and tells nobody anything.
    let mails = desk.app.receive_emails(OWNER).await.len();
    let again = customer
        .post_empty(&cancel_path(&quote))
        .await
        .expect_status(200);
    assert_eq!(again, answer);
    assert_eq!(desk.app.receive_emails(OWNER).await.len(), mails);
    assert_eq!(desk.count_rows("cancellations").await, 1);
}

#[tokio::test]
async fn the_last_day_counts_and_the_day_after_is_too_late() {
    let desk = TestBusiness::open().await;
    let late = accepted_labour_quote(&desk, false).await;
    let in_time = accepted_labour_quote(&desk, false).await;
    let customer = desk.app.new_client();
    // 30 November, 23:59 in London; then a minute more.
    desk.app.clock.set(1_796_083_140_000);
    customer
        .post_empty(&cancel_path(&in_time))
        .await
        .expect_status(200);
    desk.app.clock.advance(60_000);
    let refused = customer.post_empty(&cancel_path(&late)).await;
    let refused = refused.expect_error(409, "too_late_to_cancel", None);
    assert_eq!(
        refused["message"],
        "You could cancel this job until 30/11/2026. Please ask the business."
    );
    let shown = load_page(&desk, &late).await["presentation"]["cancellation"].clone();
    assert_eq!(
        (&shown["line"], &shown["cancel"]),
        (&json!("You could cancel until 30/11/2026."), &json!(false))
    );
    assert_eq!(desk.count_rows("cancellations").await, 1);
}

#[tokio::test]
async fn work_that_was_done_at_their_request_ends_the_right_and_no_other_work_does() {
    let desk = TestBusiness::open().await;
    let customer = desk.app.new_client();
    let asked = accepted_labour_quote(&desk, true).await;
    let not_asked = accepted_labour_quote(&desk, false).await;
    desk.app.clock.advance(2 * DAY);
    desk.app.log_in(&desk.client, OWNER).await;
    let done = json!({ "finishedDate": "2026-11-18", "shareDone": null });
    desk.client
        .put(&cancellation_path(&not_asked), &done)
        .await
        .expect_error(409, "not_asked_early", None);
    let answer = desk
        .client
        .put(&cancellation_path(&asked), &done)
        .await
        .expect_status(200);
    assert_eq!(answer["finishedDate"], "2026-11-18");
    desk.app.clock.advance(DAY);
    customer
        .post_empty(&cancel_path(&not_asked))
        .await
        .expect_status(200);
    let refused = customer.post_empty(&cancel_path(&asked)).await;
    let refused = refused.expect_error(409, "work_finished", None);
    let said = refused["message"].as_str().expect("a sentence");
    assert!(
        said.starts_with("All of the work was done on 18/11/2026"),
        "{said}"
    );
    let shown = load_page(&desk, &asked).await["presentation"]["cancellation"].clone();
    assert_eq!(shown["cancel"], false);
    // A slip of the business is taken back.
    desk.app.log_in(&desk.client, OWNER).await;
    let not_yet = json!({ "finishedDate": null, "shareDone": null });
    desk.client
        .put(&cancellation_path(&asked), &not_yet)
        .await
        .expect_status(200);
    customer
        .post_empty(&cancel_path(&asked))
        .await
        .expect_status(200);
}

#[tokio::test]
async fn a_job_that_was_invoiced_may_be_cancelled_and_a_cancelled_one_is_not_invoiced_in_full() {
    let desk = TestBusiness::open().await;
    let customer = desk.app.new_client();
    let invoiced = accepted_labour_quote(&desk, false).await;
    let convert = |quote: &Value| format!("/api/quotes/{}/convert", id_of(quote));
    desk.client
        .post_empty(&convert(&invoiced))
        .await
        .expect_status(201);
    let answer = customer
        .post_empty(&cancel_path(&invoiced))
        .await
        .expect_status(200);
    assert_eq!(answer["quote"]["status"], "invoiced");
    let cancelled = accepted_labour_quote(&desk, false).await;
    customer
        .post_empty(&cancel_path(&cancelled))
        .await
        .expect_status(200);
    let refused = desk.client.post_empty(&convert(&cancelled)).await;
    refused.expect_error(409, "job_cancelled", None);
}

#[tokio::test]
async fn two_at_once_cancel_once() {
    let desk = TestBusiness::open().await;
    let quote = accepted_labour_quote(&desk, false).await;
    let presses = (0..5).map(|_| {
        let (customer, path) = (desk.app.new_client(), cancel_path(&quote));
        async move { customer.post_empty(&path).await.expect_status(200) }
    });
    futures::future::join_all(presses).await;
    assert_eq!(desk.count_rows("cancellations").await, 1);
    let told = desk.app.receive_emails(OWNER).await;
    let cancelled = told
        .iter()
        .filter(|mail| mail.subject.contains("cancelled"));
    assert_eq!(cancelled.count(), 1);
}

#[tokio::test]
async fn a_link_that_leads_nowhere_cancels_nothing() {
    let desk = TestBusiness::open().await;
    let quote = accepted_labour_quote(&desk, false).await;
    let customer = desk.app.new_client();
    for path in [
        "/api/quotes/public/nothing/cancel",
        "/api/quotes/public/%00/cancel",
    ] {
        customer
            .post_empty(path)
            .await
            .expect_error(404, "not_found", None);
    }
    let get = customer.get(&cancel_path(&quote)).await;
    assert_eq!(get.status.as_u16(), 405, "a look cancels nothing");
    assert_eq!(desk.count_rows("cancellations").await, 0);
}

#[tokio::test]
async fn it_is_signed_for_on_the_business_device_too() {
    let desk = TestBusiness::open().await;
    let quote = sent_labour_quote(&desk).await;
    let version = load_page(&desk, &quote).await["version"].clone();
    let signed = json!({
        "name": "Jo Bloggs", "termsAccepted": true, "version": version, "earlyStart": true,
        "signature": { "width": 600, "height": 200, "strokes": [[10, 10, 40, 60, 80, 20]] }
    });
    let path = format!("/api/quotes/{}/accept", id_of(&quote));
    desk.client.post(&path, &signed).await.expect_status(200);
    let answer = desk
        .client
        .get(&cancellation_path(&quote))
        .await
        .expect_status(200);
    assert_eq!(
        (&answer["earlyStart"], &answer["mayFinish"]),
        (&json!(true), &json!(true))
    );
    // Accepted is accepted: a page that is behind changes nothing of it.
    accept_quote(&desk, &quote, false).await;
    assert_eq!(
        desk.client
            .get(&cancellation_path(&quote))
            .await
            .expect_status(200),
        answer
    );
    let link = format!("/q/{}/certificate.pdf", token_of(&quote));
    let certificate = crate::pdf::pdf_text(&desk.app.new_client().get_bytes(&link).await);
    assert!(
        certificate.contains("Early start Asked for"),
        "{certificate}"
    );
}

#[tokio::test]
async fn wherever_its_status_is_shown_it_is_cancelled() {
    let desk = TestBusiness::open().await;
    let cancelled = accepted_labour_quote(&desk, false).await;
    accepted_labour_quote(&desk, false).await;
    let customer = desk.app.new_client();
    customer
        .post_empty(&cancel_path(&cancelled))
        .await
        .expect_status(200);
    let shown = load_page(&desk, &cancelled).await["presentation"]["badge"].clone();
    assert_eq!(
        shown,
        json!({ "code": "cancelled", "label": "Cancelled", "tone": "red" })
    );
    let quote = format!("/api/quotes/{}", id_of(&cancelled));
    let quote = desk.client.get(&quote).await.expect_status(200);
    assert_eq!(quote["displayStatus"]["label"], "Cancelled");
    let labels = async |path: &str, rows: &str| -> Vec<String> {
        let answer = desk.client.get(path).await.expect_status(200);
        let rows = answer[rows].as_array().expect("rows").clone();
        let label = |row: &Value| row["displayStatus"]["label"].as_str().map(str::to_owned);
        let mut labels: Vec<String> = rows.iter().filter_map(label).collect();
        labels.sort();
        labels
    };
    let both = ["Accepted", "Cancelled"];
    assert_eq!(labels("/api/quotes", "data").await, both);
    assert_eq!(labels("/api/dashboard", "recent").await, both);
    assert_eq!(
        labels("/api/quotes?status=accepted", "data").await,
        ["Accepted"]
    );
    assert_eq!(
        labels("/api/quotes?status=cancelled", "data").await,
        ["Cancelled"]
    );
}
