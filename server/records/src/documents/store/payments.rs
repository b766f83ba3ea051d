//! All SQL on payments.

use plumbline_core::calculate::payments::counted_amount;
use plumbline_core::document::PaymentMethod;
use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{DocumentId, PaymentId, UserId};

stored_enum! {
    /// The state of a payment.
    pub enum PaymentStatus {
        /// A customer says that they paid, but the business hasn't confirmed it.
        Pending = "pending",
        /// The payment counts.
        Confirmed = "confirmed",
        /// The payment wasn't made, or was withdrawn or removed.
        Rejected = "rejected",
    }

    /// Who recorded a payment.
    pub enum RecordedBy {
        /// The business.
        Business = "business",
        /// Its customer.
        Customer = "customer",
    }

    /// The state of a dispute about a payment.
    pub enum Dispute {
        /// The dispute has not been decided.
        Open = "open",
        /// It was decided in favour of the business.
        Won = "won",
        /// It was decided in favour of the customer.
        Lost = "lost",
    }
}

table! {
    /// A payment as stored.
    pub struct PaymentRow: "payments", by id {
        /// UUIDv7.
        pub id: PaymentId,
        /// The quote (for a deposit) or the invoice that it pays.
        pub document_id: DocumentId,
        /// The amount in pence.
        pub amount: i64,
        /// The payment method.
        pub method: PaymentMethod,
        /// The date in London.
        pub date: Date,
        /// The business's notes, which the customer never sees.
        pub notes: String,
        /// The state.
        pub status: PaymentStatus,
        /// Who recorded it.
        pub recorded_by: RecordedBy,
        /// On an invoice, the quote's payment that was carried over to it.
        pub carried_from: Option<PaymentId>,
        /// When it was recorded, unix milliseconds.
        pub created_at: i64,
        /// When it was confirmed or rejected, unix milliseconds.
        pub decided_at: Option<i64>,
        /// When the customer withdrew it, unix milliseconds; it is then rejected.
        pub withdrawn_at: Option<i64>,
        /// When the business removed it after it had counted, unix milliseconds; it is then rejected.
        pub removed_at: Option<i64>,
        /// The business's reason for removing it, which the customer sees.
        pub removed_reason: Option<String>,
        /// Pence that were refunded to the customer.
        pub refunded: i64,
        /// Pence that the customer disputes or has disputed.
        pub disputed: i64,
        /// The state of the dispute.
        pub dispute: Option<Dispute>,
        /// Whether it was paid from the customer's bank account through Stripe; `None` for other payments, and while
        /// Stripe hasn't reported it.
        pub by_bank: Option<bool>,
        /// The address to which the business had a receipt emailed.
        pub receipt_to: Option<String>,
    }
}

/// The fields of a payment that is being recorded.
#[derive(Debug, Clone)]
pub struct NewPayment {
    /// The payment's id.
    pub id: PaymentId,
    /// The document that it is for.
    pub document_id: DocumentId,
    /// The amount in pence.
    pub amount: i64,
    /// The payment method.
    pub method: PaymentMethod,
    /// The date in London.
    pub date: Date,
    /// The business's notes, which the customer never sees.
    pub notes: String,
    /// Who records it.
    pub recorded_by: RecordedBy,
    /// When it is recorded, unix milliseconds.
    pub created_at: i64,
}

