//! How much of what was paid for an invoice has to be refunded after credit notes.

use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::credit_note::CreditNoteAction;

use crate::documents::store;
use crate::documents::stored::StoredDocument;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

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
    let Some(row) = store::find_by_id(conn, invoice_id).await? else {
        return Ok(Pence::ZERO);
    };
    let invoice = StoredDocument::load(conn, row).await?;
    let of_note = (state.amount - state.refunded).max(Pence::ZERO);
    Ok(invoice.invoice_state().refund_due().min(of_note))
}
