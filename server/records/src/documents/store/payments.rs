//! All SQL on payments.

use plumbline_core::calculate::payments::counted_amount;
use plumbline_core::document::PaymentMethod;
use plumbline_core::money::Pence;

use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{DocumentId, PaymentId};

stored_enum! {
    /// How far a payment is.
    pub enum PaymentStatus {
        /// A customer says that it was made: the business has not seen it.
        Pending = "pending",
        /// It counts.
        Confirmed = "confirmed",
        /// It was not made, or was taken back.
        Rejected = "rejected",
    }

    /// Who wrote a payment down.
    pub enum RecordedBy {
        /// The business.
        Business = "business",
        /// Its customer.
        Customer = "customer",
    }

    /// How a dispute of a payment stands.
    pub enum Dispute {
        /// It is not decided.
        Open = "open",
        /// It was decided for the business.
        Won = "won",
        /// It was decided for the customer.
        Lost = "lost",
    }
}

table! {
    /// A payment as stored.
    pub struct PaymentRow: "payments", by id {
        /// UUIDv7.
        pub id: PaymentId,
        /// The quote (a deposit) or invoice it pays.
        pub document_id: DocumentId,
        /// Pence.
        pub amount: i64,
        /// By what way.
        pub method: PaymentMethod,
        /// YYYY-MM-DD in London.
        pub date: String,
        /// Of the business; the customer never sees them.
        pub notes: String,
        /// How far it is.
        pub status: PaymentStatus,
        /// Who wrote it down.
        pub recorded_by: RecordedBy,
        /// The quote's payment that this one repeats on its invoice.
        pub carried_from: Option<PaymentId>,
        /// Unix milliseconds.
        pub created_at: i64,
        /// Unix milliseconds.
        pub decided_at: Option<i64>,
        /// Unix milliseconds: the customer took it back, so it is rejected.
        pub withdrawn_at: Option<i64>,
        /// Unix milliseconds: the business took it off after it had counted, so it is rejected.
        pub removed_at: Option<i64>,
        /// Why, in the business's words; the customer reads them.
        pub removed_reason: Option<String>,
        /// Pence that went back to the customer.
        pub refunded: i64,
        /// Pence that the customer disputes, or disputed.
        pub disputed: i64,
        /// How that stands.
        pub dispute: Option<Dispute>,
        /// Whether it came from the customer's bank account through Stripe; none of other payments, and
        /// where Stripe has not said.
        pub by_bank: Option<bool>,
        /// To whom the business had a receipt mailed.
        pub receipt_to: Option<String>,
    }
}

/// A payment that is written down for the first time.
#[derive(Debug, Clone)]
pub struct NewPayment {
    /// Its id.
    pub id: PaymentId,
    /// The document that it is for.
    pub document_id: DocumentId,
    /// Pence.
    pub amount: i64,
    /// By what way.
    pub method: PaymentMethod,
    /// YYYY-MM-DD in London.
    pub date: String,
    /// Of the business; the customer never sees them.
    pub notes: String,
    /// Who writes it down.
    pub recorded_by: RecordedBy,
    /// Unix milliseconds.
    pub created_at: i64,
}

impl PaymentRow {
    /// A payment of which every column has a value of its own: for tests that look for what a copy leaves out.
    #[must_use]
    pub fn every_field() -> Self {
        let id = |last: u8| {
            uuid::Uuid::from_bytes([1, 147, 0, 0, 0, 0, 112, 0, 128, 0, 0, 0, 0, 0, 0, last])
        };
        Self {
            id: id(1).into(),
            document_id: id(2).into(),
            amount: 12_345,
            method: PaymentMethod::Cheque,
            date: "2026-11-18".to_owned(),
            notes: "By post".to_owned(),
            status: PaymentStatus::Rejected,
            recorded_by: RecordedBy::Customer,
            carried_from: Some(id(3).into()),
            created_at: 4,
            decided_at: Some(5),
            withdrawn_at: Some(6),
            removed_at: Some(7),
            removed_reason: Some("Entered twice".to_owned()),
            refunded: 800,
            disputed: 900,
            dispute: Some(Dispute::Lost),
            by_bank: Some(true),
            receipt_to: Some("jo@example.com".to_owned()),
        }
    }

