//! All SQL of the dashboard.

use sqlx::FromRow;

use crate::db::{Conn, DbResult};

/// Sums and counts over an account's documents. Amounts are pence.
#[derive(Debug, Clone, FromRow)]
pub struct Figures {
    /// What issued invoices still bring in.
    pub outstanding: i64,
    /// The part of it whose due date has passed.
    pub overdue: i64,
    /// Sent quotes that can still be accepted.
    pub quotes_awaiting: i64,
    /// Drafts of either kind, not archived.
    pub drafts: i64,
}

/// The figures on the day `today`, YYYY-MM-DD.
pub async fn figures(conn: &mut Conn, user_id: &str, today: &str) -> DbResult<Figures> {
    sqlx::query_as(
        "SELECT \
         CAST(COALESCE(SUM(CASE WHEN kind = 'invoice' AND status IN ('sent', 'partially_paid') \
             THEN balance_due ELSE 0 END), 0) AS BIGINT) AS outstanding, \
         CAST(COALESCE(SUM(CASE WHEN kind = 'invoice' AND status IN ('sent', 'partially_paid') \
             AND due_date < $1 THEN balance_due ELSE 0 END), 0) AS BIGINT) AS overdue, \
         CAST(COALESCE(SUM(CASE WHEN kind = 'quote' AND status = 'sent' AND due_date >= $1 \
             AND archived = 0 THEN 1 ELSE 0 END), 0) AS BIGINT) AS quotes_awaiting, \
         CAST(COALESCE(SUM(CASE WHEN status = 'draft' AND archived = 0 \
             THEN 1 ELSE 0 END), 0) AS BIGINT) AS drafts \
         FROM documents WHERE user_id = $2",
    )
    .bind(today)
    .bind(user_id)
    .fetch_one(conn)
    .await
}

/// Pence of confirmed payments dated from `from` to `to`. A deposit carried over to an invoice
/// counts once.
pub async fn paid_between(conn: &mut Conn, user_id: &str, from: &str, to: &str) -> DbResult<i64> {
    sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(p.amount), 0) AS BIGINT) FROM payments p \
         JOIN documents d ON d.id = p.document_id WHERE d.user_id = $1 \
         AND p.status = 'confirmed' AND p.carried_from IS NULL AND p.date >= $2 AND p.date <= $3",
    )
    .bind(user_id)
    .bind(from)
    .bind(to)
    .fetch_one(conn)
    .await
}
