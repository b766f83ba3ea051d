//! Documents from another program: each is saved as it was there, with its number, dates, payments and status. Nobody
//! is notified, since the customer has had it for a long time.

use plumbline_core::document::{Document, PaymentMethod};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::invoice::InvoiceAction;
use plumbline_core::status::quote::QuoteAction;
use plumbline_core::time::Date;

use super::drafting::editable_document::assign_line_ids;
use super::issuing::issue;
use super::row::EnteredFields;
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

/// The state of a document in the other program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportedStatus {
    /// It was a draft.
    Draft,
    /// It was sent to the customer.
    Issued,
    /// A quote that the customer accepted.
    Accepted,
    /// A quote that the customer declined.
    Declined,
    /// An invoice that was withdrawn.
    Void,
}

/// A payment that was recorded in the other program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentToImport {
    /// The amount, above 0.
    pub amount: Pence,
    /// The payment method.
    pub method: PaymentMethod,
    /// The day.
    pub date: Date,
    /// The business's notes.
    pub notes: String,
}

/// A document to import. The caller has checked it.
#[derive(Debug, Clone)]
pub struct DocumentToImport {
    /// A quote or an invoice.
    pub kind: DocumentKind,
    /// The program that made it.
    pub source: ImportSource,
    /// The key that identifies it in that program.
    pub key: String,
    /// The number that the customer knows; ignored for a draft.
    pub number: String,
    /// The business profile; `None` means the account's owner.
    pub profile: Option<ProfileId>,
    /// The customer's contact.
    pub contact: ContactId,
    /// The issue date.
    pub issue_date: Date,
    /// The expiry or due date, not before the issue date.
    pub end: Date,
    /// The description of the job.
    pub job_description: String,
    /// The customer's own order number; empty if there is none.
    pub order_number: String,
    /// Notes for the customer.
    pub notes: String,
    /// The document's own terms.
    pub terms: Option<String>,
    /// The core document, without payments.
    pub document: Document,
    /// The total in the other program.
    pub total: Pence,
    /// The state in the other program.
    pub status: ImportedStatus,
    /// Whether it is archived.
    pub archived: bool,
    /// The payments.
    pub payments: Vec<PaymentToImport>,
    /// The quote that an invoice was made from.
    pub quote: Option<DocumentId>,
}

/// Imports a document in the caller's transaction.
///
/// # Errors
/// 422 if issuing refuses it, or if the account's storage is full.
pub async fn import_document(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    imported: DocumentToImport,
) -> Result<DocumentId, ApiError> {
    let now = state.clock.now_ms();
    let row = to_draft_row(state, user_id, &imported, now)?;
    let mut stored = StoredDocument::insert_new(state, tx, &row).await?;
    let origin = OriginRow {
        document_id: row.id.clone(),
        user_id: user_id.clone(),
        source: imported.source,
        source_key: imported.key.clone(),
        total: imported.total.0,
    };
    origins::insert(tx, &origin).await?;
    if imported.status == ImportedStatus::Draft {
        return Ok(row.id);
    }
    let day = imported.issue_date;
    stored.take_step(Step::Send, day)?;
    issue::issue_with_number(state, tx, &mut stored, imported.number, day).await?;
    match imported.status {
        ImportedStatus::Accepted => stored.take_quote_step(QuoteAction::Accept, day)?,
        ImportedStatus::Declined => stored.take_quote_step(QuoteAction::Decline, day)?,
        ImportedStatus::Void => stored.take_invoice_step(InvoiceAction::Void)?,
        ImportedStatus::Draft | ImportedStatus::Issued => {}
    }
    for payment in imported.payments {
        payments::insert(tx, &to_payment_row(state, &row.id, payment, now)).await?;
    }
    stored.reload_payments(tx).await?;
    if imported.status != ImportedStatus::Void {
        stored.update_payment_status()?;
    }
    stored.row.archived = imported.archived;
    stored.write(state, tx, now).await?;
    quota::count_storage(state, tx, user_id, StorageUse::of_bytes(stored.size_change())).await?;
    if let Some(quote) = imported.quote {
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
    imported: &DocumentToImport,
    now: i64,
) -> Result<DocumentRow, ApiError> {
    let profile = imported.profile.as_ref();
    let mut row = DocumentRow::new_draft(state.ids.new_id(), user_id, imported.kind, profile, now);
    row.created_from = sha256_hex(format!("{} {}", imported.source.code(), imported.key));
    row.set_entered_fields(to_entered_fields(imported));
    row.source_quote_id.clone_from(&imported.quote);
    let mut document = imported.document.clone();
    assign_line_ids(&mut document.items);
    fill_columns(&mut row, &document, &calculate_totals(&document)?)?;
    Ok(row)
}

/// The fields outside the core document, from the other program.
fn to_entered_fields(imported: &DocumentToImport) -> EnteredFields {
    let DocumentToImport {
        kind: _, // `to_draft_row` and `import_document` use these
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
    } = imported.clone();
    EnteredFields {
        business_profile_id: profile,
        contact_id: Some(contact),
        issue_date: Some(issue_date),
        due_date: Some(end),
        job_description,
        // The programs from which documents are imported have no such field.
        job_address: String::new(),
        order_number,
        notes,
        // The document uses the business profile's template.
        template: None,
        terms,
    }
}

fn to_payment_row(state: &AppState, document_id: &DocumentId, it: PaymentToImport, now: i64) -> PaymentRow {
    let new = NewPayment {
        id: state.ids.new_id(),
        document_id: document_id.clone(),
        amount: it.amount.0,
        method: it.method,
        date: it.date,
        notes: it.notes,
        recorded_by: RecordedBy::Business,
        created_at: now,
    };
    PaymentRow::new_confirmed(new, now)
}
