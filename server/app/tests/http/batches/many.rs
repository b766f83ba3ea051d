//! One action on more than a thousand.

use serde_json::json;

use super::{UNDO_WINDOW, batch_counts, batch_path};
use crate::documents::{TestBusiness, id_of};
use crate::lists::copying::copy_draft;

/// So many that nobody waits for the end, asked for in portions as the list asks.
const DOCUMENT_COUNT: i64 = 1_500;
const PORTION: usize = 500;

/// Stopped in the middle it says what was done, keeps to it, and goes on from there.
#[tokio::test]
async fn stopped_in_the_middle_it_goes_on_from_there() {
    let desk = TestBusiness::open().await;
    let draft = id_of(&desk.draft_quote().await);
    let mut drafts = copy_draft(&desk, &draft, DOCUMENT_COUNT - 1).await;
    drafts.push(draft);
    let path = batch_path("quotes");
    for portion in drafts.chunks(PORTION) {
        let body = json!({ "action": "delete-drafts", "ids": portion });
        desk.client.put(&path, &body).await.expect_status(200);
    }
    let held = desk.client.get(&path).await.expect_status(200);
    assert_eq!(batch_counts(&held), [DOCUMENT_COUNT, 0, 0]);

    desk.app.clock.advance(UNDO_WINDOW);
    let state = desk.app.state().clone();
    let running = tokio::spawn(async move { plumbline::jobs::run_due(&state).await });
    // It begins.
    while batch_counts(&desk.client.get(&path).await.expect_status(200))[1] == 0 {}
    let stop = format!("{path}/stop");
    let stopped = desk.client.post_empty(&stop).await.expect_status(200);
    running.await.expect("no panic").expect("jobs are done");
    let [waiting, done, refused] = batch_counts(&stopped);
    assert!(waiting > 0 && done > 0, "in the middle: {stopped}");
    assert_eq!((waiting + done, refused), (DOCUMENT_COUNT, 0));
    desk.app.run_jobs().await;
    let still = desk.client.get(&path).await.expect_status(200);
    assert_eq!(
        (&still["state"], batch_counts(&still)),
        (&json!("stopped"), [waiting, done, 0])
    );
    assert_eq!(desk.count_rows("documents").await, waiting);

    let resume = format!("{path}/resume");
    desk.client.post_empty(&resume).await.expect_status(200);
    desk.app.run_jobs().await;
    let over = desk.client.get(&path).await.expect_status(200);
    assert_eq!(
        (&over["state"], batch_counts(&over)),
        (&json!("done"), [0, DOCUMENT_COUNT, 0])
    );
    assert_eq!(desk.count_rows("documents").await, 0);
    desk.app.stop().await;
}
