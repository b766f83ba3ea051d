//! Checkouts: one row per attempt to pay one amount of one document.

use plumbline_core::money::Pence;

use crate::card::watch;
use plumbline_platform::db::table::{Table as _, table, words};
use plumbline_platform::db::{Conn, DbResult, is_unique_violation};
use plumbline_platform::ids::{CheckoutId, DocumentId, PaymentId};
use plumbline_platform::jobs;

words! {
    /// How far a checkout is.
    pub enum Stage {
        /// Stripe is being asked for it.
        Opening = "opening",
        /// It can be paid.
        Open = "open",
        /// It must not be paid any more, and Stripe is to be told.
        Closing = "closing",
        /// It was paid in a way that takes days.
        Processing = "processing",
        /// It became a payment.
        Paid = "paid",
        /// It cannot be paid, and was not.
        Expired = "expired",
        /// It came to nothing.
        Failed = "failed",
    }
}

table! {
    /// A checkout.
    pub struct CheckoutRow: "card_checkouts", by id {
        /// Ours.
        pub id: CheckoutId,
        /// The document it pays.
        pub document_id: DocumentId,
        /// The connected account it is on.
        pub account_id: String,
        /// Pence.
        pub amount: i64,
        /// Whether it may be paid from a bank account as well as by card.
        pub pay_by_bank: bool,
        /// How far it is.
        pub status: Stage,
        /// `cs_…`.
        pub session_id: Option<String>,
        /// Where it is paid.
        pub url: Option<String>,
        /// `pi_…`.
        pub payment_intent: Option<String>,
        /// The payment that it became.
        pub payment_id: Option<PaymentId>,
        /// Pence that go back.
        pub excess: i64,
        /// When what was last taken in of a dispute was made, unix seconds.
        pub disputed_at: i64,
        /// Unix milliseconds.
        pub expires_at: i64,
        /// Unix milliseconds.
        pub created_at: i64,
        /// Unix milliseconds.
        pub updated_at: i64,
    }
}

