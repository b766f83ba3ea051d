//! Carrying a quote's deposit over to the invoice made from it.

use plumbline_core::kind::DocumentKind;

use crate::public::not_found;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DocumentId, PaymentId, UserId};
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{DocumentEvent, announce_event};
use plumbline_records::documents::store::payments::{self, PaymentRow, PaymentStatus};
use plumbline_records::documents::store::{self, DocumentStatus};
use plumbline_records::documents::stored::StoredDocument;

/// Repeats a quote's payment on its invoice, with its date and method: a confirmed payment counts there, and a pending
/// one is decided about there ([`self`]). A payment is carried over once, which a unique index
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

/// Carries over a payment of a quote that was invoiced while the payment was under way, so that it counts on the
/// invoice too.
pub async fn count_on_invoice(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    payment_id: &PaymentId,
) -> Result<(), ApiError> {
    let row = &stored.row;
    let Some(invoice_id) = &row.paid_on_id else {
        return Ok(());
    };
    if payments::find_carried_copy(tx, payment_id).await?.is_some() {
        return Ok(());
    }
    let payment = payments::find(tx, &row.id, payment_id).await?;
    let payment = payment.ok_or_else(|| ApiError::internal("a payment that was not written"))?;
    let mut invoice = StoredDocument::lock(tx, &row.user_id, DocumentKind::Invoice, invoice_id).await?;
    carry_over(state, tx, &payment, invoice_id).await?;
    invoice.reload_payments(tx).await?;
    invoice.update_payment_status()?;
    invoice.write(state, tx, state.clock.now_ms()).await?;
    announce_event(tx, &invoice, DocumentEvent::PaymentConfirmed).await?;
    Ok(())
}

// A quote, and the invoice on which its payments count: the one made from it, or the first stage of its job. A
// deposit is on both, so that the customer finds it by either link; changes to it are made on both.

/// A document, with the other one of a quote and its invoice if there is one.
#[derive(Debug)]
pub struct PaymentDocuments {
    /// The document that was requested.
    pub stored: StoredDocument,
    other: Option<StoredDocument>,
}

impl PaymentDocuments {
    /// The account's document with this id and its other one, both locked until the transaction ends. The quote is
    /// always locked first, so that two transactions never wait for each other.
    ///
    /// # Errors
    /// 404 if there is no such document, or it is another account's.
    pub async fn lock(
        conn: &mut Conn,
        user_id: &UserId,
        kind: DocumentKind,
        id: &DocumentId,
    ) -> Result<Self, ApiError> {
        let row = store::find(conn, user_id, kind, id).await?;
        if let Some(quote_id) = row.and_then(|row| row.pays_quote_id) {
            let quote = StoredDocument::lock(conn, user_id, DocumentKind::Quote, &quote_id).await?;
            let stored = StoredDocument::lock(conn, user_id, kind, id).await?;
            let other = Some(quote);
            return Ok(Self { stored, other });
        }
        let stored = StoredDocument::lock(conn, user_id, kind, id).await?;
        let other = match &stored.row.paid_on_id {
            Some(invoice) => Some(StoredDocument::lock(conn, user_id, DocumentKind::Invoice, invoice).await?),
            None => None,
        };
        Ok(Self { stored, other })
    }

    /// The same for the document behind a link.
    ///
    /// # Errors
    /// The one 404 for every link that leads nowhere.
    pub async fn lock_public(conn: &mut Conn, kind: DocumentKind, token: &str) -> Result<Self, ApiError> {
        let row = store::find_public(conn, kind, token).await?;
        let row = row.ok_or_else(|| not_found(kind))?;
        let books = Self::lock(conn, &row.user_id, kind, &row.id).await?;
        // The document may have changed between the first read and the lock.
        let now = &books.stored.row;
        if now.status == DocumentStatus::Void || now.public_token != row.public_token {
            return Err(not_found(kind));
        }
        Ok(books)
    }

    /// Whether the invoice made from this quote also has the payment.
    pub async fn is_carried(&self, conn: &mut Conn, payment: &PaymentRow) -> Result<bool, ApiError> {
        if self.stored.row.paid_on_id.is_none() {
            return Ok(false);
        }
        Ok(payments::find_carried_copy(conn, &payment.id).await?.is_some())
    }

    /// The other document, if it has this payment too.
    fn other_with(&self, payment: &PaymentRow) -> Option<&StoredDocument> {
        let is_it = |row: &PaymentRow| row.original_id() == payment.original_id();
        self.other.as_ref().filter(|other| other.payments.iter().any(is_it))
    }

    /// Whether a document that has this payment has a pending one.
    #[must_use]
    pub fn has_pending(&self, payment: &PaymentRow) -> bool {
        let waits = |row: &PaymentRow| row.status == PaymentStatus::Pending;
        let documents = [Some(&self.stored), self.other_with(payment)];
        documents.into_iter().flatten().any(|stored| stored.payments.iter().any(waits))
    }

    /// Applies a change to this payment to every document that has it, and announces it to open pages.
    pub async fn apply_payment(
        &mut self,
        state: &AppState,
        tx: &mut WriteTx,
        payment: &PaymentRow,
        event: DocumentEvent,
        now: i64,
    ) -> Result<(), ApiError> {
        let is_on_other = self.other_with(payment).is_some();
        let other = self.other.as_mut().filter(|_| is_on_other);
        for stored in [Some(&mut self.stored), other].into_iter().flatten() {
            stored.reload_payments(tx).await?;
            stored.update_payment_status()?;
            stored.write(state, tx, now).await?;
            announce_event(tx, stored, event).await?;
        }
        Ok(())
    }

    /// The document that the customer has, and the id of the payment on it: the invoice once it is sent, and the quote
    /// that it was made from until then.
    #[must_use]
    pub fn customer_document<'a>(&'a self, payment: &'a PaymentRow) -> (&'a StoredDocument, &'a PaymentId) {
        match (&self.other, &payment.carried_from) {
            (Some(quote), Some(original)) if self.stored.is_draft() => (quote, original),
            _ => (&self.stored, &payment.id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_moved_to_the_invoice_keeps_every_other_field() {
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
