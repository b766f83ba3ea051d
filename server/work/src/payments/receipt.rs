//! Emailing the customer a receipt for a payment that the business recorded.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;

use super::payment_documents::PaymentDocuments;
use crate::emails;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::events;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::reading::get::respond_with_document;
use plumbline_records::documents::reading::response::DocumentResponse;
use plumbline_records::documents::store::payments::{self, PaymentStatus, RecordedBy};
use plumbline_records::documents::stored::StoredDocument;

/// Emails the customer a receipt, once: repeating the request is not an error and sends nothing. A customer who
/// recorded the payment, or paid it by card, already has a receipt.
#[utoipa::path(post, path = "/{id}/payments/{pid}/receipt", tag = "documents", responses(
    (status = 200, body = DocumentResponse), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_receipt(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path((id, pid)): Path<(String, String)>,
) -> Result<Json<DocumentResponse>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let books = PaymentDocuments::lock(&mut tx, &user.id, kind, &id).await?;
    let payment = payments::find(&mut tx, &books.stored.row.id, &pid).await?;
    let payment = payment.ok_or_else(|| ApiError::not_found("Payment"))?;
    if payment.receipt_to.is_some() {
        drop(tx);
        return respond_with_document(&state, books.stored).await;
    }
    if payment.status != PaymentStatus::Confirmed || payment.remaining() <= 0 {
        let msg = "This payment doesn’t count, so there is no receipt for it.";
        return Err(ApiError::conflict("not_confirmed", msg));
    }
    if payment.recorded_by == RecordedBy::Customer {
        let msg = "The customer already has a receipt for this payment.";
        return Err(ApiError::conflict("has_receipt", msg));
    }
    let (stored, _) = books.customer_document(&payment);
    if stored.is_draft() {
        let msg = "Send the document first: the receipt links to it.";
        return Err(ApiError::conflict("not_sent", msg));
    }
    let (to, email) = emails::queue_requested_receipt(&state, &mut tx, stored, &payment).await?;
    payments::set_receipt(&mut tx, payment.original_id(), &to).await?;
    let amount = Pence(payment.amount).to_string();
    let words = [("amount", amount.as_str()), ("email", email.as_str())];
    events::record(&state, &mut tx, "payment_receipted", &books.stored, &words).await?;
    announce_event(&mut tx, &books.stored, DocumentEvent::Status).await?;
    tx.commit().await?;
    // Read again after the change, which includes who the receipt was sent to.
    let mut conn = state.db.read().await?;
    let stored = StoredDocument::find(&mut conn, &user.id, kind, &id).await?;
    drop(conn);
    respond_with_document(&state, stored).await
}
