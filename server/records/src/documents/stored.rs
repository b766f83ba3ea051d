//! A loaded document: its row, its payments, and what core makes of both.
//!
//! A draft is calculated by today's rules each time it is read. An issued document is read as it was stored; only
//! its payments are added, so that no later rule changes an amount of it.

mod instalments;
mod versions;

use plumbline_core::calculate::instalments::{Instalment, first_open};
use plumbline_core::calculate::payments::Credits;
use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::document::{Document, Invoiced};
use plumbline_core::edit::Unknown;
use plumbline_core::kind::{Asks, Kind};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use super::photos;
use super::store::{self, DocumentRow};
use super::summary;
use crate::documents::store::credits::{self, CreditNote};
use crate::documents::store::payments::{self, PaymentRow};
use crate::documents::telling::hooks;
use plumbline_platform::clock::london_date;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::limits::quota::{self, Kept};
use plumbline_platform::state::{AppState, Services};

/// A document with its payments and its totals with them.
#[derive(Debug)]
pub struct Stored {
    /// A quote or an invoice.
    pub kind: Kind,
    /// As in the database.
    pub row: DocumentRow,
    /// The core document, payments included.
    pub document: Document,
    /// Core's totals of it: a draft's by the rules of today, an issued document's by those that it
    /// was issued by.
    pub totals: Totals,
    /// Confirmed and pending ones, oldest first; of a credit note what was given back against it.
    pub payments: Vec<PaymentRow>,
    /// The credit notes of an invoice that are not void, drafts too.
    pub credits: Vec<CreditNote>,
    /// The instalments that were agreed on an invoice.
    pub instalments: Vec<Instalment>,
    /// Whether it showed photos when it was read.
    had_photos: bool,
    /// What it weighed when it was read, and the versions that were issued of it since.
    weighed: Weighed,
    /// Whether the row's columns say what the document is, as it is now.
    filled: bool,
}

/// What of a document its account's storage has been told of, and what it has not.
#[derive(Debug, Clone, Copy)]
struct Weighed {
    /// Bytes of its row when it was read.
    row: i64,
    /// Bytes of the versions that were issued since.
    issued: i64,
}

impl Stored {
    /// The account's document of this id.
    ///
    /// # Errors
    /// 404 when there is none, or it is another account's.
    pub async fn find(
        conn: &mut Conn,
        user_id: &str,
        kind: Kind,
        id: &str,
    ) -> Result<Self, ApiError> {
        match store::find(conn, user_id, kind, id).await? {
            Some(row) => Self::read(conn, row).await,
            None => Err(ApiError::not_found(kind.title())),
        }
    }

    /// Like [`Stored::find`], held until the transaction ends.
    ///
    /// # Errors
    /// As [`Stored::find`].
    pub async fn lock(
        conn: &mut Conn,
        user_id: &str,
        kind: Kind,
        id: &str,
    ) -> Result<Self, ApiError> {
        match store::lock(conn, user_id, kind, id).await? {
            Some(row) => Self::read(conn, row).await,
            None => Err(ApiError::not_found(kind.title())),
        }
    }

    /// Reads a row with its payments.
    pub async fn read(conn: &mut Conn, row: DocumentRow) -> Result<Self, ApiError> {
        let payments = payments::of_document(conn, &row.id).await?;
        let document = with_payments(serde_json::from_str(&row.input)?, &payments);
        // A credit note's figures stay as it was made with, sent or not.
        let is_open = row.issued_version == 0 && row.kind.facts().is_written;
        let totals = match is_open.then(|| calculate(&document)) {
            Some(Ok(totals)) => totals,
            // A draft that the rules have come to refuse has the figures that it was saved with,
            // until it is mended.
            Some(Err(_)) | None => issued_totals(&row.totals, &document)?,
        };
        let credits = match row.credit_notes {
            0 => Vec::new(),
            _ => credits::of_invoice(conn, &row.id).await?,
        };
        let totals = with_credits(row.kind, totals, &credits);
        let instalments = match row.instalments.as_str() {
            "" => Vec::new(),
            agreed => serde_json::from_str(agreed)?,
        };
        let weighed = Weighed {
            row: row.weight(),
            issued: 0,
        };
        Ok(Self {
            kind: row.kind,
            weighed,
            filled: false,
            had_photos: !document.photos.is_empty(),
            row,
            document,
            totals,
            payments,
            credits,
            instalments,
        })
    }

