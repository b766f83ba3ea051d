//! POST /api/quotes/{id}/payments/{pid}/given-back: what the business refunded of a payment for a cancelled job.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::money::text::format_gbp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::payments::payment_documents::PaymentDocuments;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::events;
use plumbline_records::documents::notifying::live::DocumentEvent;
use plumbline_records::documents::reading::get::respond_with_document;
use plumbline_records::documents::reading::payment::can_give_back;
use plumbline_records::documents::reading::response::{DocumentResponse, Quote};
use plumbline_records::documents::store::payments::{self, PaymentRow, PaymentStatus};

/// How much was refunded.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CancellationRefundInput {
    /// Pounds, of the payment in total: from 0, if nothing was refunded after all, to the whole payment.
    #[schema(value_type = String)]
    pub amount: Number,
}

/// Sets how much of a payment was refunded by hand, in total, after its job was cancelled: the rest of the payment
/// counts. The money itself is paid elsewhere; payments through Stripe are refunded through Stripe. Repeating the
/// request with the same amount is not an error and changes nothing.
#[utoipa::path(post, path = "/{id}/payments/{pid}/given-back", tag = "documents", request_body = CancellationRefundInput,
    responses((status = 200, body = Quote), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn record_cancellation_refund(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((id, pid)): Path<(String, String)>,
    ApiJson(input): ApiJson<CancellationRefundInput>,
) -> Result<Json<DocumentResponse>, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut books = PaymentDocuments::lock(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    let payment = payments::find(&mut tx, &books.stored.row.id, &pid).await?;
    let payment = payment.ok_or_else(|| ApiError::not_found("Payment"))?;
    let is_carried = books.is_carried(&mut tx, &payment).await?;
    if books.stored.row.cancelled_date.is_none() {
        let text = "It wasn’t cancelled, so there is nothing to refund here.";
        return Err(ApiError::conflict("not_cancelled", text));
    }
    if books.stored.row.archived {
        let text = "This quote is archived. Restore it first.";
        return Err(ApiError::conflict("archived", text));
    }
    if payment.status != PaymentStatus::Confirmed {
        let text = "Nobody has confirmed this payment, so there is nothing to refund: decline it instead.";
        return Err(ApiError::conflict("not_confirmed", text));
    }
    if !can_give_back(&payment, &books.stored, is_carried) {
        let text = "Refund card payments through Stripe, and payments on an invoice with a credit note.";
        return Err(ApiError::conflict("goes_back_elsewhere", text));
    }
    let amount = check_amount(&input, Pence(payment.amount))?;
    if amount.0 != payment.refunded {
        let after = PaymentRow { refunded: amount.0, ..payment };
        payments::set_reversals(&mut tx, &after).await?;
        books.apply_payment(&state, &mut tx, &after, DocumentEvent::Status, now).await?;
        let words = [("amount", &*amount.to_string())];
        events::record(&state, &mut tx, "given_back", &books.stored, &words).await?;
        tx.commit().await?;
    } else {
        drop(tx);
    }
    respond_with_document(&state, books.stored).await
}

fn check_amount(input: &CancellationRefundInput, most: Pence) -> Result<Pence, ApiError> {
    let fits = |amount: &Pence| (Pence::ZERO..=most).contains(amount);
    input.amount.to_pence().filter(fits).ok_or_else(|| {
        let msg = format!(
            "Enter an amount from £0.00 to the {} of the payment, in pounds and pence.",
            format_gbp(most)
        );
        ApiError::rule_broken(vec![FieldError::new("amount", "out_of_range", msg)])
    })
}