    /// One that waits for the business.
    #[must_use]
    pub fn new_pending(new: NewPayment) -> Self {
        Self {
            id: new.id,
            document_id: new.document_id,
            amount: new.amount,
            method: new.method,
            date: new.date,
            notes: new.notes,
            status: PaymentStatus::Pending,
            recorded_by: new.recorded_by,
            carried_from: None,
            created_at: new.created_at,
            decided_at: None,
            withdrawn_at: None,
            removed_at: None,
            removed_reason: None,
            refunded: 0,
            disputed: 0,
            dispute: None,
            by_bank: None,
            receipt_to: None,
        }
    }

    /// One that counts from this moment, unix milliseconds.
    #[must_use]
    pub fn new_confirmed(new: NewPayment, now: i64) -> Self {
        Self {
            status: PaymentStatus::Confirmed,
            decided_at: Some(now),
            ..Self::new_pending(new)
        }
    }
}

impl PaymentRow {
    /// The payment of the quote of which this one is the repetition on the invoice, or itself.
    pub fn original_id(&self) -> &PaymentId {
        self.carried_from.as_ref().unwrap_or(&self.id)
    }

    /// By what way it came, in words.
    pub fn method_label(&self) -> &'static str {
        match self.by_bank {
            Some(true) => "Pay by bank",
            _ => self.method.label(),
        }
    }

    /// What counts of it, pence.
    pub fn remaining(&self) -> i64 {
        let lost = match self.dispute {
            Some(Dispute::Lost) => self.disputed,
            _ => 0,
        };
        counted_amount(Pence(self.amount), Pence(self.refunded), Pence(lost)).0
    }
}