    /// What its credit notes do to it.
    #[must_use]
    pub fn credited(&self) -> Credits {
        credits::sum(&self.credits)
    }

    /// Notes that a version was issued of it, of so many bytes.
    pub fn note_issued(&mut self, weight: i64) {
        self.weighed.issued += weight;
    }

    /// How many bytes more, or less, its account keeps of it than when it was read.
    #[must_use]
    pub fn grown(&self) -> i64 {
        self.row.weight() - self.weighed.row + self.weighed.issued
    }

    /// Takes in the payments as they are now, and what follows from them; nothing else is worked
    /// out again.
    pub async fn reread_payments(&mut self, conn: &mut Conn) -> Result<(), ApiError> {
        self.payments = payments::of_document(conn, &self.row.id).await?;
        self.document = with_payments(std::mem::take(&mut self.document), &self.payments);
        let (totals, document) = (std::mem::take(&mut self.totals), &self.document);
        let totals = totals.paid_by(&document.payments, document.is_under_cis());
        self.totals = with_credits(self.kind, totals, &self.credits);
        self.filled = false;
        Ok(())
    }

    /// Replaces the core document; the payments stay, what earlier invoices of its job asked for, and what
    /// varies that.
    /// The totals follow by the rules of today.
    ///
    /// # Errors
    /// 500 when core refuses what was judged before.
    pub fn put(&mut self, document: Document) -> Result<(), ApiError> {
        let mut document = with_payments(document, &self.payments);
        document.invoiced = std::mem::take(&mut self.document.invoiced);
        document.variation = self.document.variation;
        document.variations = std::mem::take(&mut self.document.variations);
        self.totals = with_credits(self.kind, totals_of(&document)?, &self.credits);
        self.document = document;
        self.filled = false;
        Ok(())
    }

    /// Sets the columns that say what the document is and what it is worth, where they do not yet:
    /// before it is held, since that takes the longer the more there is of it.
    pub fn fill(&mut self) -> Result<(), ApiError> {
        if !self.filled {
            fill(&mut self.row, &self.document, &self.totals)?;
            self.filled = true;
        }
        Ok(())
    }

    /// What an invoice asks for, as the final one of its job takes it off: after each of the credit notes
    /// against it, none first.
    pub async fn as_taken_off(&self, conn: &mut Conn) -> Result<Vec<Invoiced>, ApiError> {
        let number = self.row.number.as_deref().unwrap_or_default();
        let mut now = Invoiced::of(&self.row.id, number, &self.totals);
        let mut after = vec![now.clone()];
        for (number, credit) in credits::issued(conn, &self.row.id).await? {
            now.credit(&number, &credit);
            after.push(now.clone());
        }
        Ok(after)
    }

    /// Writes a new draft, without payments. None if the id is taken.
    ///
    /// # Errors
    /// 422 where its account keeps as much as it may.
    pub async fn insert(
        services: &Services,
        conn: &mut Conn,
        row: &DocumentRow,
    ) -> Result<Option<Self>, ApiError> {
        let stored = Self::insert_uncounted(conn, row).await?;
        if stored.is_some() {
            quota::keep(services, conn, &row.user_id, Kept::document(row.weight())).await?;
        }
        Ok(stored)
    }

    /// The same for a transaction that goes on: the last of it counts what is kept, since the row of
    /// that is taken as the last of all.
    pub async fn insert_uncounted(
        conn: &mut Conn,
        row: &DocumentRow,
    ) -> Result<Option<Self>, ApiError> {
        if !store::insert(conn, row).await? {
            return Ok(None);
        }
        let stored = Self::find(conn, &row.user_id, row.kind, &row.id).await?;
        photos::note(conn, &stored).await?;
        summary::keep(conn, &stored, day_of(row.updated_at)?).await?;
        Ok(Some(stored))
    }

    /// The same with an id that was made just now.
    ///
    /// # Errors
    /// As [`Stored::insert`].
    pub async fn insert_new(
        services: &Services,
        conn: &mut Conn,
        row: &DocumentRow,
    ) -> Result<Self, ApiError> {
        let stored = Self::insert(services, conn, row).await?;
        stored.ok_or_else(|| ApiError::internal("a new id was taken"))
    }

