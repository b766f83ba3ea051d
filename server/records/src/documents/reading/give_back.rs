//! How much of what was paid for an invoice has to be refunded after credit notes.

use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::status::credit::CreditAction;

use crate::documents::store;
use crate::documents::stored::Stored;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// The amount to refund: for an invoice, what is overpaid; for a credit note, the overpayment of its invoice, up to
/// what the credit note has not refunded yet; otherwise zero.
pub async fn of(conn: &mut Conn, stored: &Stored) -> Result<Pence, ApiError> {
    match stored.kind {
        Kind::Quote => Ok(Pence::ZERO),
        Kind::Invoice => Ok(stored.invoice_state().to_give_back()),
        Kind::CreditNote => against(conn, stored).await,
    }
}

async fn against(conn: &mut Conn, note: &Stored) -> Result<Pence, ApiError> {
    let state = note.credit_state();
    if state.apply(CreditAction::Refund).is_err() {
        return Ok(Pence::ZERO);
    }
    let Some(invoice_id) = &note.row.credited_invoice_id else {
        return Ok(Pence::ZERO);
    };
    let Some(row) = store::find_any(conn, invoice_id).await? else {
        return Ok(Pence::ZERO);
    };
    let invoice = Stored::read(conn, row).await?;
    let of_note = (state.amount - state.refunded).max(Pence::ZERO);
    Ok(invoice.invoice_state().to_give_back().min(of_note))
}
