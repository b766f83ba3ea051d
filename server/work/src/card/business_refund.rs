//! Refunding a card payment, all of it or some, because the business wants to.
//!
//! ```text
//! asked     the business asks; a job calls Stripe
//! sent      Stripe is working on it
//! done      a signed event says that the money went back: only then does it count (`reversals`)
//! refused   Stripe refused, and why
//! failed    the customer's bank refused, as an event of Stripe's says
//! ```
//!
//! A payment has one refund in progress at a time, so that tapping the button often makes one. Stripe knows it by
//! our id, and is asked whether it has it before the request is repeated.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::money::text::format_gbp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::card::store::checkouts::{self, CheckoutRow};
use crate::payments::carry::PaymentDocuments;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::ids::{DocumentId, PaymentId};
use plumbline_platform::jobs;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::response::DocumentResponse;
use plumbline_records::documents::store::payments::{Dispute, PaymentRow, PaymentStatus};
use plumbline_records::documents::store::refunds::{self, RefundRow, RefundStatus};

/// How much is refunded.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RefundInput {
    /// Pounds, above 0 and at most what is left of the payment.
    #[schema(value_type = String)]
    pub amount: Number,
}

/// Asks Stripe to refund a card payment. The refund is under way until Stripe's signed event arrives; only then does
/// the amount of the payment that counts change.
#[utoipa::path(post, path = "/{id}/payments/{pid}/refund", tag = "documents",
    params(("id" = String, Path), ("pid" = String, Path)), request_body = RefundInput, responses(
    (status = 202, body = DocumentResponse), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
pub async fn refund(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, (id, pid)): DocumentPath<(DocumentId, PaymentId)>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input: RefundInput = body.parse()?;
    let amount = parse_amount(&input)?;
    let route = format!("{}/{id}/payments/{pid}/refund", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let books = PaymentDocuments::lock(&mut tx, &user.id, kind, &id).await?;
    let payment = books.stored.payments.iter().find(|row| row.id == pid);
    let payment = payment.ok_or_else(|| ApiError::not_found("Payment"))?;
    let checkout = find_refundable(&state, &mut tx, payment, amount).await?;
    let row = RefundRow {
        id: state.ids.new_id(),
        payment_id: payment.original_id().clone(),
        amount: amount.0,
        status: RefundStatus::Asked,
        had_gone: payment.refunded,
        reason: None,
        created_at: now,
        updated_at: now,
    };
    if !refunds::insert(&mut tx, &row).await? {
        return Err(refund_under_way(&mut tx, payment).await?);
    }
    jobs::enqueue(&state, &mut tx, super::refund_job::KIND, row.id.as_str()).await?;
    tracing::info!(refund = %row.id, checkout = %checkout.id, "a refund was asked for");
    let words = [("amount", &*amount.to_string())];
    notifying::record(&state, &mut tx, "card_refund_asked", &books.stored, &words).await?;
    announce_event(&mut tx, &books.stored, DocumentEvent::Status).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, books.stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::ACCEPTED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

fn parse_amount(input: &RefundInput) -> Result<Pence, ApiError> {
    let amount = input.amount.to_pence();
    amount
        .filter(|amount| *amount > Pence::ZERO)
        .ok_or_else(|| amount_error("out_of_range", "Enter an amount above £0.00 in pounds and pence."))
}

fn amount_error(code: &'static str, msg: impl Into<String>) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new("amount", code, msg.into())])
}

/// The checkout of the payment, if this amount of it can be refunded.
async fn find_refundable(
    state: &AppState,
    conn: &mut Conn,
    payment: &PaymentRow,
    amount: Pence,
) -> Result<CheckoutRow, ApiError> {
    let checkout = match payment.is_by_card() && payment.status == PaymentStatus::Confirmed {
        true => checkouts::find_by_payment(conn, payment.original_id()).await?,
        false => None,
    };
    let Some(checkout) = checkout else {
        let msg = "Only a payment that was made through Stripe can be refunded here.";
        return Err(ApiError::conflict("not_by_card", msg));
    };
    if !state.card.is_on() {
        let msg = "Card payments are not set up on this server. Refund it in your Stripe dashboard.";
        return Err(ApiError::conflict("card_off", msg));
    }
    if payment.dispute == Some(Dispute::Open) {
        let msg = "The customer’s bank disputes this payment. Reply in your Stripe dashboard.";
        return Err(ApiError::conflict("disputed", msg));
    }
    if refunds::find_latest(conn, payment.original_id()).await?.is_some_and(|row| row.is_in_progress()) {
        return Err(refund_under_way(conn, payment).await?);
    }
    if checkout.excess > payment.refunded {
        let msg = format!(
            "{} of it was more than was due and is already being refunded. Please wait for that.",
            format_gbp(Pence(checkout.excess))
        );
        return Err(ApiError::conflict("refund_under_way", msg));
    }
    let left = Pence(payment.remaining());
    if left == Pence::ZERO {
        let msg = "This payment has already been refunded in full.";
        return Err(ApiError::conflict("nothing_left", msg));
    }
    if amount > left {
        let msg = format!("Only {} of this payment is left to refund.", format_gbp(left));
        return Err(amount_error("exceeds_payment", msg));
    }
    Ok(checkout)
}

/// 409 `refund_under_way`: only one refund at a time.
async fn refund_under_way(conn: &mut Conn, payment: &PaymentRow) -> Result<ApiError, ApiError> {
    let row = refunds::find_latest(conn, payment.original_id()).await?;
    let amount = format_gbp(Pence(row.map_or(0, |row| row.amount)));
    let msg = format!("A refund of {amount} is already on its way. Please wait until it’s done.");
    Ok(ApiError::conflict("refund_under_way", msg))
}
