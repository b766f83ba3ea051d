//! All SQL on payments.

use plumbline_core::calculate::payments::counted;
use plumbline_core::money::Pence;
use sqlx::FromRow;

use crate::db::{Conn, DbResult};

/// A payment as stored.
#[derive(Debug, Clone, FromRow)]
pub struct PaymentRow {
    /// UUIDv7.
    pub id: String,
    /// The quote (a deposit) or invoice it pays.
    pub document_id: String,
    /// Pence.
    pub amount: i64,
    /// `cash`, `bank_transfer`, `stripe` or `paypal`.
    pub method: String,
    /// YYYY-MM-DD in London.
    pub date: String,
    /// Of the business; the customer never sees them.
    pub notes: String,
    /// `pending`, `confirmed` or `rejected`.
    pub status: String,
    /// `business` or `customer`.
    pub recorded_by: String,
    /// The quote's payment that this one repeats on its invoice.
    pub carried_from: Option<String>,
    /// Unix milliseconds.
    pub created_at: i64,
    /// Unix milliseconds.
    pub decided_at: Option<i64>,
    /// Unix milliseconds: the customer took it back, so it is rejected.
    pub withdrawn_at: Option<i64>,
    /// Pence that went back to the customer.
    pub refunded: i64,
    /// Pence that the customer disputes, or disputed.
    pub disputed: i64,
    /// How that stands: `open`, `won` (by the business) or `lost`.
    pub dispute: Option<String>,
}

impl PaymentRow {
    /// What counts of it, pence.
    pub fn left(&self) -> i64 {
        let lost = match self.dispute.as_deref() {
            Some("lost") => self.disputed,
            _ => 0,
        };
        counted(Pence(self.amount), Pence(self.refunded), Pence(lost)).0
    }
}

/// `SELECT` of every column of [`PaymentRow`], followed by the given tail.
macro_rules! select {
    ($tail:literal) => {
        concat!(
            "SELECT id, document_id, amount, method, date, notes, status, recorded_by, \
             carried_from, created_at, decided_at, withdrawn_at, refunded, disputed, dispute \
             FROM payments ",
            $tail
        )
    };
}

/// The payments of a document that stand (confirmed or pending), by date. Rejected ones stay
/// in the table as a record and count for nothing.
pub async fn of_document(conn: &mut Conn, document_id: &str) -> DbResult<Vec<PaymentRow>> {
    sqlx::query_as(select!(
        "WHERE document_id = $1 AND status <> 'rejected' \
         ORDER BY date, created_at, id"
    ))
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// One payment of a document, rejected or not.
pub async fn find(conn: &mut Conn, document_id: &str, id: &str) -> DbResult<Option<PaymentRow>> {
    sqlx::query_as(select!("WHERE document_id = $1 AND id = $2"))
        .bind(document_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Writes a new payment. A second pending one of the same document breaks a unique index.
pub async fn insert(conn: &mut Conn, row: &PaymentRow) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO payments (id, document_id, amount, method, date, notes, status, \
         recorded_by, carried_from, created_at, decided_at, refunded, disputed, dispute) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
    )
    .bind(&row.id)
    .bind(&row.document_id)
    .bind(row.amount)
    .bind(&row.method)
    .bind(&row.date)
    .bind(&row.notes)
    .bind(&row.status)
    .bind(&row.recorded_by)
    .bind(&row.carried_from)
    .bind(row.created_at)
    .bind(row.decided_at)
    .bind(row.refunded)
    .bind(row.disputed)
    .bind(&row.dispute)
    .execute(conn)
    .await?;
    Ok(())
}

/// A payment of whichever document.
pub async fn find_any(conn: &mut Conn, id: &str) -> DbResult<Option<PaymentRow>> {
    sqlx::query_as(select!("WHERE id = $1"))
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The payment on the invoice that repeats this one of its quote.
pub async fn carried_copy(conn: &mut Conn, id: &str) -> DbResult<Option<PaymentRow>> {
    sqlx::query_as(select!("WHERE carried_from = $1"))
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
    .bind(&row.dispute)
    .bind(&row.id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Confirms or rejects a pending payment. False if it was decided already.
pub async fn decide(conn: &mut Conn, id: &str, status: &str, now: i64) -> DbResult<bool> {
    let decided = sqlx::query(
        "UPDATE payments SET status = $1, decided_at = $2 WHERE id = $3 AND status = 'pending'",
    )
    .bind(status)
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(decided.rows_affected() == 1)
}

/// Takes back a pending payment. False if it was decided already.
pub async fn withdraw(conn: &mut Conn, id: &str, now: i64) -> DbResult<bool> {
    let taken_back = sqlx::query(
        "UPDATE payments SET status = 'rejected', decided_at = $1, withdrawn_at = $2 \
         WHERE id = $3 AND status = 'pending'",
    )
    .bind(now)
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(taken_back.rows_affected() == 1)
}
