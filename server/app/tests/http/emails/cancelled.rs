//! About jobs that a consumer cancels within 14 days.

use plumbline::clock::DAY;
use serde_json::json;

use super::Book;
use crate::cancellation::{accepted, cancel, own, pay};
use crate::documents::{Desk, OWNER};

#[tokio::test]
async fn cancelled_jobs() {
    let desk = Desk::open().await;
    let mut book = Book::of(&desk).await;
    let quote = accepted(&desk, false).await;
    pay(&desk, &quote, "119.53").await;
    book.note("a consumer accepts").await;
    let customer = desk.app.client();
    customer.post_empty(&cancel(&quote)).await.expect(200);
    book.note("they cancel").await;

    let early = accepted(&desk, true).await;
    pay(&desk, &early, "119.53").await;
    book.note("another accepts, to be begun early").await;
    desk.app.clock.advance(2 * DAY);
    desk.app.log_in(&desk.client, OWNER).await;
    customer.post_empty(&cancel(&early)).await.expect(200);
    book.note("they cancel").await;
    let share = json!({ "finishedDate": null, "shareDone": "40" });
    desk.client.put(&own(&early), &share).await.expect(200);
    book.note("the business says how much was done").await;
    let body = json!({ "saidOn": "2026-11-18" });
    let noted = accepted(&desk, false).await;
    desk.client.post(&own(&noted), &body).await.expect(200);
    book.note("the business notes that another was cancelled")
        .await;
    book.close("cancelled.txt");
}
