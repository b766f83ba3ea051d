//! All SQL on refunds of card payments that the business asked for.

use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, is_unique_violation, sql};
use plumbline_platform::ids::{DocumentId, PaymentId, RefundId, UserId};

stored_enum! {
    /// The state of a refund.
    pub enum RefundStatus {
        /// It is being requested from Stripe.
        Asked = "asked",
        /// Stripe is processing it.
        Sent = "sent",
        /// The money was refunded, as confirmed by a signed event from Stripe.
        Done = "done",
        /// Stripe refused it, so nothing was refunded.
        Refused = "refused",
        /// The customer's bank rejected it.
        Failed = "failed",
    }
}

table! {
    /// A refund of a card payment.
    pub struct RefundRow: "card_refunds", by id {
        /// Our own id of it.
        pub id: RefundId,
        /// The payment; for a deposit that was carried over to an invoice, the quote's payment.
        pub payment_id: PaymentId,
        /// Pence.
        pub amount: i64,
        /// Its state.
        pub status: RefundStatus,
        /// Pence of the payment that had been refunded before it was requested.
        pub had_gone: i64,
        /// Why it failed, as a sentence.
        pub reason: Option<String>,
        /// Unix milliseconds.
        pub created_at: i64,
        /// Unix milliseconds.
        pub updated_at: i64,
    }
}

impl RefundRow {
    /// Whether it is in progress.
    #[must_use]
    pub fn is_in_progress(&self) -> bool {
        matches!(self.status, RefundStatus::Asked | RefundStatus::Sent)
    }
}

/// Stores a new refund; returns false if the payment already has one in progress.
pub async fn insert(conn: &mut Conn, row: &RefundRow) -> DbResult<bool> {
    match row.insert().execute(conn).await {
        Ok(_) => Ok(true),
        Err(error) if is_unique_violation(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// A refund by its id.
pub async fn find(conn: &mut Conn, id: &RefundId) -> DbResult<Option<RefundRow>> {
    RefundRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// The latest refund of a payment.
pub async fn find_latest(conn: &mut Conn, payment_id: &PaymentId) -> DbResult<Option<RefundRow>> {
    RefundRow::select("WHERE payment_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1")
        .bind(payment_id)
        .fetch_optional(conn)
        .await
}

/// The refunds of a document's own payments and of those carried over from its quote, oldest first.
pub async fn list_for_document(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Vec<RefundRow>> {
    RefundRow::select(
        "WHERE payment_id IN (SELECT COALESCE(carried_from, id) FROM payments \
         WHERE document_id = $1) ORDER BY created_at, id",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// All refunds of an account, oldest first.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<RefundRow>> {
    RefundRow::select(
        "WHERE payment_id IN (SELECT p.id FROM payments p \
         JOIN documents d ON d.id = p.document_id WHERE d.user_id = $1) ORDER BY created_at, id",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// Sets a refund's status if its present status is one of those in which that makes sense.
pub async fn change_status(
    conn: &mut Conn,
    id: &RefundId,
    (seen, status): (&[RefundStatus], RefundStatus),
    reason: Option<&str>,
    now: i64,
) -> DbResult<bool> {
    for before in seen {
        let done = sql::query(
            "UPDATE card_refunds SET status = $1, reason = $2, updated_at = $3 \
             WHERE id = $4 AND status = $5",
        )
        .bind(status)
        .bind(reason)
        .bind(now)
        .bind(id)
        .bind(*before)
        .execute(&mut *conn)
        .await?;
        if done.rows_affected() == 1 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Records how many pence of a payment have been refunded in total; a refund in progress is done if the total includes
/// it.
pub async fn mark_refunded(conn: &mut Conn, payment_id: &PaymentId, refunded: i64, now: i64) -> DbResult<()> {
    sql::query(
        "UPDATE card_refunds SET status = 'done', updated_at = $1 \
         WHERE payment_id = $2 AND status IN ('asked', 'sent') AND had_gone + amount <= $3",
    )
    .bind(now)
    .bind(payment_id)
    .bind(refunded)
    .execute(conn)
    .await?;
    Ok(())
}

/// Records the total, in pence, that Stripe reports as refunded for a payment's charge. Events may arrive out of order:
/// one that is older, by Unix seconds, than the recorded total changes nothing.
pub async fn record_total(conn: &mut Conn, payment_id: &PaymentId, total: i64, at: i64) -> DbResult<()> {
    sql::query(
        "UPDATE payments SET refund_total = $1, refund_total_at = $2 WHERE id = $3 \
         AND (refund_total_at < $2 OR (refund_total_at = $2 AND refund_total < $1))",
    )
    .bind(total)
    .bind(at)
    .bind(payment_id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Records that a refund failed: Stripe's id of it, its pence, and when, in Unix seconds. Returns false if that is
/// recorded already.
pub async fn record_failure(
    conn: &mut Conn,
    stripe_id: &str,
    payment_id: &PaymentId,
    amount: i64,
    at: i64,
) -> DbResult<bool> {
    let done = sql::query(
        "INSERT INTO refund_failures (id, payment_id, amount, failed_at) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (id) DO NOTHING",
    )
    .bind(stripe_id)
    .bind(payment_id)
    .bind(amount)
    .bind(at)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Stripe's latest total for a payment, in pence, less the refunds that have failed since; those that failed earlier
/// are no longer included in it.
pub async fn find_total_without_failures(conn: &mut Conn, payment_id: &PaymentId) -> DbResult<i64> {
    sql::query_scalar(
        "SELECT p.refund_total - COALESCE((SELECT CAST(SUM(f.amount) AS BIGINT) FROM refund_failures f \
         WHERE f.payment_id = p.id AND f.failed_at >= p.refund_total_at), 0) FROM payments p WHERE p.id = $1",
    )
    .bind(payment_id)
    .fetch_one(conn)
    .await
}
