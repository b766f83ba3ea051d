//! When a document's next reminder is checked: at nine on its day, under a key of its own, moved whenever something
//! changes. The job does so for all documents of a business, or of a customer.

use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};

use super::decision::{NoReminder, decide_next, first_day};
use super::run;
use super::store::{self, DocumentOwner};
use plumbline_platform::clock::{CONTACT_HOURS, london_instant};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::DocumentRef;
use plumbline_platform::ids::{ContactId, DocumentId, ProfileId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::state::{AppState, Services};
use plumbline_records::documents::store as documents;
use plumbline_records::documents::stored::StoredDocument;

/// The job that checks all documents of a business, or of a customer.
const KIND: JobKind = JobKind::new("chase_all", Lane::Bulk);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let job: RescheduleJob = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
        let done = run_reschedule(state, job).await;
        done.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

/// How many documents are checked in one transaction, and in how many transactions before other bulk jobs have their
/// turn.
const BATCH_SIZE: i64 = 50;
const BATCHES_PER_TURN: usize = 40;

/// The job's payload.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct RescheduleJob {
    user_id: UserId,
    of: RescheduleScope,
    /// The last document that was checked.
    after: String,
}

/// Whose documents are checked.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RescheduleScope {
    Profile(ProfileId),
    Contact(ContactId),
}

/// Queues the check of all documents of a business, or of a customer.
pub(super) async fn reschedule_all(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    of: RescheduleScope,
) -> Result<(), ApiError> {
    let job = RescheduleJob { user_id: user_id.clone(), of, after: String::new() };
    enqueue(state, tx, &job).await
}

async fn enqueue(state: &AppState, tx: &mut WriteTx, job: &RescheduleJob) -> Result<(), ApiError> {
    let payload = serde_json::to_string(job)?;
    jobs::enqueue_for_account(state, tx, &job.user_id, (KIND, &payload), None).await?;
    Ok(())
}

async fn run_reschedule(state: &AppState, mut job: RescheduleJob) -> Result<(), ApiError> {
    for _ in 0..BATCHES_PER_TURN {
        let mut tx = state.db.begin_write().await?;
        let whose = match &job.of {
            RescheduleScope::Profile(id) => DocumentOwner::Profile(id),
            RescheduleScope::Contact(id) => DocumentOwner::Contact(id),
        };
        let ids = store::list_waiting_ids(&mut tx, whose, &job.after, BATCH_SIZE).await?;
        let Some(last) = ids.last().cloned() else {
            return Ok(());
        };
        for id in &ids {
            if let Some(found) = documents::lock_by_id(&mut tx, id).await? {
                let stored = StoredDocument::load(&mut tx, found).await?;
                schedule_next(state, &mut tx, &stored).await?;
            }
        }
        tx.commit().await?;
        job.after = last.into();
    }
    let mut tx = state.db.begin_write().await?;
    enqueue(state, &mut tx, &job).await?;
    tx.commit().await?;
    Ok(())
}

/// The key of a document's schedule.
pub(super) fn schedule_key(document_id: &DocumentId) -> String {
    format!("chase:{document_id}")
}

/// Checks the next reminder of a document that was written.
pub(super) async fn reschedule_changed(
    services: &Services,
    tx: &mut WriteTx,
    document: &DocumentRef,
) -> Result<(), ApiError> {
    // Most documents are drafts, or of businesses without automatic reminders.
    if !store::has_plan(tx, &document.id).await? {
        return Ok(());
    }
    let stored = StoredDocument::find(tx, &document.user_id, document.kind, &document.id).await?;
    schedule_next(services, tx, &stored).await
}

/// Schedules the next reminder of a document, or cancels its schedule.
pub(super) async fn schedule_next(
    services: &Services,
    tx: &mut WriteTx,
    stored: &StoredDocument,
) -> Result<(), ApiError> {
    let first = first_day(services.clock.now_ms())?;
    match decide_next(services, tx, stored, first).await? {
        Ok(going) => schedule_on(services, tx, stored, going.reminder.on).await,
        // Restoring it does not come here, so it is checked once a day.
        Err(NoReminder::Archived) => schedule_on(services, tx, stored, first).await,
        Err(_) => {
            jobs::cancel(tx, &schedule_key(&stored.row.id)).await?;
            Ok(())
        }
    }
}

/// Schedules the check of a document on a day.
pub(super) async fn schedule_on(
    services: &Services,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    day: Date,
) -> Result<(), ApiError> {
    let day = day.to_string().parse().map_err(ApiError::internal)?;
    schedule_at(services, tx, stored, london_instant(day, CONTACT_HOURS.start)).await
}

/// Schedules the check of a document at an instant, milliseconds since the epoch.
pub(super) async fn schedule_at(
    services: &Services,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    due_at: i64,
) -> Result<(), ApiError> {
    let schedule = Schedule {
        key: &schedule_key(&stored.row.id),
        user_id: Some(&stored.row.user_id),
        kind: run::KIND,
        payload: stored.row.id.as_str(),
        due_at,
    };
    jobs::schedule(services, tx, &schedule).await?;
    Ok(())
}
