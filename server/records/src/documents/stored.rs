//! A loaded document: its row, its payments, and what core calculates from both.
//!
//! A draft is calculated by today's rules each time it is read. An issued document is read as it was stored; only
//! its payments are added, so that no later rule changes an amount of it.

mod versions;

use plumbline_core::calculate::instalments::{
    Instalment, InstalmentSchedule, allocate_paid, build_schedule, first_open_date, schedule_amounts,
};
use plumbline_core::calculate::payments::Credits;
use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::document::{Document, Invoiced};
use plumbline_core::edit::UnknownFields;
use plumbline_core::kind::{DocumentKind, RequestedPayment};
use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use super::store::{self, DocumentRow};
use super::{photos, summary};
use crate::documents::notifying;
use crate::documents::store::credits::{self, InvoiceCreditNote};
use crate::documents::store::payments::{self, PaymentRow};
use plumbline_platform::clock::london_date;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::state::{AppState, Services};

/// A document as read from the database, with its payments and totals.
#[derive(Debug)]
pub struct StoredDocument {
    /// The kind of document.
    pub kind: DocumentKind,
    /// The database row.
    pub row: DocumentRow,
    /// The core document, including payments.
    pub document: Document,
    /// Core's totals: for a draft by today's rules, for an issued document by the rules at issue.
    pub totals: Totals,
    /// The confirmed and pending payments, oldest first; for a credit note, the refunds for it.
    pub payments: Vec<PaymentRow>,
    /// The credit notes of an invoice that aren't void, including drafts.
    pub credits: Vec<InvoiceCreditNote>,
    /// The agreed instalments of an invoice.
    pub instalments: Vec<Instalment>,
    /// Whether it had photos when it was read.
    had_photos: bool,
    /// Its stored size when it was read, and the size of the versions that were issued since.
    counted_size: CountedSize,
    /// Whether the row's columns match the present document.
    is_filled: bool,
}

/// The size of a document: the part that is counted in its account's storage, and the part that isn't yet.
#[derive(Debug, Clone, Copy)]
struct CountedSize {
    /// Bytes of its row when it was read.
    row: i64,
    /// Bytes of the versions that were issued since.
    issued: i64,
}

impl StoredDocument {
    /// Reads the account's document with this id.
    ///
    /// # Errors
    /// 404 if the account has no such document.
    pub async fn find(
        conn: &mut Conn,
        user_id: &UserId,
        kind: DocumentKind,
        id: &DocumentId,
    ) -> Result<Self, ApiError> {
        match store::find(conn, user_id, kind, id).await? {
            Some(row) => Self::load(conn, row).await,
            None => Err(ApiError::not_found(kind.title())),
        }
    }

    /// Like [`StoredDocument::find`], and locks the document until the transaction ends.
    ///
    /// # Errors
    /// As for [`StoredDocument::find`].
    pub async fn lock(
        conn: &mut Conn,
        user_id: &UserId,
        kind: DocumentKind,
        id: &DocumentId,
    ) -> Result<Self, ApiError> {
        match store::lock(conn, user_id, kind, id).await? {
            Some(row) => Self::load(conn, row).await,
            None => Err(ApiError::not_found(kind.title())),
        }
    }

    /// Completes a row with its payments.
    pub async fn load(conn: &mut Conn, row: DocumentRow) -> Result<Self, ApiError> {
        let payments = payments::list_for_document(conn, &row.id).await?;
        let document = with_payments(serde_json::from_str(&row.input)?, &payments);
        // A credit note always has the totals that it was made with, whether or not it was sent.
        let is_open = row.issued_version == 0 && row.kind.facts().is_written;
        let totals = match is_open.then(|| calculate(&document)) {
            Some(Ok(totals)) => totals,
            // If today's rules refuse a draft, it has its last saved totals until it is fixed.
            Some(Err(_)) | None => parse_issued_totals(&row.totals, &document)?,
        };
        let credits = match row.kind {
            DocumentKind::Invoice => credits::list_for_invoice(conn, &row.id).await?,
            DocumentKind::Quote | DocumentKind::CreditNote => Vec::new(),
        };
        let totals = with_credits(row.kind, totals, &credits);
        let instalments = match row.instalments.as_str() {
            "" => Vec::new(),
            agreed => serde_json::from_str(agreed)?,
        };
        let weighed = CountedSize { row: row.stored_size(), issued: 0 };
        Ok(Self {
            kind: row.kind,
            counted_size: weighed,
            is_filled: false,
            had_photos: !document.photos.is_empty(),
            row,
            document,
            totals,
            payments,
            credits,
            instalments,
        })
    }

