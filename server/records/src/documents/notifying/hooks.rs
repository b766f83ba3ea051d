//! The hooks of other modules, called in the transaction of a change.

use crate::documents::stored::StoredDocument;
use crate::documents::today;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::{
    DocumentChanged, DocumentIssued, DocumentRef, IssueEmail, LinkOpened, PaymentCounted,
};
use plumbline_platform::ids::PaymentId;
use plumbline_platform::state::AppState;

fn to_subject(stored: &StoredDocument) -> DocumentRef {
    DocumentRef { user_id: stored.row.user_id.clone(), kind: stored.kind, id: stored.row.id.clone() }
}

/// Calls the hooks for a document that was written.
pub async fn run_changed(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
) -> Result<(), ApiError> {
    let event =
        DocumentChanged { document: to_subject(stored), amounts_due: stored.payable_amounts(today(state)?) };
    state.hooks.run_changed(state, tx, &event).await
}

/// Calls the hooks for a document that is being issued or sent, with the email or only as a link.
pub async fn run_issued(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    issue_email: Option<IssueEmail>,
) -> Result<(), ApiError> {
    let event = DocumentIssued { document: to_subject(stored), email: issue_email };
    state.hooks.run_issued(state, tx, &event).await
}

/// Calls the hooks for a payment that was written and counts from now on.
pub async fn run_paid(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment_id: &PaymentId,
) -> Result<(), ApiError> {
    let event = PaymentCounted { document: to_subject(stored), payment_id: payment_id.clone() };
    state.hooks.run_paid(state, tx, &event).await
}

/// Calls the hooks for the first time a person opens its link.
pub async fn run_opened(state: &AppState, tx: &mut WriteTx, stored: &StoredDocument) -> Result<(), ApiError> {
    let event = LinkOpened { document: to_subject(stored) };
    state.hooks.run_opened(state, tx, &event).await
}
