//! A job that is invoiced in stages: a deposit, parts of it, and the rest by the final invoice.
//!
//! A stage is an ordinary invoice for a part of an accepted quote. The final invoice is the one that the quote is
//! converted to, and it deducts the stages by VAT treatment and rate; `calculate/stage` in core calculates both.
//! VAT is calculated once for the whole job, because the VAT of several invoices, each rounded by itself, would be
//! some pence out. Nothing is invoiced twice: before a stage is made, edited or issued, more than is left is refused
//! ([`check_stage`]). What is voided or deleted can be invoiced again.
//!
//! Payments of the quote count on the first stage of its job.

mod job;
mod request;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use job::{StageInvoice, load_stages};
use plumbline_core::calculate::stage::{calculate_remaining, check_within_remaining};
use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::Invoiced;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::status::quote::QuoteAction;
use request::StageInput;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::payments::carry;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::ids::DocumentId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::copying::{find_days_to_pay, new_draft};
use plumbline_records::documents::drafting::validation;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::response::{DocumentResponse, Invoice};
use plumbline_records::documents::store::stages::{self, StageRow};
use plumbline_records::documents::store::{self, DocumentStatus};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::{self, agreed_job};

/// The routes below the path of quotes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(job::read_job, create_stage)).routes(routes!(preview_stage))
}

/// Makes a draft invoice for a part of an accepted quote. The first one takes over the payments of the quote, so it
/// must be for at least that amount.
#[utoipa::path(post, path = "/{id}/stages", tag = "documents",
    params(("id" = String, Path)), request_body = StageInput,
    responses((status = 201, body = Invoice), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create_stage(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
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
    notifying::record(&state, &mut tx, "staged", &quote, &[("amount", &*total)]).await?;
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

/// The result of a preview.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct StagePreview {
    /// The totals of the invoice.
    #[schema(value_type = Object)]
    pub totals: Totals,
    /// The total that was requested.
    #[schema(value_type = String)]
    pub asked: Pence,
    /// Whether the total is exactly that: at some VAT rates no whole pence add up to it.
    pub exact: bool,
    /// What would be left of the job, including VAT.
    #[schema(value_type = String)]
    pub left: Pence,
}

/// Calculates an invoice for a part of an accepted quote; nothing is stored.
#[utoipa::path(post, path = "/{id}/stages/preview", tag = "documents",
    params(("id" = String, Path)), request_body = StageInput,
    responses((status = 200, body = StagePreview), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn preview_stage(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    ApiJson(input): ApiJson<StageInput>,
) -> Result<Json<StagePreview>, ApiError> {
    let mut conn = state.db.begin_read().await?;
    let mut quote = StoredDocument::find(&mut conn, &user.id, DocumentKind::Quote, &id).await?;
    quote.take_quote_step(QuoteAction::Stage, documents::today(&state)?)?;
    let wanted = input.plan_stage(&mut conn, &quote).await?;
    let total = wanted.stage.totals.total_amount;
    Ok(Json(StagePreview {
        exact: total == wanted.stage.requested,
        asked: wanted.stage.requested,
        left: wanted.left - total,
        totals: wanted.stage.totals,
    }))
}

// No part of a job is invoiced twice: a stage may ask for no more than is left and, once there is a final invoice, for
// exactly what that deducted.

/// Checks what a stage asks for with its present contents, before they are written; other documents pass. Locks the
/// stages of the job until the transaction ends.
///
/// # Errors
/// 422 for more than is left of the job; 409 if the final invoice deducted something else.
pub async fn check_stage(tx: &mut WriteTx, invoice: &StoredDocument) -> Result<(), ApiError> {
    let Some(quote_id) = &invoice.row.stage_of_id else {
        return Ok(());
    };
    // A voided invoice asks for nothing.
    if invoice.row.status == DocumentStatus::Void {
        return Ok(());
    }
    stages::lock_for_quote(tx, quote_id).await?;
    let row = store::find_by_id(tx, quote_id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a stage of a quote that is gone"))?;
    let last = row.converted_invoice_id.clone();
    let quote = StoredDocument::load(tx, row).await?;
    if let Some(last) = last {
        return check_against_final(tx, &last, invoice).await;
    }
    let all = load_stages(tx, quote_id).await?;
    let others = all.not_voided().filter(|part| part.invoice.row.id != invoice.row.id);
    let before: Vec<Invoiced> = others.filter_map(StageInvoice::current).cloned().collect();
    let agreed = agreed_job::load_agreed_job(tx, &quote).await?;
    let rest = calculate_remaining(&agreed.document, &before).map_err(ApiError::internal)?;
    check_within_remaining(&rest, &invoice.totals, "items")
        .map_err(|broken| ApiError::rule_broken(vec![validation::to_field_error(broken)]))
}

/// 409 for a stage that no longer asks for the amount that the final invoice deducts, which is what it asked for after
/// the credit notes of that time.
async fn check_against_final(
    tx: &mut WriteTx,
    last: &DocumentId,
    invoice: &StoredDocument,
) -> Result<(), ApiError> {
    let Some(row) = store::find_by_id(tx, last).await? else {
        return Ok(());
    };
    if row.status == DocumentStatus::Void {
        return Ok(());
    }
    let last = StoredDocument::load(tx, row).await?;
    let Some(taken) = last.document.invoiced.iter().find(|one| one.id == invoice.row.id.as_str()) else {
        return Ok(());
    };
    let figures = |one: &Invoiced| (one.groups.clone(), one.cis_base, one.cis_deduction);
    if invoice.to_invoiced(tx).await?.iter().any(|then| figures(then) == figures(taken)) {
        return Ok(());
    }
    Err(ApiError::conflict(
        "taken_off",
        "This job’s final invoice takes this one off, so its figures can no longer change.",
    ))
}
