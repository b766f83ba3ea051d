//! Recording what was refunded against a credit note, and removing that record. The money itself moves elsewhere.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::status::credit_note::CreditNoteAction;

use crate::payments::{PaymentInput, REASON_MAX, RemovePaymentInput};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{PathIds, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::ids::{DocumentId, PaymentId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::response::{CreditNote, DocumentResponse};
use plumbline_records::documents::reading::{respond_with_document, settlement};
use plumbline_records::documents::store::payments::{self, NewPayment, PaymentRow, RecordedBy};
use plumbline_records::documents::store::takings;
use plumbline_records::documents::stored::StoredDocument;

/// The id of a refund in a path. It is stored as a payment of its credit note.
pub struct RefundPaymentId(PaymentId);

impl PathIds for RefundPaymentId {
    fn from_segments<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        let id = texts.next().and_then(|text| text.parse().ok());
        id.map(Self).ok_or_else(|| ApiError::not_found("Refund"))
    }
}

/// Records a refund that the business made, at most the amount that has to be refunded.
#[utoipa::path(post, path = "/{id}/refunds", tag = "documents",
    params(("id" = String, Path)), request_body = PaymentInput, responses(
    (status = 201, body = CreditNote), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn record_refund(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input: PaymentInput = body.parse()?;
    let (amount, method, date) = crate::payments::validate(&input, documents::today(&state)?)?;
    let route = format!("credit_note/{id}/refunds");
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut note = StoredDocument::lock(&mut tx, &user.id, DocumentKind::CreditNote, &id).await?;
    note.take_credit_note_step(CreditNoteAction::Refund)?;
    lock_invoice(&mut tx, &note).await?;
    check_amount(amount, settlement::calculate_refund_due(&mut tx, &note).await?)?;
    let new = NewPayment {
        id: state.ids.new_id(),
        document_id: note.row.id.clone(),
        amount: amount.0,
        method,
        date,
        notes: input.notes.unwrap_or_default(),
        recorded_by: RecordedBy::Business,
        created_at: now,
    };
    let row = PaymentRow::new_confirmed(new, now);
    payments::insert(&mut tx, &row).await?;
    let amount = amount.to_string();
    save(&state, &mut tx, &mut note, now).await?;
    let words = [("amount", &*amount)];
    notifying::record(&state, &mut tx, "refund_entered", &note, &words).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, note).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// Removes a refund that was recorded by mistake. The timeline shows the reason. Repeating the request is not an error.
#[utoipa::path(post, path = "/{id}/refunds/{pid}/remove", tag = "documents",
    params(("id" = String, Path), ("pid" = String, Path)), request_body = RemovePaymentInput, responses(
    (status = 200, body = CreditNote), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
pub async fn remove_refund(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, (id, RefundPaymentId(pid))): DocumentPath<(DocumentId, RefundPaymentId)>,
    body: RawJson,
) -> Result<Json<DocumentResponse>, ApiError> {
    let input: RemovePaymentInput = body.parse()?;
    let mut checks = FieldChecks::new();
    let blank = "Say why, in a few words.";
    checks.check_required_line("reason", &input.reason, REASON_MAX, blank);
    checks.into_result()?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut note = StoredDocument::lock(&mut tx, &user.id, DocumentKind::CreditNote, &id).await?;
    let refund = payments::find(&mut tx, &note.row.id, &pid).await?;
    let refund = refund.ok_or_else(|| ApiError::not_found("Refund"))?;
    if !payments::remove(&mut tx, &refund.id, input.reason.trim(), now).await? {
        // It was removed before.
        drop(tx);
        return respond_with_document(&state, note).await;
    }
    takings::delete_payment(&mut tx, &refund.id).await?;
    save(&state, &mut tx, &mut note, now).await?;
    let amount = Pence(refund.amount).to_string();
    let words = [("amount", &*amount), ("reason", input.reason.trim())];
    notifying::record(&state, &mut tx, "refund_removed", &note, &words).await?;
    tx.commit().await?;
    respond_with_document(&state, note).await
}

/// Locks the invoice, so that nobody else refunds something for it, or removes a payment of it, meanwhile.
async fn lock_invoice(tx: &mut WriteTx, note: &StoredDocument) -> Result<(), ApiError> {
    if let Some(invoice) = &note.row.credited_invoice_id {
        documents::store::lock_by_id(tx, invoice).await?;
    }
    Ok(())
}

fn check_amount(amount: Pence, most: Pence) -> Result<(), ApiError> {
    if amount <= most {
        return Ok(());
    }
    let msg = match most {
        Pence::ZERO => "There is nothing to refund: your customer hasn’t paid more than they owe.".to_owned(),
        most => format!("This is more than the {} to refund.", format_gbp(most)),
    };
    let error = FieldError::new("amount", "exceeds_refund", msg);
    Err(ApiError::rule_broken(vec![error]))
}

/// Recalculates what was refunded, on the credit note and on the invoice.
async fn save(
    state: &AppState,
    tx: &mut WriteTx,
    note: &mut StoredDocument,
    now: i64,
) -> Result<(), ApiError> {
    note.reload_payments(tx).await?;
    super::write_with_invoice(state, tx, note, now).await?;
    announce_event(tx, note, DocumentEvent::Status).await?;
    Ok(())
}
