//! The job that emails a new verification code, if the address is waiting for one. Its payload is the address as
//! addresses are compared. It is looked up here, so that the response to the request is the same, and as quick, for
//! every address.

use super::send_verification::verify_link;
use super::{code, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::jobs::{JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;

/// The job that sends a requested code.
pub(super) const KIND: JobKind = JobKind::new("verification", Lane::Urgent);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async { send(state, task.payload).await.map_err(super::retry_later) })
});

async fn send(state: &AppState, email_key: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    let user = store::find_by_email(&mut tx, email_key).await?;
    if let Some(user) = user.filter(|user| user.verified_at.is_none()) {
        let link = verify_link(state, &user.email);
        code::send_code(state, &link, &mut tx, (&user).into()).await?;
    }
    tx.commit().await?;
    Ok(())
}
