//! The job that emails an account's owner when the details that customers pay into have changed. Its payload is the
//! business profile's id.

use super::{emails, store};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::ProfileId;
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::mail;
use plumbline_platform::state::AppState;
use plumbline_records::profiles::{self, BANK_CHANGED_JOB};

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(BANK_CHANGED_JOB, |state, task| {
    Box::pin(async { send(state, task.payload).await.map_err(super::retry_later) })
});

async fn send(state: &AppState, payload: &str) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    let id: ProfileId = payload.parse().map_err(ApiError::internal)?;
    if let Some(profile) = profiles::store::find_by_id(&mut tx, &id).await?
        && let Some(user) = store::find(&mut tx, &profile.user_id).await?
    {
        let link = state.link_to(&format!("/settings/business-profiles/{}", profile.id));
        let from = profiles::bank::find_waiting_until(&mut tx, &profile.user_id, &profile.id).await?;
        let email = emails::compose_bank_changed(state, &user, (&profile.name, from.as_deref()), link)?;
        mail::enqueue(state, &mut tx, &email).await?;
    }
    tx.commit().await?;
    Ok(())
}