    /// Writes everything back, raising the version, and tells of it.
    ///
    /// # Errors
    /// 500 when the row, which the caller holds, changed all the same.
    pub async fn write(
        &mut self,
        state: &AppState,
        tx: &mut WriteTx,
        now: i64,
    ) -> Result<(), ApiError> {
        self.fill()?;
        if !store::update(tx, &mut self.row, now).await? {
            return Err(ApiError::internal(
                "a held document changed under its holder",
            ));
        }
        if self.had_photos || !self.document.photos.is_empty() {
            photos::renew(state, tx, self).await?;
        }
        summary::keep(tx, self, day_of(now)?).await?;
        hooks::changed(state, tx, self).await
    }

    /// What it is called at the start of a sentence: `Quote`, `Variation`, `Invoice`.
    pub fn title(&self) -> &'static str {
        match self.row.variation_of_id {
            Some(_) => "Variation",
            None => self.kind.title(),
        }
    }

    /// The same within one.
    pub fn name(&self) -> &'static str {
        match self.row.variation_of_id {
            Some(_) => "variation",
            None => self.kind.name(),
        }
    }

    /// Its issue date.
    pub fn issue_date(&self) -> Option<Date> {
        date(&self.row.issue_date)
    }

    /// Its expiry or due date. Of an invoice that is paid in instalments it is the earliest day on which
    /// something is still to be paid, so that it is overdue when one of them is.
    pub fn due_date(&self) -> Option<Date> {
        let (whole, paid) = self.to_instalments();
        first_open(&self.instalments, whole, paid).or_else(|| self.written_due_date())
    }

    /// The expiry or due date that stands on it, instalments or not.
    pub fn written_due_date(&self) -> Option<Date> {
        date(&self.row.due_date)
    }
}

/// A date at rest; what the server wrote parses.
pub fn date(text: &Option<String>) -> Option<Date> {
    text.as_deref().and_then(|text| text.parse().ok())
}

/// The day in London of an instant, unix milliseconds.
fn day_of(ms: i64) -> Result<Date, ApiError> {
    london_date(ms)
        .to_string()
        .parse()
        .map_err(ApiError::internal)
}

/// Sets the columns that say what the document is and what it is worth. What a newer version has
/// written into it stays.
pub fn fill(row: &mut DocumentRow, document: &Document, totals: &Totals) -> Result<(), ApiError> {
    let bare = Document {
        payments: Vec::new(),
        ..document.clone()
    };
    row.input = input(&bare, &row.input)?;
    row.totals = serde_json::to_string(totals)?;
    row.total_amount = totals.total_amount.0;
    row.amount_payable = totals.amount_payable.0;
    row.paid_amount = totals.paid_amount.0;
    row.balance_due = totals.balance_due.0;
    Ok(())
}

/// The text of a document, with the fields of the text before it that this version does not know.
fn input(document: &Document, before: &str) -> Result<String, ApiError> {
    // A new document has none before it.
    if !before.is_empty() {
        let unknown = Unknown::of(&serde_json::from_str(before)?);
        if !unknown.is_empty() {
            let mut value = serde_json::to_value(document)?;
            unknown.put_back(&mut value);
            return Ok(value.to_string());
        }
    }
    Ok(serde_json::to_string(document)?)
}

/// The figures with what credit notes take off them. Nothing is ever left to pay of what asks for
/// nothing.
pub fn with_credits(kind: Kind, totals: Totals, credits: &[CreditNote]) -> Totals {
    match kind.facts().asks {
        Asks::Nothing => Totals {
            balance_due: Pence::ZERO,
            ..totals
        },
        Asks::Deposit | Asks::Balance => totals.less(credits::sum(credits)),
    }
}

/// The document with these payments, as core reads them.
pub fn with_payments(mut document: Document, payments: &[PaymentRow]) -> Document {
    document.payments = payments.iter().map(PaymentRow::to_core).collect();
    document
}

/// The document without what its lines cost the business, which no customer is shown.
#[must_use]
pub fn without_costs(document: &Document) -> Document {
    let mut document = document.clone();
    for line in &mut document.items {
        line.cost = None;
    }
    document
}

/// The totals that were stored when a document was issued, with the payments that it has now.
pub fn issued_totals(stored: &str, document: &Document) -> Result<Totals, ApiError> {
    let totals: Totals = serde_json::from_str(stored)?;
    Ok(totals.paid_by(&document.payments, document.is_under_cis()))
}

/// Core's totals of a document that was judged before it was stored, by the rules of today.
///
/// # Errors
/// 500: it was judged by rules that have changed since.
pub fn totals_of(document: &Document) -> Result<Totals, ApiError> {
    calculate(document).map_err(ApiError::internal)
}
