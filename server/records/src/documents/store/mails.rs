//! SQL on emails that a timeline or a page shows, and on what became of each: those of documents to their
//! customers, and those that belong to no document.

use std::collections::BTreeMap;

use plumbline_platform::db::table::{Table as _, table, words};
use plumbline_platform::db::{Conn, DbResult, many};
use plumbline_platform::ids::{DocumentId, JobId, UserId};

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

words! {
    /// What an email is about.
    pub enum About {
        /// A document.
        Document = "document",
        /// A subcontractor's statement of a month.
        CisStatement = "cis_statement",
        /// A customer's statement of account.
        AccountStatement = "account_statement",
        /// A question to support.
        SupportAnswer = "support_answer",
    }
}

table! {
    /// An email of which people are told what became of it.
    #[derive(serde::Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct EmailRow: "posted_mails", by id,
        keeping [user_id, about, document_id, about_id, part, subject, created_at] {
        /// That of the job that sends it, under which it travels.
        pub id: JobId,
        /// The account that it is of.
        pub user_id: UserId,
        /// What it is about.
        pub about: About,
        /// The document; none where it is about something else.
        pub document_id: Option<DocumentId>,
        /// Of a statement the contact, of an answer its question; empty of a document.
        pub about_id: String,
        /// Of a subcontractor's statement `PROFILE/MONTH`, of a customer's `FROM/TO`, of an answer its id; empty of a document.
        pub part: String,
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
pub async fn insert(conn: &mut Conn, row: &EmailRow) -> DbResult<()> {
    row.insert_whole().execute(conn).await?;
    Ok(())
}

/// Writes what changed of one.
pub async fn put(conn: &mut Conn, row: &EmailRow) -> DbResult<()> {
    row.put_whole().execute(conn).await?;
    Ok(())
}

/// The email that a job sends, or `None` if an older server queued the job.
pub async fn find(conn: &mut Conn, id: &str) -> DbResult<Option<EmailRow>> {
    EmailRow::select("WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The latest of a document, the oldest of them first.
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

/// The ids of all emails of an account, the oldest first.
pub async fn ids(conn: &mut Conn, user_id: &str) -> DbResult<Vec<String>> {
    sqlx::query_scalar("SELECT id FROM posted_mails WHERE user_id = $1 ORDER BY created_at, id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Some of them, in their order.
pub async fn some(conn: &mut Conn, ids: &[String]) -> DbResult<Vec<EmailRow>> {
    let places = many::places(1, ids.len());
    let tail = format!("WHERE id IN {places} ORDER BY created_at, id");
    let mut query = EmailRow::select(&tail);
    for id in ids {
        query = query.bind(id);
    }
    query.fetch_all(conn).await
}

/// Those of an account about something else than documents, the oldest first.
pub async fn about(conn: &mut Conn, user_id: &str, about: About) -> DbResult<Vec<EmailRow>> {
    EmailRow::select("WHERE user_id = $1 AND about = $2 ORDER BY created_at, id")
        .bind(user_id)
        .bind(about.word())
        .fetch_all(conn)
        .await
}

/// The last one about a part of something else than a document.
pub async fn last_about(
    conn: &mut Conn,
    user_id: &str,
    (about, about_id, part): (About, &str, &str),
) -> DbResult<Option<EmailRow>> {
    let tail = "WHERE user_id = $1 AND about = $2 AND about_id = $3 AND part = $4 \
         ORDER BY created_at DESC, id DESC LIMIT 1";
    EmailRow::select(tail)
        .bind(user_id)
        .bind(about.word())
        .bind(about_id)
        .bind(part)
        .fetch_optional(conn)
        .await
}

/// Nobody has to look after a document's emails any more: its customer has it in another way.
pub async fn settle(conn: &mut Conn, document_id: &str) -> DbResult<()> {
    sqlx::query("UPDATE posted_mails SET unsettled = 0 WHERE document_id = $1 AND unsettled = 1")
        .bind(document_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Nor after those about a part of something else, of which another goes now.
pub async fn settle_about(
    conn: &mut Conn,
    user_id: &str,
    (about, about_id, part): (About, &str, &str),
) -> DbResult<()> {
    sqlx::query(
        "UPDATE posted_mails SET unsettled = 0 \
         WHERE user_id = $1 AND about = $2 AND about_id = $3 AND part = $4 AND unsettled = 1",
    )
    .bind(user_id)
    .bind(about.word())
    .bind(about_id)
    .bind(part)
    .execute(conn)
    .await?;
    Ok(())
}

/// Gives the emails about one contact to another.
pub async fn hand_over(conn: &mut Conn, user_id: &str, [from, to]: [&str; 2]) -> DbResult<()> {
    sqlx::query("UPDATE posted_mails SET about_id = $1 WHERE user_id = $2 AND about_id = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}

/// The days on which reminders of a document were to go of which nobody knows that they arrived, YYYY-MM-DD in
/// London, and the word for what became of each.
pub async fn reminders_not_gone(
    conn: &mut Conn,
    document_id: &str,
) -> DbResult<BTreeMap<String, String>> {
    let rows: Vec<(String, String)> = sqlx::query_as(
        "SELECT day, state FROM document_reminders \
         WHERE document_id = $1 AND state NOT IN ('told', 'sent')",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().collect())
}

/// Which of these documents have an email, or a last reminder, that somebody has to look after, and what
/// became of it.
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
         WHERE r.document_id IN ({places}) AND r.state IN ('failed', 'unsure', 'given_up') \
         AND d.status IN ('sent', 'partially_paid') AND NOT EXISTS (SELECT 1 \
             FROM document_reminders n WHERE n.document_id = r.document_id AND n.day > r.day)"
    );
    let emails = format!(
        "SELECT document_id, state FROM posted_mails \
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
