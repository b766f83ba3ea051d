//! The job that deletes files to which no row refers any more. Its payload is a JSON list of their keys.

use crate::db::WriteTx;
use crate::error::ApiError;
use crate::jobs::{self, JobFailure, JobHandler, JobKind, Lane};
use crate::state::Services;

/// The job that removes files.
const REMOVE_FILES: JobKind = JobKind::new("remove_files", Lane::Bulk);

/// The job handler.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(REMOVE_FILES, |state, task| Box::pin(remove_files(state, task.payload)));

/// Queues the removal of files whose rows are deleted, for after the transaction's commit.
pub async fn enqueue_removal(services: &Services, tx: &mut WriteTx, keys: &[String]) -> Result<(), ApiError> {
    if !keys.is_empty() {
        let payload = serde_json::to_string(keys)?;
        jobs::enqueue(services, tx, REMOVE_FILES, &payload).await?;
    }
    Ok(())
}

async fn remove_files(services: &Services, payload: &str) -> Result<(), JobFailure> {
    let keys: Vec<String> = serde_json::from_str(payload).map_err(JobFailure::permanent)?;
    for key in keys {
        let removed = services.files.remove(&key).await;
        removed.map_err(JobFailure::temporary)?;
    }
    Ok(())
}
