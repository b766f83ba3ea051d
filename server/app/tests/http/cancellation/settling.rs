//! What the business records, and what is owed.

use plumbline::clock::DAY;
use serde_json::{Value, json};

use super::{
    accepted_labour_quote, cancel_path, cancellation_path, cancelled_invoiced_quote, collapse_spaces,
    load_page, record_cash_payment,
};
use crate::documents::live::{LivePage, wait_for_listeners};
use crate::documents::{CUSTOMER, OWNER, TestBusiness, id_of, token_of};

/// The labels of the totals on a page.
fn total_labels(page: &Value) -> Vec<String> {
    let rows = page["presentation"]["totals"].as_array().expect("rows");
    rows.iter().map(|row| row["label"].as_str().expect("a label").to_owned()).collect()
}

fn share_body(percent: &str) -> Value {
    json!({ "finishedDate": null, "shareDone": percent })
}

#[tokio::test]
async fn everything_paid_is_refunded_without_an_early_start_request() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, false).await;
    record_cash_payment(&business, &quote, "119.53").await;
    assert!(total_labels(&load_page(&business, &quote).await).contains(&"Balance Due".to_owned()));
    business.app.new_client().post_empty(&cancel_path(&quote)).await.expect_status(200);
    // Its price asks for nothing any more.
    let queries = total_labels(&load_page(&business, &quote).await);
    assert!(queries.contains(&"Paid".to_owned()), "{queries:?}");
    assert!(!queries.contains(&"Balance Due".to_owned()), "{queries:?}");
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    let owed = json!({
        "owed": "0.00", "paid": "119.53", "giveBack": "119.53", "toPay": "0.00", "by": "2026-11-30"
    });
    assert_eq!(answer["cancelled"]["owed"], owed);
    let received_email = business.app.receive_emails(OWNER).await.pop().expect("a mail");
    assert!(received_email.text.contains("Paid so far: £119.53"), "{}", received_email.text);
    assert!(received_email.text.contains("Refund by: 30/11/2026"), "{}", received_email.text);
    let confirmation = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    let text = collapse_spaces(&confirmation.text);
    assert!(text.contains("We’ll refund everything you paid by 30/11/2026."), "{text}");
}

#[tokio::test]
async fn with_an_early_start_the_core_calculates_what_is_owed_from_the_share() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, true).await;
    record_cash_payment(&business, &quote, "119.53").await;
    business.client.put(&cancellation_path(&quote), &share_body("40")).await.expect_error(
        409,
        "not_cancelled",
        None,
    );
    business.app.new_client().post_empty(&cancel_path(&quote)).await.expect_status(200);
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    let open = &answer["cancelled"]["owed"];
    assert_eq!((&open["owed"], &open["giveBack"]), (&Value::Null, &Value::Null));
    // 40 % of 478.10, less what was paid.
    let answer = business.client.put(&cancellation_path(&quote), &share_body("40")).await.expect_status(200);
    let owed = json!({
        "owed": "191.24", "paid": "119.53", "giveBack": "0.00", "toPay": "71.71", "by": "2026-11-30"
    });
    assert_eq!(answer["cancelled"]["owed"], owed);
    assert_eq!(answer["cancelled"]["shareDone"], "40");
    let answer =
        business.client.put(&cancellation_path(&quote), &share_body("10.5")).await.expect_status(200);
    assert_eq!(answer["cancelled"]["owed"]["giveBack"], "69.33");
    // The customer is notified of each amount, by email and on the page, and of the same amount only once.
    business.client.put(&cancellation_path(&quote), &share_body("10.50")).await.expect_status(200);
    let message = "You owe £50.20 for the work done until you told us. You have paid £119.53: we’ll refund £69.33 \
                by 30/11/2026.";
    let mails = business.app.receive_emails(CUSTOMER).await;
    let mails: Vec<String> = mails.iter().map(|mail| collapse_spaces(&mail.text)).collect();
    let owed: Vec<&String> =
        mails.iter().filter(|text| text.contains("You cancelled and had asked us to start early.")).collect();
    assert_eq!(owed.len(), 2, "{mails:?}");
    assert!(
        owed.iter().any(|text| text.contains("You have paid £119.53: £71.71 is left to pay.")),
        "{owed:?}"
    );
    assert!(owed.iter().any(|text| text.contains(message)), "{owed:?}");
    let body = load_page(&business, &quote).await;
    assert_eq!(body["presentation"]["cancellation"]["earlyNote"], message);
    for bad in ["101", "-1", "lots", "33.333"] {
        business.client.put(&cancellation_path(&quote), &share_body(bad)).await.expect_error(
            422,
            "rule_broken",
            Some("shareDone"),
        );
    }
    let saved = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(saved["cancelled"]["shareDone"], "10.5", "nothing was half written");
}

#[tokio::test]
async fn a_payment_counts_on_the_invoice_it_was_moved_to() {
    let business = TestBusiness::open().await;
    let quote = cancelled_invoiced_quote(&business).await;
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!(answer["cancelled"]["owed"]["giveBack"], "119.53");
}

