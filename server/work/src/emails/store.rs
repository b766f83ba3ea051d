//! The tables of emails to customers, and of accounts whose email is stopped.

use plumbline_platform::clock::DAY;
use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::UserId;

/// For how long, in milliseconds, an email to a customer is stored, and so can be reported.
pub(super) const RETENTION: i64 = 90 * DAY;

stored_enum! {
    /// Why an account's email is stopped.
    pub enum StopCause {
        /// The operator stopped it.
        Operator = "operator",
        /// Too many recipients reported it.
        Reports = "reports",
    }
}

table! {
    /// An email to a customer.
    pub struct CustomerMailRow: "customer_mails", by report_hash {
        /// The hash of the secret in its link.
        pub report_hash: String,
        /// The account.
        pub user_id: UserId,
        /// The hash of the recipient's address.
        pub receiver_hash: String,
        /// The name of the business that sent it.
        pub business: String,
        /// When it is sent, milliseconds since the epoch.
        pub sent_at: i64,
        /// When it was reported, milliseconds since the epoch.
        pub reported_at: Option<i64>,
    }
}

table! {
    /// A stop of an account's email, also one that has ended.
    pub struct MailStopRow: "mail_stops", by user_id {
        /// The account.
        pub user_id: UserId,
        /// The reason.
        pub cause: StopCause,
        /// Since when, milliseconds since the epoch.
        pub stopped_at: i64,
        /// When it ended, milliseconds since the epoch; `None` while it lasts.
        pub allowed_at: Option<i64>,
    }
}

/// When the account was created. Locks the account, so that others that would send email for it wait until the
/// transaction ends.
pub(super) async fn lock_account(conn: &mut Conn, end: &str, id: &UserId) -> DbResult<Option<i64>> {
    let sql = format!("SELECT created_at FROM users WHERE id = $1{end}");
    sql::query_scalar(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(conn).await
}

/// How many invoices of an account are paid.
pub(super) async fn count_paid_invoices(conn: &mut Conn, user_id: &UserId) -> DbResult<i64> {
    sql::query_scalar(
        "SELECT COUNT(*) FROM document_summaries \
         WHERE user_id = $1 AND kind = 'invoice' AND status = 'paid'",
    )
    .bind(user_id)
    .fetch_one(conn)
    .await
}

/// When the `number`-th email before the next one is sent; `None` if there are fewer.
pub(super) async fn find_nth_last_sent_at(
    conn: &mut Conn,
    user_id: &UserId,
    number: i64,
) -> DbResult<Option<i64>> {
    sql::query_scalar(
        "SELECT sent_at FROM customer_mails WHERE user_id = $1 \
         ORDER BY sent_at DESC LIMIT 1 OFFSET $2",
    )
    .bind(user_id)
    .bind((number - 1).max(0))
    .fetch_optional(conn)
    .await
}

/// How many emails are sent after this time.
pub(super) async fn count_sent_after(conn: &mut Conn, user_id: &UserId, at: i64) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM customer_mails WHERE user_id = $1 AND sent_at > $2")
        .bind(user_id)
        .bind(at)
        .fetch_one(conn)
        .await
}

/// Stores an email.
pub(super) async fn insert(conn: &mut Conn, row: &CustomerMailRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// An email by the hash of its link's secret.
pub(super) async fn find(conn: &mut Conn, report_hash: &str) -> DbResult<Option<CustomerMailRow>> {
    CustomerMailRow::select("WHERE report_hash = $1").bind(report_hash).fetch_optional(conn).await
}

/// Records that an email was reported. Returns false if it was reported before.
pub(super) async fn set_reported(conn: &mut Conn, report_hash: &str, now: i64) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE customer_mails SET reported_at = $1 WHERE report_hash = $2 AND reported_at IS NULL",
    )
    .bind(now)
    .bind(report_hash)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// How many recipients reported emails of an account since then, and how many emails it sent.
pub(super) async fn count_reporters(conn: &mut Conn, user_id: &UserId, since: i64) -> DbResult<(i64, i64)> {
    let reporters = sql::query_scalar(
        "SELECT COUNT(DISTINCT receiver_hash) FROM customer_mails \
         WHERE user_id = $1 AND reported_at > $2",
    )
    .bind(user_id)
    .bind(since)
    .fetch_one(&mut *conn)
    .await?;
    let sent = count_sent_after(conn, user_id, since).await?;
    Ok((reporters, sent))
}

/// The stop of an account, also one that has ended.
pub(super) async fn find_stop(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<MailStopRow>> {
    MailStopRow::select("WHERE user_id = $1").bind(user_id).fetch_optional(conn).await
}

/// Stores a stop, which replaces the one before.
pub(super) async fn save_stop(conn: &mut Conn, stop: &MailStopRow) -> DbResult<()> {
    stop.upsert().execute(conn).await?;
    Ok(())
}

/// The id of the account with an address.
pub(super) async fn find_account_id(conn: &mut Conn, email_key: &str) -> DbResult<Option<UserId>> {
    sql::query_scalar("SELECT id FROM users WHERE email_key = $1").bind(email_key).fetch_optional(conn).await
}

/// Accounts whose emails were reported since then or are stopped: the address, how many people reported them, and
/// whether they are stopped.
pub(super) async fn list_reported(conn: &mut Conn, since: i64) -> DbResult<Vec<(String, i64, i64)>> {
    sql::query_as(
        "SELECT users.email, \
             (SELECT COUNT(DISTINCT receiver_hash) FROM customer_mails \
              WHERE customer_mails.user_id = users.id AND reported_at > $1) AS reporters, \
             CASE WHEN EXISTS (SELECT user_id FROM mail_stops \
                  WHERE mail_stops.user_id = users.id AND allowed_at IS NULL) \
                 THEN 1 ELSE 0 END AS stopped \
         FROM users WHERE id IN (SELECT user_id FROM customer_mails WHERE reported_at > $2) \
             OR id IN (SELECT user_id FROM mail_stops WHERE allowed_at IS NULL) \
         ORDER BY users.email",
    )
    .bind(since)
    .bind(since)
    .fetch_all(conn)
    .await
}

/// Deletes the records of emails that are long past.
pub(super) async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sql::query("DELETE FROM customer_mails WHERE sent_at < $1").bind(now - RETENTION).execute(conn).await?;
    Ok(())
}
