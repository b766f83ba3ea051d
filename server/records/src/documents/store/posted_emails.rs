//! SQL on emails that a timeline or a page displays, and on the state of each: those of documents to their customers,
//! and those about something else.

use std::collections::BTreeMap;

use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, bulk_write, sql};
use plumbline_platform::ids::{ContactId, DocumentId, JobId, UserId};

stored_enum! {
    /// What happened to an email.
    #[derive(utoipa::ToSchema)]
    #[schema(rename_all = "snake_case")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "snake_case"))]
    pub enum EmailState {
        /// It is in the queue, or will be tried again.
        Waiting = "waiting",
        /// The mail server confirmed it.
        Sent = "sent",
        /// The mail server received all of it but didn't say whether it accepts it.
        Unconfirmed = "unconfirmed",
        /// The mail server refused it.
        Refused = "refused",
        /// The mail server didn't accept it within the time for which it is tried.
        GivenUp = "given_up",
        /// It was no longer needed, or there was nobody to send it to.
        Dropped = "dropped",
        /// The business says that its customer has received it.
        Arrived = "arrived",
    }
}

stored_enum! {
    /// What an email is about.
    pub enum EmailTopic {
        /// A document.
        Document = "document",
        /// A CIS statement for a month.
        CisStatement = "cis_statement",
        /// A customer's statement.
        AccountStatement = "account_statement",
        /// A question to support.
        SupportAnswer = "support_answer",
    }
}

table! {
    /// An email whose result is displayed.
    #[derive(serde::Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct EmailRow: "posted_mails", by id,
        immutable [user_id, about, document_id, about_id, part, subject, created_at] {
        /// The id of the job that sends it, which is also the email's id.
        pub id: JobId,
        /// The account.
        pub user_id: UserId,
        /// The subject matter.
        pub about: EmailTopic,
        /// The document; `None` if it is about something else.
        pub document_id: Option<DocumentId>,
        /// The contact of a statement, or the support question of a reply; empty for a document.
        pub about_id: String,
        /// For a CIS statement `PROFILE/MONTH`, for a customer's statement `FROM/TO`, for a support reply its id; empty
        /// for a document.
        pub part: String,
        /// The recipient's address.
        pub receiver: String,
        /// Its subject.
        pub subject: String,
        /// What happened to it.
        pub state: EmailState,
        /// The reason that it wasn't delivered, as the end of a sentence; empty if there is no problem.
        pub problem: String,
        /// Whether a person needs to take action.
        pub unsettled: bool,
        /// When it was queued, milliseconds since the epoch.
        pub created_at: i64,
        /// When the state was set, milliseconds since the epoch.
        pub changed_at: i64,
    }
}

