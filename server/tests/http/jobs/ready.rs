//! /readyz knows of workers that are dead or stuck.

use plumbline::clock::MINUTE;

use super::{start, start_working};

#[tokio::test]
async fn a_server_with_living_workers_is_ready() {
    let app = start_working().await;
    app.client().get("/readyz").await.expect(200);
    app.stop().await;
}

#[tokio::test]
async fn a_server_with_a_dead_worker_is_not_ready() {
    let app = start().await;
    let client = app.client();
    let (one, other) = (
        app.state().pulse.begin("one"),
        app.state().pulse.begin("other"),
    );
    client.get("/readyz").await.expect(200);
    drop(one);
    let body = client
        .get("/readyz")
        .await
        .refused(503, "unavailable", None);
    // Which one it is stands in the log: strangers may ask.
    assert!(!body.to_string().contains("worker"), "{body}");
    client.get("/healthz").await.expect(200);
    drop(other);
    app.stop().await;
}

#[tokio::test]
async fn a_server_with_a_stuck_worker_is_not_ready() {
    let app = start().await;
    let client = app.client();
    let beat = app.state().pulse.begin("bulk");
    app.clock.advance(4 * MINUTE);
    client
        .get("/readyz")
        .await
        .refused(503, "unavailable", None);
    beat.now();
    client.get("/readyz").await.expect(200);
    beat.end();
    app.clock.advance(4 * MINUTE);
    client.get("/readyz").await.expect(200);
    app.stop().await;
}
