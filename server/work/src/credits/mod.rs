//! Credit notes: what is taken off an issued invoice afterwards, and what is refunded for it.
//!
//! A credit note is a document like the others ([`plumbline_records::documents`]), with a number sequence of its
//! own. It is made from an invoice, and core calculates it (`calculate::credit`): of no VAT group more than is left
//! after the credit notes before it, drafts included, so that two windows can't credit the same twice. Its totals
//! are stored as they were made and not calculated again. Once it is issued, its invoice asks for less, in the same
//! transaction; if more was already paid, the refund is recorded on the credit note like a payment.
//!
//! To avoid deadlocks, code that locks both rows takes the credit note first and its invoice second.

pub mod input;
pub mod refund;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use input::{CreditInput, credit_invoice, with_named_lines};
use plumbline_core::calculate::credit::{Credit, RemainingCredit, find_remaining_lines};
use plumbline_core::calculate::payments::{Credits, calculate_balance, calculate_refund_due};
use plumbline_core::calculate::totals::Totals;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::status::credit_note::CreditNoteAction;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::RawJson;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::respond_with_document;
use plumbline_records::documents::reading::response::{CreditNote, DocumentResponse};
use plumbline_records::documents::row::EnteredFields;
use plumbline_records::documents::store::{self, DocumentRow, credits};
use plumbline_records::documents::stored::{StoredDocument, fill_columns};

/// The routes below the path of credit notes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(void_credit_note))
        .routes(routes!(refund::record_refund))
        .routes(routes!(refund::remove_refund))
}

/// The routes below the path of invoices.
pub fn invoice_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create_credit_note)).routes(routes!(preview_credit_note))
}

/// The most characters of a reason.
const REASON_MAX: usize = 300;

/// Makes a draft credit note against an issued invoice: for all that is left of the invoice, some of its lines, or an
/// amount. Once sent, it reduces the invoice; nobody else can credit the same amount meanwhile.
#[utoipa::path(post, path = "/{id}/credit-notes", tag = "documents",
    params(("id" = String, Path)), request_body = CreditInput, responses(
    (status = 201, body = CreditNote), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create_credit_note(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input: CreditInput = body.parse()?;
    let mut checks = FieldChecks::new();
    let blank = "Say why, in a few words. Your customer sees it.";
    checks.check_required_line("reason", &input.reason, REASON_MAX, blank);
    checks.into_result()?;
    let wanted = input.to_request()?;
    let route = format!("invoice/{id}/credit-notes");
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    // The lock lasts until the draft is written, so that the next credit note takes it into account.
    let invoice = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Invoice, &id).await?;
    let spoken_for = credits::list_documents(&mut tx, &invoice.row.id).await?;
    let made = credit_invoice(&invoice, &with_named_lines(&invoice), &spoken_for, &wanted)?;
    let row = new_draft(&state, &invoice, &made, input.reason.trim())?;
    let stored = StoredDocument::insert_new(&state, &mut tx, &row).await?;
    let amount = made.totals.total_amount.to_string();
    let words = [("amount", &*amount)];
    notifying::record(&state, &mut tx, "credited", &invoice, &words).await?;
    announce_event(&mut tx, &invoice, DocumentEvent::Updated).await?;
    announce_event(&mut tx, &stored, DocumentEvent::Updated).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// The row of the draft: to the invoice's customer, from its business, with its template, dated today.
fn new_draft(
    state: &AppState,
    invoice: &StoredDocument,
    made: &Credit,
    reason: &str,
) -> Result<DocumentRow, ApiError> {
    let of = &invoice.row;
    let profile = of.business_profile_id.as_ref();
    let now = state.clock.now_ms();
    let id = state.ids.new_id();
    let mut row = DocumentRow::new_draft(id, &of.user_id, DocumentKind::CreditNote, profile, now);
    let today = plumbline_records::documents::today(state)?;
    row.set_entered_fields(to_credit_note_fields(of.entered_fields(), reason, today));
    row.credited_invoice_id = Some(of.id.clone());
    fill_columns(&mut row, &made.document, &made.totals)?;
    Ok(row)
}

/// The texts of an invoice's credit note. Every field is named, so that a new field doesn't compile until somebody
/// decides whether a credit note has it.
fn to_credit_note_fields(invoice: EnteredFields, reason: &str, today: Date) -> EnteredFields {
    let EnteredFields {
        business_profile_id,
        contact_id,
        issue_date: _,      // today
        due_date: _,        // nothing falls due
        job_description: _, // the reason
        job_address,
        order_number,
        notes: _, // about the invoice
        template,
        terms: _, // of payment
    } = invoice;
    EnteredFields {
        business_profile_id,
        contact_id,
        issue_date: Some(today),
        due_date: None,
        job_description: reason.to_owned(),
        job_address,
        order_number,
        notes: String::new(),
        template,
        terms: None,
    }
}

/// The result of a preview.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CreditPreview {
    /// The totals of the credit note, as calculated by core.
    #[schema(value_type = Object)]
    pub totals: Totals,
    /// Whether they are exactly what was requested: not every amount can be split into a net amount and its VAT.
    pub is_exact: bool,
    /// Pounds of the total that can be credited before it.
    #[schema(value_type = String)]
    pub left: Pence,
    /// Pounds that would be left to pay for the invoice after it.
    #[schema(value_type = String)]
    pub balance_after: Pence,
    /// Pounds that would have to be refunded after it.
    #[schema(value_type = String)]
    pub to_give_back: Pence,
    /// The lines that can be credited, fully or in part, before it.
    pub lines: Vec<CreditableLine>,
    /// Hours or days of the invoice's own labour that can be credited; 0 if there are none.
    #[schema(value_type = String)]
    pub labour: Number,
}