#[tokio::test]
async fn an_invoice_for_a_cancelled_job_says_that_it_was_cancelled() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, false).await;
    let convert = format!("/api/quotes/{}/convert", id_of(&quote));
    let invoice = business.client.post_empty(&convert).await.expect_status(201);
    let invoice = business.send_by_link("invoices", &id_of(&invoice)).await;
    let path = format!("/api/invoices/public/{}?with=page", token_of(&invoice));
    let text = "The job that this invoice is for was cancelled. If you are not sure what you still owe, ask us \
                before \
                you pay.";
    let mut open = LivePage::open_for_customer(&business.app, &token_of(&invoice)).await;
    wait_for_listeners(&business.app, 1).await;
    for is_cancelled in [false, true] {
        if is_cancelled {
            business.app.new_client().post_empty(&cancel_path(&quote)).await.expect_status(200);
            // The customer's open page gets a message.
            assert_eq!(open.next_message().await, Ok(json!({ "type": "status_update" })));
        }
        let page = business.app.new_client().get(&path).await.expect_status(200)["page"].clone();
        let check = page["check"]["link"].as_str().expect("a link");
        let (_, code) = check.rsplit_once("/check/").expect("a code");
        let checked = business.app.new_client().get(&format!("/api/check/{code}")).await;
        let notes = checked.expect_status(200)["invoice"]["notes"].to_string();
        assert_eq!(notes.contains(text), is_cancelled, "{notes}");
        let body = page["presentation"].clone();
        assert!(body["actions"]["pay"].is_object());
        assert_eq!(body["banners"].to_string().contains(text), is_cancelled, "{body}");
    }
}

#[tokio::test]
async fn a_cancellation_sent_in_time_counts_whenever_it_arrives() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, false).await;
    business.app.clock.advance(20 * DAY);
    business.app.log_in(&business.client, OWNER).await;
    let given = |day: &str| json!({ "saidOn": day });
    let late = business.client.post(&cancellation_path(&quote), &given("2026-12-01")).await;
    let late = late.expect_error(409, "too_late_to_cancel", None);
    assert_eq!(late["message"], "They could cancel until 30/11/2026.");
    let future = business.client.post(&cancellation_path(&quote), &given("2026-12-31")).await;
    let future = future.expect_error(422, "rule_broken", Some("saidOn"));
    assert!(future.to_string().contains("This date is in the future."), "{future}");
    for day in ["2026-11-15", "2026-11-31", "soon"] {
        let refused = business.client.post(&cancellation_path(&quote), &given(day)).await;
        assert!([400, 422].contains(&refused.status.as_u16()), "{day}: {}", refused.text);
    }
    let before = business.app.receive_emails(OWNER).await.len();
    let answer =
        business.client.post(&cancellation_path(&quote), &given("2026-11-30")).await.expect_status(200);
    assert_eq!(
        (&answer["cancelled"]["date"], &answer["cancelled"]["byBusiness"]),
        (&json!("2026-11-30"), &json!(true))
    );
    assert_eq!(answer["cancelled"]["owed"]["by"], "2026-12-14");
    // The same again is no error; another day is.
    let again =
        business.client.post(&cancellation_path(&quote), &given("2026-11-30")).await.expect_status(200);
    assert_eq!(again, answer);
    let other = business.client.post(&cancellation_path(&quote), &given("2026-11-29")).await;
    let other = other.expect_error(409, "already_cancelled", None);
    assert_eq!(other["message"], "It was cancelled on 30/11/2026.");
    assert_eq!(business.app.receive_emails(OWNER).await.len(), before, "the business knows");
    let confirmation = business.app.receive_emails(CUSTOMER).await.pop().expect("a mail");
    assert!(collapse_spaces(&confirmation.text).contains("It takes effect from 30/11/2026."));
}

#[tokio::test]
async fn an_impossible_date_is_refused_with_its_field() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, true).await;
    for (day, field) in [("2026-11-17", "finishedDate"), ("2026-11-15", "finishedDate")] {
        let body = json!({ "finishedDate": day, "shareDone": null });
        business.client.put(&cancellation_path(&quote), &body).await.expect_error(
            422,
            "rule_broken",
            Some(field),
        );
    }
    business.client.post(&cancellation_path(&quote), &json!({ "saidOn": "2026-11-17" })).await.expect_error(
        422,
        "rule_broken",
        Some("saidOn"),
    );
    let answer = business.client.get(&cancellation_path(&quote)).await.expect_status(200);
    assert_eq!((&answer["finishedDate"], &answer["cancelled"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn another_account_cannot_read_or_change_a_cancellation() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, true).await;
    let stranger = business.app.sign_up("kim@other.example").await;
    stranger.get(&cancellation_path(&quote)).await.expect_error(404, "not_found", None);
    stranger.post(&cancellation_path(&quote), &json!({ "saidOn": "2026-11-16" })).await.expect_error(
        404,
        "not_found",
        None,
    );
    stranger.put(&cancellation_path(&quote), &share_body("5")).await.expect_error(404, "not_found", None);
}

#[tokio::test]
async fn cancellations_are_deleted_with_the_account() {
    let business = TestBusiness::open().await;
    let quote = accepted_labour_quote(&business, false).await;
    business.app.new_client().post_empty(&cancel_path(&quote)).await.expect_status(200);
    assert_eq!(business.count_rows("cancellations").await, 1);
    let password = json!({ "currentPassword": crate::support::PASSWORD });
    business.client.delete_with("/api/account", &password).await.expect_status(204);
    assert_eq!(business.count_rows("cancellations").await, 0);
}
