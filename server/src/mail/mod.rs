//! Mail. A capability queues a mail in the transaction that causes it ([`enqueue`]); the job
//! worker delivers it by SMTP, or, without `SMTP_URL`, as a whole `.eml` file under `data/mail/`.

mod deliver;
pub mod message;

pub use deliver::{DeliveryError, Mailer};
pub use message::{Attachment, Mail};

use crate::db::WriteTx;
use crate::error::ApiError;
use crate::jobs::{self, Failure, JobKind};
use crate::state::Services;

/// Queues a mail: it is sent once the transaction is committed, and only then.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue(services: &Services, tx: &mut WriteTx, mail: &Mail) -> Result<(), ApiError> {
    let payload = serde_json::to_string(mail)?;
    jobs::enqueue(services, tx, JobKind::Mail, &payload).await?;
    Ok(())
}

/// Does the job that [`enqueue`] queued.
pub(crate) async fn deliver(services: &Services, payload: &str, id: &str) -> Result<(), Failure> {
    let mail: Mail = serde_json::from_str(payload).map_err(Failure::for_good)?;
    send(services, &mail, id).await
}

/// Delivers a mail inside the job `id`.
///
/// # Errors
/// Says whether trying again may help.
pub async fn send(services: &Services, mail: &Mail, id: &str) -> Result<(), Failure> {
    let done = services.mailer.deliver(mail, id).await;
    done.map_err(|error| match error {
        DeliveryError::Message(_) => Failure::for_good(error),
        _ => Failure::for_now(error),
    })
}