/// A line that can still be credited, fully or in part.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CreditableLine {
    /// Its id on the invoice.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How much of its quantity can be credited; `None` for a line without a quantity.
    #[schema(value_type = Option<String>)]
    pub quantity: Option<Number>,
}

/// Calculates a credit note for this invoice. Nothing is stored.
#[utoipa::path(post, path = "/{id}/credit-notes/preview", tag = "documents",
    params(("id" = String, Path)), request_body = CreditInput, responses(
    (status = 200, body = CreditPreview), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn preview_credit_note(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    body: RawJson,
) -> Result<Json<CreditPreview>, ApiError> {
    let input: CreditInput = body.parse()?;
    let wanted = input.to_request()?;
    let mut tx = state.db.begin_read().await?;
    let invoice = StoredDocument::find(&mut tx, &user.id, DocumentKind::Invoice, &id).await?;
    let spoken_for = credits::list_documents(&mut tx, &invoice.row.id).await?;
    drop(tx);
    let document = with_named_lines(&invoice);
    let made = credit_invoice(&invoice, &document, &spoken_for, &wanted)?;
    let left = RemainingCredit::from_totals(&invoice.totals, spoken_for.iter().map(|(_, totals)| totals));
    let before = invoice.credit_sums();
    let after = Credits { credited: before.credited + made.totals.amount_payable, ..before };
    let (payable, paid) = (invoice.totals.amount_payable, invoice.totals.paid_amount);
    let (lines, labour) = find_remaining_lines(&document, &spoken_for);
    let lines = lines.into_iter().map(|line| CreditableLine {
        id: line.id,
        name: line.name,
        quantity: line.quantity.map(Number::from),
    });
    Ok(Json(CreditPreview {
        is_exact: made.is_exact,
        totals: made.totals,
        left: left.total(),
        balance_after: calculate_balance(payable, after, paid),
        to_give_back: calculate_refund_due(payable, after, paid),
        lines: lines.collect(),
        labour: Number::from(labour),
    }))
}

// Voiding an issued credit note: its invoice asks for the amount again.

/// Voids a credit note for which nothing was refunded; repeating the request is not an error.
#[utoipa::path(post, path = "/{id}/void", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = CreditNote), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn void_credit_note(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
) -> Result<Json<DocumentResponse>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let mut stored = StoredDocument::lock(&mut tx, &user.id, DocumentKind::CreditNote, &id).await?;
    let before = stored.row.status;
    stored.take_credit_note_step(CreditNoteAction::Void)?;
    if stored.row.status != before {
        write_with_invoice(&state, &mut tx, &mut stored, state.clock.now_ms()).await?;
        announce_event(&mut tx, &stored, DocumentEvent::Status).await?;
        notifying::record(&state, &mut tx, "voided", &stored, &[]).await?;
        tx.commit().await?;
    }
    respond_with_document(&state, stored).await
}

// What happens to an invoice when a credit note against it is issued or voided, or money is refunded against it.

/// Writes a credit note that counts from now on, or no longer, or counts differently, and then its invoice: that asks
/// for less, or for the amount again. Other documents are only written.
pub async fn write_with_invoice(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &mut StoredDocument,
    now: i64,
) -> Result<(), ApiError> {
    stored.write(state, tx, now).await?;
    let Some(invoice_id) = &stored.row.credited_invoice_id else {
        return Ok(());
    };
    let row = store::lock_by_id(tx, invoice_id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a credit note's invoice is missing"))?;
    let mut invoice = StoredDocument::load(tx, row).await?;
    invoice.update_payment_status()?;
    invoice.write(state, tx, now).await?;
    announce_event(tx, &invoice, DocumentEvent::Status).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credit_note_copies_its_invoice_except_reason_notes_and_terms() {
        let invoice = EnteredFields::every_field();
        let expected = EnteredFields {
            issue_date: "2027-01-04".parse().ok(),
            due_date: None,
            job_description: "Leaks".to_owned(),
            notes: String::new(),
            terms: None,
            ..invoice.clone()
        };
        let today = "2027-01-04".parse().unwrap();
        assert_eq!(to_credit_note_fields(invoice, "Leaks", today), expected);
    }
}
