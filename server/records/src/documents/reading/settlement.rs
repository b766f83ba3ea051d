//! What is owed for cancelled work, compared with what was paid.
//!
//! A variation is paid together with its job: what was paid beyond the total that is still agreed was paid for what was
//! cancelled. If a job is cancelled, so are its variations (reg. 38), and all of it is settled together.

use plumbline_core::consumer::owed::{self, CancelledPart};
use plumbline_core::consumer::{CancellationOwed, refund_deadline};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::status::credit_note::CreditNoteAction;
use plumbline_core::time::Date;

use crate::documents::store as documents;
use crate::documents::store::cancellations::CancellationRow;
use crate::documents::store::{DocumentRow, cancellations as store, stages, variations};
use crate::documents::stored::StoredDocument;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// What a customer who cancelled had asked to be started early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarlyStart {
    /// Nothing, so that nothing is owed.
    Nothing,
    /// Not this job, but a variation of it that they had cancelled before, so that its share of work done is owed.
    Before,
    /// Some of it, so that the share of work done is owed.
    This,
}

/// The settlement of a cancelled quote or variation.
pub struct Settlement {
    /// The amount owed, and the refund.
    pub owed: CancellationOwed,
    /// What the customer had asked to be started early.
    pub early: EarlyStart,
    /// The numbers of the variations that were cancelled together with it.
    pub with: Vec<String>,
    /// Whether it belongs to a job that was cancelled as a whole and is settled with it.
    pub with_whole: bool,
}

impl Settlement {
    /// The message for its customer. `None` if the customer asked for no early start (the confirmation says so), while
    /// the amounts can't be calculated, and if it is settled with its job.
    #[must_use]
    pub fn customer_text(&self) -> Option<String> {
        self.owed.customer_text().filter(|_| self.early != EarlyStart::Nothing && !self.with_whole)
    }

    /// The note on the customer's page: the message or, while it can't be calculated, that an earlier cancellation
    /// counts. For other cases the page has texts of its own.
    #[must_use]
    pub fn page_note(&self) -> Option<String> {
        let open = || (self.early == EarlyStart::Before).then(|| OWES_FOR_EARLIER_PART.to_owned());
        self.customer_text().or_else(open)
    }
}

/// The text about the amount owed if the only early start was for a variation that the customer had cancelled before.
pub const OWES_FOR_EARLIER_PART: &str = "You owe nothing for this job itself. For the part you cancelled before and had asked \
                               us to start early, you pay for the work done.";

/// The settlement of a quote or variation; `None` if it wasn't cancelled.
pub async fn find_settlement(
    conn: &mut Conn,
    quote: &StoredDocument,
) -> Result<Option<Settlement>, ApiError> {
    if quote.row.cancelled_date.is_none() {
        return Ok(None);
    }
    match store::find(conn, &quote.row.id).await? {
        Some(row) => settle_cancellation(conn, quote, &row).await.map(Some),
        None => Ok(None),
    }
}

/// The settlement of a cancelled quote or variation.
pub async fn settle_cancellation(
    conn: &mut Conn,
    quote: &StoredDocument,
    row: &CancellationRow,
) -> Result<Settlement, ApiError> {
    let on = quote.row.cancelled_date;
    let on = on.ok_or_else(|| ApiError::internal("a cancellation without its day"))?;
    match quote.row.variation_of_id.clone() {
        None => settle_job(conn, quote, row, on).await,
        Some(job) => {
            let job = documents::find_by_id(conn, &job).await?;
            let job = job.ok_or_else(|| ApiError::internal("a variation of a quote that is gone"))?;
            let job = StoredDocument::load(conn, job).await?;
            settle_variation(conn, (quote, &job), row, on).await
        }
    }
}

/// A whole job: the quote and the variations that were cancelled with it, each if an early start was requested for it.
/// Variations that were cancelled before have shares of their own.
async fn settle_job(
    conn: &mut Conn,
    quote: &StoredDocument,
    row: &CancellationRow,
    on: Date,
) -> Result<Settlement, ApiError> {
    let requested = |row: &DocumentRow| row.early_start == Some(true);
    let mut base = Pence::ZERO;
    let mut asked_early = requested(&quote.row);
    if asked_early {
        base += quote.totals.total_amount;
    }
    let (mut with, mut parts) = (Vec::new(), Vec::new());
    for varied in variations::list_cancelled(conn, &quote.row.id).await? {
        let total = Pence(varied.total_amount);
        let noted = store::find(conn, &varied.id).await?;
        if noted.as_ref().is_some_and(|noted| !noted.with_job) {
            parts.push(cancelled_part(&varied, noted.as_ref()));
            continue;
        }
        with.extend(varied.number.clone());
        // Omitting work that was to start early reduces the amount, whether or not the customer asked for an early
        // start of the variation.
        let counts = if total < Pence::ZERO { requested(&quote.row) } else { requested(&varied) };
        if counts {
            base += total;
            asked_early = true;
        }
    }
    let early = match asked_early {
        true => EarlyStart::This,
        false if parts.iter().any(|part: &CancelledPart| part.is_early_start) => EarlyStart::Before,
        false => EarlyStart::Nothing,
    };
    parts.push(CancelledPart {
        total: base.max(Pence::ZERO),
        is_early_start: asked_early,
        share: share_done(Some(row)),
    });
    let paid = sum_paid_for_job(conn, quote).await?;
    Ok(Settlement { owed: owed::calculate_owed(&parts, paid, on), early, with, with_whole: false })
}

