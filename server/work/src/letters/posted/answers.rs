//! The job that sends a reply of support. The email is Plumbline's own, so it does not count towards an account's
//! allowance.

use crate::letters::posted;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, Duty, Failure, JobKind, Lane, Task};
use plumbline_platform::mail::{Mail, send};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::mails::About;

/// The job that sends a reply of support.
const KIND: JobKind = JobKind::new("support_mail", Lane::Ordinary);

/// The handler of the job.
pub(in crate::letters) const DUTY: Duty =
    Duty::new(KIND, |state, task| Box::pin(deliver(state, task))).noted(posted::note);

/// Queues the email with the reply to an account's question.
pub async fn queue(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    (question, answer): (&str, &str),
    mail: &Mail,
) -> Result<(), ApiError> {
    let id = state.ids.new_id();
    let about = (About::SupportAnswer, question, answer);
    posted::wait_about(state, tx, user_id, about, (&id, mail)).await?;
    let payload = serde_json::to_string(mail)?;
    jobs::enqueue_as(state, tx, (&id, user_id), (KIND, &payload), None).await?;
    Ok(())
}

async fn deliver(state: &AppState, task: Task<'_>) -> Result<(), Failure> {
    let mail: Mail = serde_json::from_str(task.payload).map_err(Failure::for_good)?;
    let mail = posted::to_receiver(state, task.id, mail).await?;
    send(state, &mail, task).await?;
    posted::sent(state, task.id).await
}
