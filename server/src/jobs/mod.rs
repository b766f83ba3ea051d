//! Work in the background. A job is a row written in the transaction that causes it, so that a
//! crash loses none; a worker does it at least once, again after a while when it fails.

mod store;
mod worker;

pub use worker::{Worker, run_due};

use crate::db::{DbResult, WriteTx};
use crate::state::Services;

/// What a job does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JobKind {
    /// Delivers a mail; the payload is a [`crate::mail::Mail`].
    Mail,
}

impl JobKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::Mail => "mail",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        match text {
            "mail" => Some(Self::Mail),
            _ => None,
        }
    }
}

/// Queues a job; the worker sees it once the transaction is committed.
///
/// # Errors
/// When the database refuses.
pub async fn enqueue(
    services: &Services,
    tx: &mut WriteTx,
    kind: JobKind,
    payload: &str,
) -> DbResult<()> {
    let now = services.clock.now_ms();
    store::insert(tx, &services.ids.new_id(), kind.as_str(), payload, now).await?;
    tx.wake_jobs();
    Ok(())
}
