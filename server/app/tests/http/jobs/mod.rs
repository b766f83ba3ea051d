//! Work in the background: lanes, schedules, faults, and the workers' pulse.

mod faults;
mod lanes;
mod ready;
mod schedules;
mod stopping;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use plumbline::jobs::{self, Duty, Failure, JobKind, Lane};
use tokio::sync::Notify;

use crate::support::TestApp;

/// A job that only leaves a note that it was done.
const NOTE: JobKind = JobKind::new("test_note", Lane::Ordinary);
/// A job that panics the first time.
const PANIC: JobKind = JobKind::new("test_panic", Lane::Ordinary);
/// A job that begins, waits until it is let go, and leaves its note.
const WAIT: JobKind = JobKind::new("test_wait", Lane::Ordinary);
/// The same, but in vain: the first time it fails once it is let go.
const LATE: JobKind = JobKind::new("test_late", Lane::Ordinary);

/// What these tests add to the house.
const DUTIES: &[Duty] = &[
    Duty::new(NOTE, |_, task| {
        Box::pin(async move {
            note(task.payload);
            Ok(())
        })
    }),
    Duty::new(PANIC, |_, task| {
        Box::pin(async move {
            note(task.payload);
            assert!(done(task.payload).len() > 1, "out of paper: {}", task.id);
            Ok(())
        })
    }),
    Duty::new(WAIT, |_, task| {
        Box::pin(async move {
            let gate = gate(task.payload);
            gate.begun.notify_one();
            gate.go.notified().await;
            note(task.payload);
            Ok(())
        })
    }),
    Duty::new(LATE, |_, task| {
        Box::pin(async move {
            note(task.payload);
            if done(task.payload).len() > 1 {
                return Ok(());
            }
            let gate = gate(task.payload);
            gate.begun.notify_one();
            gate.go.notified().await;
            Err(Failure::for_now("too late"))
        })
    }),
];

/// The notes that jobs of all tests left; each test has payloads of its own.
static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn note(payload: &str) {
    NOTES.lock().expect("unpoisoned").push(payload.to_owned());
}

/// The notes that begin so, in their order.
fn done(start: &str) -> Vec<String> {
    let notes = NOTES.lock().expect("unpoisoned");
    let mine = notes.iter().filter(|note| note.starts_with(start));
    mine.cloned().collect()
}

/// Where a job waits.
#[derive(Default)]
struct Gate {
    begun: Notify,
    go: Notify,
}

static GATES: Mutex<Option<HashMap<String, Arc<Gate>>>> = Mutex::new(None);

fn gate(payload: &str) -> Arc<Gate> {
    let mut gates = GATES.lock().expect("unpoisoned");
    let gates = gates.get_or_insert_default();
    Arc::clone(gates.entry(payload.to_owned()).or_default())
}

/// A server that does the jobs of these tests.
async fn start() -> TestApp {
    TestApp::start_doing(DUTIES, |_| {}).await
}

/// The same, with workers beside it.
async fn start_working() -> TestApp {
    TestApp::start_doing(DUTIES, |config| config.background = true).await
}

async fn queue(app: &TestApp, kind: JobKind, payload: &str) {
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    jobs::enqueue(app.state(), &mut tx, kind, payload)
        .await
        .expect("queued");
    tx.commit().await.expect("committed");
}

/// A job as it stands in the table.
#[derive(Debug)]
struct Row {
    attempts: i64,
    failed_at: Option<i64>,
    last_error: Option<String>,
}

/// The jobs in the table.
async fn rows(app: &TestApp) -> Vec<Row> {
    let mut conn = app.state().db.read().await.expect("a connection");
    let found: Vec<(i64, Option<i64>, Option<String>)> =
        sqlx::query_as("SELECT attempts, failed_at, last_error FROM jobs ORDER BY payload")
            .fetch_all(&mut *conn)
            .await
            .expect("jobs");
    let rows = found.into_iter();
    rows.map(|(attempts, failed_at, last_error)| Row {
        attempts,
        failed_at,
        last_error,
    })
    .collect()
}