    /// The effect of its credit notes.
    #[must_use]
    pub fn credit_sums(&self) -> Credits {
        sum_credits(&self.credits)
    }

    /// Records that a version of this many bytes was issued.
    pub fn add_issued_size(&mut self, weight: i64) {
        self.counted_size.issued += weight;
    }

    /// By how many bytes it has grown (or shrunk, if negative) in its account's storage since it was read.
    #[must_use]
    pub fn size_change(&self) -> i64 {
        self.row.stored_size() - self.counted_size.row + self.counted_size.issued
    }

    /// Reads the payments again and updates what follows from them; nothing else is recalculated.
    pub async fn reload_payments(&mut self, conn: &mut Conn) -> Result<(), ApiError> {
        self.payments = payments::list_for_document(conn, &self.row.id).await?;
        self.document = with_payments(std::mem::take(&mut self.document), &self.payments);
        let (totals, document) = (std::mem::take(&mut self.totals), &self.document);
        let totals = totals.with_payments(&document.payments, document.is_under_cis());
        self.totals = with_credits(self.kind, totals, &self.credits);
        self.is_filled = false;
        Ok(())
    }

    /// Replaces the core document, except for its payments, the amounts of earlier invoices of its job and the
    /// variation data. The totals are recalculated by today's rules.
    ///
    /// # Errors
    /// 500 if core refuses a document that was checked before.
    pub fn set_document(&mut self, document: Document) -> Result<(), ApiError> {
        let mut document = with_payments(document, &self.payments);
        document.invoiced = std::mem::take(&mut self.document.invoiced);
        document.variation = self.document.variation;
        document.variations = std::mem::take(&mut self.document.variations);
        self.totals = with_credits(self.kind, calculate_totals(&document)?, &self.credits);
        self.document = document;
        self.is_filled = false;
        Ok(())
    }

    /// Sets the columns that are derived from the document, unless they are set already. Call this before locking the
    /// row, because a large document takes a while.
    pub fn fill_columns(&mut self) -> Result<(), ApiError> {
        if !self.is_filled {
            // Payments are stored in rows of their own.
            let payments = std::mem::take(&mut self.document.payments);
            let filled = fill_columns(&mut self.row, &self.document, &self.totals);
            self.document.payments = payments;
            filled?;
            self.is_filled = true;
        }
        Ok(())
    }

    /// An invoice's amounts as deducted by the final invoice of its job: before its credit notes, and then after each
    /// of them.
    pub async fn to_invoiced(&self, conn: &mut Conn) -> Result<Vec<Invoiced>, ApiError> {
        let number = self.row.number.as_deref().unwrap_or_default();
        let mut now = Invoiced::from_totals(self.row.id.as_str(), number, &self.totals);
        let mut after = vec![now.clone()];
        for (number, credit) in credits::list_issued_totals(conn, &self.row.id).await? {
            now.apply_credit_note(&number, &credit);
            after.push(now.clone());
        }
        Ok(after)
    }

    /// Writes a new draft without payments. `None` if the id is taken.
    ///
    /// # Errors
    /// 422 if its account's storage is full.
    pub async fn insert(
        services: &Services,
        conn: &mut Conn,
        row: &DocumentRow,
    ) -> Result<Option<Self>, ApiError> {
        let stored = Self::insert_uncounted(conn, row).await?;
        if stored.is_some() {
            quota::count_storage(services, conn, &row.user_id, StorageUse::of_document(row.stored_size()))
                .await?;
        }
        Ok(stored)
    }

