//! Payments and refunds by day.

use std::collections::HashMap;

use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;

use super::DocumentRow;
use super::payments::{PaymentRow, PaymentStatus};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{ContactId, PaymentId, UserId};

/// Updates the takings of a document's payments to their present amounts; refunds for a credit note are negative. A new
/// payment counts on its own date; a later change, by a refund or a dispute, counts on the date `today`. A payment that
/// was carried over from a quote to its invoice counts once.
pub async fn update_for_document(
    conn: &mut Conn,
    document: &DocumentRow,
    payments: &[PaymentRow],
    today: Date,
) -> DbResult<()> {
    let is_counted = |p: &&PaymentRow| p.status == PaymentStatus::Confirmed && p.carried_from.is_none();
    let counted: Vec<&PaymentRow> = payments.iter().filter(is_counted).collect();
    if counted.is_empty() {
        return Ok(());
    }
    let written: Vec<(String, i64, i64)> = sql::query_as(
        "SELECT t.payment_id, COUNT(*), CAST(SUM(t.amount) AS BIGINT) FROM takings t \
         JOIN payments p ON p.id = t.payment_id WHERE p.document_id = $1 GROUP BY t.payment_id",
    )
    .bind(&document.id)
    .fetch_all(&mut *conn)
    .await?;
    let written: HashMap<&str, (i64, i64)> =
        written.iter().map(|(id, rows, sum)| (id.as_str(), (*rows, *sum))).collect();
    for payment in counted {
        let (rows, sum) = written.get(payment.id.as_str()).copied().unwrap_or_default();
        let amount = match document.kind {
            DocumentKind::Quote | DocumentKind::Invoice => payment.remaining(),
            DocumentKind::CreditNote => -payment.remaining(),
        };
        let change = amount - sum;
        if change == 0 {
            continue;
        }
        let day = if rows == 0 { payment.date } else { today };
        sql::query(
            "INSERT INTO takings (payment_id, n, user_id, date, amount, document_id) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&payment.id)
        .bind(rows + 1)
        .bind(&document.user_id)
        .bind(day.to_string())
        .bind(change)
        .bind(document.credited_invoice_id.as_ref().unwrap_or(&document.id))
        .execute(&mut *conn)
        .await?;
    }
    Ok(())
}

/// Removes a payment that was never received from the takings of its own date. For a payment that was carried over to
/// an invoice, `id` is that of the quote's payment.
pub async fn delete_payment(conn: &mut Conn, id: &PaymentId) -> DbResult<()> {
    sql::query("DELETE FROM takings WHERE payment_id = $1").bind(id).execute(conn).await?;
    Ok(())
}

/// The pence received from `from` to `to`, less the refunds in that period.
pub async fn sum_between(conn: &mut Conn, user_id: &UserId, from: &str, to: &str) -> DbResult<i64> {
    sql::query_scalar(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM takings \
         WHERE user_id = $1 AND date >= $2 AND date <= $3",
    )
    .bind(user_id)
    .bind(from)
    .bind(to)
    .fetch_one(conn)
    .await
}

/// The pence received from `from` to `to`, less refunds, by month: `2026-11`. A month without payments and refunds has
/// no row.
pub async fn sum_by_month(
    conn: &mut Conn,
    user_id: &UserId,
    from: &str,
    to: &str,
) -> DbResult<Vec<(String, i64)>> {
    sql::query_as(
        "SELECT SUBSTR(date, 1, 7) AS month, CAST(SUM(amount) AS BIGINT) FROM takings \
         WHERE user_id = $1 AND date >= $2 AND date <= $3 GROUP BY SUBSTR(date, 1, 7)",
    )
    .bind(user_id)
    .bind(from)
    .bind(to)
    .fetch_all(conn)
    .await
}

/// The payments and refunds for a customer's invoices, by date: the document, the date and the pence. A payment that
/// was carried over from a quote counts on the date of the quote's deposit.
pub async fn list_for_customer(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
) -> DbResult<Vec<(String, String, i64)>> {
    sql::query_as(
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

/// The refunds for the credit notes of a customer's invoices, by date: the credit note, the date and the pence
/// (negative).
pub async fn list_refunds_for_customer(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
) -> DbResult<Vec<(String, String, i64)>> {
    sql::query_as(
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
