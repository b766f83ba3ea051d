//! The job that makes a change of bank details take effect after 48 hours. Its payload is the change's id.

use plumbline_core::present::payment_details::is_effective;

use super::{CHANGE_DUE, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs::{JobFailure, JobHandler};
use plumbline_platform::state::AppState;

/// The job handler.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(CHANGE_DUE, |state, task| {
    Box::pin(async {
        let done = make_change_effective(state, task.payload).await;
        done.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

/// A change that was replaced has a later job of its own, and one that was undone no longer exists.
async fn make_change_effective(state: &AppState, id: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(row) = store::find(&mut tx, id).await?
        && is_effective(row.changed_at, state.clock.now_ms())
    {
        store::mark_effective(&mut tx, &row.id, row.changed_at).await?;
    }
    tx.commit().await?;
    Ok(())
}