/// Stores a new email.
pub async fn insert(conn: &mut Conn, row: &EmailRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// Saves the changes of an email.
pub async fn update(conn: &mut Conn, row: &EmailRow) -> DbResult<()> {
    row.upsert().execute(conn).await?;
    Ok(())
}

/// The email with this id.
pub async fn find(conn: &mut Conn, id: &JobId) -> DbResult<Option<EmailRow>> {
    find_for_job(conn, id.as_str()).await
}

/// The email that a job sends, or `None` if an older server queued the job.
pub async fn find_for_job(conn: &mut Conn, job: &str) -> DbResult<Option<EmailRow>> {
    EmailRow::select("WHERE id = $1").bind(job).fetch_optional(conn).await
}

/// The latest emails about a document, the oldest of these first.
pub async fn list_for_document(
    conn: &mut Conn,
    document_id: &DocumentId,
    most: i64,
) -> DbResult<Vec<EmailRow>> {
    let tail = "WHERE document_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2";
    let mut rows = EmailRow::select(tail).bind(document_id).bind(most).fetch_all(conn).await?;
    rows.reverse();
    Ok(rows)
}

/// The ids of all emails of an account, oldest first.
pub async fn ids(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<String>> {
    sql::query_scalar("SELECT id FROM posted_mails WHERE user_id = $1 ORDER BY created_at, id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// The emails with these ids, oldest first.
pub async fn some(conn: &mut Conn, ids: &[String]) -> DbResult<Vec<EmailRow>> {
    let places = bulk_write::placeholders(1, ids.len());
    let tail = format!("WHERE id IN {places} ORDER BY created_at, id");
    let mut query = EmailRow::select(&tail);
    for id in ids {
        query = query.bind(id);
    }
    query.fetch_all(conn).await
}

/// An account's emails about something other than a document, oldest first.
pub async fn list_by_topic(conn: &mut Conn, user_id: &UserId, about: EmailTopic) -> DbResult<Vec<EmailRow>> {
    EmailRow::select("WHERE user_id = $1 AND about = $2 ORDER BY created_at, id")
        .bind(user_id)
        .bind(about.code())
        .fetch_all(conn)
        .await
}

/// The last email about a part of something other than a document.
pub async fn find_last_by_topic(
    conn: &mut Conn,
    user_id: &UserId,
    (about, about_id, part): (EmailTopic, &str, &str),
) -> DbResult<Option<EmailRow>> {
    let tail = "WHERE user_id = $1 AND about = $2 AND about_id = $3 AND part = $4 \
         ORDER BY created_at DESC, id DESC LIMIT 1";
    EmailRow::select(tail)
        .bind(user_id)
        .bind(about.code())
        .bind(about_id)
        .bind(part)
        .fetch_optional(conn)
        .await
}

/// Marks a document's emails as needing no action, because its customer received the document by other means.
pub async fn mark_settled(conn: &mut Conn, document_id: &DocumentId) -> DbResult<()> {
    sql::query("UPDATE posted_mails SET unsettled = 0 WHERE document_id = $1 AND unsettled = 1")
        .bind(document_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Marks the emails about a part of something else as needing no action, because another one is being sent.
pub async fn mark_topic_settled(
    conn: &mut Conn,
    user_id: &UserId,
    (about, about_id, part): (EmailTopic, &str, &str),
) -> DbResult<()> {
    sql::query(
        "UPDATE posted_mails SET unsettled = 0 \
         WHERE user_id = $1 AND about = $2 AND about_id = $3 AND part = $4 AND unsettled = 1",
    )
    .bind(user_id)
    .bind(about.code())
    .bind(about_id)
    .bind(part)
    .execute(conn)
    .await?;
    Ok(())
}

/// Moves the emails about one contact to another.
pub async fn reassign_contact(
    conn: &mut Conn,
    user_id: &UserId,
    [from, to]: [&ContactId; 2],
) -> DbResult<()> {
    sql::query("UPDATE posted_mails SET about_id = $1 WHERE user_id = $2 AND about_id = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}

/// The dates of reminders for a document whose delivery isn't confirmed, YYYY-MM-DD in London, with the state of each.
pub async fn list_unsent_reminders(
    conn: &mut Conn,
    document_id: &DocumentId,
) -> DbResult<BTreeMap<String, String>> {
    let rows: Vec<(String, String)> = sql::query_as(
        "SELECT day, state FROM document_reminders \
         WHERE document_id = $1 AND state NOT IN ('told', 'sent')",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await?;
    Ok(rows.into_iter().collect())
}

/// Of these documents, those with an email or a last reminder that needs action, and its state.
pub async fn find_unsettled(conn: &mut Conn, documents: &[&str]) -> DbResult<BTreeMap<String, EmailState>> {
    let mut found = BTreeMap::new();
    if documents.is_empty() {
        return Ok(found);
    }
    let places: Vec<String> = (1..=documents.len()).map(|at| format!("${at}")).collect();
    let places = places.join(", ");
    // Reminders of a document that no longer awaits its customer need no action.
    let reminders = format!(
        "SELECT r.document_id, r.state FROM document_reminders r \
         JOIN documents d ON d.id = r.document_id \
         WHERE r.document_id IN ({places}) AND r.state IN ('failed', 'unsure', 'given_up') \
         AND d.status IN ('sent', 'partially_paid') AND NOT EXISTS (SELECT 1 \
             FROM document_reminders n WHERE n.document_id = r.document_id AND n.day > r.day)"
    );
    let emails = format!(
        "SELECT document_id, state FROM posted_mails \
         WHERE document_id IN ({places}) AND document_id IS NOT NULL AND unsettled = 1 ORDER BY created_at"
    );
    for sql in [reminders, emails] {
        let mut query = sql::query_as::<(String, String)>(sqlx::AssertSqlSafe(sql));
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
