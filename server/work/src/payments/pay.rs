//! Recording a payment as a customer: a quote's deposit, or the balance of an invoice.

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::present::{PaymentCard, present};
use plumbline_core::status::PaymentMethod;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::emails::notice;
use crate::public::link::Link;
use crate::public::response::PublicResponse;
use crate::public::{count_action, lock};
use plumbline_platform::db::{WriteTx, is_unique_violation};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::reading::view;
use plumbline_records::documents::store::DocumentStatus;
use plumbline_records::documents::store::payments::{
    self, NewPayment, PaymentRow, PaymentStatus, RecordedBy,
};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::notifications;

/// How the customer paid, or is going to pay.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PublicPaymentInput {
    /// `cash` or `bank_transfer`; on invoices also `paypal`.
    pub method: String,
    /// Pounds: what is due now or, for an invoice that is paid in instalments, everything that is open. Left out: what
    /// is due now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub amount: Option<Number>,
    /// Pounds that were open in total when the customer looked, so that nobody pays a second instalment of the same
    /// amount instead of one that was paid meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub left: Option<Number>,
}

/// What a customer believes to be due and open.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedPayment<'a> {
    /// The amount; `None` for what is due now.
    pub amount: Option<&'a Number>,
    /// Everything that is open, if the customer's page sent it.
    pub remaining: Option<&'a Number>,
}

/// Records what the customer should pay, the deposit of an accepted quote or the balance of an invoice: pending until
/// the business confirms it.
#[utoipa::path(post, path = "/public/{token}/payment", tag = "public",
    params(("token" = String, Path)), request_body = PublicPaymentInput, responses(
    (status = 201, body = PublicResponse, description = "As the GET"), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn pay(
    State(state): State<AppState>,
    address: ClientAddress,
    Extension(kind): Extension<DocumentKind>,
    link: Link,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let input: PublicPaymentInput = body.parse()?;
    let route = format!("public/{}/payment", kind.code());
    let repeatable = IdempotentRequest::new(format!("link:{}", link.token), key, route, &body.0);
    let now = state.clock.now_ms();
    let today = documents::today(&state)?;
    count_action(&state, kind, &link.token).await?;
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut stored = lock(&mut tx, kind, &link.token).await?;
    // Card payments are made at the card provider, never recorded by a customer.
    let method = PaymentMethod::parse(&input.method).filter(|method| *method != PaymentMethod::Stripe);
    let believed = ExpectedPayment { amount: input.amount.as_ref(), remaining: input.left.as_ref() };
    let (amount, method) = check_payment(&state, &mut tx, &stored, method, (believed, today)).await?;
    let row = PaymentRow::new_pending(NewPayment {
        id: state.ids.new_id(),
        document_id: stored.row.id.clone(),
        amount: amount.0,
        method,
        date: today,
        notes: String::new(),
        recorded_by: RecordedBy::Customer,
        created_at: now,
    });
    payments::insert(&mut tx, &row)
        .await
        .map_err(|error| if is_unique_violation(&error) { payment_pending() } else { error.into() })?;
    stored.reload_payments(&mut tx).await?;
    stored.write(&state, &mut tx, now).await?;
    announce_event(&mut tx, &stored, DocumentEvent::PaymentReceived).await?;
    let words = [("amount", &*amount.to_string())];
    notifying::record(&state, &mut tx, "payment_recorded", &stored, &words).await?;
    let recorded = (notifications::NotificationKind::PaymentRecorded, amount);
    notifying::notify_business(&state, &mut tx, &stored, recorded).await?;
    let sentence = crate::public::describe_action(&stored, "recorded a payment for");
    let payment = crate::public::payment_text(&row);
    notice::notify_of_payment(&state, &mut tx, &stored, sentence, payment).await?;
    let answer = view::load_public_document(&mut tx, &stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// The amount that the customer's page asks for and the payment method, if the page offers this method: what the page
/// shows and what the server accepts come from one function.
pub async fn check_payment(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    method: Option<PaymentMethod>,
    (believed, today): (ExpectedPayment<'_>, Date),
) -> Result<(Pence, PaymentMethod), ApiError> {
    let page = present(&view::load_public_document(tx, stored).await?, today);
    let pay = page.and_then(|page| page.actions.pay).ok_or_else(|| nothing_due(stored))?;
    // Without keys for Stripe nobody can pay by card.
    let method = method.filter(|method| *method != PaymentMethod::Stripe || state.card.is_on());
    let mut options = pay.options.iter();
    if let Some(option) = options.find(|option| Some(option.method) == method) {
        return Ok((resolve_amount(&pay, believed)?, option.method));
    }
    Err(ApiError::rule_broken(vec![FieldError::new(
        "method",
        "not_accepted",
        "The business doesn’t accept this way to pay here.",
    )]))
}

/// The amount that is paid: what the page asks for, or everything that is open.
fn resolve_amount(pay: &PaymentCard, believed: ExpectedPayment<'_>) -> Result<Pence, ApiError> {
    let all = pay.all.as_ref().map_or(pay.value, |all| all.value);
    let is = |given: &Number, amount: Pence| given.to_pence() == Some(amount);
    let fits = believed.remaining.is_none_or(|left| is(left, all));
    let amount = match believed.amount {
        None => Some(pay.value),
        Some(number) => [pay.value, all].into_iter().find(|one| is(number, *one)),
    };
    amount.filter(|_| fits).ok_or_else(|| {
        let now = &pay.amount;
        let msg = format!("The amount has changed: {now} is now due. Please check before you pay.");
        ApiError::conflict("amount_changed", msg)
    })
}

/// Why the page asks for no payment.
fn nothing_due(stored: &StoredDocument) -> ApiError {
    if stored.payments.iter().any(|payment| payment.status == PaymentStatus::Pending) {
        return payment_pending();
    }
    match (stored.kind, stored.row.status) {
        (DocumentKind::Quote, DocumentStatus::Sent) => {
            ApiError::conflict("not_accepted", "Accept the quote before paying its deposit.")
        }
        (DocumentKind::Quote, DocumentStatus::Declined) => {
            ApiError::conflict("already_declined", "This quote has already been declined.")
        }
        (DocumentKind::Quote, DocumentStatus::Invoiced) => {
            ApiError::conflict("already_invoiced", "This quote is now an invoice. Please pay the invoice.")
        }
        (DocumentKind::Invoice, _) if stored.invoice_state().is_paid() => {
            ApiError::conflict("already_paid", "This invoice has already been paid.")
        }
        _ => ApiError::conflict("nothing_due", "There is nothing to pay here."),
    }
}

/// 409: another payment is already pending.
pub(super) fn payment_pending() -> ApiError {
    ApiError::conflict("payment_pending", "A payment has already been recorded and is awaiting confirmation.")
}