    /// The same without counting it in the account's storage, for a longer transaction: the row with the account's
    /// total is locked last of all, so the end of the transaction counts it.
    pub async fn insert_uncounted(conn: &mut Conn, row: &DocumentRow) -> Result<Option<Self>, ApiError> {
        if !store::insert(conn, row).await? {
            return Ok(None);
        }
        let stored = Self::find(conn, &row.user_id, row.kind, &row.id).await?;
        photos::insert_photos(conn, &stored).await?;
        summary::write_summary(conn, &stored, london_day(row.updated_at)?).await?;
        Ok(Some(stored))
    }

    /// The same with an id that was just generated.
    ///
    /// # Errors
    /// As for [`StoredDocument::insert`].
    pub async fn insert_new(
        services: &Services,
        conn: &mut Conn,
        row: &DocumentRow,
    ) -> Result<Self, ApiError> {
        let stored = Self::insert(services, conn, row).await?;
        stored.ok_or_else(|| ApiError::internal("a new id was taken"))
    }

    /// Writes everything back with a new version number, and announces the change.
    ///
    /// # Errors
    /// 500 if the row changed although the caller has locked it.
    pub async fn write(&mut self, state: &AppState, tx: &mut WriteTx, now: i64) -> Result<(), ApiError> {
        self.fill_columns()?;
        if !store::update(tx, &mut self.row, now).await? {
            return Err(ApiError::internal("a held document changed under its holder"));
        }
        if self.had_photos || !self.document.photos.is_empty() {
            photos::update_photos(state, tx, self).await?;
        }
        summary::write_summary(tx, self, london_day(now)?).await?;
        notifying::run_changed(state, tx, self).await
    }

    /// Its name at the start of a sentence: `Quote`, `Variation`, `Invoice`.
    pub fn title(&self) -> &'static str {
        self.row.title()
    }

    /// A text about documents of its kind, with its own name: of a variation instead of a quote.
    pub fn name_itself(&self, text: &str) -> String {
        text.replace(self.kind.name(), self.name())
    }

    /// Its name within a sentence.
    pub fn name(&self) -> &'static str {
        match self.row.variation_of_id {
            Some(_) => "variation",
            None => self.kind.name(),
        }
    }

    /// Its issue date.
    pub fn issue_date(&self) -> Option<Date> {
        self.row.issue_date
    }

    /// Its expiry or due date. For an invoice in instalments, the date of the earliest one that isn't fully paid, so
    /// that the invoice is overdue as soon as an instalment is.
    pub fn due_date(&self) -> Option<Date> {
        let (whole, paid) = self.instalment_sums();
        first_open_date(&self.instalments, whole, paid).or_else(|| self.written_due_date())
    }

    /// The expiry or due date as written on it, regardless of instalments.
    pub fn written_due_date(&self) -> Option<Date> {
        self.row.due_date
    }
}

/// The date in London at an instant, in unix milliseconds.
fn london_day(ms: i64) -> Result<Date, ApiError> {
    london_date(ms).to_string().parse().map_err(ApiError::internal)
}

/// Sets the columns that are derived from the document. Fields that a newer release of the server has written into its
/// JSON are preserved.
pub fn fill_columns(row: &mut DocumentRow, document: &Document, totals: &Totals) -> Result<(), ApiError> {
    row.input = match document.payments.is_empty() {
        true => serialize_document(document, &row.input)?,
        false => {
            let bare = Document { payments: Vec::new(), ..document.clone() };
            serialize_document(&bare, &row.input)?
        }
    };
    row.totals = serde_json::to_string(totals)?;
    row.total_amount = totals.total_amount.0;
    row.amount_payable = totals.amount_payable.0;
    row.paid_amount = totals.paid_amount.0;
    row.balance_due = totals.balance_due.0;
    Ok(())
}

