//! What happens to an invoice when a credit note against it is issued or voided, or money is refunded against it.

use futures::future::BoxFuture;
use plumbline_core::kind::Kind;

use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::{Changed, Hooks};
use plumbline_platform::state::AppState;
use plumbline_records::documents::store;
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::live::{Event, announce};

/// The hooks of credit notes.
pub const HOOKS: Hooks = Hooks {
    changed: Some(changed),
    ..Hooks::NONE
};

fn changed<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a Changed,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(async move {
        match event.document.kind {
            Kind::CreditNote => settle(state, tx, &event.document.id).await,
            Kind::Quote | Kind::Invoice => Ok(()),
        }
    })
}

/// Recalculates the invoice of a credit note. Its amounts are read again, so it does not matter what the credit note
/// was before.
async fn settle(state: &AppState, tx: &mut WriteTx, id: &str) -> Result<(), ApiError> {
    let note = store::find_any(tx, id).await?;
    let Some(invoice_id) = note.and_then(|note| note.credited_invoice_id) else {
        return Ok(());
    };
    let row = store::lock_any(tx, &invoice_id).await?;
    let row = row.ok_or_else(|| ApiError::internal("a credit note's invoice is missing"))?;
    let mut invoice = Stored::read(tx, row).await?;
    invoice.settle()?;
    invoice.write(state, tx, state.clock.now_ms()).await?;
    announce(tx, &invoice, Event::Status).await?;
    Ok(())
}
