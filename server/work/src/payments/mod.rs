//! Payments: of invoices, and of quotes as deposits.
//!
//! What the business records is confirmed at once. What a customer records is pending, for an amount that the
//! server calculates, until the business confirms or rejects it; only confirmed payments reduce the balance. A
//! confirmation can be undone at once, and the payment removed later with a reason. What a customer pays by card is
//! confirmed by the card provider.

pub mod carry;
pub mod decide;
pub mod pay;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, Json};
use carry::PaymentDocuments;
use decide::{PaymentDecision, decide};
use plumbline_core::calculate::payments::{check_amount, check_due};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::present::public::PublicDocument;
use plumbline_core::status::PaymentMethod;
use plumbline_core::time::{Date, supplied};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::emails::{self, notice};
use crate::public::link::Link;
use crate::public::response::PublicResponse;
use crate::public::{count_action, respond};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::ids::{DocumentId, PaymentId};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::respond_with_document;
use plumbline_records::documents::reading::response::DocumentResponse;
use plumbline_records::documents::status::Step;
use plumbline_records::documents::store::payments::{
    self, NewPayment, PaymentRow, PaymentStatus, RecordedBy,
};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::notifications;

/// The routes of payments, below each kind's path.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(record))
        .routes(routes!(decide::confirm))
        .routes(routes!(decide::reject))
        .routes(routes!(decide::unconfirm))
        .routes(routes!(remove))
        .routes(routes!(send_receipt))
        .routes(routes!(pay::pay))
        .routes(routes!(withdraw))
}

/// A payment received.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PaymentInput {
    /// Pounds, above 0, at most what is due.
    #[schema(value_type = String)]
    pub amount: Number,
    /// `cash`, `bank_transfer`, `cheque`, `stripe` or `paypal`.
    pub method: String,
    /// YYYY-MM-DD; today in London when left out.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub date: Option<String>,
    /// The business's own; the customer never sees them.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub notes: Option<String>,
}

/// The most characters of notes.
const NOTES_MAX: usize = 2_000;

