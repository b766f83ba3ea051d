//! All SQL on card payments, except for the columns of `payments`.

pub mod accounts;
pub mod checkouts;

use plumbline_platform::clock::DAY;
use plumbline_platform::db::{Conn, DbResult, sql};

// The events that were handled.

/// How long, in milliseconds, an event's id is remembered: Stripe repeats an event for three days, and lets people
/// repeat it for thirty.
const RETENTION: i64 = 60 * DAY;

/// What identifies an event.
#[derive(Debug, Clone, Copy)]
pub struct WebhookEvent<'a> {
    /// `evt_…`.
    pub id: &'a str,
    /// `charge.refunded`, …
    pub kind: &'a str,
    /// The account it came from; empty for the platform's own.
    pub account_id: &'a str,
    /// When it was made, unix seconds.
    pub created: i64,
}

/// Stores an event. Returns false if it was stored before.
pub async fn insert(conn: &mut Conn, event: &WebhookEvent<'_>, now: i64) -> DbResult<bool> {
    let done = sql::query(
        "INSERT INTO card_events (id, kind, account_id, created, received_at) \
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
    )
    .bind(event.id)
    .bind(event.kind)
    .bind(event.account_id)
    .bind(event.created)
    .bind(now)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Stores the whole of an event that came before its payment was known.
pub async fn set_waiting(conn: &mut Conn, id: &str, payment_intent: &str, body: &str) -> DbResult<()> {
    sql::query("UPDATE card_events SET waits_for = $1, body = $2 WHERE id = $3")
        .bind(payment_intent)
        .bind(body)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Returns the events that waited for a payment, oldest first, and removes them.
pub async fn take_waiting(conn: &mut Conn, account_id: &str, payment_intent: &str) -> DbResult<Vec<String>> {
    let bodies: Vec<Option<String>> = sql::query_scalar(
        "SELECT body FROM card_events WHERE waits_for = $1 AND account_id = $2 \
         ORDER BY created, received_at, id",
    )
    .bind(payment_intent)
    .bind(account_id)
    .fetch_all(&mut *conn)
    .await?;
    sql::query(
        "UPDATE card_events SET waits_for = NULL, body = NULL \
         WHERE waits_for = $1 AND account_id = $2",
    )
    .bind(payment_intent)
    .bind(account_id)
    .execute(conn)
    .await?;
    Ok(bodies.into_iter().flatten().collect())
}

/// Deletes events after sixty days.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sql::query("DELETE FROM card_events WHERE received_at < $1").bind(now - RETENTION).execute(conn).await?;
    Ok(())
}

/// Figures about the events of webhooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebhookStats {
    /// When the last event came, milliseconds since the epoch.
    pub last: Option<i64>,
    /// How many came since a given time.
    pub since: i64,
    /// How many came too early, and wait for their payment.
    pub waiting: i64,
}

/// When the last event came, and how many came since a given time.
pub async fn load_stats(conn: &mut Conn, since: i64) -> DbResult<WebhookStats> {
    let last = sql::query_scalar("SELECT MAX(received_at) FROM card_events").fetch_one(&mut *conn).await?;
    let count = sql::query_scalar("SELECT COUNT(*) FROM card_events WHERE received_at > $1")
        .bind(since)
        .fetch_one(&mut *conn)
        .await?;
    let waiting = sql::query_scalar("SELECT COUNT(*) FROM card_events WHERE waits_for IS NOT NULL")
        .fetch_one(conn)
        .await?;
    Ok(WebhookStats { last, since: count, waiting })
}
