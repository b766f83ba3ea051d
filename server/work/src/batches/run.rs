//! The job: does an action to one document after the other, each in a transaction of its own with the note that it
//! is done, so that nothing is done twice.

use super::check;
use super::store::{self, BatchAction, BatchRow, BatchState, MemberRow, MemberState};
use crate::emails::reminders;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::limits::quota;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::delete;
use plumbline_records::documents::sending::send::{self, SendRequest, Via};
use plumbline_records::documents::stored::StoredDocument;

/// The job of an action. The payload is its id.
pub(super) const KIND: JobKind = JobKind::new("batch", Lane::Bulk);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(run(state, task.payload)));

/// How many documents are done before other bulk jobs have their turn.
const DOCUMENTS_PER_TURN: usize = 50;

/// The key of the job's schedule.
pub(super) fn schedule_key(id: &str) -> String {
    format!("batch:{id}")
}

/// Whether there may be more to do.
enum BatchProgress {
    More,
    Finished,
}

async fn run(state: &AppState, id: &str) -> Result<(), JobFailure> {
    for _ in 0..DOCUMENTS_PER_TURN {
        match process_next(state, id).await {
            Ok(BatchProgress::More) => {}
            Ok(BatchProgress::Finished) => return Ok(()),
            Err(error) => return Err(JobFailure::temporary(format!("{error:?}"))),
        }
    }
    let later = reschedule(state, id).await;
    later.map_err(|error| JobFailure::temporary(format!("{error:?}")))
}

/// Does the action to the next document.
async fn process_next(state: &AppState, id: &str) -> Result<BatchProgress, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let Some(batch) = lock_running(state, &mut tx, id).await? else {
        return Ok(BatchProgress::Finished);
    };
    let Some(member) = store::find_next_waiting(&mut tx, id).await? else {
        store::set_state(&mut tx, id, BatchState::Done, batch.starts_at).await?;
        tx.commit().await?;
        return Ok(BatchProgress::Finished);
    };
    match apply(state, &mut tx, &batch, &member).await {
        Ok(()) => {
            let done = MemberRow { state: MemberState::Done, ..member };
            store::set_member_state(&mut tx, &done).await?;
            tx.commit().await?;
        }
        Err(error) => {
            // Everything is rolled back, and only the reason recorded.
            drop(tx);
            record_refusal(state, id, member, error).await?;
        }
    }
    Ok(BatchProgress::More)
}

/// The action, if it should go on now.
async fn lock_running(state: &AppState, tx: &mut WriteTx, id: &str) -> Result<Option<BatchRow>, ApiError> {
    let Some(batch) = store::lock(tx, id).await? else {
        return Ok(None);
    };
    match batch.state {
        BatchState::Running => Ok(Some(batch)),
        // Another portion has postponed it, and scheduled another job.
        BatchState::Held if batch.starts_at > state.clock.now_ms() => Ok(None),
        BatchState::Held => {
            store::set_state(tx, id, BatchState::Running, batch.starts_at).await?;
            Ok(Some(batch))
        }
        BatchState::Stopped | BatchState::Undone | BatchState::Done => Ok(None),
    }
}

async fn apply(
    state: &AppState,
    tx: &mut WriteTx,
    batch: &BatchRow,
    member: &MemberRow,
) -> Result<(), ApiError> {
    let (user_id, id) = (&batch.user_id, &member.document_id);
    match batch.action {
        BatchAction::Send => {
            let mut stored = StoredDocument::lock(tx, user_id, batch.kind, id).await?;
            check::check_sendable(tx, &stored).await?;
            let by_mail = SendRequest::new(Via::Email);
            let more = send::send_in_tx(state, tx, &mut stored, by_mail).await?;
            quota::count_storage(state, tx, user_id, more).await
        }
        BatchAction::Remind => {
            let stored = StoredDocument::lock(tx, user_id, batch.kind, id).await?;
            reminders::remind(state, tx, &stored).await
        }
        BatchAction::DeleteDrafts => {
            let draft = delete::find_deletable(state, tx, user_id, batch.kind, id).await?;
            if !delete::delete_in_tx(state, tx, (user_id, &draft)).await? {
                return Err(ApiError::unavailable("a draft changed while it was deleted"));
            }
            quota::count_storage(state, tx, user_id, draft.storage_use().negated()).await
        }
    }
}

/// Records why the action was not done to a document. After a fault of the server it is tried again with the job.
async fn record_refusal(
    state: &AppState,
    id: &str,
    member: MemberRow,
    error: ApiError,
) -> Result<(), ApiError> {
    let Some(refused) = check::to_refused(member, &error) else {
        return Err(error);
    };
    let mut tx = state.db.begin_write().await?;
    store::set_member_state(&mut tx, &refused).await?;
    if refused.code == check::EMAILS_SPENT {
        // The others would be refused for the same reason.
        store::refuse_waiting(&mut tx, id, &refused.code, &refused.reason).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Lets other jobs of the lane have their turn first.
async fn reschedule(state: &AppState, id: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(batch) = lock_running(state, &mut tx, id).await? {
        let schedule = Schedule {
            key: &schedule_key(id),
            user_id: Some(&batch.user_id),
            kind: KIND,
            payload: id,
            due_at: state.clock.now_ms(),
        };
        jobs::schedule(state, &mut tx, &schedule).await?;
        tx.commit().await?;
    }
    Ok(())
}
