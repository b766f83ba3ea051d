//! One action on more than a thousand documents.

use serde_json::json;

use super::{UNDO_WINDOW, batch_counts, batch_path};
use crate::documents::{TestBusiness, id_of};
use crate::lists::copying::copy_draft;

/// So many that nobody waits for the end, sent in portions as the list does.
const DOCUMENT_COUNT: i64 = 1_500;
const PORTION: usize = 500;

/// An action that was stopped in the middle reports what was done, and continues from there.
#[tokio::test]
async fn a_stopped_action_continues_where_it_stopped() {
    let business = TestBusiness::open().await;
    let draft = id_of(&business.draft_quote().await);
    let mut drafts = copy_draft(&business, &draft, DOCUMENT_COUNT - 1).await;
    drafts.push(draft);
    let path = batch_path("quotes");
    for portion in drafts.chunks(PORTION) {
        let body = json!({ "action": "delete-drafts", "ids": portion });
        business.client.put(&path, &body).await.expect_status(200);
    }
    let cached = business.client.get(&path).await.expect_status(200);
    assert_eq!(batch_counts(&cached), [DOCUMENT_COUNT, 0, 0]);

    business.app.clock.advance(UNDO_WINDOW);
    let state = business.app.state().clone();
    let running = tokio::spawn(async move { plumbline::jobs::run_due(&state).await });
    // It begins.
    while batch_counts(&business.client.get(&path).await.expect_status(200))[1] == 0 {}
    let stop = format!("{path}/stop");
    let stopped = business.client.post_empty(&stop).await.expect_status(200);
    running.await.expect("no panic").expect("jobs are done");
    let [waiting, done, refused] = batch_counts(&stopped);
    assert!(waiting > 0 && done > 0, "in the middle: {stopped}");
    assert_eq!((waiting + done, refused), (DOCUMENT_COUNT, 0));
    business.app.run_jobs().await;
    let still = business.client.get(&path).await.expect_status(200);
    assert_eq!((&still["state"], batch_counts(&still)), (&json!("stopped"), [waiting, done, 0]));
    assert_eq!(business.count_rows("documents").await, waiting);

    let resume = format!("{path}/resume");
    business.client.post_empty(&resume).await.expect_status(200);
    business.app.run_jobs().await;
    let over = business.client.get(&path).await.expect_status(200);
    assert_eq!((&over["state"], batch_counts(&over)), (&json!("done"), [0, DOCUMENT_COUNT, 0]));
    assert_eq!(business.count_rows("documents").await, 0);
    business.app.stop().await;
}
