//! The jobs. One delivers a queued email: its payload is a [`Mail`], and the job's id goes with the message, so
//! that a mail server that receives it twice can tell. The other deletes the files of an account's emails.

use serde::{Deserialize, Serialize};

use super::{Mail, send};
use crate::jobs::{self, Duty, Failure, JobKind, Lane, Task};
use crate::state::Services;

/// The job that sends an email.
pub(super) const MAIL: JobKind = JobKind::new("mail", Lane::Ordinary);

/// The payload of that job.
#[derive(Serialize, Deserialize)]
pub(super) struct Queued {
    #[serde(flatten)]
    pub mail: Mail,
    /// When the email becomes useless, milliseconds since the epoch; `None`: never.
    #[serde(default)]
    pub until: Option<i64>,
}

/// The job that removes an account's written emails. Its payload is the name of their list.
pub(super) const FORGET: JobKind = JobKind::new("forget_mails", Lane::Bulk);

/// The job that removes a deleted account's last email, whether or not it was sent. Its payload is the email's id.
pub(super) const WITHDRAW: JobKind = JobKind::new("withdraw_mails", Lane::Bulk);

/// The job handlers of this service.
pub const DUTIES: &[Duty] = &[
    Duty::new(MAIL, |state, task| Box::pin(deliver(state, task))),
    Duty::new(FORGET, |state, task| {
        Box::pin(async {
            state
                .mailer
                .forget(task.payload)
                .await
                .map_err(Failure::for_now)
        })
    }),
    Duty::new(WITHDRAW, |state, task| Box::pin(withdraw(state, task))),
];

/// Cancels an email that could not be sent. For one that was sent, removes the file, and what the database's log still
/// contains.
async fn withdraw(services: &Services, task: Task<'_>) -> Result<(), Failure> {
    let done = async {
        let mut tx = services.db.begin_write().await?;
        jobs::store::delete(&mut tx, task.payload).await?;
        tx.commit().await?;
        services.db.empty_log().await
    };
    done.await.map_err(Failure::for_now)?;
    let removed = services.mailer.remove(task.payload).await;
    removed.map_err(Failure::for_now)
}

async fn deliver(services: &Services, task: Task<'_>) -> Result<(), Failure> {
    let queued: Queued = serde_json::from_str(task.payload).map_err(Failure::for_good)?;
    if queued
        .until
        .is_some_and(|until| services.clock.now_ms() >= until)
    {
        tracing::info!(
            mail = task.id,
            "a mail is left out: it came to be of no use"
        );
        return Ok(());
    }
    send(services, &queued.mail, task).await
}
