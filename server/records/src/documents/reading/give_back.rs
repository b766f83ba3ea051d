//! How much of what was paid for an invoice has to be refunded after credit notes.

use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::status::credit::CreditAction;

use crate::documents::store;
use crate::documents::stored::Stored;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// What is to be given back of an invoice; against a credit note, of its invoice, at most what the credit
/// note takes off it; nothing of anything else.
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
