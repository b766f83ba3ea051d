//! The customer cancels.

use plumbline::clock::DAY;
use serde_json::{Value, json};

use super::{accept, accepted, cancel, flat, own, page, sent_for_labour};
use crate::documents::{CUSTOMER, Desk, OWNER, id, token};

#[tokio::test]
async fn one_post_cancels_and_both_are_told() {
    let desk = Desk::open().await;
    let quote = accepted(&desk, false).await;
    let before = page(&desk, &quote).await;
    assert!(before["presentation"]["actions"]["pay"].is_object());
    let customer = desk.app.client();
    let paper = async || {
        let path = format!("/q/{}.pdf", token(&quote));
        crate::pdf::text(&customer.bytes(&path).await)
    };
    assert!(!paper().await.contains("CANCELLED"));
    desk.app.clock.advance(3 * DAY);
    let answer = customer.post_empty(&cancel(&quote)).await.expect(200);
    // The status is that of the table; the day stands beside it.
    assert_eq!(answer["quote"]["status"], "accepted");
    assert_eq!(
        answer["quote"]["cancellation"]["cancelledDate"],
        "2026-11-19"
    );
    let after = page(&desk, &quote).await["presentation"].clone();
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

    let confirmation = desk.app.mails(CUSTOMER).await.pop().expect("a mail");
    assert_eq!(
        confirmation.subject,
        "You cancelled quote Q-0001 from Taylor Plumbing"
    );
    let words = flat(&confirmation.text);
    assert!(
        words.contains("It takes effect from 19/11/2026. You owe nothing."),
        "{words}"
    );
    let letter = desk.app.mails(OWNER).await.pop().expect("a mail");
    assert_eq!(letter.subject, "Jo Bloggs cancelled quote Q-0001");
    assert!(
        letter.text.contains("They owe: Nothing."),
        "{}",
        letter.text
    );
    // Three days without a word: the business has to log in again.
    desk.app.log_in(&desk.client, OWNER).await;
    let news = desk.client.get("/api/notifications").await.expect(200);
    assert!(news.to_string().contains("quote_cancelled"), "{news}");
    let activities = desk.client.get("/api/activities").await.expect(200);
    assert_eq!(activities[0]["kind"], "quote_cancelled");

    let own_answer = desk
        .client
        .get(&format!("/api/quotes/{}", id(&quote)))
        .await
        .expect(200);
    assert_eq!(own_answer["cancelledDate"], "2026-11-19");

    // Again is no error, and tells nobody anything.
    let mails = desk.app.mails(OWNER).await.len();
    let again = customer.post_empty(&cancel(&quote)).await.expect(200);
    assert_eq!(again, answer);
    assert_eq!(desk.app.mails(OWNER).await.len(), mails);
    assert_eq!(desk.rows("cancellations").await, 1);
}

#[tokio::test]
async fn the_last_day_counts_and_the_day_after_is_too_late() {
    let desk = Desk::open().await;
    let late = accepted(&desk, false).await;
    let in_time = accepted(&desk, false).await;
    let customer = desk.app.client();
    // 30 November, 23:59 in London; then a minute more.
    desk.app.clock.set(1_796_083_140_000);
    customer.post_empty(&cancel(&in_time)).await.expect(200);
    desk.app.clock.advance(60_000);
    let refused = customer.post_empty(&cancel(&late)).await;
    let refused = refused.refused(409, "too_late_to_cancel", None);
    assert_eq!(
        refused["message"],
        "You could cancel this job until 30/11/2026. Please ask the business."
    );
    let shown = page(&desk, &late).await["presentation"]["cancellation"].clone();
    assert_eq!(
        (&shown["line"], &shown["cancel"]),
        (&json!("You could cancel until 30/11/2026."), &json!(false))
    );
    assert_eq!(desk.rows("cancellations").await, 1);
}

#[tokio::test]
async fn work_that_was_done_at_their_request_ends_the_right_and_no_other_work_does() {
    let desk = Desk::open().await;
    let customer = desk.app.client();
    let asked = accepted(&desk, true).await;
    let not_asked = accepted(&desk, false).await;
    desk.app.clock.advance(2 * DAY);
    desk.app.log_in(&desk.client, OWNER).await;
    let done = json!({ "finishedDate": "2026-11-18", "shareDone": null });
    desk.client
        .put(&own(&not_asked), &done)
        .await
        .refused(409, "not_asked_early", None);
    let answer = desk.client.put(&own(&asked), &done).await.expect(200);
    assert_eq!(answer["finishedDate"], "2026-11-18");
    desk.app.clock.advance(DAY);
    customer.post_empty(&cancel(&not_asked)).await.expect(200);
    let refused = customer.post_empty(&cancel(&asked)).await;
    let refused = refused.refused(409, "work_finished", None);
    let said = refused["message"].as_str().expect("a sentence");
    assert!(
        said.starts_with("All of the work was done on 18/11/2026"),
        "{said}"
    );
    let shown = page(&desk, &asked).await["presentation"]["cancellation"].clone();
    assert_eq!(shown["cancel"], false);
    // A slip of the business is taken back.
    desk.app.log_in(&desk.client, OWNER).await;
    let not_yet = json!({ "finishedDate": null, "shareDone": null });
    desk.client.put(&own(&asked), &not_yet).await.expect(200);
    customer.post_empty(&cancel(&asked)).await.expect(200);
}

