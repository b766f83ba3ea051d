//! Documents from another program: each is saved as it was there, with its number, dates, payments and status.
//! Nobody is notified, since its customer has had it for a long time.

use plumbline_core::document::{Document, Method};
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::status::invoice::InvoiceAction;
use plumbline_core::status::quote::QuoteAction;
use plumbline_core::time::Date;

use super::drafting::sheet::name_lines;
use super::issuing::issue;
use super::row::Written;
use super::status::Step;
use super::store::DocumentRow;
use super::store::origins::{self, OriginRow, Source};
use super::store::payments::{self, NewPayment, PaymentRow, Recorder};
use super::stored::{Stored, fill, totals_of};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ContactId, DocumentId, ProfileId, UserId, sha256_hex};
use plumbline_platform::limits::quota::{self, Kept};
use plumbline_platform::state::AppState;

/// What had become of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
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
pub struct Received {
    /// Above nothing.
    pub amount: Pence,
    /// By what way.
    pub method: Method,
    /// The day.
    pub date: Date,
    /// The business's own words.
    pub notes: String,
}

/// A document as it comes over. What of it is judged, the caller has judged.
#[derive(Debug, Clone)]
pub struct Brought {
    /// A quote or an invoice.
    pub kind: Kind,
    /// The program that made it.
    pub source: Source,
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
    pub standing: Standing,
    /// Out of sight.
    pub archived: bool,
    /// What was paid.
    pub payments: Vec<Received>,
    /// The quote that it was made from, an invoice.
    pub quote: Option<DocumentId>,
}

/// Writes one, in the caller's transaction.
///
/// # Errors
/// 422 for what issuing refuses and where the account keeps as much as it may.
pub async fn bring(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    brought: Brought,
) -> Result<DocumentId, ApiError> {
    let now = state.clock.now_ms();
    let row = draft(state, user_id, &brought, now)?;
    let mut stored = Stored::insert_new(state, tx, &row).await?;
    let origin = OriginRow {
        document_id: row.id.clone(),
        user_id: user_id.clone(),
        source: brought.source,
        source_key: brought.key.clone(),
        total: brought.total.0,
    };
    origins::insert(tx, &origin).await?;
    if brought.standing == Standing::Draft {
        return Ok(row.id);
    }
    let day = brought.issue_date;
    stored.step(Step::Send, day)?;
    issue::issue_as(state, tx, &mut stored, brought.number, day).await?;
    match brought.standing {
        Standing::Accepted => stored.quote_step(QuoteAction::Accept, day)?,
        Standing::Declined => stored.quote_step(QuoteAction::Decline, day)?,
        Standing::Void => stored.invoice_step(InvoiceAction::Void)?,
        Standing::Draft | Standing::Issued => {}
    }
    for payment in brought.payments {
        payments::insert(tx, &row_of(state, &row.id, payment, now)).await?;
    }
    stored.reread_payments(tx).await?;
    if brought.standing != Standing::Void {
        stored.settle()?;
    }
    stored.row.archived = brought.archived;
    stored.write(state, tx, now).await?;
    quota::keep(state, tx, user_id, Kept::bytes(stored.grown())).await?;
    if let Some(quote) = brought.quote {
        let mut quote = Stored::lock(tx, user_id, Kind::Quote, &quote).await?;
        let day = quote.issue_date().unwrap_or(day);
        quote.quote_step(QuoteAction::Convert, day)?;
        quote.write(state, tx, now).await?;
    }
    Ok(row.id)
}

fn draft(
    state: &AppState,
    user_id: &UserId,
    brought: &Brought,
    now: i64,
) -> Result<DocumentRow, ApiError> {
    let profile = brought.profile.as_ref();
    let mut row = DocumentRow::draft(state.ids.new_id(), user_id, brought.kind, profile, now);
    row.created_from = sha256_hex(format!("{} {}", brought.source.word(), brought.key));
    row.write(written(brought));
    row.source_quote_id.clone_from(&brought.quote);
    let mut document = brought.document.clone();
    name_lines(&mut document.items);
    fill(&mut row, &document, &totals_of(&document)?)?;
    Ok(row)
}

/// What the other program had written around the core document.
fn written(brought: &Brought) -> Written {
    let Brought {
        kind: _, // `draft` and `bring` see to these
        source: _,
        key: _,
        number: _,
        document: _,
        total: _,
        standing: _,
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

fn row_of(state: &AppState, document_id: &DocumentId, it: Received, now: i64) -> PaymentRow {
    let new = NewPayment {
        id: state.ids.new_id(),
        document_id: document_id.clone(),
        amount: it.amount.0,
        method: it.method,
        date: it.date.to_string(),
        notes: it.notes,
        recorded_by: Recorder::Business,
        created_at: now,
    };
    PaymentRow::confirmed(new, now)
}