/// A variation, whose job was or wasn't cancelled.
async fn settle_variation(
    conn: &mut Conn,
    (quote, job): (&StoredDocument, &StoredDocument),
    row: &CancellationRow,
    on: Date,
) -> Result<Settlement, ApiError> {
    let own = cancelled_part(&quote.row, Some(row));
    let with_whole = job.row.cancelled_date.is_some();
    let owed = if with_whole {
        let alone = owed::calculate_owed(&[own], Pence::ZERO, on);
        CancellationOwed {
            owed: alone.owed.filter(|_| !row.with_job),
            paid: Pence::ZERO,
            give_back: None,
            to_pay: None,
            by: refund_deadline(on),
        }
    } else {
        owed::calculate_owed(&[own], paid_for_variation(conn, quote, job).await?, on)
    };
    let early = match own.is_early_start && !row.with_job {
        true => EarlyStart::This,
        false => EarlyStart::Nothing,
    };
    Ok(Settlement { owed, early, with: Vec::new(), with_whole })
}

/// The amount paid for a cancelled variation: payments for its job beyond what is still agreed. If several were
/// cancelled, each takes its own total and the last takes the rest. An omission has no payment.
async fn paid_for_variation(
    conn: &mut Conn,
    quote: &StoredDocument,
    job: &StoredDocument,
) -> Result<Pence, ApiError> {
    let accepted = variations::list_accepted(conn, &job.row.id).await?;
    let accepted_total: Pence = accepted.iter().map(|row| Pence(row.total_amount)).sum();
    let paid = sum_paid_for_job(conn, job).await?;
    let mut left = (paid - job.totals.total_amount - accepted_total).max(Pence::ZERO);
    let cancelled = variations::list_cancelled(conn, &job.row.id).await?.into_iter();
    let mut cancelled = cancelled.filter(|row| row.total_amount > 0).peekable();
    while let Some(row) = cancelled.next() {
        let takes = match cancelled.peek() {
            Some(_) => left.min(Pence(row.total_amount)),
            None => left,
        };
        if row.id == quote.row.id {
            return Ok(takes);
        }
        left -= takes;
    }
    Ok(Pence::ZERO)
}

/// A quote or variation with a share of its own.
fn cancelled_part(row: &DocumentRow, noted: Option<&CancellationRow>) -> CancelledPart {
    CancelledPart {
        total: Pence(row.total_amount).max(Pence::ZERO),
        is_early_start: row.early_start == Some(true) && row.total_amount > 0,
        share: share_done(noted),
    }
}

fn share_done(noted: Option<&CancellationRow>) -> Option<rust_decimal::Decimal> {
    let share = noted?.share_done.as_deref()?;
    Some(Number::from_text(share).value())
}

/// The amount paid for a job: for its quote, or for the invoices that were made from it.
async fn sum_paid_for_job(conn: &mut Conn, quote: &StoredDocument) -> Result<Pence, ApiError> {
    let mut invoices = stages::list_invoices(conn, &quote.row.id).await?;
    if let Some(id) = &quote.row.converted_invoice_id {
        invoices.extend(documents::find_by_id(conn, id).await?);
    }
    if invoices.is_empty() {
        return Ok(quote.totals.paid_amount);
    }
    // Payments of a void invoice count too.
    Ok(invoices.iter().map(|row| Pence(row.paid_amount)).sum())
}

// How much of what was paid for an invoice has to be refunded after credit notes.

/// The amount to refund: for an invoice, what is overpaid; for a credit note, the overpayment of its invoice, up to
/// what the credit note has not refunded yet; otherwise zero.
pub async fn calculate_refund_due(conn: &mut Conn, stored: &StoredDocument) -> Result<Pence, ApiError> {
    match stored.kind {
        DocumentKind::Quote => Ok(Pence::ZERO),
        DocumentKind::Invoice => Ok(stored.invoice_state().refund_due()),
        DocumentKind::CreditNote => refund_due_for_credit_note(conn, stored).await,
    }
}

async fn refund_due_for_credit_note(conn: &mut Conn, note: &StoredDocument) -> Result<Pence, ApiError> {
    let state = note.credit_note_state();
    if state.apply(CreditNoteAction::Refund).is_err() {
        return Ok(Pence::ZERO);
    }
    let Some(invoice_id) = &note.row.credited_invoice_id else {
        return Ok(Pence::ZERO);
    };
    let Some(row) = crate::documents::store::find_by_id(conn, invoice_id).await? else {
        return Ok(Pence::ZERO);
    };
    let invoice = StoredDocument::load(conn, row).await?;
    let of_note = (state.amount - state.refunded).max(Pence::ZERO);
    Ok(invoice.invoice_state().refund_due().min(of_note))
}
