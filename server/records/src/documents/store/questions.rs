//! All SQL for customers' questions about documents and for the replies.

use std::collections::BTreeMap;

use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{DocumentId, JobId, QuestionId, UserId};

stored_enum! {
    /// What a customer is asking for.
    #[derive(serde::Deserialize, utoipa::ToSchema)]
    #[serde(rename_all = "snake_case")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
    pub enum QuestionKind {
        /// Information.
        Question = "question",
        /// Changes to a quote.
        Changes = "changes",
    }
}

table! {
    /// A customer's question about a document.
    #[derive(serde::Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct QuestionRow: "questions", by id, immutable [user_id, document_id, wish, words, email, asked_at] {
        /// UUIDv7.
        pub id: QuestionId,
        /// The account.
        pub user_id: UserId,
        /// The document that it is about.
        pub document_id: DocumentId,
        /// What the customer is asking for.
        pub wish: QuestionKind,
        /// The text as typed.
        pub words: String,
        /// The customer's address for the reply, if no address was known; otherwise empty.
        pub email: String,
        /// Milliseconds since the epoch.
        pub asked_at: i64,
        /// When it was answered, milliseconds since the epoch; `None` while it isn't.
        pub answered_at: Option<i64>,
    }
}

table! {
    /// The business's reply to a question.
    #[derive(serde::Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ReplyRow: "question_replies", by id, immutable [user_id, question_id, words, receiver, replied_at] {
        /// The id of the reply's email.
        pub id: JobId,
        /// The account.
        pub user_id: UserId,
        /// The question.
        pub question_id: QuestionId,
        /// The text as typed.
        pub words: String,
        /// The address it was sent to.
        pub receiver: String,
        /// Milliseconds since the epoch.
        pub replied_at: i64,
    }
}

/// Stores a new question.
pub async fn insert(conn: &mut Conn, row: &QuestionRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// Stores a new reply.
pub async fn insert_reply(conn: &mut Conn, row: &ReplyRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// A question about a document.
pub async fn find(
    conn: &mut Conn,
    document_id: &DocumentId,
    id: &QuestionId,
) -> DbResult<Option<QuestionRow>> {
    QuestionRow::select("WHERE document_id = $1 AND id = $2")
        .bind(document_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The questions about a document, oldest first.
pub async fn list_for_document(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Vec<QuestionRow>> {
    QuestionRow::select("WHERE document_id = $1 ORDER BY asked_at, id")
        .bind(document_id)
        .fetch_all(conn)
        .await
}

/// The replies to questions about a document, oldest first.
pub async fn list_replies_for_document(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Vec<ReplyRow>> {
    ReplyRow::select(
        "WHERE question_id IN (SELECT id FROM questions WHERE document_id = $1) \
         ORDER BY replied_at, id",
    )
    .bind(document_id)
    .fetch_all(conn)
    .await
}

/// Of these documents, those with an unanswered question from their customer: `Changes` if any of the questions asks
/// for changes, otherwise `Question`.
pub async fn find_unanswered(
    conn: &mut Conn,
    documents: &[&str],
) -> DbResult<BTreeMap<String, QuestionKind>> {
    let mut found = BTreeMap::new();
    if documents.is_empty() {
        return Ok(found);
    }
    let placeholders: Vec<String> = (1..=documents.len()).map(|at| format!("${at}")).collect();
    let sql = format!(
        "SELECT DISTINCT document_id, wish FROM questions \
         WHERE document_id IN ({}) AND answered_at IS NULL",
        placeholders.join(", ")
    );
    let mut query = sql::query_as::<(String, QuestionKind)>(sqlx::AssertSqlSafe(sql));
    for id in documents {
        query = query.bind(*id);
    }
    for (id, kind) in query.fetch_all(conn).await? {
        let entry = found.entry(id).or_insert(kind);
        if kind == QuestionKind::Changes {
            *entry = kind;
        }
    }
    Ok(found)
}

/// Records that a question was answered; returns false if that has been recorded before.
pub async fn mark_answered(conn: &mut Conn, id: &QuestionId, now: i64) -> DbResult<bool> {
    let sql = "UPDATE questions SET answered_at = $1 WHERE id = $2 AND answered_at IS NULL";
    let written = sql::query(sql).bind(now).bind(id).execute(conn).await?;
    Ok(written.rows_affected() == 1)
}

/// Records that changes requested before an instant have been dealt with.
pub async fn mark_changes_answered(
    conn: &mut Conn,
    document_id: &DocumentId,
    (before, now): (i64, i64),
) -> DbResult<()> {
    sql::query(
        "UPDATE questions SET answered_at = $1 WHERE document_id = $2 AND wish = 'changes' \
         AND answered_at IS NULL AND asked_at < $3",
    )
    .bind(now)
    .bind(document_id)
    .bind(before)
    .execute(conn)
    .await?;
    Ok(())
}

/// All questions of an account, oldest first.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<QuestionRow>> {
    QuestionRow::select("WHERE user_id = $1 ORDER BY asked_at, id").bind(user_id).fetch_all(conn).await
}

/// All replies of an account, oldest first.
pub async fn list_replies_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<ReplyRow>> {
    ReplyRow::select("WHERE user_id = $1 ORDER BY replied_at, id").bind(user_id).fetch_all(conn).await
}
