//! Checkouts: one row per attempt to pay one amount of one document.

use plumbline_core::money::Pence;

use crate::card::checkout_job;
use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, is_unique_violation, sql};
use plumbline_platform::ids::{CheckoutId, DocumentId, PaymentId, UserId};
use plumbline_platform::jobs;

stored_enum! {
    /// The state of a checkout.
    pub enum CheckoutStatus {
        /// Stripe is being asked for it.
        Opening = "opening",
        /// The customer can pay.
        Open = "open",
        /// The checkout must not be paid any more, and has to be closed at Stripe.
        Closing = "closing",
        /// The customer paid by a method that takes days.
        Processing = "processing",
        /// The customer paid, and the payment is recorded.
        Paid = "paid",
        /// The customer did not pay, and can't any more.
        Expired = "expired",
        /// The checkout could not be opened or paid.
        Failed = "failed",
    }
}

table! {
    /// A checkout.
    pub struct CheckoutRow: "card_checkouts", by id {
        /// Our id.
        pub id: CheckoutId,
        /// The document it pays.
        pub document_id: DocumentId,
        /// The connected account it is on.
        pub account_id: String,
        /// The amount in pence.
        pub amount: i64,
        /// Whether it may be paid from a bank account as well as by card.
        pub pay_by_bank: bool,
        /// Its state.
        pub status: CheckoutStatus,
        /// `cs_…`.
        pub session_id: Option<String>,
        /// The address at which it is paid.
        pub url: Option<String>,
        /// `pi_…`.
        pub payment_intent: Option<String>,
        /// The payment that was recorded for it.
        pub payment_id: Option<PaymentId>,
        /// The pence that have to be refunded.
        pub excess: i64,
        /// Unix seconds of the last event on its dispute.
        pub disputed_at: i64,
        /// When it can't be paid any more, unix milliseconds.
        pub expires_at: i64,
        /// Unix milliseconds.
        pub created_at: i64,
        /// Unix milliseconds.
        pub updated_at: i64,
    }
}

