//! /readyz knows of workers that are dead or stuck, and of a database that takes no writes.

use plumbline::clock::MINUTE;
use plumbline::db::Dialect;

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

#[tokio::test]
async fn a_server_whose_database_takes_no_writes_is_not_ready() {
    let app = start().await;
    let db = &app.state().db;
    if db.dialect() == Dialect::Postgres {
        return;
    }
    let client = app.client();
    client.get("/readyz").await.expect(200);
    let run = async |sql: &'static str| {
        let mut tx = db.begin_write().await.expect("a transaction");
        sqlx::raw_sql(sql).execute(&mut *tx).await.expect("it runs");
        tx.commit().await.expect("committed");
    };
    run("CREATE TRIGGER full BEFORE UPDATE ON write_checks BEGIN SELECT RAISE(ROLLBACK, 'full'); END").await;
    // Asked again and again, it tries once.
    client.get("/readyz").await.expect(200);
    app.clock.advance(5_000);
    client
        .get("/readyz")
        .await
        .refused(503, "unavailable", None);
    run("DROP TRIGGER full").await;
    app.clock.advance(5_000);
    client.get("/readyz").await.expect(200);
    app.stop().await;
}
