//! The jobs. One delivers a queued email: its payload is a [`Mail`], and the job's id goes with the message, so
//! that a mail server that receives it twice can tell. The other deletes the files of an account's emails.

use serde::{Deserialize, Serialize};

use super::{Mail, deliver_in_job};
use crate::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Task};
use crate::state::Services;

/// The job that sends an email.
pub(super) const SEND_MAIL: JobKind = JobKind::new("mail", Lane::Ordinary);

/// The payload of that job.
#[derive(Serialize, Deserialize)]
pub(super) struct QueuedMail {
    #[serde(flatten)]
    pub mail: Mail,
    /// When the email becomes useless, milliseconds since the epoch; `None`: never.
    #[serde(default)]
    pub until: Option<i64>,
}

/// The job that removes an account's written emails. Its payload is the name of their list.
pub(super) const FORGET_MAILS: JobKind = JobKind::new("forget_mails", Lane::Bulk);

/// The job that removes a deleted account's last email, whether or not it was sent. Its payload is the email's id.
pub(super) const WITHDRAW_MAIL: JobKind = JobKind::new("withdraw_mails", Lane::Bulk);

/// The job handlers of this service.
pub const JOB_HANDLERS: &[JobHandler] = &[
    JobHandler::new(SEND_MAIL, |state, task| Box::pin(deliver(state, task))),
    JobHandler::new(FORGET_MAILS, |state, task| {
        Box::pin(async { state.mailer.remove_list(task.payload).await.map_err(JobFailure::temporary) })
    }),
    JobHandler::new(WITHDRAW_MAIL, |state, task| Box::pin(withdraw(state, task))),
];

/// Cancels an email that could not be sent. For one that was sent, removes the file, and what the database's log still
/// contains.
async fn withdraw(services: &Services, task: Task<'_>) -> Result<(), JobFailure> {
    let done = async {
        let mut tx = services.db.begin_write().await?;
        jobs::store::delete(&mut tx, task.payload).await?;
        tx.commit().await?;
        services.db.truncate_log().await
    };
    done.await.map_err(JobFailure::temporary)?;
    let removed = services.mailer.remove(task.payload).await;
    removed.map_err(JobFailure::temporary)
}

async fn deliver(services: &Services, task: Task<'_>) -> Result<(), JobFailure> {
    let queued: QueuedMail = serde_json::from_str(task.payload).map_err(JobFailure::permanent)?;
    if queued.until.is_some_and(|until| services.clock.now_ms() >= until) {
        tracing::info!(mail = task.id, "a mail is left out: it came to be of no use");
        return Ok(());
    }
    deliver_in_job(services, &queued.mail, task).await
}
