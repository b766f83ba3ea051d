//! A quote, and the invoice on which its payments count: the one made from it, or the first stage of its job. A
//! deposit is on both, so that the customer finds it by either link; changes to it are made on both.

use plumbline_core::kind::Kind;

use crate::public::not_found;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::PaymentId;
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::payments::{self, PaymentRow};
use plumbline_records::documents::store::{self, Status};
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::live::{Event, announce};

/// A document, and the other where it is one of a quote and its invoice.
#[derive(Debug)]
pub struct Books {
    /// The document that was asked for.
    pub stored: Stored,
    other: Option<Stored>,
}

impl Books {
    /// The account's document of this id with its other, both held until the transaction ends. The
    /// quote is always held first, so that nobody waits for each other.
    ///
    /// # Errors
    /// 404 when there is none, or it is another account's.
    pub async fn lock(
        conn: &mut Conn,
        user_id: &str,
        kind: Kind,
        id: &str,
    ) -> Result<Self, ApiError> {
        let row = store::find(conn, user_id, kind, id).await?;
        if let Some(quote_id) = row.and_then(|row| row.pays_quote_id) {
            let quote = Stored::lock(conn, user_id, Kind::Quote, &quote_id).await?;
            let stored = Stored::lock(conn, user_id, kind, id).await?;
            let other = Some(quote);
            return Ok(Self { stored, other });
        }
        let stored = Stored::lock(conn, user_id, kind, id).await?;
        let other = match &stored.row.paid_on_id {
            Some(invoice) => Some(Stored::lock(conn, user_id, Kind::Invoice, invoice).await?),
            None => None,
        };
        Ok(Self { stored, other })
    }

    /// The same for the document behind a link.
    ///
    /// # Errors
    /// The one 404 of every link that leads nowhere.
    pub async fn lock_public(conn: &mut Conn, kind: Kind, token: &str) -> Result<Self, ApiError> {
        let row = store::find_public(conn, kind, token).await?;
        let row = row.ok_or_else(|| not_found(kind))?;
        let books = Self::lock(conn, &row.user_id, kind, &row.id).await?;
        // It may have gone between the look and the hold.
        let now = &books.stored.row;
        if now.status == Status::Void || now.public_token != row.public_token {
            return Err(not_found(kind));
        }
        Ok(books)
    }

    /// Whether a payment stands on the invoice made from this quote.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_carried(
        &self,
        conn: &mut Conn,
        payment: &PaymentRow,
    ) -> Result<bool, ApiError> {
        if self.stored.row.paid_on_id.is_none() {
            return Ok(false);
        }
        Ok(payments::carried_copy(conn, &payment.id).await?.is_some())
    }

    /// Takes in what has become of this payment, wherever it stands, and tells open pages of it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn settle(
        &mut self,
        state: &AppState,
        tx: &mut WriteTx,
        payment: &PaymentRow,
        event: Event,
        now: i64,
    ) -> Result<(), ApiError> {
        let on_other = |other: &&mut Stored| {
            let mut payments = other.payments.iter();
            payments.any(|row| row.original() == payment.original())
        };
        let other = self.other.as_mut().filter(on_other);
        for stored in [Some(&mut self.stored), other].into_iter().flatten() {
            stored.reread_payments(tx).await?;
            stored.settle()?;
            stored.write(state, tx, now).await?;
            announce(tx, stored, event).await?;
        }
        Ok(())
    }

    /// The document that its customer has in hand, and the payment as it stands there: the invoice
    /// once it is sent, until then the quote that it was made from.
    #[must_use]
    pub fn in_hand<'a>(&'a self, payment: &'a PaymentRow) -> (&'a Stored, &'a PaymentId) {
        match (&self.other, &payment.carried_from) {
            (Some(quote), Some(original)) if self.stored.is_draft() => (quote, original),
            _ => (&self.stored, &payment.id),
        }
    }
}
