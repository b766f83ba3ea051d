//! A contact's new name, in the rows of its documents: drafts show it, and all of them are found by it. For a
//! contact with thousands of documents this is a job, in portions so short that other writers hardly wait.

use serde::{Deserialize, Serialize};

use super::store;
use crate::summaries::customer::DocumentPosition;
use crate::summaries::{account, customer};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;

/// The job kind that updates a contact's name in its documents.
const KIND: JobKind = JobKind::new("contact_renamed", Lane::Bulk);

/// The job handler.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let job: RenameJob = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
        let done = resume(state, job, BATCH_SIZE).await;
        done.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

/// The most documents that are updated in the same transaction as the contact.
const IMMEDIATE_MAX: i64 = 5_000;
/// How many documents the job updates per transaction, and how many transactions it makes before other bulk jobs get
/// their turn.
const BATCH_SIZE: i64 = 500;
const BATCHES_PER_TURN: usize = 20;

/// The contact whose documents are to be updated, and how far the job has got.
#[derive(Debug, Serialize, Deserialize)]
pub struct RenameJob {
    user_id: UserId,
    contact_id: ContactId,
    /// The last document that was updated.
    after: DocumentPosition,
}

impl RenameJob {
    /// Starts with the first document.
    #[must_use]
    pub fn new(user_id: &UserId, contact_id: &ContactId) -> Self {
        Self { user_id: user_id.clone(), contact_id: contact_id.clone(), after: DocumentPosition::default() }
    }
}

/// Updates the person's and company's present name in a contact's documents: at once or, if there are many, in a job.
pub async fn rename_in_documents(
    state: &AppState,
    tx: &mut WriteTx,
    (user_id, contact_id): (&UserId, &ContactId),
    names: [&str; 2],
) -> Result<(), ApiError> {
    if account::count_documents(tx, user_id, contact_id).await? <= IMMEDIATE_MAX {
        customer::rename_in_documents(tx, user_id, contact_id, names).await?;
        return Ok(());
    }
    enqueue(state, tx, &RenameJob::new(user_id, contact_id)).await
}

async fn enqueue(state: &AppState, tx: &mut WriteTx, job: &RenameJob) -> Result<(), ApiError> {
    let payload = serde_json::to_string(job)?;
    jobs::enqueue_for_account(state, tx, &job.user_id, (KIND, &payload), None).await?;
    Ok(())
}

/// Continues to update the documents, `portion` of them per transaction. After an interruption it continues from the
/// last saved place or starts again; documents that have the name already aren't written again.
pub async fn resume(state: &AppState, mut job: RenameJob, portion: i64) -> Result<(), ApiError> {
    for _ in 0..BATCHES_PER_TURN {
        let mut tx = state.db.begin_write().await?;
        // Uses the present name: the contact may have been renamed again, or deleted.
        let Some(row) = store::find(&mut tx, &job.user_id, &job.contact_id).await? else {
            return Ok(());
        };
        let whose = (&job.user_id, &job.contact_id);
        let names = [row.fields.name.as_str(), &row.fields.company];
        let last = customer::rename_in_some_documents(&mut tx, whose, names, &job.after, portion).await?;
        tx.commit().await?;
        let Some(last) = last else {
            return Ok(());
        };
        job.after = last;
    }
    let mut tx = state.db.begin_write().await?;
    enqueue(state, &mut tx, &job).await?;
    tx.commit().await?;
    Ok(())
}
