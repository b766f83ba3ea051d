//! What open pages are told of documents, by the names of `spec.md`, section 7.

use plumbline_core::kind::Kind;

use crate::db::{DbResult, WriteTx};
use crate::documents::stored::Stored;
use crate::live::{self, Announcement};

/// What happened to a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// What the document says changed.
    Updated,
    /// Its status changed.
    Status,
    /// A payment was recorded and waits for its confirmation.
    PaymentReceived,
    /// A payment was confirmed.
    PaymentConfirmed,
}

impl Event {
    fn name(self, kind: Kind) -> String {
        match self {
            Self::Updated => format!("{}_updated", kind.word()),
            Self::Status => "status_update".to_owned(),
            Self::PaymentReceived => "payment_received".to_owned(),
            Self::PaymentConfirmed => "payment_confirmed".to_owned(),
        }
    }
}

/// Tells the customer's pages and the business's windows, when this transaction commits.
///
/// # Errors
/// When the database fails.
pub async fn announce(tx: &mut WriteTx, stored: &Stored, event: Event) -> DbResult<()> {
    let announcement = Announcement {
        event: event.name(stored.kind),
        user_id: stored.row.user_id.clone(),
        kind: stored.kind,
        id: stored.row.id.clone(),
    };
    live::announce(tx, &announcement).await
}
