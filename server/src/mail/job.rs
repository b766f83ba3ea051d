//! The job: delivers a queued mail. Its payload is a [`Mail`]; the job's id goes with the message, so
//! that a mail server that was told twice can tell.

use super::{Mail, send};
use crate::jobs::{Duty, Failure, JobKind, Lane};
use crate::state::Services;

/// A mail.
pub(super) const MAIL: JobKind = JobKind::new("mail", Lane::Ordinary);

/// What this service does.
pub(crate) const DUTIES: &[Duty] = &[Duty::new(MAIL, |state, task| {
    Box::pin(deliver(state, task.payload, task.id))
})];

async fn deliver(services: &Services, payload: &str, id: &str) -> Result<(), Failure> {
    let mail: Mail = serde_json::from_str(payload).map_err(Failure::for_good)?;
    send(services, &mail, id).await
}