impl PaymentRow {
    /// A payment in which every column has a different value, for tests that check what a copy leaves out.
    #[must_use]
    pub fn every_field() -> Self {
        let id = |last: u8| uuid::Uuid::from_bytes([1, 147, 0, 0, 0, 0, 112, 0, 128, 0, 0, 0, 0, 0, 0, last]);
        Self {
            id: id(1).into(),
            document_id: id(2).into(),
            amount: 12_345,
            method: PaymentMethod::Cheque,
            date: "2026-11-18".parse().unwrap_or(Date::FIRST),
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

    /// A payment that waits for the business's confirmation.
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

    /// A payment that counts from now on (unix milliseconds).
    #[must_use]
    pub fn new_confirmed(new: NewPayment, now: i64) -> Self {
        Self { status: PaymentStatus::Confirmed, decided_at: Some(now), ..Self::new_pending(new) }
    }
}

impl PaymentRow {
    /// The id of the quote's payment, if this one was carried over from it; otherwise its own id.
    pub fn original_id(&self) -> &PaymentId {
        self.carried_from.as_ref().unwrap_or(&self.id)
    }

    /// The label of its payment method.
    pub fn method_label(&self) -> &'static str {
        match self.by_bank {
            Some(true) => "Pay by bank",
            _ => self.method.label(),
        }
    }

    /// How much of it still counts, in pence.
    pub fn remaining(&self) -> i64 {
        let lost = match self.dispute {
            Some(Dispute::Lost) => self.disputed,
            _ => 0,
        };
        counted_amount(Pence(self.amount), Pence(self.refunded), Pence(lost)).0
    }
}

/// The confirmed and pending payments of a document, by date. Rejected ones stay in the table as a record and count for
/// nothing.
pub async fn list_for_document(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Vec<PaymentRow>> {
    PaymentRow::select(
        "WHERE document_id = $1 AND status <> 'rejected' \
         ORDER BY date, created_at, id",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// The payments that a document's customer recorded and the business did not receive, by date, without those that the
/// customer withdrew.
pub async fn list_not_received(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Vec<PaymentRow>> {
    PaymentRow::select(
        "WHERE document_id = $1 AND status = 'rejected' AND recorded_by = 'customer' \
         AND withdrawn_at IS NULL AND removed_at IS NULL ORDER BY date, created_at, id",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// The payments that the business removed from a document after they had counted, in the order of removal.
pub async fn list_removed(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Vec<PaymentRow>> {
    PaymentRow::select(
        "WHERE document_id = $1 AND removed_at IS NOT NULL ORDER BY removed_at, created_at, id",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// The ids of a quote's payments that were carried over to its invoice.
pub async fn list_carried_ids(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Vec<PaymentId>> {
    sql::query_scalar(
        "SELECT p.id FROM payments p JOIN payments c ON c.carried_from = p.id \
         WHERE p.document_id = $1",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// Every payment for an account's documents, including rejected ones, by date.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<PaymentRow>> {
    PaymentRow::select(
        "WHERE document_id IN (SELECT id FROM documents WHERE user_id = $1) \
         ORDER BY date, created_at, id",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// A payment of a document, rejected or not.
pub async fn find(conn: &mut Conn, document_id: &DocumentId, id: &PaymentId) -> DbResult<Option<PaymentRow>> {
    PaymentRow::select("WHERE document_id = $1 AND id = $2")
        .bind(document_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Inserts a payment. A second pending payment for the same document violates a unique index.
pub async fn insert(conn: &mut Conn, row: &PaymentRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// A payment of any document.
pub async fn find_by_id(conn: &mut Conn, id: &PaymentId) -> DbResult<Option<PaymentRow>> {
    PaymentRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// The payment on the invoice that was carried over from this payment of the quote.
pub async fn find_carried_copy(conn: &mut Conn, id: &PaymentId) -> DbResult<Option<PaymentRow>> {
    PaymentRow::select("WHERE carried_from = $1").bind(id).fetch_optional(conn).await
}

/// Records how much of a payment was refunded and is disputed, on it and on the invoice's copy of it.
pub async fn set_reversals(conn: &mut Conn, row: &PaymentRow) -> DbResult<()> {
    sql::query(
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

/// Records whether a payment through Stripe came from a bank account, on both copies as in [`decide`].
pub async fn set_by_bank(conn: &mut Conn, id: &PaymentId, by_bank: bool) -> DbResult<()> {
    sql::query("UPDATE payments SET by_bank = $1 WHERE id = $2 OR carried_from = $2")
        .bind(i64::from(by_bank))
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Records the address to which a receipt is sent, on both copies as in [`decide`]. False if a receipt was sent
/// already.
pub async fn set_receipt(conn: &mut Conn, id: &PaymentId, to: &str) -> DbResult<bool> {
    let noted = sql::query(
        "UPDATE payments SET receipt_to = $1 \
         WHERE (id = $2 OR carried_from = $2) AND receipt_to IS NULL",
    )
    .bind(to)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(noted.rows_affected() > 0)
}

/// Confirms or rejects a pending payment, on the quote and on the invoice made from it: `id` is the quote's payment.
/// False if it was decided already.
pub async fn decide(conn: &mut Conn, id: &PaymentId, status: PaymentStatus, now: i64) -> DbResult<bool> {
    let decided = sql::query(
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

/// Withdraws a pending payment, on both copies as in [`decide`]. False if it was decided already.
pub async fn withdraw(conn: &mut Conn, id: &PaymentId, now: i64) -> DbResult<bool> {
    let taken_back = sql::query(
        "UPDATE payments SET status = 'rejected', decided_at = $1, withdrawn_at = $1 \
         WHERE (id = $2 OR carried_from = $2) AND status = 'pending'",
    )
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(taken_back.rows_affected() > 0)
}

/// Makes a confirmed payment pending again, on both copies as in [`decide`]. A second pending payment for the same
/// document violates a unique index. False if it is no longer confirmed.
pub async fn unconfirm(conn: &mut Conn, id: &PaymentId) -> DbResult<bool> {
    let waits = sql::query(
        "UPDATE payments SET status = 'pending', decided_at = NULL \
         WHERE (id = $1 OR carried_from = $1) AND status = 'confirmed'",
    )
    .bind(id)
    .execute(conn)
    .await?;
    Ok(waits.rows_affected() > 0)
}

/// Removes a confirmed payment, on both copies as in [`decide`]. False if it is no longer confirmed.
pub async fn remove(conn: &mut Conn, id: &PaymentId, reason: &str, now: i64) -> DbResult<bool> {
    let gone = sql::query(
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