/// Inserts a new one. Returns false if the document already has one that can be paid.
pub async fn insert(conn: &mut Conn, row: &CheckoutRow) -> DbResult<bool> {
    let done = row.insert().execute(conn).await;
    match done {
        Ok(_) => Ok(true),
        Err(error) if is_unique_violation(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The document's checkouts that may still be paid, oldest first.
pub async fn list_payable(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Vec<CheckoutRow>> {
    CheckoutRow::select(
        "WHERE document_id = $1 AND status IN ('opening', 'open', 'closing', 'processing') \
         ORDER BY created_at, id",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// The account's checkouts that may still be paid.
pub async fn list_payable_by_account(conn: &mut Conn, account_id: &str) -> DbResult<Vec<CheckoutRow>> {
    CheckoutRow::select("WHERE account_id = $1 AND status IN ('opening', 'open', 'closing')")
        .bind(account_id)
        .fetch_all(conn)
        .await
}

/// The user's checkouts that may still be paid.
pub async fn list_payable_by_user(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<CheckoutRow>> {
    CheckoutRow::select(
        "WHERE status IN ('opening', 'open', 'closing') \
         AND document_id IN (SELECT id FROM documents WHERE user_id = $1)",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// The checkout with this id.
pub async fn find(conn: &mut Conn, id: &CheckoutId) -> DbResult<Option<CheckoutRow>> {
    CheckoutRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// The checkout of a session: by Stripe's id or, until that is known here, by ours.
pub async fn find_by_session(
    conn: &mut Conn,
    session_id: &str,
    reference: &str,
) -> DbResult<Option<CheckoutRow>> {
    CheckoutRow::select("WHERE session_id = $1 OR (session_id IS NULL AND id = $2)")
        .bind(session_id)
        .bind(reference)
        .fetch_optional(conn)
        .await
}

/// The checkout that was paid with a payment intent on this account.
pub async fn find_by_intent(
    conn: &mut Conn,
    account_id: &str,
    payment_intent: &str,
) -> DbResult<Option<CheckoutRow>> {
    CheckoutRow::select("WHERE payment_intent = $1 AND account_id = $2 AND payment_id IS NOT NULL")
        .bind(payment_intent)
        .bind(account_id)
        .fetch_optional(conn)
        .await
}

/// The checkout for which this payment was recorded.
pub async fn find_by_payment(conn: &mut Conn, payment_id: &PaymentId) -> DbResult<Option<CheckoutRow>> {
    CheckoutRow::select("WHERE payment_id = $1").bind(payment_id).fetch_optional(conn).await
}

/// Stores the session that Stripe opened. Returns false if the checkout is not `opening` any more.
pub async fn set_open(
    conn: &mut Conn,
    id: &CheckoutId,
    (session_id, url): (&str, &str),
    now: i64,
) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE card_checkouts SET status = 'open', session_id = $1, url = $2, updated_at = $3 \
         WHERE id = $4 AND status = 'opening'",
    )
    .bind(session_id)
    .bind(url)
    .bind(now)
    .bind(id)
    .execute(&mut *conn)
    .await?;
    if done.rows_affected() == 1 {
        return Ok(true);
    }
    sql::query("UPDATE card_checkouts SET session_id = $1 WHERE id = $2 AND session_id IS NULL")
        .bind(session_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(false)
}

/// Sets the state of a checkout, if it is still the one that the caller read. Returns whether it was set.
pub async fn change_status(
    conn: &mut Conn,
    id: &CheckoutId,
    (seen, status): (CheckoutStatus, CheckoutStatus),
    now: i64,
) -> DbResult<bool> {
    let done =
        sql::query("UPDATE card_checkouts SET status = $1, updated_at = $2 WHERE id = $3 AND status = $4")
            .bind(status)
            .bind(now)
            .bind(id)
            .bind(seen)
            .execute(conn)
            .await?;
    Ok(done.rows_affected() == 1)
}

/// The result of a paid checkout.
#[derive(Debug, Clone, Copy)]
pub struct PaidCheckout<'a> {
    /// `cs_…`.
    pub session_id: &'a str,
    /// `pi_…`.
    pub payment_intent: Option<&'a str>,
    /// The payment.
    pub payment_id: &'a PaymentId,
    /// The pence that have to be refunded.
    pub excess: i64,
}

/// Records that a checkout was paid. Returns false, and changes nothing, if that was recorded before.
pub async fn set_paid(conn: &mut Conn, id: &CheckoutId, paid: PaidCheckout<'_>, now: i64) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE card_checkouts SET status = 'paid', session_id = $1, payment_intent = $2, \
         payment_id = $3, excess = $4, updated_at = $5 WHERE id = $6 AND status <> 'paid'",
    )
    .bind(paid.session_id)
    .bind(paid.payment_intent)
    .bind(paid.payment_id)
    .bind(paid.excess)
    .bind(now)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Stores the charge of a checkout's payment.
pub async fn set_charge(conn: &mut Conn, id: &CheckoutId, charge: &str) -> DbResult<()> {
    sql::query("UPDATE card_checkouts SET charge = $1 WHERE id = $2")
        .bind(charge)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Records that an event on a dispute was handled. Returns false if a later one was handled before.
pub async fn set_disputed(conn: &mut Conn, id: &CheckoutId, told_at: i64) -> DbResult<bool> {
    let done = sql::query("UPDATE card_checkouts SET disputed_at = $1 WHERE id = $2 AND disputed_at <= $1")
        .bind(told_at)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes a document's checkouts out of use, except those for one of these amounts (an empty list: nothing is due), and
/// queues that they are closed at Stripe. Done in the transaction that changes what is due, so that one never happens
/// without the other.
pub async fn close_outdated(
    conn: &mut Conn,
    document_id: &DocumentId,
    amounts: &[Pence],
    now: i64,
) -> DbResult<()> {
    let ids: Vec<CheckoutId> = sql::query_scalar(
        "UPDATE card_checkouts SET status = 'closing', updated_at = $1 \
         WHERE document_id = $2 AND status IN ('opening', 'open') AND amount <> $3 AND amount <> $4 RETURNING id",
    )
    .bind(now)
    .bind(document_id)
    // Every checkout is for at least a penny, so 0 doesn't match any.
    .bind(amounts.first().map_or(0, |amount| amount.0))
    .bind(amounts.get(1).map_or(0, |amount| amount.0))
    .fetch_all(&mut *conn)
    .await?;
    for id in ids {
        enqueue_close(conn, &id, now).await?;
    }
    Ok(())
}

/// Queues the job that closes a checkout at Stripe, once.
pub async fn enqueue_close(conn: &mut Conn, id: &CheckoutId, now: i64) -> DbResult<()> {
    let job = format!("{id}:close");
    jobs::insert_once(conn, &job, checkout_job::KIND, id.as_str(), now).await
}
