//! Payments and refunds by day.

use std::collections::HashMap;

use plumbline_core::kind::Kind;
use plumbline_core::time::Date;

use super::DocumentRow;
use super::payments::{PaymentRow, PaymentStatus};
use plumbline_platform::db::{Conn, DbResult};

/// Brings the takings of a document's payments up to what counts of them now; what was given back against
/// a credit note went out. What is new of a
/// payment is on the payment's own day; what changes later, by a refund or a dispute, is on the
/// day `today`. A payment that repeats a quote's on its invoice came in once.
pub async fn settle(
    conn: &mut Conn,
    of: &DocumentRow,
    payments: &[PaymentRow],
    today: Date,
) -> DbResult<()> {
    let counts = |p: &&PaymentRow| p.status == PaymentStatus::Confirmed && p.carried_from.is_none();
    let counting: Vec<&PaymentRow> = payments.iter().filter(counts).collect();
    if counting.is_empty() {
        return Ok(());
    }
    let written: Vec<(String, i64, i64)> = sqlx::query_as(
        "SELECT t.payment_id, COUNT(*), CAST(SUM(t.amount) AS BIGINT) FROM takings t \
         JOIN payments p ON p.id = t.payment_id WHERE p.document_id = $1 GROUP BY t.payment_id",
    )
    .bind(&of.id)
    .fetch_all(&mut *conn)
    .await?;
    let written: HashMap<&str, (i64, i64)> = written
        .iter()
        .map(|(id, rows, sum)| (id.as_str(), (*rows, *sum)))
        .collect();
    for payment in counting {
        let (rows, sum) = written
            .get(payment.id.as_str())
            .copied()
            .unwrap_or_default();
        let counts = match of.kind {
            Kind::Quote | Kind::Invoice => payment.left(),
            Kind::CreditNote => -payment.left(),
        };
        let change = counts - sum;
        if change == 0 {
            continue;
        }
        let day = if rows == 0 {
            payment.date.clone()
        } else {
            today.to_string()
        };
        sqlx::query(
            "INSERT INTO takings (payment_id, n, user_id, date, amount, document_id) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&payment.id)
        .bind(rows + 1)
        .bind(&of.user_id)
        .bind(day)
        .bind(change)
        .bind(of.credited_invoice_id.as_ref().unwrap_or(&of.id))
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Takes a payment that never came in out of the takings, from its own day: `id` is the quote's where
/// it is carried.
pub async fn forget(conn: &mut Conn, id: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM takings WHERE payment_id = $1")
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Pence that came in from `from` to `to`, less what went back in that time.
pub async fn between(conn: &mut Conn, user_id: &str, from: &str, to: &str) -> DbResult<i64> {
    sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM takings \
         WHERE user_id = $1 AND date >= $2 AND date <= $3",
    )
    .bind(user_id)
    .bind(from)
    .bind(to)
    .fetch_one(conn)
    .await
}

/// Pence that came in from `from` to `to`, less what went back, month by month: `2026-11`. A month
/// in which nothing moved has no row.
pub async fn by_month(
    conn: &mut Conn,
    user_id: &str,
    from: &str,
    to: &str,
) -> DbResult<Vec<(String, i64)>> {
    sqlx::query_as(
        "SELECT SUBSTR(date, 1, 7) AS month, CAST(SUM(amount) AS BIGINT) FROM takings \
         WHERE user_id = $1 AND date >= $2 AND date <= $3 GROUP BY SUBSTR(date, 1, 7)",
    )
    .bind(user_id)
    .bind(from)
    .bind(to)
    .fetch_all(conn)
    .await
}

/// What came in and went back for a customer's invoices, day by day: the document, the day and the
/// pence. What was carried over from a quote came in when the quote's deposit did.
pub async fn of_customer(
    conn: &mut Conn,
    user_id: &str,
    contact_id: &str,
) -> DbResult<Vec<(String, String, i64)>> {
    sqlx::query_as(
        "SELECT p.document_id, t.date, t.amount FROM document_summaries s \
         JOIN payments p ON p.document_id = s.document_id AND p.status = 'confirmed' \
         JOIN takings t ON t.payment_id = COALESCE(p.carried_from, p.id) \
         WHERE s.user_id = $1 AND s.contact_id = $2 AND s.kind = 'invoice' \
         ORDER BY t.date, t.payment_id, t.n",
    )
    .bind(user_id)
    .bind(contact_id)
    .fetch_all(conn)
    .await
}

/// What was given back against the credit notes of a customer's invoices, day by day: the credit note, the
/// day and the pence, below zero.
pub async fn given_back_to(
    conn: &mut Conn,
    user_id: &str,
    contact_id: &str,
) -> DbResult<Vec<(String, String, i64)>> {
    sqlx::query_as(
        "SELECT c.id, t.date, t.amount FROM document_summaries s \
         JOIN documents c ON c.credited_invoice_id = s.document_id \
         JOIN payments p ON p.document_id = c.id AND p.status = 'confirmed' \
         JOIN takings t ON t.payment_id = p.id \
         WHERE s.user_id = $1 AND s.contact_id = $2 AND s.kind = 'invoice' \
         ORDER BY t.date, t.payment_id, t.n",
    )
    .bind(user_id)
    .bind(contact_id)
    .fetch_all(conn)
    .await
}
