//! The job that closes a session at Stripe which no row knows any more. Its payload is its account and its id.

use plumbline_platform::jobs::{Duty, Failure, JobKind, Lane};
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;

/// The job that closes a session.
pub(super) const KIND: JobKind = JobKind::new("card_session", Lane::Ordinary);

/// The handler of the job.
pub(super) const DUTY: Duty = Duty::new(KIND, |state, task| {
    Box::pin(close_session(state, task.payload))
});

async fn close_session(state: &AppState, payload: &str) -> Result<(), Failure> {
    let Some((account_id, session_id)) = payload.split_once(' ') else {
        return Err(Failure::for_good("a session that is none"));
    };
    match state.card.expire(account_id, session_id).await {
        // Refused: the session is already closed, or was paid, and the business has the money.
        Ok(()) | Err(CardError::Refused { .. }) => Ok(()),
        Err(error) => Err(Failure::for_now(error)),
    }
}
