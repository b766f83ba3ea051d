//! The job that closes a session at Stripe which no row knows any more. Its payload is its account and its id.

use plumbline_platform::jobs::{JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;

/// The job that closes a session.
pub(super) const KIND: JobKind = JobKind::new("card_session", Lane::Ordinary);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(close_session(state, task.payload)));

async fn close_session(state: &AppState, payload: &str) -> Result<(), JobFailure> {
    let Some((account_id, session_id)) = payload.split_once(' ') else {
        return Err(JobFailure::permanent("a session that is none"));
    };
    match state.card.expire_session(account_id, session_id).await {
        // Refused: the session is already closed, or was paid, and the business has the money.
        Ok(()) | Err(CardError::Refused { .. }) => Ok(()),
        Err(error) => Err(JobFailure::temporary(error)),
    }
}
