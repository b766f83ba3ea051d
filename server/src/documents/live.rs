//! What open pages are told of documents, by the names of `spec.md`, section 7.

use super::kind::Kind;
use super::stored::Stored;
use crate::db::{DbResult, WriteTx};
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
    fn name(self, kind: Kind) -> &'static str {
        match (self, kind) {
            (Self::Updated, Kind::Quote) => "quote_updated",
            (Self::Updated, Kind::Invoice) => "invoice_updated",
            (Self::Status, _) => "status_update",
            (Self::PaymentReceived, _) => "payment_received",
            (Self::PaymentConfirmed, _) => "payment_confirmed",
        }
    }
}

/// Tells the customer's pages and the business's windows, when this transaction commits.
///
/// # Errors
/// When the database fails.
pub async fn announce(tx: &mut WriteTx, stored: &Stored, event: Event) -> DbResult<()> {
    let announcement = Announcement {
        event: event.name(stored.kind).to_owned(),
        user_id: stored.row.user_id.clone(),
        kind: stored.kind.word().to_owned(),
        id: stored.row.id.clone(),
    };
    live::announce(tx, &announcement).await
}
