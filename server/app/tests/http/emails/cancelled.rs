//! About jobs that a consumer cancels within 14 days.

use plumbline::clock::DAY;
use serde_json::json;

use super::EmailTranscript;
use crate::cancellation::{accepted_labour_quote, cancel_path, cancellation_path, record_cash_payment};
use crate::documents::{OWNER, TestBusiness};

#[tokio::test]
async fn cancelled_jobs() {
    let business = TestBusiness::open().await;
    let mut transcript = EmailTranscript::for_business(&business).await;
    let quote = accepted_labour_quote(&business, false).await;
    record_cash_payment(&business, &quote, "119.53").await;
    transcript.record("a consumer accepts").await;
    let customer = business.app.new_client();
    customer.post_empty(&cancel_path(&quote)).await.expect_status(200);
    transcript.record("they cancel").await;

    let early = accepted_labour_quote(&business, true).await;
    record_cash_payment(&business, &early, "119.53").await;
    transcript.record("another accepts, to be begun early").await;
    business.app.clock.advance(2 * DAY);
    business.app.log_in(&business.client, OWNER).await;
    customer.post_empty(&cancel_path(&early)).await.expect_status(200);
    transcript.record("they cancel").await;
    let share = json!({ "finishedDate": null, "shareDone": "40" });
    business.client.put(&cancellation_path(&early), &share).await.expect_status(200);
    transcript.record("the business says how much was done").await;
    let body = json!({ "saidOn": "2026-11-18" });
    let noted = accepted_labour_quote(&business, false).await;
    business.client.post(&cancellation_path(&noted), &body).await.expect_status(200);
    transcript.record("the business notes that another was cancelled").await;
    transcript.compare_with_file("cancelled.txt");
}