#[tokio::test]
async fn a_job_that_was_invoiced_may_be_cancelled_and_a_cancelled_one_is_not_invoiced_in_full() {
    let desk = Desk::open().await;
    let customer = desk.app.client();
    let invoiced = accepted(&desk, false).await;
    let convert = |quote: &Value| format!("/api/quotes/{}/convert", id(quote));
    desk.client
        .post_empty(&convert(&invoiced))
        .await
        .expect(201);
    let answer = customer.post_empty(&cancel(&invoiced)).await.expect(200);
    assert_eq!(answer["quote"]["status"], "invoiced");
    let cancelled = accepted(&desk, false).await;
    customer.post_empty(&cancel(&cancelled)).await.expect(200);
    let refused = desk.client.post_empty(&convert(&cancelled)).await;
    refused.refused(409, "job_cancelled", None);
}

#[tokio::test]
async fn two_at_once_cancel_once() {
    let desk = Desk::open().await;
    let quote = accepted(&desk, false).await;
    let presses = (0..5).map(|_| {
        let (customer, path) = (desk.app.client(), cancel(&quote));
        async move { customer.post_empty(&path).await.expect(200) }
    });
    futures::future::join_all(presses).await;
    assert_eq!(desk.rows("cancellations").await, 1);
    let told = desk.app.mails(OWNER).await;
    let cancelled = told
        .iter()
        .filter(|mail| mail.subject.contains("cancelled"));
    assert_eq!(cancelled.count(), 1);
}

#[tokio::test]
async fn a_link_that_leads_nowhere_cancels_nothing() {
    let desk = Desk::open().await;
    let quote = accepted(&desk, false).await;
    let customer = desk.app.client();
    for path in [
        "/api/quotes/public/nothing/cancel",
        "/api/quotes/public/%00/cancel",
    ] {
        customer
            .post_empty(path)
            .await
            .refused(404, "not_found", None);
    }
    let get = customer.get(&cancel(&quote)).await;
    assert_eq!(get.status.as_u16(), 405, "a look cancels nothing");
    assert_eq!(desk.rows("cancellations").await, 0);
}

#[tokio::test]
async fn it_is_signed_for_on_the_business_device_too() {
    let desk = Desk::open().await;
    let quote = sent_for_labour(&desk).await;
    let version = page(&desk, &quote).await["version"].clone();
    let signed = json!({
        "name": "Jo Bloggs", "termsAccepted": true, "version": version, "earlyStart": true,
        "signature": { "width": 600, "height": 200, "strokes": [[10, 10, 40, 60, 80, 20]] }
    });
    let path = format!("/api/quotes/{}/accept", id(&quote));
    desk.client.post(&path, &signed).await.expect(200);
    let answer = desk.client.get(&own(&quote)).await.expect(200);
    assert_eq!(
        (&answer["earlyStart"], &answer["mayFinish"]),
        (&json!(true), &json!(true))
    );
    // Accepted is accepted: a page that is behind changes nothing of it.
    accept(&desk, &quote, false).await;
    assert_eq!(desk.client.get(&own(&quote)).await.expect(200), answer);
    let link = format!("/q/{}/certificate.pdf", token(&quote));
    let certificate = crate::pdf::text(&desk.app.client().bytes(&link).await);
    assert!(
        certificate.contains("Early start Asked for"),
        "{certificate}"
    );
}

#[tokio::test]
async fn wherever_its_status_is_shown_it_is_cancelled() {
    let desk = Desk::open().await;
    let cancelled = accepted(&desk, false).await;
    accepted(&desk, false).await;
    let customer = desk.app.client();
    customer.post_empty(&cancel(&cancelled)).await.expect(200);
    let shown = page(&desk, &cancelled).await["presentation"]["badge"].clone();
    assert_eq!(
        shown,
        json!({ "code": "cancelled", "label": "Cancelled", "tone": "red" })
    );
    let quote = format!("/api/quotes/{}", id(&cancelled));
    let quote = desk.client.get(&quote).await.expect(200);
    assert_eq!(quote["displayStatus"]["label"], "Cancelled");
    let labels = async |path: &str, rows: &str| -> Vec<String> {
        let answer = desk.client.get(path).await.expect(200);
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
