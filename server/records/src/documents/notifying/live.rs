//! The events about documents that are sent to open pages, by the names in `docs/product.md`, section 7.

use plumbline_core::kind::DocumentKind;

use crate::documents::store::variations;
use crate::documents::stored::StoredDocument;
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::live::{self, Announcement};

/// A change to a document that live updates announce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentEvent {
    /// Its contents changed.
    Updated,
    /// Its status changed.
    Status,
    /// A payment was recorded and awaits confirmation.
    PaymentReceived,
    /// A payment was confirmed.
    PaymentConfirmed,
    /// A person opened its link for the first time.
    Opened,
    /// Its customer asked a question, or was sent a reply.
    Question,
}

impl DocumentEvent {
    fn name(self, kind: DocumentKind) -> String {
        match self {
            Self::Updated => format!("{}_updated", kind.code()),
            Self::Status => "status_update".to_owned(),
            Self::PaymentReceived => "payment_received".to_owned(),
            Self::PaymentConfirmed => "payment_confirmed".to_owned(),
            Self::Opened => format!("{}_opened", kind.code()),
            Self::Question => format!("{}_question", kind.code()),
        }
    }
}

/// Sends a live update to the customer's page and the business's windows once this transaction commits. If a quote's
/// status changes, so may the agreed work of its job, so the pages of its pending variations are updated too.
pub async fn announce_event(tx: &mut WriteTx, stored: &StoredDocument, event: DocumentEvent) -> DbResult<()> {
    let row = &stored.row;
    announce_by_id(tx, (&row.user_id, stored.kind, &row.id), event).await?;
    if stored.kind == DocumentKind::Quote && event == DocumentEvent::Status {
        let job = row.variation_of_id.as_ref().unwrap_or(&row.id);
        for waiting in variations::list_awaiting_answer(tx, job).await? {
            if waiting != row.id {
                announce_by_id(tx, (&row.user_id, DocumentKind::Quote, &waiting), DocumentEvent::Updated)
                    .await?;
            }
        }
    }
    Ok(())
}

/// The same for a document that the caller hasn't read.
pub async fn announce_by_id(
    tx: &mut WriteTx,
    (user_id, kind, id): (&UserId, DocumentKind, &DocumentId),
    event: DocumentEvent,
) -> DbResult<()> {
    let announcement = Announcement {
        event: event.name(kind),
        user_id: user_id.clone(),
        document: Some(live::LiveDocument { kind, id: id.clone() }),
        plan: None,
    };
    live::announce(tx, &announcement).await
}
