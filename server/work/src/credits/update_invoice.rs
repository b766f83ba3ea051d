//! What happens to an invoice when a credit note against it is issued or voided, or money is refunded against it.

use futures::future::BoxFuture;
use plumbline_core::kind::DocumentKind;

use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::{DocumentChanged, Hooks};
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::store;
use plumbline_records::documents::stored::StoredDocument;

/// The hooks of credit notes.
pub const HOOKS: Hooks = Hooks { changed: Some(on_changed), ..Hooks::NONE };

fn on_changed<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a DocumentChanged,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        match event.document.kind {
            DocumentKind::CreditNote => update_invoice(state, tx, &event.document.id).await,
            DocumentKind::Quote | DocumentKind::Invoice => Ok(()),
        }
    })
}

/// Recalculates the invoice of a credit note. Its amounts are read again, so it does not matter what the credit note
/// was before.
async fn update_invoice(state: &AppState, tx: &mut WriteTx, id: &str) -> Result<(), ApiError> {
    let note = store::find_by_id(tx, id).await?;
    let Some(invoice_id) = note.and_then(|note| note.credited_invoice_id) else {
        return Ok(());
    };
    let row = store::lock_by_id(tx, &invoice_id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a credit note's invoice is missing"))?;
    let mut invoice = StoredDocument::load(tx, row).await?;
    invoice.update_payment_status()?;
    invoice.write(state, tx, state.clock.now_ms()).await?;
    announce_event(tx, &invoice, DocumentEvent::Status).await?;
    Ok(())
}
