//! Withdrawing a payment that the customer recorded by mistake.

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::present::public::PublicDocument;
use plumbline_core::status::PaymentMethod;

use crate::emails::notice;
use crate::payments::payment_documents::PaymentDocuments;
use crate::public::link::Link;
use crate::public::response::PublicResponse;
use crate::public::{count_action, respond};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::business;
use plumbline_records::documents::notifying::events;
use plumbline_records::documents::notifying::live::DocumentEvent;
use plumbline_records::documents::store::payments::{self, PaymentStatus, RecordedBy};
use plumbline_records::notifications;

/// Withdraws a recorded payment about which the business has not decided. Repeating the request is not an error.
#[utoipa::path(post, path = "/public/{token}/payment/{payment}/withdraw", tag = "public",
    params(("token" = String, Path), ("payment" = String, Path)), responses(
    (status = 200, body = PublicResponse, description = "As the GET"), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn withdraw(
    State(state): State<AppState>,
    address: ClientAddress,
    Extension(kind): Extension<DocumentKind>,
    link: Link,
) -> Result<Json<PublicDocument>, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    count_action(&state, kind, &link.token).await?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut books = PaymentDocuments::lock_public(&mut tx, kind, &link.token).await?;
    let payment = payments::find(&mut tx, &books.stored.row.id, &link.payment).await?;
    // The customer can't withdraw the business's own records, or a card payment.
    let payment = payment
        .filter(|p| p.recorded_by == RecordedBy::Customer && p.method != PaymentMethod::Stripe)
        .ok_or_else(|| ApiError::not_found("Payment"))?;
    if payment.withdrawn_at.is_some() {
        drop(tx);
        return respond(&state, &books.stored).await;
    }
    if !payments::withdraw(&mut tx, payment.original_id(), now).await? {
        return Err(already_decided(payment.status));
    }
    books.apply_payment(&state, &mut tx, &payment, DocumentEvent::Status, now).await?;
    let stored = books.stored;
    let words = [("amount", &*Pence(payment.amount).to_string())];
    events::record(&state, &mut tx, "payment_withdrawn", &stored, &words).await?;
    let withdrawn = (notifications::NotificationKind::PaymentWithdrawn, Pence(payment.amount));
    business::notify_business(&state, &mut tx, &stored, withdrawn).await?;
    let sentence = crate::public::describe_action(&stored, "took back a recorded payment for");
    let which = crate::public::payment_text(&payment);
    notice::notify_of_payment(&state, &mut tx, &stored, sentence, which).await?;
    tx.commit().await?;
    respond(&state, &stored).await
}

fn already_decided(status: PaymentStatus) -> ApiError {
    if status == PaymentStatus::Confirmed {
        ApiError::conflict("already_confirmed", "The business has already confirmed this payment.")
    } else {
        ApiError::conflict("already_rejected", "The business has already rejected this payment.")
    }
}
