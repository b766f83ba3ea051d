//! SQL on the emails of documents to their customers, and on what became of each.

use std::collections::BTreeMap;

use crate::db::table::{Table as _, table, words};
use crate::db::{Conn, DbResult};
use crate::ids::{DocumentId, JobId, UserId};

words! {
    /// What became of an email.
    #[derive(utoipa::ToSchema)]
    #[schema(rename_all = "snake_case")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "snake_case"))]
    pub enum EmailState {
        /// It is on its way to the mail server, or is tried again.
        Waiting = "waiting",
        /// The mail server confirmed it.
        Sent = "sent",
        /// The mail server had it whole and did not say whether it takes it.
        Unconfirmed = "unconfirmed",
        /// The mail server does not take it.
        Refused = "refused",
        /// The mail server did not take it for as long as we try.
        GivenUp = "given_up",
        /// There was no reason for it any more, or nobody to send it to.
        Dropped = "dropped",
        /// Its customer has it, as the business says.
        Arrived = "arrived",
    }
}

table! {
    /// An email of a document to its customer.
    #[derive(serde::Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct EmailRow: "document_mails", by id, keeping [user_id, document_id, subject, created_at] {
        /// That of the job that sends it, under which it travels.
        pub id: JobId,
        /// The account.
        pub user_id: UserId,
        /// The document.
        pub document_id: DocumentId,
        /// Whom it goes to.
        pub receiver: String,
        /// Its subject.
        pub subject: String,
        /// What became of it.
        pub state: EmailState,
        /// What kept it, as the end of a sentence; empty where nothing did.
        pub problem: String,
        /// Whether somebody has to look after it.
        pub unsettled: bool,
        /// When it was queued, milliseconds since the epoch.
        pub created_at: i64,
        /// When that was written, milliseconds since the epoch.
        pub changed_at: i64,
    }
}

/// Writes a new one.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, row: &EmailRow) -> DbResult<()> {
    row.insert_whole().execute(conn).await?;
    Ok(())
}

/// Writes what changed of one.
///
/// # Errors
/// When the database fails.
pub async fn put(conn: &mut Conn, row: &EmailRow) -> DbResult<()> {
    row.put_whole().execute(conn).await?;
    Ok(())
}

/// The email that a job sends, or `None` if an older server queued the job.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, id: &str) -> DbResult<Option<EmailRow>> {
    EmailRow::select("WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The latest of a document, the oldest of them first.
///
/// # Errors
/// When the database fails.
pub async fn of_document(conn: &mut Conn, document_id: &str, most: i64) -> DbResult<Vec<EmailRow>> {
    let tail = "WHERE document_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2";
    let mut rows = EmailRow::select(tail)
        .bind(document_id)
        .bind(most)
        .fetch_all(conn)
        .await?;
    rows.reverse();
    Ok(rows)
}

/// Every one of an account, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn all(conn: &mut Conn, user_id: &str) -> DbResult<Vec<EmailRow>> {
    EmailRow::select("WHERE user_id = $1 ORDER BY created_at, id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Nobody has to look after a document's emails any more: its customer has it in another way.
///
/// # Errors
/// When the database fails.
pub async fn settle(conn: &mut Conn, document_id: &str) -> DbResult<()> {
    sqlx::query("UPDATE document_mails SET unsettled = 0 WHERE document_id = $1 AND unsettled = 1")
        .bind(document_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// The days on which reminders of a document were to go of which nobody knows yet that they did, YYYY-MM-DD
/// in London, and whether they still may.
///
/// # Errors
/// When the database fails.
pub async fn reminders_not_gone(
    conn: &mut Conn,
    document_id: &str,
) -> DbResult<BTreeMap<String, bool>> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT day, state FROM document_reminders \
         WHERE document_id = $1 AND state IN ('queued', 'sending', 'dropped')",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter();
    Ok(rows.map(|(day, state)| (day, state != "dropped")).collect())
}

/// Which of these documents have an email, or a last reminder, that somebody has to look after, and what
/// became of it.
///
/// # Errors
/// When the database fails.
pub async fn unsettled(
    conn: &mut Conn,
    documents: &[&str],
) -> DbResult<BTreeMap<String, EmailState>> {
    let mut found = BTreeMap::new();
    if documents.is_empty() {
        return Ok(found);
    }
    let places: Vec<String> = (1..=documents.len()).map(|at| format!("${at}")).collect();
    let places = places.join(", ");
    // A reminder of what waits no more is nobody's to look after.
    let reminders = format!(
        "SELECT r.document_id, r.state FROM document_reminders r \
         JOIN documents d ON d.id = r.document_id \
         WHERE r.document_id IN ({places}) AND r.state IN ('failed', 'unsure') \
         AND d.status IN ('sent', 'partially_paid') AND NOT EXISTS (SELECT 1 \
             FROM document_reminders n WHERE n.document_id = r.document_id AND n.day > r.day)"
    );
    let emails = format!(
        "SELECT document_id, state FROM document_mails \
         WHERE document_id IN ({places}) AND unsettled = 1 ORDER BY created_at"
    );
    for sql in [reminders, emails] {
        let mut query = sqlx::query_as::<_, (String, String)>(sqlx::AssertSqlSafe(sql));
        for id in documents {
            query = query.bind(*id);
        }
        for (id, state) in query.fetch_all(&mut *conn).await? {
            let state = match state.as_str() {
                "unsure" | "unconfirmed" => EmailState::Unconfirmed,
                "given_up" => EmailState::GivenUp,
                _ => EmailState::Refused,
            };
            found.insert(id, state);
        }
    }
    Ok(found)
}
