//! Background work: lanes, schedules, faults, and the monitoring of workers.

mod faults;
mod lanes;
mod ready;
mod schedules;
mod stopping;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use plumbline::jobs::{self, JobFailure, JobHandler, JobKind, Lane};
use tokio::sync::Notify;

use crate::support::TestApp;

/// A job that only records that it was done.
const NOTE: JobKind = JobKind::new("test_note", Lane::Ordinary);
/// A job that panics the first time.
const PANIC: JobKind = JobKind::new("test_panic", Lane::Ordinary);
/// A job that waits until it is released, and then records that it was done.
const WAIT: JobKind = JobKind::new("test_wait", Lane::Ordinary);
/// The same, but the first time it fails once it is released.
const LATE: JobKind = JobKind::new("test_late", Lane::Ordinary);

/// The job handlers that these tests add.
const TEST_JOB_HANDLERS: &[JobHandler] = &[
    JobHandler::new(NOTE, |_, task| {
        Box::pin(async move {
            add_note(task.payload);
            Ok(())
        })
    }),
    JobHandler::new(PANIC, |_, task| {
        Box::pin(async move {
            add_note(task.payload);
            assert!(list_notes(task.payload).len() > 1, "out of paper: {}", task.id);
            Ok(())
        })
    }),
    JobHandler::new(WAIT, |_, task| {
        Box::pin(async move {
            let gate = gate_for(task.payload);
            gate.begun.notify_one();
            gate.released.notified().await;
            add_note(task.payload);
            Ok(())
        })
    }),
    JobHandler::new(LATE, |_, task| {
        Box::pin(async move {
            add_note(task.payload);
            if list_notes(task.payload).len() > 1 {
                return Ok(());
            }
            let gate = gate_for(task.payload);
            gate.begun.notify_one();
            gate.released.notified().await;
            Err(JobFailure::temporary("too late"))
        })
    }),
];

/// The records of the jobs of all tests; each test has payloads of its own.
static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn add_note(payload: &str) {
    NOTES.lock().expect("unpoisoned").push(payload.to_owned());
}

/// The records with this prefix, in order.
fn list_notes(start: &str) -> Vec<String> {
    let notes = NOTES.lock().expect("unpoisoned");
    let mine = notes.iter().filter(|note| note.starts_with(start));
    mine.cloned().collect()
}

/// Where a job waits to be released.
#[derive(Default)]
struct JobGate {
    begun: Notify,
    released: Notify,
}

static GATES: Mutex<Option<HashMap<String, Arc<JobGate>>>> = Mutex::new(None);

fn gate_for(payload: &str) -> Arc<JobGate> {
    let mut gates = GATES.lock().expect("unpoisoned");
    let gates = gates.get_or_insert_default();
    Arc::clone(gates.entry(payload.to_owned()).or_default())
}

/// A server with the job handlers of these tests.
async fn start_with_jobs() -> TestApp {
    TestApp::start_with_jobs(TEST_JOB_HANDLERS, |_| {}).await
}

/// The same, with running workers.
async fn start_with_workers() -> TestApp {
    TestApp::start_with_jobs(TEST_JOB_HANDLERS, |config| config.background = true).await
}

async fn enqueue_job(app: &TestApp, kind: JobKind, payload: &str) {
    let mut tx = app.state().db.begin_write().await.expect("a transaction");
    jobs::enqueue(app.state(), &mut tx, kind, payload).await.expect("queued");
    tx.commit().await.expect("committed");
}

/// A job as stored.
#[derive(Debug)]
struct JobTestRow {
    attempts: i64,
    failed_at: Option<i64>,
    last_error: Option<String>,
}

/// The stored jobs.
async fn list_job_rows(app: &TestApp) -> Vec<JobTestRow> {
    let mut conn = app.state().db.read().await.expect("a connection");
    let found: Vec<(i64, Option<i64>, Option<String>)> =
        sqlx::query_as("SELECT attempts, failed_at, last_error FROM jobs ORDER BY payload")
            .fetch_all(&mut *conn)
            .await
            .expect("jobs");
    let rows = found.into_iter();
    rows.map(|(attempts, failed_at, last_error)| JobTestRow { attempts, failed_at, last_error }).collect()
}
