//! The jobs. One delivers a queued mail: its payload is a [`Mail`], and its id goes with the message,
//! so that a mail server that was told twice can tell. The other removes what was written of an
//! account's mails.

use serde::{Deserialize, Serialize};

use super::{Mail, send};
use crate::jobs::{Duty, Failure, JobKind, Lane, Task};
use crate::state::Services;

/// A mail.
pub(super) const MAIL: JobKind = JobKind::new("mail", Lane::Ordinary);

/// Its payload.
#[derive(Serialize, Deserialize)]
pub(super) struct Queued {
    #[serde(flatten)]
    pub mail: Mail,
    /// When it is of no use any more, milliseconds since the epoch; none: it always is.
    #[serde(default)]
    pub until: Option<i64>,
}

/// The end of an account's written mails. Its payload is the name of their list.
pub(super) const FORGET: JobKind = JobKind::new("forget_mails", Lane::Bulk);

/// What this service does.
pub(crate) const DUTIES: &[Duty] = &[
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
];

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