/// The JSON of a document, with the fields from its previous JSON that this release doesn't know.
fn serialize_document(document: &Document, before: &str) -> Result<String, ApiError> {
    // A new document has no previous JSON.
    if !before.is_empty() {
        let unknown = UnknownFields::from_stored(&serde_json::from_str(before)?);
        if !unknown.is_empty() {
            let mut value = serde_json::to_value(document)?;
            unknown.restore_into(&mut value);
            return Ok(value.to_string());
        }
    }
    Ok(serde_json::to_string(document)?)
}

/// The totals less credit notes. A document that asks for no payment has no balance due.
pub fn with_credits(kind: DocumentKind, totals: Totals, credits: &[InvoiceCreditNote]) -> Totals {
    match kind.facts().asks {
        RequestedPayment::Nothing => Totals { balance_due: Pence::ZERO, ..totals },
        RequestedPayment::Deposit | RequestedPayment::Balance => totals.with_credits(sum_credits(credits)),
    }
}

/// The combined effect of the credit notes on their invoice.
fn sum_credits(notes: &[InvoiceCreditNote]) -> Credits {
    let counting = || notes.iter().filter(|note| note.is_counted());
    Credits {
        credited: counting().map(|note| note.amount).sum(),
        refunded: counting().map(|note| note.refunded).sum(),
        has_credit_notes: !notes.is_empty(),
    }
}

/// The document with these payments, as core's type.
pub fn with_payments(mut document: Document, payments: &[PaymentRow]) -> Document {
    document.payments = payments.iter().map(PaymentRow::to_core).collect();
    document
}

/// The document without the costs of its lines, which no customer may see.
#[must_use]
pub fn without_costs(document: &Document) -> Document {
    let mut document = document.clone();
    for line in &mut document.items {
        line.cost = None;
    }
    document
}

/// The totals that were stored at issue, updated with the present payments.
pub fn parse_issued_totals(stored: &str, document: &Document) -> Result<Totals, ApiError> {
    let totals: Totals = serde_json::from_str(stored)?;
    Ok(totals.with_payments(&document.payments, document.is_under_cis()))
}

/// Core's totals, by today's rules, of a document that was checked before it was stored.
///
/// # Errors
/// 500 if the rules have changed since it was checked.
pub fn calculate_totals(document: &Document) -> Result<Totals, ApiError> {
    calculate(document).map_err(ApiError::internal)
}

// The instalments of a loaded document, and their state as core calculates it.

impl StoredDocument {
    /// The present sum of its instalments, and how much of it is paid.
    pub fn instalment_sums(&self) -> (Pence, Pence) {
        let totals = &self.totals;
        schedule_amounts(totals.amount_payable, self.credit_sums(), totals.paid_amount)
    }

    /// The state of its instalments on a day; `None` if there are no instalments.
    pub fn instalment_schedule(&self, today: Date) -> Option<InstalmentSchedule> {
        let is_agreed = !self.instalments.is_empty();
        is_agreed.then(|| build_schedule(&self.instalments, self.instalment_sums(), today))
    }

    /// The dates of the instalments that aren't fully paid, earliest first.
    pub fn open_instalment_days(&self) -> Vec<Date> {
        let (whole, paid) = self.instalment_sums();
        let each = allocate_paid(&self.instalments, whole, paid).into_iter();
        let open = each.filter(|(row, paid)| row.amount > *paid);
        open.map(|(row, _)| row.date).collect()
    }

    /// The position of the instalment on this date, `instalment 2 of 4`; `None` if there is no such instalment.
    pub fn instalment_label(&self, day: Option<Date>) -> Option<String> {
        let day = day?;
        let at = self.instalments.iter().position(|row| row.date == day)?;
        Some(format!("instalment {} of {}", at + 1, self.instalments.len()))
    }

    /// Sets the agreed instalments; an empty list removes them.
    pub fn set_instalments(&mut self, instalments: Vec<Instalment>) -> Result<(), ApiError> {
        self.row.instalments = match instalments.is_empty() {
            true => String::new(),
            false => serde_json::to_string(&instalments)?,
        };
        self.instalments = instalments;
        Ok(())
    }
}
