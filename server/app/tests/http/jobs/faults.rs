//! Jobs that panic, stop their server, or were queued by a newer one.

use plumbline::clock::{DAY, MINUTE, SECOND};
use plumbline::jobs::run_due;

use super::{
    LATE, NOTE, PANIC, TEST_JOB_HANDLERS, enqueue_job, gate_for, list_job_rows, list_notes, start_with_jobs,
    start_with_workers,
};
use crate::support::TestApp;

#[tokio::test]
async fn a_panic_is_a_failed_try() {
    let app = start_with_jobs().await;
    enqueue_job(&app, PANIC, "panic once").await;
    app.clock.advance(1);
    enqueue_job(&app, NOTE, "panic and go on").await;
    assert_eq!(app.run_jobs().await, 2, "the next is done all the same");
    let left = list_job_rows(&app).await;
    assert_eq!((left.len(), left[0].attempts), (1, 1), "{left:?}");
    let error = left[0].last_error.as_deref().expect("an error");
    assert!(error.starts_with("panic: out of paper"), "{error}");
    assert_eq!(app.state().worker_monitor.panic_count(), 1);
    assert_eq!(app.run_jobs().await, 0, "not before the pause is over");
    app.clock.advance(5 * SECOND);
    assert_eq!(app.run_jobs().await, 1);
    assert!(list_job_rows(&app).await.is_empty());
    app.stop().await;
}

#[tokio::test]
async fn a_panic_ends_no_worker() {
    let app = start_with_workers().await;
    // More than there are workers.
    for number in 0..6 {
        enqueue_job(&app, PANIC, &format!("worker panic {number}")).await;
    }
    enqueue_job(&app, super::WAIT, "worker lives").await;
    let gate = gate_for("worker lives");
    gate.begun.notified().await;
    gate.released.notify_one();
    app.new_client().get("/readyz").await.expect_status(200);
    let state = app.state().clone();
    app.stop().await;
    assert_eq!(state.worker_monitor.panic_count(), 6);
    assert_eq!(list_notes("worker lives").len(), 1);
}

#[tokio::test]
async fn a_job_that_crashes_its_server_is_given_up_after_twenty_attempts() {
    let app = start_with_jobs().await;
    enqueue_job(&app, NOTE, "deadly").await;
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    // Begun and never ended, twenty times.
    sqlx::query("UPDATE jobs SET attempts = 20, locked_until = $1")
        .bind(plumbline::clock::Clock::now_ms(&*app.clock) + MINUTE)
        .execute(&mut *tx)
        .await
        .expect("changed");
    tx.commit().await.expect("committed");
    assert_eq!(app.run_jobs().await, 0);
    app.clock.advance(MINUTE);
    assert_eq!(app.run_jobs().await, 1);
    let left = list_job_rows(&app).await;
    assert!(left[0].failed_at.is_some(), "{left:?}");
    assert!(list_notes("deadly").is_empty());
    app.clock.advance(DAY);
    assert_eq!(app.run_jobs().await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_job_stays_locked_if_the_clock_is_slightly_behind() {
    let app = start_with_jobs().await;
    enqueue_job(&app, LATE, "behind").await;
    let state = app.state().clone();
    let slow = tokio::spawn(async move { run_due(&state).await.expect("jobs can be read") });
    gate_for("behind").begun.notified().await;
    // Another worker read the clock before this one took the job, or has another clock.
    app.clock.advance(-SECOND);
    assert_eq!(app.run_jobs().await, 0, "it would be done twice");
    app.clock.advance(SECOND);
    gate_for("behind").released.notify_one();
    slow.await.expect("it ends");
    app.stop().await;
}

#[tokio::test]
async fn a_worker_that_finishes_too_late_changes_nothing() {
    let app = start_with_jobs().await;
    enqueue_job(&app, LATE, "late").await;
    let state = app.state().clone();
    let slow = tokio::spawn(async move { run_due(&state).await.expect("jobs can be read") });
    gate_for("late").begun.notified().await;
    assert_eq!(app.run_jobs().await, 0, "it is held");
    app.clock.advance(5 * MINUTE);
    // Its worker is taken for lost: another does it, and then the first one fails.
    assert_eq!(app.run_jobs().await, 1);
    gate_for("late").released.notify_one();
    assert_eq!(slow.await.expect("ended"), 1);
    assert!(list_job_rows(&app).await.is_empty());
    app.clock.advance(DAY);
    assert_eq!(app.run_jobs().await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_job_of_an_unknown_kind_waits_for_a_newer_server() {
    let app = TestApp::start().await;
    enqueue_job(&app, NOTE, "from a newer one").await;
    app.clock.advance(40 * DAY);
    assert_eq!(app.run_jobs().await, 0);
    let left = list_job_rows(&app).await;
    assert_eq!((left[0].attempts, left[0].failed_at), (0, None));
    let newer = app.start_twin_with_jobs(TEST_JOB_HANDLERS, |_| {}).await;
    assert_eq!(newer.run_jobs().await, 1);
    assert_eq!(list_notes("from a newer one").len(), 1);
    newer.stop().await;
    app.stop().await;
}
