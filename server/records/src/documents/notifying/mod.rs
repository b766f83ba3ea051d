//! Who learns of a change to a document: open pages, the list of activities, the business's notifications, and the
//! modules with hooks.

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use serde_json::json;

use crate::activities;
use crate::documents::store::{self, variations};
use crate::documents::stored::StoredDocument;
use crate::documents::today;
use crate::notifications::{self, NewNotification, NotificationKind};
use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::{DocumentChanged, DocumentRef, PaymentCounted};
use plumbline_platform::ids::{DocumentId, PaymentId, UserId};
use plumbline_platform::live::{self, Announcement};
use plumbline_platform::state::AppState;

// What a customer did to a document, as a notification to the business.

/// Notifies the business of a change that this transaction makes to a document, with the amount concerned.
pub async fn notify_business(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    (kind, amount): (NotificationKind, Pence),
) -> Result<(), ApiError> {
    let row = &stored.row;
    let news = NewNotification {
        kind,
        subject: (stored.kind.code(), row.id.as_str()),
        number: row.number.as_deref().unwrap_or_default(),
        who: row.customer_name.as_deref().unwrap_or_default(),
        amount,
    };
    notifications::notify(state, tx, &row.user_id, news).await
}

/// Records an activity for a document that the caller hasn't read.
pub async fn record_by_id(
    state: &AppState,
    conn: &mut Conn,
    event: &str,
    (user_id, kind, id): (&UserId, DocumentKind, &DocumentId),
) -> Result<(), ApiError> {
    let Some((number, customer, total)) = store::find_reference(conn, id).await? else {
        return Ok(());
    };
    let data = json!({ "number": number, "contactName": customer, "amount": Pence(total) });
    activities::record(state, conn, user_id, event, (kind.code(), id.as_str()), &data).await
}

/// Records an activity for a document, with the data that its line in the list needs. `words` contains what a customer
/// entered (name, reason), each under its field name.
pub async fn record(
    state: &AppState,
    conn: &mut Conn,
    event: &str,
    stored: &StoredDocument,
    words: &[(&str, &str)],
) -> Result<(), ApiError> {
    let row = &stored.row;
    let mut data = json!({
        "number": row.number,
        "contactName": row.customer_name,
        "amount": Pence(row.total_amount),
    });
    for (name, text) in words {
        data[*name] = json!(text);
    }
    activities::record(state, conn, &row.user_id, event, (stored.kind.code(), row.id.as_str()), &data).await
}

// The hooks of other modules, called in the transaction of a change.

fn to_subject(stored: &StoredDocument) -> DocumentRef {
    DocumentRef { user_id: stored.row.user_id.clone(), kind: stored.kind, id: stored.row.id.clone() }
}

/// Calls the hooks for a document that was written. A draft has none: nobody can pay it or be reminded of it yet.
pub async fn run_changed(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
) -> Result<(), ApiError> {
    if stored.is_draft() {
        return Ok(());
    }
    let event =
        DocumentChanged { document: to_subject(stored), amounts_due: stored.payable_amounts(today(state)?) };
    state.hooks().run_changed(state, tx, &event).await
}

/// Calls the hooks for a payment that was written and counts from now on.
pub async fn run_paid(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment_id: &PaymentId,
) -> Result<(), ApiError> {
    let event = PaymentCounted { document: to_subject(stored), payment_id: payment_id.clone() };
    state.hooks().run_paid(state, tx, &event).await
}

// The events about documents that are sent to open pages, by the names in `docs/product.md`, section 7.

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
