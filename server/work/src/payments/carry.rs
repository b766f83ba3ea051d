//! Carrying a quote's deposit over to the invoice made from it.

use futures::future::BoxFuture;
use plumbline_core::kind::DocumentKind;

use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::{Hooks, PaymentCounted};
use plumbline_platform::ids::{DocumentId, PaymentId};
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::store;
use plumbline_records::documents::store::payments::{self, PaymentRow};
use plumbline_records::documents::stored::StoredDocument;

/// The hooks of payments: one that runs when a payment begins to count.
pub const HOOKS: Hooks = Hooks { paid: Some(on_paid), ..Hooks::NONE };

/// Repeats a quote's payment on its invoice, with its date and method: a confirmed payment counts there, and a pending
/// one is decided about there ([`super::payment_documents`]). A payment is carried over once, which a unique index
/// guarantees. It is the same payment, so nobody is notified again.
pub async fn carry_over(
    state: &AppState,
    conn: &mut Conn,
    payment: &PaymentRow,
    invoice_id: &DocumentId,
) -> Result<(), ApiError> {
    let carried = carried(payment, state.ids.new_id(), invoice_id);
    payments::insert(conn, &carried).await?;
    Ok(())
}

/// The same payment on the invoice. Every column is named, so that a new column doesn't compile until somebody decides
/// whether it is copied.
fn carried(payment: &PaymentRow, id: PaymentId, invoice_id: &DocumentId) -> PaymentRow {
    let PaymentRow {
        id: _,          // an id of its own
        document_id: _, // the invoice
        amount,
        method,
        date,
        notes,
        status,
        recorded_by,
        carried_from: _, // this one
        created_at,
        decided_at,
        withdrawn_at,
        removed_at,
        removed_reason,
        refunded,
        disputed,
        dispute,
        by_bank,
        receipt_to,
    } = payment.clone();
    PaymentRow {
        id,
        document_id: invoice_id.clone(),
        amount,
        method,
        date,
        notes,
        status,
        recorded_by,
        carried_from: Some(payment.id.clone()),
        created_at,
        decided_at,
        withdrawn_at,
        removed_at,
        removed_reason,
        refunded,
        disputed,
        dispute,
        by_bank,
        receipt_to,
    }
}

fn on_paid<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a PaymentCounted,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(count_on_invoice(state, tx, event))
}

/// Carries over a payment of a quote that was invoiced while the payment was under way, so that it counts on the
/// invoice too.
async fn count_on_invoice(
    state: &AppState,
    tx: &mut WriteTx,
    event: &PaymentCounted,
) -> Result<(), ApiError> {
    let document = &event.document;
    let row = store::find(tx, &document.user_id, document.kind, &document.id).await?;
    let Some(invoice_id) = row.and_then(|row| row.paid_on_id) else {
        return Ok(());
    };
    if payments::find_carried_copy(tx, &event.payment_id).await?.is_some() {
        return Ok(());
    }
    let payment = payments::find(tx, &document.id, &event.payment_id).await?;
    let payment = payment.ok_or_else(|| ApiError::internal("a payment that was not written"))?;
    let mut invoice = StoredDocument::lock(tx, &document.user_id, DocumentKind::Invoice, &invoice_id).await?;
    carry_over(state, tx, &payment, &invoice_id).await?;
    invoice.reload_payments(tx).await?;
    invoice.update_payment_status()?;
    invoice.write(state, tx, state.clock.now_ms()).await?;
    announce_event(tx, &invoice, DocumentEvent::PaymentConfirmed).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_on_the_invoice_is_the_same_one() {
        let paid = PaymentRow::every_field();
        let (id, invoice): (PaymentId, DocumentId) = (
            "01930000-0000-7000-8000-000000000031".parse().unwrap(),
            "01930000-0000-7000-8000-000000000032".parse().unwrap(),
        );
        let mut expected = paid.clone();
        expected.id = id.clone();
        expected.document_id = invoice.clone();
        expected.carried_from = Some(paid.id.clone());
        let carried = carried(&paid, id, &invoice);
        assert_eq!(format!("{carried:?}"), format!("{expected:?}"));
    }
}
