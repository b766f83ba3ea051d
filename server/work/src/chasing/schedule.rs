//! When a document's next reminder is checked: at nine on its day, under a key of its own, moved whenever something
//! changes. The job does so for all documents of a business, or of a customer.

use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};

use super::decide::{Why, decide, first_day};
use super::run;
use super::store::{self, Whose};
use plumbline_platform::clock::{DECENT, london_at};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::Subject;
use plumbline_platform::ids::{ContactId, ProfileId, UserId};
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane, Schedule};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store as documents;
use plumbline_records::documents::stored::Stored;

/// The job that checks all documents of a business, or of a customer.
const KIND: JobKind = JobKind::new("chase_all", Lane::Bulk);

/// The handler of the job.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| {
    Box::pin(async {
        let job: All = serde_json::from_str(task.payload).map_err(Failure::for_good)?;
        let done = look_at_all(state, job).await;
        done.map_err(|error| Failure::for_now(format!("{error:?}")))
    })
});

/// How many documents are checked in one transaction, and in how many transactions before other bulk jobs have their
/// turn.
const AT_ONCE: i64 = 50;
const TURN: usize = 40;

/// The job's payload.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct All {
    user_id: UserId,
    of: Of,
    /// The last document that was checked.
    after: String,
}

/// Whose documents are checked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Of {
    Profile(ProfileId),
    Contact(ContactId),
}

/// Queues the check of all documents of a business, or of a customer.
pub(super) async fn all_later(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    of: Of,
) -> Result<(), ApiError> {
    let job = All {
        user_id: user_id.clone(),
        of,
        after: String::new(),
    };
    again(state, tx, &job).await
}

async fn again(state: &AppState, tx: &mut WriteTx, job: &All) -> Result<(), ApiError> {
    let payload = serde_json::to_string(job)?;
    jobs::enqueue_for(state, tx, &job.user_id, (KIND, &payload), None).await?;
    Ok(())
}

async fn look_at_all(state: &AppState, mut job: All) -> Result<(), ApiError> {
    for _ in 0..TURN {
        let mut tx = state.db.begin_write().await?;
        let whose = match &job.of {
            Of::Profile(id) => Whose::Profile(id),
            Of::Contact(id) => Whose::Contact(id),
        };
        let ids = store::waiting(&mut tx, whose, &job.after, AT_ONCE).await?;
        let Some(last) = ids.last().cloned() else {
            return Ok(());
        };
        for id in &ids {
            if let Some(found) = documents::lock_any(&mut tx, id).await? {
                let stored = Stored::read(&mut tx, found).await?;
                plan_next(state, &mut tx, &stored).await?;
            }
        }
        tx.commit().await?;
        job.after = last;
    }
    let mut tx = state.db.begin_write().await?;
    again(state, &mut tx, &job).await?;
    tx.commit().await?;
    Ok(())
}

/// The key of a document's schedule.
pub(super) fn key(document_id: &str) -> String {
    format!("chase:{document_id}")
}

/// Checks the next reminder of a document that was written.
pub(super) async fn changed(
    state: &AppState,
    tx: &mut WriteTx,
    document: &Subject,
) -> Result<(), ApiError> {
    // Most documents are drafts, or of businesses without automatic reminders.
    if !store::is_planned(tx, &document.id).await? {
        return Ok(());
    }
    let stored = Stored::find(tx, &document.user_id, document.kind, &document.id).await?;
    plan_next(state, tx, &stored).await
}

/// Schedules the next reminder of a document, or cancels its schedule.
pub(super) async fn plan_next(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
) -> Result<(), ApiError> {
    let first = first_day(state.clock.now_ms())?;
    match decide(state, tx, stored, first).await? {
        Ok(going) => on(state, tx, stored, going.next.on).await,
        // Restoring it does not come here, so it is checked once a day.
        Err(Why::Archived) => on(state, tx, stored, first).await,
        Err(_) => {
            jobs::cancel(tx, &key(&stored.row.id)).await?;
            Ok(())
        }
    }
}

/// Schedules the check of a document on a day.
pub(super) async fn on(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    day: Date,
) -> Result<(), ApiError> {
    let day = day.to_string().parse().map_err(ApiError::internal)?;
    at(state, tx, stored, london_at(day, DECENT.start)).await
}

/// Schedules the check of a document at an instant, milliseconds since the epoch.
pub(super) async fn at(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    due_at: i64,
) -> Result<(), ApiError> {
    let schedule = Schedule {
        key: &key(&stored.row.id),
        user_id: Some(&stored.row.user_id),
        kind: run::KIND,
        payload: &stored.row.id,
        due_at,
    };
    jobs::schedule(state, tx, &schedule).await?;
    Ok(())
}
