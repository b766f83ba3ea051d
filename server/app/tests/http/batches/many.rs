//! One action on more than a thousand.

use serde_json::json;

use super::{HELD, counts, path};
use crate::documents::{Desk, id};
use crate::lists::copying::copy;

/// So many that nobody waits for the end, asked for in portions as the list asks.
const MANY: i64 = 1_500;
const PORTION: usize = 500;

/// Stopped in the middle it says what was done, keeps to it, and goes on from there.
#[tokio::test]
async fn stopped_in_the_middle_it_goes_on_from_there() {
    let desk = Desk::open().await;
    let draft = id(&desk.draft_quote().await);
    let mut drafts = copy(&desk, &draft, MANY - 1).await;
    drafts.push(draft);
    let path = path("quotes");
    for portion in drafts.chunks(PORTION) {
        let body = json!({ "action": "delete-drafts", "ids": portion });
        desk.client.put(&path, &body).await.expect(200);
    }
    let held = desk.client.get(&path).await.expect(200);
    assert_eq!(counts(&held), [MANY, 0, 0]);

    desk.app.clock.advance(HELD);
    let state = desk.app.state().clone();
    let running = tokio::spawn(async move { plumbline::jobs::run_due(&state).await });
    // It begins.
    while counts(&desk.client.get(&path).await.expect(200))[1] == 0 {}
    let stop = format!("{path}/stop");
    let stopped = desk.client.post_empty(&stop).await.expect(200);
    running.await.expect("no panic").expect("jobs are done");
    let [waiting, done, refused] = counts(&stopped);
    assert!(waiting > 0 && done > 0, "in the middle: {stopped}");
    assert_eq!((waiting + done, refused), (MANY, 0));
    desk.app.run_jobs().await;
    let still = desk.client.get(&path).await.expect(200);
    assert_eq!(
        (&still["state"], counts(&still)),
        (&json!("stopped"), [waiting, done, 0])
    );
    assert_eq!(desk.rows("documents").await, waiting);

    let resume = format!("{path}/resume");
    desk.client.post_empty(&resume).await.expect(200);
    desk.app.run_jobs().await;
    let over = desk.client.get(&path).await.expect(200);
    assert_eq!(
        (&over["state"], counts(&over)),
        (&json!("done"), [0, MANY, 0])
    );
    assert_eq!(desk.rows("documents").await, 0);
    desk.app.stop().await;
}
