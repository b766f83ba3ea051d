//! Documents from another program: each is saved as it was there, with its number, dates, payments and status.
//! Nobody is notified, since its customer has had it for a long time.

use plumbline_core::document::{Document, PaymentMethod};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::invoice::InvoiceAction;
use plumbline_core::status::quote::QuoteAction;
use plumbline_core::time::Date;

use super::drafting::editable_document::assign_line_ids;
use super::issuing::issue;
use super::row::Written;
use super::status::Step;
use super::store::DocumentRow;
use super::store::origins::{self, ImportSource, OriginRow};
use super::store::payments::{self, NewPayment, PaymentRow, RecordedBy};
use super::stored::{StoredDocument, calculate_totals, fill_columns};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, DocumentId, ProfileId, UserId, sha256_hex};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::state::AppState;

/// What had become of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportedStatus {
    /// It was being written.
    Draft,
    /// Its customer had it.
    Issued,
    /// Its customer accepted it, a quote.
    Accepted,
    /// Its customer declined it, a quote.
    Declined,
    /// It was withdrawn, an invoice.
    Void,
}

/// A payment of which the other program knew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentToImport {
    /// Above nothing.
    pub amount: Pence,
    /// By what way.
    pub method: PaymentMethod,
    /// The day.
    pub date: Date,
    /// The business's own words.
    pub notes: String,
}

/// A document as it comes over. What of it is judged, the caller has judged.
#[derive(Debug, Clone)]
pub struct DocumentToImport {
    /// A quote or an invoice.
    pub kind: DocumentKind,
    /// The program that made it.
    pub source: ImportSource,
    /// By what that tells it from others.
    pub key: String,
    /// As its customer knows it; a draft's is left out.
    pub number: String,
    /// The business that it is from; none: the account's owner.
    pub profile: Option<ProfileId>,
    /// Who it is for.
    pub contact: ContactId,
    /// When it was dated.
    pub issue_date: Date,
    /// When it expired or fell due, not before it was dated.
    pub end: Date,
    /// What the job was.
    pub job_description: String,
    /// The customer's own number of their order; empty where there is none.
    pub order_number: String,
    /// Notes that its customer read.
    pub notes: String,
    /// Terms of its own.
    pub terms: Option<String>,
    /// The core document, without payments.
    pub document: Document,
    /// What it came to there.
    pub total: Pence,
    /// What had become of it.
    pub status: ImportedStatus,
    /// Out of sight.
    pub archived: bool,
    /// What was paid.
    pub payments: Vec<PaymentToImport>,
    /// The quote that it was made from, an invoice.
    pub quote: Option<DocumentId>,
}

/// Writes one, in the caller's transaction.
///
/// # Errors
/// 422 for what issuing refuses and where the account keeps as much as it may.
pub async fn import_document(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    brought: DocumentToImport,
) -> Result<DocumentId, ApiError> {
    let now = state.clock.now_ms();
    let row = to_draft_row(state, user_id, &brought, now)?;
    let mut stored = StoredDocument::insert_new(state, tx, &row).await?;
    let origin = OriginRow {
        document_id: row.id.clone(),
        user_id: user_id.clone(),
        source: brought.source,
        source_key: brought.key.clone(),
        total: brought.total.0,
    };
    origins::insert(tx, &origin).await?;
    if brought.status == ImportedStatus::Draft {
        return Ok(row.id);
    }
    let day = brought.issue_date;
    stored.take_step(Step::Send, day)?;
    issue::issue_with_number(state, tx, &mut stored, brought.number, day).await?;
    match brought.status {
        ImportedStatus::Accepted => stored.take_quote_step(QuoteAction::Accept, day)?,
        ImportedStatus::Declined => stored.take_quote_step(QuoteAction::Decline, day)?,
        ImportedStatus::Void => stored.take_invoice_step(InvoiceAction::Void)?,
        ImportedStatus::Draft | ImportedStatus::Issued => {}
    }
    for payment in brought.payments {
        payments::insert(tx, &to_payment_row(state, &row.id, payment, now)).await?;
    }
    stored.reload_payments(tx).await?;
    if brought.status != ImportedStatus::Void {
        stored.update_payment_status()?;
    }
    stored.row.archived = brought.archived;
    stored.write(state, tx, now).await?;
    quota::count_storage(
        state,
        tx,
        user_id,
        StorageUse::of_bytes(stored.size_change()),
    )
    .await?;
    if let Some(quote) = brought.quote {
        let mut quote = StoredDocument::lock(tx, user_id, DocumentKind::Quote, &quote).await?;
        let day = quote.issue_date().unwrap_or(day);
        quote.take_quote_step(QuoteAction::Convert, day)?;
        quote.write(state, tx, now).await?;
    }
    Ok(row.id)
}

fn to_draft_row(
    state: &AppState,
    user_id: &UserId,
    brought: &DocumentToImport,
    now: i64,
) -> Result<DocumentRow, ApiError> {
    let profile = brought.profile.as_ref();
    let mut row = DocumentRow::new_draft(state.ids.new_id(), user_id, brought.kind, profile, now);
    row.created_from = sha256_hex(format!("{} {}", brought.source.code(), brought.key));
    row.write(written(brought));
    row.source_quote_id.clone_from(&brought.quote);
    let mut document = brought.document.clone();
    assign_line_ids(&mut document.items);
    fill_columns(&mut row, &document, &calculate_totals(&document)?)?;
    Ok(row)
}

/// What the other program had written around the core document.
fn written(brought: &DocumentToImport) -> Written {
    let DocumentToImport {
        kind: _, // `draft` and `bring` see to these
        source: _,
        key: _,
        number: _,
        document: _,
        total: _,
        status: _,
        archived: _,
        payments: _,
        quote: _,
        profile,
        contact,
        issue_date,
        end,
        job_description,
        order_number,
        notes,
        terms,
    } = brought.clone();
    Written {
        business_profile_id: profile,
        contact_id: Some(contact),
        issue_date: Some(issue_date.to_string()),
        due_date: Some(end.to_string()),
        job_description,
        // The programs that are read have none of a document.
        job_address: String::new(),
        order_number,
        notes,
        // Its look is the business profile's.
        template: None,
        terms,
    }
}

fn to_payment_row(
    state: &AppState,
    document_id: &DocumentId,
    it: PaymentToImport,
    now: i64,
) -> PaymentRow {
    let new = NewPayment {
        id: state.ids.new_id(),
        document_id: document_id.clone(),
        amount: it.amount.0,
        method: it.method,
        date: it.date.to_string(),
        notes: it.notes,
        recorded_by: RecordedBy::Business,
        created_at: now,
    };
    PaymentRow::new_confirmed(new, now)
}
