//! The job that sends a reply of support. The email is Plumbline's own, so it does not count towards an account's
//! allowance.

use crate::emails::tracking;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Task};
use plumbline_platform::mail::{Mail, deliver_in_job};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::posted_emails::EmailTopic;

/// The job that sends a reply of support.
const KIND: JobKind = JobKind::new("support_mail", Lane::Ordinary);

/// The handler of the job.
pub(in crate::emails) const JOB_HANDLER: JobHandler =
    JobHandler::new(KIND, |state, task| Box::pin(deliver(state, task)))
        .with_failure_hook(tracking::record_outcome);

/// Queues the email with the reply to an account's question.
pub async fn queue_answer(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    (question, answer): (&str, &str),
    mail: &Mail,
) -> Result<(), ApiError> {
    let id = state.ids.new_id();
    let about = (EmailTopic::SupportAnswer, question, answer);
    tracking::track_about(state, tx, user_id, about, (&id, mail)).await?;
    let payload = serde_json::to_string(mail)?;
    jobs::enqueue_with_id(state, tx, (&id, user_id), (KIND, &payload), None).await?;
    Ok(())
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), JobFailure> {
    let mail: Mail = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
    let mail = tracking::with_current_receiver(state, task.id, mail).await?;
    deliver_in_job(state, &mail, task).await?;
    tracking::set_sent(state, task.id).await
}
