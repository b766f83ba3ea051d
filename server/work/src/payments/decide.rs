//! What the business decides about a payment: confirming or rejecting what a customer recorded, and undoing that.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::status::payment::PaymentAction;

use super::carry::{self, PaymentDocuments};
use crate::emails;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::ids::{DocumentId, PaymentId, UserId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::payment::payment_state;
use plumbline_records::documents::reading::respond_with_document;
use plumbline_records::documents::reading::response::DocumentResponse;
use plumbline_records::documents::status::{Step, transition_error};
use plumbline_records::documents::store::payments::{self, PaymentRow, PaymentStatus};
use plumbline_records::documents::store::takings;
use plumbline_records::documents::stored::StoredDocument;

/// Confirms a payment that a customer recorded.
#[utoipa::path(post, path = "/{id}/payments/{pid}/confirm", tag = "documents",
    params(("id" = String, Path), ("pid" = String, Path)), responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn confirm(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, (id, pid)): DocumentPath<(DocumentId, PaymentId)>,
) -> Result<Json<DocumentResponse>, ApiError> {
    let which = (&user.id, kind, &id, &pid);
    let stored = decide(&state, which, PaymentDecision::Confirm).await?;
    respond_with_document(&state, stored).await
}

/// Rejects a payment that a customer recorded; they may record it again.
#[utoipa::path(post, path = "/{id}/payments/{pid}/reject", tag = "documents",
    params(("id" = String, Path), ("pid" = String, Path)), responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn reject(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, (id, pid)): DocumentPath<(DocumentId, PaymentId)>,
) -> Result<Json<DocumentResponse>, ApiError> {
    let which = (&user.id, kind, &id, &pid);
    let stored = decide(&state, which, PaymentDecision::Reject).await?;
    respond_with_document(&state, stored).await
}

/// Undoes, a moment later, the confirmation of a payment: it is pending again.
#[utoipa::path(post, path = "/{id}/payments/{pid}/unconfirm", tag = "documents",
    params(("id" = String, Path), ("pid" = String, Path)), responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn unconfirm(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, (id, pid)): DocumentPath<(DocumentId, PaymentId)>,
) -> Result<Json<DocumentResponse>, ApiError> {
    let which = (&user.id, kind, &id, &pid);
    let stored = decide(&state, which, PaymentDecision::Unconfirm).await?;
    respond_with_document(&state, stored).await
}

/// The decision of the business.
#[derive(Debug, Clone, Copy)]
pub(super) enum PaymentDecision<'a> {
    /// The money has arrived.
    Confirm,
    /// The money has not arrived.
    Reject,
    /// The payment was confirmed by mistake a moment ago.
    Unconfirm,
    /// The payment was confirmed by mistake; with the reason, for the customer to read.
    Remove(&'a str),
}

impl PaymentDecision<'_> {
    fn action(self) -> PaymentAction {
        match self {
            PaymentDecision::Confirm => PaymentAction::Confirm,
            PaymentDecision::Reject => PaymentAction::Reject,
            PaymentDecision::Unconfirm => PaymentAction::Unconfirm,
            PaymentDecision::Remove(_) => PaymentAction::Remove,
        }
    }
}