/// Records a payment that the business has received; it counts at once.
#[utoipa::path(post, path = "/{id}/payments", tag = "documents",
    params(("id" = String, Path)), request_body = PaymentInput, responses(
    (status = 201, body = DocumentResponse), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn record(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input: PaymentInput = body.parse()?;
    let today = documents::today(&state)?;
    let (amount, method, date) = validate(&input, today)?;
    let route = format!("{}/{id}/payments", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    // An invoice can be paid until its balance is 0. A quote's deposit can be paid from its issue until the quote
    // becomes an invoice, which is then what is paid.
    stored.take_step(Step::RecordPayment, today)?;
    let due = stored.totals.balance_due;
    check_due(amount, due).map_err(|error| ApiError::rule_broken(vec![error.into()]))?;
    let new = NewPayment {
        id: state.ids.new_id(),
        document_id: stored.row.id.clone(),
        amount: amount.0,
        method,
        date,
        notes: input.notes.unwrap_or_default(),
        recorded_by: RecordedBy::Business,
        created_at: now,
    };
    let row = PaymentRow::new_confirmed(new, now);
    payments::insert(&mut tx, &row).await?;
    stored.reload_payments(&mut tx).await?;
    stored.update_payment_status()?;
    stored.write(&state, &mut tx, now).await?;
    announce_event(&mut tx, &stored, DocumentEvent::PaymentConfirmed).await?;
    let amount = amount.to_string();
    let words = [("amount", &*amount)];
    notifying::record(&state, &mut tx, "payment_entered", &stored, &words).await?;
    carry::count_on_invoice(&state, &mut tx, &stored, &row.id).await?;
    notifying::run_paid(&state, &mut tx, &stored, &row.id).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// Validates the amount, payment method and date of a payment or a refund.
///
/// # Errors
/// 422 naming each wrong field.
pub fn validate(input: &PaymentInput, today: Date) -> Result<(Pence, PaymentMethod, Date), ApiError> {
    let mut checks = FieldChecks::new();
    let amount = check_amount(&input.amount);
    if let Err(error) = &amount {
        checks.add(&error.path, error.code, error.msg.clone());
    }
    let method = PaymentMethod::parse(&input.method);
    if method.is_none() {
        checks.add("method", "unknown_value", "Choose bank transfer, cash, cheque, card or PayPal.");
    }
    let date = match input.date.as_deref().unwrap_or_default() {
        "" => Some(today),
        text => match supplied::parse(text) {
            Ok(date) => Some(date),
            Err(error) => {
                checks.add("date", error.code(), format!("The date {error}."));
                None
            }
        },
    };
    if date.is_some_and(|date| date > today) {
        let msg = "A payment cannot be dated after today.";
        checks.add("date", "in_future", msg);
    }
    checks.check_paragraphs("notes", input.notes.as_deref().unwrap_or_default(), NOTES_MAX);
    checks.into_result()?;
    match (amount, method, date) {
        (Ok(amount), Some(method), Some(date)) => Ok((amount, method, date)),
        _ => Err(ApiError::internal("a payment was judged good without its parts")),
    }
}

/// The most characters of a reason.
pub const REASON_MAX: usize = 300;

/// Why a payment does not count after all.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RemovePaymentInput {
    /// The reason, on one line, for the customer to read.
    pub reason: String,
}

/// Removes a payment that was confirmed by mistake. It no longer counts, the timeline shows the reason, and the
/// customer is notified. Repeating the request is not an error.
#[utoipa::path(post, path = "/{id}/payments/{pid}/remove", tag = "documents",
    params(("id" = String, Path), ("pid" = String, Path)), request_body = RemovePaymentInput, responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
pub async fn remove(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, (id, pid)): DocumentPath<(DocumentId, PaymentId)>,
    body: RawJson,
) -> Result<Json<DocumentResponse>, ApiError> {
    let input: RemovePaymentInput = body.parse()?;
    let mut checks = FieldChecks::new();
    let blank = "Say why, in a few words. Your customer sees it.";
    checks.check_required_line("reason", &input.reason, REASON_MAX, blank);
    checks.into_result()?;
    let which = (&user.id, kind, &id, &pid);
    let stored = decide(&state, which, PaymentDecision::Remove(input.reason.trim())).await?;
    respond_with_document(&state, stored).await
}

// Withdrawing a payment that the customer recorded by mistake.

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
    let payment = match link.payment.parse() {
        Ok(id) => payments::find(&mut tx, &books.stored.row.id, &id).await?,
        Err(_) => None,
    };
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
    notifying::record(&state, &mut tx, "payment_withdrawn", &stored, &words).await?;
    let withdrawn = (notifications::NotificationKind::PaymentWithdrawn, Pence(payment.amount));
    notifying::notify_business(&state, &mut tx, &stored, withdrawn).await?;
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

/// Emails the customer a receipt, once: repeating the request is not an error and sends nothing. A customer who
/// recorded the payment, or paid it by card, already has a receipt.
#[utoipa::path(post, path = "/{id}/payments/{pid}/receipt", tag = "documents",
    params(("id" = String, Path), ("pid" = String, Path)), responses(
    (status = 200, body = DocumentResponse), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_receipt(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, (id, pid)): DocumentPath<(DocumentId, PaymentId)>,
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
    notifying::record(&state, &mut tx, "payment_receipted", &books.stored, &words).await?;
    announce_event(&mut tx, &books.stored, DocumentEvent::Status).await?;
    tx.commit().await?;
    // Read again after the change, which includes who the receipt was sent to.
    let mut conn = state.db.read().await?;
    let stored = StoredDocument::find(&mut conn, &user.id, kind, &id).await?;
    drop(conn);
    respond_with_document(&state, stored).await
}
