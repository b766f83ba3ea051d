//! The job: a change of bank details counts after 48 hours. Its payload is the change's id.

use plumbline_core::present::on_file::counts;

use super::{COUNTS, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs::{Duty, Failure};
use plumbline_platform::state::AppState;

/// The job handler.
pub(super) const DUTY: Duty = Duty::new(COUNTS, |state, task| {
    Box::pin(async {
        let done = settle(state, task.payload).await;
        done.map_err(|error| Failure::for_now(format!("{error:?}")))
    })
});

/// A change that was replaced has a later job of its own, and one that was undone no longer exists.
async fn settle(state: &AppState, id: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(row) = store::find(&mut tx, id).await?
        && counts(row.changed_at, state.clock.now_ms())
    {
        store::let_count(&mut tx, &row.id, row.changed_at).await?;
    }
    tx.commit().await?;
    Ok(())
}
