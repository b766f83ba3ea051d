//! POST /api/quotes/{id}/stages: a draft invoice of a part of the job.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::status::quote::QuoteAction;

use super::request::StageInput;
use crate::payments::carry;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::copying::{find_days_to_pay, new_draft};
use plumbline_records::documents::notifying::events;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::reading::response::{DocumentResponse, Invoice};
use plumbline_records::documents::store::stages::{self, StageRow};
use plumbline_records::documents::stored::StoredDocument;

/// Makes a draft invoice for a part of an accepted quote. The first one takes over the payments of the quote, so it
/// must be for at least that amount.
#[utoipa::path(post, path = "/{id}/stages", tag = "documents", request_body = StageInput,
    responses((status = 201, body = Invoice), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create_stage(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input: StageInput = body.parse()?;
    let route = format!("quote/{id}/stages");
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut quote = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    stages::lock_for_quote(&mut tx, &quote.row.id).await?;
    quote.take_quote_step(QuoteAction::Stage, documents::today(&state)?)?;
    let wanted = input.plan_stage(&mut tx, &quote).await?;
    let takes_payments = !wanted.live.takes_payments();
    let stage = &wanted.stage;
    if takes_payments {
        check_covers_paid(&quote, stage.totals.amount_payable)?;
    }
    let days = find_days_to_pay(&mut tx, &quote.row, documents::today(&state)?).await?;
    let content = (&stage.document, &stage.totals);
    let row = new_draft(&state, &quote.row, DocumentKind::Invoice, content, days)?;
    StoredDocument::insert_new(&state, &mut tx, &row).await?;
    let stage_row = StageRow {
        invoice_id: row.id.clone(),
        quote_id: quote.row.id.clone(),
        asked: wanted.asked,
        share: wanted.share,
        takes_payments,
        created_at: now,
    };
    stages::insert(&mut tx, &stage_row).await?;
    if takes_payments {
        for payment in &quote.payments {
            carry::carry_over(&state, &mut tx, payment, &row.id).await?;
        }
    }
    let mut quote = StoredDocument::find(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    quote.write(&state, &mut tx, now).await?;
    announce_event(&mut tx, &quote, DocumentEvent::Updated).await?;
    let total = stage.totals.total_amount.to_string();
    events::record(&state, &mut tx, "staged", &quote, &[("amount", &*total)]).await?;
    let mut invoice = StoredDocument::find(&mut tx, &user.id, DocumentKind::Invoice, &row.id).await?;
    invoice.write(&state, &mut tx, now).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, invoice).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// 422 if the customer has paid more for the quote than its first invoice would ask for.
fn check_covers_paid(quote: &StoredDocument, payable: Pence) -> Result<(), ApiError> {
    let paid = quote.totals.paid_amount + quote.totals.pending_amount;
    if payable >= paid {
        return Ok(());
    }
    let msg = format!(
        "{} of this quote has already been paid. Invoice at least that much, so that the payment fits on it.",
        format_gbp(paid)
    );
    Err(ApiError::rule_broken(vec![FieldError::new("ask", "below_paid", msg)]))
}