/// Decides about a payment (account, kind, document, payment) and returns the document afterwards. The same decision
/// again is not an error and changes nothing.
///
/// # Errors
/// 404; 409 with core's code for a transition that is not legal; `exceeds_balance` if confirming would take more than
/// is due, `payment_pending` if another payment is already pending.
pub(super) async fn decide(
    state: &AppState,
    (user_id, kind, document_id, payment_id): (&UserId, DocumentKind, &DocumentId, &PaymentId),
    verdict: PaymentDecision<'_>,
) -> Result<StoredDocument, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut books = PaymentDocuments::lock(&mut tx, user_id, kind, document_id).await?;
    let payment = payments::find(&mut tx, &books.stored.row.id, payment_id).await?;
    let payment = payment.ok_or_else(|| ApiError::not_found("Payment"))?;
    let is_carried = books.is_carried(&mut tx, &payment).await?;
    let current_state = payment_state(&payment, &books.stored, is_carried, now);
    if current_state.is_done(verdict.action()) {
        return Ok(books.stored);
    }
    current_state.check(verdict.action()).map_err(transition_error)?;
    let today = plumbline_records::documents::today(state)?;
    books.stored.take_step(Step::DecidePayment, today)?;
    check_fits(&books, &payment, verdict)?;
    // Nothing has been written so far, and nothing is refused from here on.
    save_decision(&mut tx, &payment, verdict, now).await?;
    let event = match verdict {
        PaymentDecision::Confirm => DocumentEvent::PaymentConfirmed,
        PaymentDecision::Reject => DocumentEvent::Updated,
        PaymentDecision::Unconfirm | PaymentDecision::Remove(_) => DocumentEvent::Status,
    };
    books.apply_payment(state, &mut tx, &payment, event, now).await?;
    notify_customer(state, &mut tx, &books, &payment, verdict).await?;
    tx.commit().await?;
    Ok(books.stored)
}

/// Checks that a confirmed payment is no more than is due, and that a payment which is to be pending again is the only
/// one.
fn check_fits(
    books: &PaymentDocuments,
    payment: &PaymentRow,
    verdict: PaymentDecision<'_>,
) -> Result<(), ApiError> {
    let due = books.stored.totals.balance_due;
    match verdict {
        PaymentDecision::Confirm if Pence(payment.amount) > due => {
            let due = format_gbp(due);
            let msg = format!("Only {due} is still due, so you can’t confirm this payment.");
            Err(ApiError::conflict("exceeds_balance", msg))
        }
        PaymentDecision::Unconfirm if books.has_pending(payment) => Err(super::pay::payment_pending()),
        _ => Ok(()),
    }
}

async fn save_decision(
    tx: &mut WriteTx,
    payment: &PaymentRow,
    verdict: PaymentDecision<'_>,
    now: i64,
) -> Result<(), ApiError> {
    let id = payment.original_id();
    match verdict {
        PaymentDecision::Confirm => {
            payments::decide(tx, id, PaymentStatus::Confirmed, now).await?;
        }
        PaymentDecision::Reject => {
            payments::decide(tx, id, PaymentStatus::Rejected, now).await?;
        }
        PaymentDecision::Unconfirm => {
            payments::unconfirm(tx, id).await?;
            takings::delete_payment(tx, id).await?;
        }
        PaymentDecision::Remove(reason) => {
            payments::remove(tx, id, reason, now).await?;
            takings::delete_payment(tx, id).await?;
        }
    }
    Ok(())
}

/// Notifies the customer, about the document that they have, and records the activity.
async fn notify_customer(
    state: &AppState,
    tx: &mut WriteTx,
    books: &PaymentDocuments,
    payment: &PaymentRow,
    verdict: PaymentDecision<'_>,
) -> Result<(), ApiError> {
    let (stored, id) = books.customer_document(payment);
    let amount = Pence(payment.amount).to_string();
    let mut words = vec![("amount", &*amount)];
    let event = match verdict {
        PaymentDecision::Confirm => "payment_confirmed",
        PaymentDecision::Reject => "payment_rejected",
        PaymentDecision::Unconfirm => "payment_unconfirmed",
        PaymentDecision::Remove(reason) => {
            words.push(("reason", reason));
            "payment_removed"
        }
    };
    notifying::record(state, tx, event, &books.stored, &words).await?;
    match verdict {
        PaymentDecision::Confirm => {
            carry::count_on_invoice(state, tx, stored, id).await?;
            notifying::run_paid(state, tx, stored, id).await?;
            emails::schedule_receipt(state, tx, stored, id).await
        }
        PaymentDecision::Reject => emails::queue_payment_not_received(state, tx, stored, payment).await,
        PaymentDecision::Unconfirm => emails::queue_receipt_correction(state, tx, stored, payment).await,
        PaymentDecision::Remove(reason) => {
            emails::queue_payment_removed(state, tx, stored, payment, reason).await
        }
    }
}
