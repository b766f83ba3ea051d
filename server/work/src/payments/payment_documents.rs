//! A quote, and the invoice on which its payments count: the one made from it, or the first stage of its job. A
//! deposit is on both, so that the customer finds it by either link; changes to it are made on both.

use plumbline_core::kind::DocumentKind;

use crate::public::not_found;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::PaymentId;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::store::payments::{self, PaymentRow};
use plumbline_records::documents::store::{self, DocumentStatus};
use plumbline_records::documents::stored::StoredDocument;

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
        user_id: &str,
        kind: DocumentKind,
        id: &str,
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

    /// Applies a change to this payment to every document that has it, and announces it to open pages.
    pub async fn apply_payment(
        &mut self,
        state: &AppState,
        tx: &mut WriteTx,
        payment: &PaymentRow,
        event: DocumentEvent,
        now: i64,
    ) -> Result<(), ApiError> {
        let on_other = |other: &&mut StoredDocument| {
            let mut payments = other.payments.iter();
            payments.any(|row| row.original_id() == payment.original_id())
        };
        let other = self.other.as_mut().filter(on_other);
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
