//! A server that stops, or is stopped, in the middle of its work.

use plumbline::clock::MINUTE;
use plumbline::jobs::run_due;

use super::{
    NOTE, WAIT, enqueue_job, gate_for, list_job_rows, list_notes, start_with_jobs, start_with_workers,
};

#[tokio::test]
async fn a_crash_in_a_job_loses_none() {
    let mut app = start_with_jobs().await;
    enqueue_job(&app, WAIT, "crash in this").await;
    app.clock.advance(1);
    enqueue_job(&app, NOTE, "crash before this").await;
    let state = app.state().clone();
    let running = tokio::spawn(async move { run_due(&state).await });
    gate_for("crash in this").begun.notified().await;
    running.abort();
    assert!(running.await.is_err_and(|error| error.is_cancelled()));
    app.restart().await;

    assert_eq!(app.run_jobs().await, 1, "the one is still held");
    assert_eq!(list_notes("crash"), ["crash before this"]);
    app.clock.advance(5 * MINUTE);
    gate_for("crash in this").released.notify_one();
    assert_eq!(app.run_jobs().await, 1);
    assert_eq!(list_notes("crash"), ["crash before this", "crash in this"]);
    assert!(list_job_rows(&app).await.is_empty());
    app.stop().await;
}

#[tokio::test]
async fn a_crash_between_two_jobs_loses_none() {
    let mut app = start_with_jobs().await;
    for number in 0..20 {
        enqueue_job(&app, NOTE, &format!("between {number:02}")).await;
    }
    // Ended wherever it may be: the work is dropped at each of its awaits, one further every time.
    for polls in 1..200 {
        let state = app.state().clone();
        let work = async move { run_due(&state).await.expect("jobs") };
        let mut work = std::pin::pin!(work);
        for _ in 0..polls {
            if futures::poll!(work.as_mut()).is_ready() {
                break;
            }
            tokio::task::yield_now().await;
        }
        if list_job_rows(&app).await.is_empty() {
            break;
        }
    }
    app.restart().await;
    app.clock.advance(5 * MINUTE);
    app.run_jobs().await;
    let mut notes = list_notes("between");
    notes.sort();
    notes.dedup();
    assert_eq!(notes.len(), 20, "{notes:?}");
    assert!(list_job_rows(&app).await.is_empty());
    app.stop().await;
}

#[tokio::test]
async fn a_stopping_server_finishes_the_current_job() {
    let mut app = start_with_workers().await;
    enqueue_job(&app, WAIT, "stop at hand").await;
    let gate = gate_for("stop at hand");
    gate.begun.notified().await;
    enqueue_job(&app, NOTE, "stop next").await;
    // It is let go while the server waits for it.
    gate.released.notify_one();
    app.restart().await;
    app.run_jobs().await;
    let mut notes = list_notes("stop");
    notes.sort();
    assert_eq!(notes, ["stop at hand", "stop next"]);
    app.stop().await;
}