/// Writes a new one. False if the document has one that may be paid already.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, row: &CheckoutRow) -> DbResult<bool> {
    let done = row.insert_whole().execute(conn).await;
    match done {
        Ok(_) => Ok(true),
        Err(error) if is_unique_violation(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// The document's checkouts that may still be paid, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn live(conn: &mut Conn, document_id: &str) -> DbResult<Vec<CheckoutRow>> {
    CheckoutRow::select(
        "WHERE document_id = $1 AND status IN ('opening', 'open', 'closing', 'processing') \
         ORDER BY created_at, id",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// The account's checkouts that may still be paid.
///
/// # Errors
/// When the database fails.
pub async fn live_of_account(conn: &mut Conn, account_id: &str) -> DbResult<Vec<CheckoutRow>> {
    CheckoutRow::select("WHERE account_id = $1 AND status IN ('opening', 'open', 'closing')")
        .bind(account_id)
        .fetch_all(conn)
        .await
}

/// The user's checkouts that may still be paid.
///
/// # Errors
/// When the database fails.
pub async fn live_of_user(conn: &mut Conn, user_id: &str) -> DbResult<Vec<CheckoutRow>> {
    CheckoutRow::select(
        "WHERE status IN ('opening', 'open', 'closing') \
         AND document_id IN (SELECT id FROM documents WHERE user_id = $1)",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// One checkout.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, id: &str) -> DbResult<Option<CheckoutRow>> {
    CheckoutRow::select("WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The checkout of a session: by Stripe's id of it, or by ours while Stripe's is not known here.
///
/// # Errors
/// When the database fails.
pub async fn of_session(
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

/// The checkout that a payment intent paid, on this account.
///
/// # Errors
/// When the database fails.
pub async fn of_intent(
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

/// The checkout that became this payment.
///
/// # Errors
/// When the database fails.
pub async fn of_payment(conn: &mut Conn, payment_id: &str) -> DbResult<Option<CheckoutRow>> {
    CheckoutRow::select("WHERE payment_id = $1")
        .bind(payment_id)
        .fetch_optional(conn)
        .await
}

/// Notes the session that Stripe opened. False if the checkout is not `opening` any more.
///
/// # Errors
/// When the database fails.
pub async fn opened(
    conn: &mut Conn,
    id: &str,
    (session_id, url): (&str, &str),
    now: i64,
) -> DbResult<bool> {
    let done = sqlx::query(
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
    sqlx::query("UPDATE card_checkouts SET session_id = $1 WHERE id = $2 AND session_id IS NULL")
        .bind(session_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(false)
}

/// Gives a checkout a status, if it has the one that the caller saw.
///
/// # Errors
/// When the database fails.
pub async fn turn(
    conn: &mut Conn,
    id: &str,
    (seen, status): (Stage, Stage),
    now: i64,
) -> DbResult<bool> {
    let done = sqlx::query(
        "UPDATE card_checkouts SET status = $1, updated_at = $2 WHERE id = $3 AND status = $4",
    )
    .bind(status)
    .bind(now)
    .bind(id)
    .bind(seen)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// What a paid checkout became.
#[derive(Debug, Clone, Copy)]
pub struct Paid<'a> {
    /// `cs_…`.
    pub session_id: &'a str,
    /// `pi_…`.
    pub payment_intent: Option<&'a str>,
    /// The payment.
    pub payment_id: &'a str,
    /// Pence that go back.
    pub excess: i64,
}

/// Notes that a checkout was paid. False if it was already: then nothing is written.
///
/// # Errors
/// When the database fails.
pub async fn paid(conn: &mut Conn, id: &str, paid: Paid<'_>, now: i64) -> DbResult<bool> {
    let done = sqlx::query(
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

/// Notes the charge behind a checkout's payment.
///
/// # Errors
/// When the database fails.
pub async fn set_charge(conn: &mut Conn, id: &str, charge: &str) -> DbResult<()> {
    sqlx::query("UPDATE card_checkouts SET charge = $1 WHERE id = $2")
        .bind(charge)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Notes that something of a dispute was taken in. False if something later was already.
///
/// # Errors
/// When the database fails.
pub async fn disputed(conn: &mut Conn, id: &str, told_at: i64) -> DbResult<bool> {
    let done = sqlx::query(
        "UPDATE card_checkouts SET disputed_at = $1 WHERE id = $2 AND disputed_at <= $1",
    )
    .bind(told_at)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Takes the checkouts of a document out of use that ask for another amount than these (none: there is
/// nothing to pay), and queues that Stripe is told. Part of the write that changed what
/// is asked, so that neither is without the other.
///
/// # Errors
/// When the database fails.
pub async fn outdate(
    conn: &mut Conn,
    document_id: &str,
    asked: &[Pence],
    now: i64,
) -> DbResult<()> {
    let ids: Vec<String> = sqlx::query_scalar(
        "UPDATE card_checkouts SET status = 'closing', updated_at = $1 \
         WHERE document_id = $2 AND status IN ('opening', 'open') AND amount <> $3 AND amount <> $4 RETURNING id",
    )
    .bind(now)
    .bind(document_id)
    // No checkout is of less than a penny.
    .bind(asked.first().map_or(0, |amount| amount.0))
    .bind(asked.get(1).map_or(0, |amount| amount.0))
    .fetch_all(&mut *conn)
    .await?;
    for id in ids {
        close_later(conn, &id, now).await?;
    }
    Ok(())
}

/// Queues that Stripe is told to close a checkout, once.
///
/// # Errors
/// When the database fails.
pub async fn close_later(conn: &mut Conn, id: &str, now: i64) -> DbResult<()> {
    let job = format!("{id}:close");
    jobs::insert_once(conn, &job, watch::KIND, id, now).await
}
