//! /readyz reports workers that are dead or stuck, and a database that accepts no writes.

use plumbline::clock::MINUTE;
use plumbline::db::Dialect;

use super::{start_with_jobs, start_with_workers};

#[tokio::test]
async fn a_server_with_living_workers_is_ready() {
    let app = start_with_workers().await;
    app.new_client().get("/readyz").await.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn a_server_with_a_dead_worker_is_not_ready() {
    let app = start_with_jobs().await;
    let client = app.new_client();
    let (one, other) = (
        app.state().worker_monitor.register_worker("one"),
        app.state().worker_monitor.register_worker("other"),
    );
    client.get("/readyz").await.expect_status(200);
    drop(one);
    let body = client.get("/readyz").await.expect_error(503, "unavailable", None);
    // Which worker it is is only in the log, because anybody may request this.
    assert!(!body.to_string().contains("worker"), "{body}");
    client.get("/healthz").await.expect_status(200);
    drop(other);
    app.stop().await;
}

#[tokio::test]
async fn a_server_with_a_stuck_worker_is_not_ready() {
    let app = start_with_jobs().await;
    let client = app.new_client();
    let beat = app.state().worker_monitor.register_worker("bulk");
    app.clock.advance(4 * MINUTE);
    client.get("/readyz").await.expect_error(503, "unavailable", None);
    beat.record();
    client.get("/readyz").await.expect_status(200);
    beat.finish();
    app.clock.advance(4 * MINUTE);
    client.get("/readyz").await.expect_status(200);
    app.stop().await;
}

#[tokio::test]
async fn a_server_whose_database_takes_no_writes_is_not_ready() {
    let app = start_with_jobs().await;
    let db = &app.state().db;
    if db.dialect() == Dialect::Postgres {
        return;
    }
    let client = app.new_client();
    client.get("/readyz").await.expect_status(200);
    let run = async |sql: &'static str| {
        let mut tx = db.begin_write().await.expect("a transaction");
        sqlx::raw_sql(sql).execute(&mut *tx).await.expect("it runs");
        tx.commit().await.expect("committed");
    };
    run("CREATE TRIGGER full BEFORE UPDATE ON write_checks BEGIN SELECT RAISE(ROLLBACK, 'full'); END").await;
    // Asked again and again, it tries once.
    client.get("/readyz").await.expect_status(200);
    app.clock.advance(5_000);
    client.get("/readyz").await.expect_error(503, "unavailable", None);
    run("DROP TRIGGER full").await;
    app.clock.advance(5_000);
    client.get("/readyz").await.expect_status(200);
    app.stop().await;
}