/// The payments of a document that stand (confirmed or pending), by date. Rejected ones stay
/// in the table as a record and count for nothing.
pub async fn list_for_document(conn: &mut Conn, document_id: &str) -> DbResult<Vec<PaymentRow>> {
    PaymentRow::select(
        "WHERE document_id = $1 AND status <> 'rejected' \
         ORDER BY date, created_at, id",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// The payments that a document's customer recorded and the business did not receive, by date; what
/// the customer took back is none of them.
pub async fn list_not_received(conn: &mut Conn, document_id: &str) -> DbResult<Vec<PaymentRow>> {
    PaymentRow::select(
        "WHERE document_id = $1 AND status = 'rejected' AND recorded_by = 'customer' \
         AND withdrawn_at IS NULL AND removed_at IS NULL ORDER BY date, created_at, id",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// The payments that the business took off a document after they had counted, in the order in which
/// it did.
pub async fn list_removed(conn: &mut Conn, document_id: &str) -> DbResult<Vec<PaymentRow>> {
    PaymentRow::select(
        "WHERE document_id = $1 AND removed_at IS NOT NULL ORDER BY removed_at, created_at, id",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// Which payments of a quote stand on its invoice as well.
pub async fn list_carried_ids(conn: &mut Conn, document_id: &str) -> DbResult<Vec<PaymentId>> {
    sqlx::query_scalar(
        "SELECT p.id FROM payments p JOIN payments c ON c.carried_from = p.id \
         WHERE p.document_id = $1",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// Every payment of an account's documents, rejected ones too, by date.
pub async fn list_for_account(conn: &mut Conn, user_id: &str) -> DbResult<Vec<PaymentRow>> {
    PaymentRow::select(
        "WHERE document_id IN (SELECT id FROM documents WHERE user_id = $1) \
         ORDER BY date, created_at, id",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// One payment of a document, rejected or not.
pub async fn find(conn: &mut Conn, document_id: &str, id: &str) -> DbResult<Option<PaymentRow>> {
    PaymentRow::select("WHERE document_id = $1 AND id = $2")
        .bind(document_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Writes a new payment. A second pending one of the same document breaks a unique index.
pub async fn insert(conn: &mut Conn, row: &PaymentRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// A payment of whichever document.
pub async fn find_by_id(conn: &mut Conn, id: &str) -> DbResult<Option<PaymentRow>> {
    PaymentRow::select("WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The payment on the invoice that repeats this one of its quote.
pub async fn find_carried_copy(conn: &mut Conn, id: &str) -> DbResult<Option<PaymentRow>> {
    PaymentRow::select("WHERE carried_from = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Notes what went back of a payment and what is disputed, on it and on the invoice's copy of it.
pub async fn set_reversals(conn: &mut Conn, row: &PaymentRow) -> DbResult<()> {
    sqlx::query(
        "UPDATE payments SET refunded = $1, disputed = $2, dispute = $3 \
         WHERE id = $4 OR carried_from = $4",
    )
    .bind(row.refunded)
    .bind(row.disputed)
    .bind(row.dispute)
    .bind(&row.id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Notes by which way through Stripe a payment came, on both as [`decide`] does.
pub async fn set_by_bank(conn: &mut Conn, id: &str, by_bank: bool) -> DbResult<()> {
    sqlx::query("UPDATE payments SET by_bank = $1 WHERE id = $2 OR carried_from = $2")
        .bind(i64::from(by_bank))
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Notes to whom a receipt goes, on both as [`decide`] does. False where one has gone already.
pub async fn set_receipt(conn: &mut Conn, id: &str, to: &str) -> DbResult<bool> {
    let noted = sqlx::query(
        "UPDATE payments SET receipt_to = $1 \
         WHERE (id = $2 OR carried_from = $2) AND receipt_to IS NULL",
    )
    .bind(to)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(noted.rows_affected() > 0)
}

/// Confirms or rejects a pending payment, on the quote and on the invoice made from it: `id` is the
/// quote's. False if it was decided already.
pub async fn decide(conn: &mut Conn, id: &str, status: PaymentStatus, now: i64) -> DbResult<bool> {
    let decided = sqlx::query(
        "UPDATE payments SET status = $1, decided_at = $2 \
         WHERE (id = $3 OR carried_from = $3) AND status = 'pending'",
    )
    .bind(status)
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(decided.rows_affected() > 0)
}

/// Takes back a pending payment, on both as [`decide`] does. False if it was decided already.
pub async fn withdraw(conn: &mut Conn, id: &str, now: i64) -> DbResult<bool> {
    let taken_back = sqlx::query(
        "UPDATE payments SET status = 'rejected', decided_at = $1, withdrawn_at = $1 \
         WHERE (id = $2 OR carried_from = $2) AND status = 'pending'",
    )
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(taken_back.rows_affected() > 0)
}

/// Lets a confirmed payment wait again, on both as [`decide`] does. A second pending one of the same
/// document breaks a unique index. False if it was not confirmed any more.
pub async fn unconfirm(conn: &mut Conn, id: &str) -> DbResult<bool> {
    let waits = sqlx::query(
        "UPDATE payments SET status = 'pending', decided_at = NULL \
         WHERE (id = $1 OR carried_from = $1) AND status = 'confirmed'",
    )
    .bind(id)
    .execute(conn)
    .await?;
    Ok(waits.rows_affected() > 0)
}

/// Takes a confirmed payment off, on both as [`decide`] does. False if it was not confirmed any more.
pub async fn remove(conn: &mut Conn, id: &str, reason: &str, now: i64) -> DbResult<bool> {
    let gone = sqlx::query(
        "UPDATE payments SET status = 'rejected', removed_at = $1, removed_reason = $2 \
         WHERE (id = $3 OR carried_from = $3) AND status = 'confirmed'",
    )
    .bind(now)
    .bind(reason)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(gone.rows_affected() > 0)
}
