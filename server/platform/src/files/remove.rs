//! The job that deletes files to which no row refers any more. Its payload is a JSON list of their keys.

use crate::db::WriteTx;
use crate::error::ApiError;
use crate::jobs::{self, Duty, Failure, JobKind, Lane};
use crate::state::Services;

/// The job that removes files.
const REMOVE_FILES: JobKind = JobKind::new("remove_files", Lane::Bulk);

/// The job handler.
pub(super) const DUTY: Duty = Duty::new(REMOVE_FILES, |state, task| {
    Box::pin(remove(state, task.payload))
});

/// Queues the removal of files whose rows are deleted, for after the transaction's commit.
pub async fn remove_later(
    services: &Services,
    tx: &mut WriteTx,
    keys: &[String],
) -> Result<(), ApiError> {
    if !keys.is_empty() {
        let payload = serde_json::to_string(keys)?;
        jobs::enqueue(services, tx, REMOVE_FILES, &payload).await?;
    }
    Ok(())
}

async fn remove(services: &Services, payload: &str) -> Result<(), Failure> {
    let keys: Vec<String> = serde_json::from_str(payload).map_err(Failure::for_good)?;
    for key in keys {
        let removed = services.files.remove(&key).await;
        removed.map_err(Failure::for_now)?;
    }
    Ok(())
}
