//! Schedules are run on their day: not earlier, and once.

use plumbline::clock::{Clock as _, DAY, HOUR, MINUTE};
use plumbline::jobs::{self, Schedule};

use super::{NOTE, TEST_JOB_HANDLERS, list_job_rows, list_notes, start_with_jobs};
use crate::support::{PASSWORD, START, TestApp};

fn test_schedule<'a>(key: &'a str, payload: &'a str, due_at: i64) -> Schedule<'a> {
    Schedule { key, user_id: None, kind: NOTE, payload, due_at }
}

async fn schedule_job(app: &TestApp, schedule: Schedule<'_>) {
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    jobs::schedule(app.state(), &mut tx, &schedule).await.expect("scheduled");
    tx.commit().await.expect("committed");
}

async fn cancel_schedule(app: &TestApp, key: &str) {
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    jobs::cancel(&mut tx, key).await.expect("called off");
    tx.commit().await.expect("committed");
}

async fn list_keys(app: &TestApp) -> Vec<String> {
    let mut conn = app.state().db.read().await.expect("a connection");
    sqlx::query_scalar("SELECT key FROM schedules ORDER BY key")
        .fetch_all(&mut *conn)
        .await
        .expect("schedules")
}

#[tokio::test]
async fn a_job_due_in_a_year_waits_a_year() {
    let app = start_with_jobs().await;
    schedule_job(&app, test_schedule("year", "in a year", START + 365 * DAY)).await;
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    jobs::enqueue_at(app.state(), &mut tx, NOTE, "in a week", START + 7 * DAY).await.expect("queued");
    tx.commit().await.expect("committed");
    for day in 0..365 {
        let due = usize::from(day == 7);
        assert_eq!(app.run_jobs().await, due, "day {day}");
        app.clock.advance(DAY);
    }
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(list_notes("in a").len(), 2);
    app.clock.advance(DAY);
    assert_eq!(app.run_jobs().await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_schedule_is_replaced_or_cancelled_by_its_key() {
    let app = start_with_jobs().await;
    schedule_job(&app, test_schedule("key", "key first", START + DAY)).await;
    schedule_job(&app, test_schedule("key", "key second", START + 2 * DAY)).await;
    schedule_job(&app, test_schedule("other", "key other", START + DAY)).await;
    cancel_schedule(&app, "other").await;
    cancel_schedule(&app, "nobody").await;
    assert_eq!(list_keys(&app).await, ["key"]);
    app.clock.advance(DAY);
    assert_eq!(app.run_jobs().await, 0);
    app.clock.advance(DAY);
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(list_notes("key"), ["key second"]);

    // In an undone transaction nothing happened.
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    let undone = test_schedule("undone", "key undone", START);
    jobs::schedule(app.state(), &mut tx, &undone).await.expect("scheduled");
    drop(tx);
    assert_eq!(app.run_jobs().await, 0);
    app.stop().await;
}

#[tokio::test]
async fn a_scheduled_job_that_has_not_started_can_still_be_cancelled() {
    let app = start_with_jobs().await;
    schedule_job(&app, test_schedule("soon", "soon", START)).await;
    // A job of a lane that comes first, so that the schedule's own is made and waits.
    let state = app.state().clone();
    super::enqueue_job(&app, super::WAIT, "soon, but this first").await;
    let mut tx = state.db.begin_write().await.expect("a transaction");
    sqlx::query("UPDATE jobs SET lane = 0").execute(&mut *tx).await.expect("changed");
    tx.commit().await.expect("committed");
    let running = tokio::spawn(async move { jobs::run_due(&state).await.expect("jobs") });
    let gate = super::gate_for("soon, but this first");
    gate.begun.notified().await;
    assert!(list_keys(&app).await.is_empty());
    assert_eq!(list_job_rows(&app).await.len(), 2);
    cancel_schedule(&app, "soon").await;
    gate.released.notify_one();
    assert_eq!(running.await.expect("ended"), 1);
    assert_eq!(list_notes("soon"), ["soon, but this first"]);
    app.stop().await;
}

#[tokio::test]
async fn two_servers_run_each_schedule_once() {
    let app = start_with_jobs().await;
    let beside = app.start_twin_with_jobs(TEST_JOB_HANDLERS, |_| {}).await;
    for number in 0..250 {
        let (key, payload) = (format!("n{number}"), format!("once {number:03}"));
        schedule_job(&app, test_schedule(&key, &payload, START + number)).await;
    }
    app.clock.advance(MINUTE);
    beside.clock.set(app.clock.now_ms());
    let all = [&app, &beside, &app, &beside].map(TestApp::run_jobs);
    let ran = futures::future::join_all(all).await;
    assert_eq!(ran.iter().sum::<usize>(), 250, "{ran:?}");
    let mut notes = list_notes("once");
    notes.sort();
    let expected: Vec<String> = (0..250).map(|number| format!("once {number:03}")).collect();
    assert_eq!(notes, expected);
    assert!(list_keys(&app).await.is_empty());
    beside.stop().await;
    app.stop().await;
}

#[tokio::test]
async fn after_a_week_of_downtime_a_schedule_runs_once_with_its_due_time() {
    let app = start_with_jobs().await;
    schedule_job(&app, test_schedule("weekly", "away", START + HOUR)).await;
    app.clock.advance(7 * DAY);
    let state = app.state().clone();
    super::enqueue_job(&app, super::WAIT, "away, before").await;
    let mut tx = state.db.begin_write().await.expect("a transaction");
    sqlx::query("UPDATE jobs SET lane = 0").execute(&mut *tx).await.expect("changed");
    tx.commit().await.expect("committed");
    let running = tokio::spawn(async move { jobs::run_due(&state).await.expect("jobs") });
    let gate = super::gate_for("away, before");
    gate.begun.notified().await;
    let mut conn = app.state().db.read().await.expect("a connection");
    let due: Vec<(String, i64)> =
        sqlx::query_as("SELECT schedule_key, due_at FROM jobs WHERE schedule_key IS NOT NULL")
            .fetch_all(&mut *conn)
            .await
            .expect("jobs");
    drop(conn);
    assert_eq!(due, [("weekly".to_owned(), START + HOUR)]);
    gate.released.notify_one();
    assert_eq!(running.await.expect("ended"), 2);
    app.stop().await;
}

#[tokio::test]
async fn a_schedule_is_deleted_with_its_account() {
    let app = start_with_jobs().await;
    let client = app.sign_up("sam@example.com").await;
    let user = client.get("/api/auth/me").await.expect_status(200);
    let user_id = user["id"].as_str().expect("an id").parse().expect("an id");
    let mine = Schedule { user_id: Some(&user_id), ..test_schedule("mine", "mine", START + DAY) };
    schedule_job(&app, mine).await;
    schedule_job(&app, test_schedule("house", "the house's", START + DAY)).await;
    let password = serde_json::json!({ "currentPassword": PASSWORD });
    client.delete_with("/api/account", &password).await.expect_status(204);
    assert_eq!(list_keys(&app).await, ["house"]);
    app.stop().await;
}

#[tokio::test]
async fn a_clock_that_was_ahead_does_not_hurry_a_schedule() {
    let app = start_with_jobs().await;
    app.clock.advance(400 * DAY);
    schedule_job(&app, test_schedule("ahead", "ahead", START + 430 * DAY)).await;
    super::enqueue_job(&app, NOTE, "ahead, a job").await;
    app.clock.set(START);
    // A job that was for at once is for now; what has a day keeps it.
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(list_notes("ahead"), ["ahead, a job"]);
    assert_eq!(list_keys(&app).await, ["ahead"]);
    app.stop().await;
}
