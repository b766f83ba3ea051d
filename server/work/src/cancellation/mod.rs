//! Jobs that a consumer may cancel within 14 days of agreeing to them.
//!
//! Core decides who may, until when, and what follows (`plumbline_core::consumer`). The notice and the form are
//! stored with the version that the customer reads (`documents/issuing/mod.rs`), and whether they asked
//! for an early start is stored with their acceptance. This module is for what happens afterwards: the customer cancels
//! on their page (`cancel`) or in another way, which the business records (`record`); the business says when the
//! work was finished, or how much was done ([`settlement`]), and records what it refunded by hand (`refund`).
//!
//! A cancelled quote keeps its status, because it was accepted; its badge and its banner show the day on which it
//! was cancelled. Its invoices stay as they are but are no longer chased automatically, it can't be converted, and
//! a stage asks for no more than what is owed for the work that was done (`stages/request.rs`).
//!
//! A variation is cancelled on its own, and the rest of its job stays agreed. A job is cancelled and settled
//! together with its variations, in one transaction ([`recording`], `documents/reading/settlement.rs`).

mod recording;
mod response;
mod settlement;

use axum::Json;
use axum::extract::State;
use plumbline_core::consumer::CancellationRefusal;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::money::text::format_gbp;
use plumbline_core::present::public::PublicDocument;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;
use response::CancellationResponse;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::payments::carry::PaymentDocuments;
use crate::public::link::Link;
use crate::public::response::PublicResponse;
use crate::public::{count_action, lock, respond};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, ClientAddress};
use plumbline_platform::ids::{DocumentId, PaymentId, UserId};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::payment::can_give_back;
use plumbline_records::documents::reading::respond_with_document;
use plumbline_records::documents::reading::response::{DocumentResponse, Quote};
use plumbline_records::documents::store::cancellations as store;
use plumbline_records::documents::store::cancellations::CancellationRow;
use plumbline_records::documents::store::payments::{self, PaymentRow, PaymentStatus};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;
use plumbline_records::notifications;

/// The routes below the path of quotes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read_cancellation, record_cancellation, settlement::settle_cancellation))
        .routes(routes!(cancel))
        .routes(routes!(record_cancellation_refund))
}

/// The cancelled jobs of an account, for its export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_for_account(conn, user_id).await?;
    let result = rows.iter().map(|row| {
        let CancellationRow {
            document_id,
            user_id: _, // the account, which is the same for the whole export
            noted_at,
            by_business,
            share_done,
            with_job,
        } = row;
        json!({
            "documentId": document_id,
            "notedAt": noted_at,
            "byBusiness": by_business,
            "shareDone": share_done,
            "withJob": with_job,
        })
    });
    Ok(result.collect())
}

/// Cancels the job of an accepted quote, for a consumer who may do so: within 14 days, and not once all of the work
/// that they asked for early is done. Both sides get an email about it. Repeating the request is not an error and
/// changes nothing.
#[utoipa::path(post, path = "/public/{token}/cancel", tag = "public",
    params(("token" = String, Path)), responses(
    (status = 200, body = PublicResponse, description = "As the GET"), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody)))]
async fn cancel(
    State(state): State<AppState>,
    address: ClientAddress,
    link: Link,
) -> Result<Json<PublicDocument>, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let today = plumbline_records::documents::today(&state)?;
    count_action(&state, DocumentKind::Quote, &link.token).await?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = lock(&mut tx, DocumentKind::Quote, &link.token).await?;
    if quote.row.cancelled_date.is_some() {
        drop(tx);
        return respond(&state, &quote).await;
    }
    let it = match quote.row.variation_of_id {
        Some(_) => "variation",
        None => "job",
    };
    recording::check_may_cancel(&mut tx, &quote, today)
        .await?
        .map_err(|why| ApiError::conflict(why.code(), why.customer_text(it)))?;
    recording::record_cancelled(&state, &mut tx, &mut quote, (today, false)).await?;
    let cancelled = (notifications::NotificationKind::QuoteCancelled, Pence(quote.row.total_amount));
    notifying::notify_business(&state, &mut tx, &quote, cancelled).await?;
    tx.commit().await?;
    respond(&state, &quote).await
}

/// Whether the quote's customer may cancel the job, why and until when, and what is owed for a cancelled one.
#[utoipa::path(get, path = "/{id}/cancellation", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = CancellationResponse), (status = 404, body = ErrorBody)))]
async fn read_cancellation(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
) -> Result<Json<CancellationResponse>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let quote = StoredDocument::find(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    CancellationResponse::load(&mut tx, &quote, today).await.map(Json)
}

/// The cancellation that the business records.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CancellationInput {
    /// The day on which the customer sent the message, YYYY-MM-DD: a message that was sent in time counts, whenever it
    /// arrives.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub said_on: Date,
}

/// Records that the customer cancelled by post, email or phone. They get an email about it. Repeating the request with
/// the same day is not an error and changes nothing.
#[utoipa::path(post, path = "/{id}/cancellation", tag = "documents",
    params(("id" = String, Path)), request_body = CancellationInput,
    responses((status = 200, body = CancellationResponse), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn record_cancellation(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    ApiJson(input): ApiJson<CancellationInput>,
) -> Result<Json<CancellationResponse>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let mut quote = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    if quote.row.cancelled_date != Some(input.said_on) {
        check_date(&quote, input.said_on, today)?;
        recording::check_may_cancel(&mut tx, &quote, input.said_on)
            .await?
            .map_err(|why| ApiError::conflict(why.code(), refusal_text(why)))?;
        recording::record_cancelled(&state, &mut tx, &mut quote, (input.said_on, true)).await?;
    }
    let answer = CancellationResponse::load(&mut tx, &quote, today).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

/// Why the quote can't be cancelled by a message of that day, worded for the business.
fn refusal_text(why: CancellationRefusal) -> String {
    match why {
        CancellationRefusal::NotAccepted => {
            "This quote hasn’t been accepted, so there is nothing to cancel.".to_owned()
        }
        CancellationRefusal::NoRight => "The customer has no right to cancel it within 14 days.".to_owned(),
        CancellationRefusal::AlreadyCancelled(day) => {
            format!("It was cancelled on {}.", format_short_date(day))
        }
        CancellationRefusal::Finished(day) => format!(
            "All of the work was done on {}, as they had asked you to start early, so it can no longer be cancelled.",
            format_short_date(day)
        ),
        CancellationRefusal::TooLate(until) => {
            format!("They could cancel until {}.", format_short_date(until))
        }
    }
}

/// 422 for a day in the future, and for one before the quote was accepted.
fn check_date(quote: &StoredDocument, date: Date, today: Date) -> Result<(), ApiError> {
    let accepted = quote.row.accepted_date;
    let msg = if date > today {
        "This date is in the future."
    } else if accepted.is_some_and(|accepted| date < accepted) {
        "The quote was accepted after this day."
    } else {
        return Ok(());
    };
    let error = FieldError::new("saidOn", "out_of_range", msg);
    Err(ApiError::rule_broken(vec![error]))
}

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
#[utoipa::path(post, path = "/{id}/payments/{pid}/given-back", tag = "documents",
    params(("id" = String, Path), ("pid" = String, Path)), request_body = CancellationRefundInput,
    responses((status = 200, body = Quote), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn record_cancellation_refund(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, (id, pid)): DocumentPath<(DocumentId, PaymentId)>,
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
        notifying::record(&state, &mut tx, "given_back", &books.stored, &words).await?;
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
