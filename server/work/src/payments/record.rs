//! Recording a payment that the business has received.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::calculate::payments::{check_amount, check_due};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::status::PaymentMethod;
use plumbline_core::time::{Date, supplied};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::RawJson;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::notifying::{events, hooks};
use plumbline_records::documents::reading::response::DocumentResponse;
use plumbline_records::documents::status::Step;
use plumbline_records::documents::store::payments::{self, NewPayment, PaymentRow, RecordedBy};
use plumbline_records::documents::stored::StoredDocument;

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
#[utoipa::path(post, path = "/{id}/payments", tag = "documents", request_body = PaymentInput, responses(
    (status = 201, body = DocumentResponse), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn record(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
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
        date: date.to_string(),
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
    events::record(&state, &mut tx, "payment_entered", &stored, &words).await?;
    hooks::run_paid(&state, &mut tx, &stored, &row.id).await?;
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
