//! SQL on which documents a recurring invoice made.

use plumbline_core::time::Date;

use crate::summaries::find::ListedDocument;
use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{DocumentId, RecurringId, UserId};

stored_enum! {
    /// The result of making a document automatically.
    #[derive(utoipa::ToSchema)]
    #[schema(rename_all = "snake_case")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "snake_case"))]
    pub enum RecurringOutcome {
        /// It was issued and emailed.
        Sent = "sent",
        /// It is a draft, as the business had set.
        Draft = "draft",
        /// Its date had passed, so it is a draft.
        Late = "late",
        /// It couldn't be sent, so it is a draft.
        NotSent = "not_sent",
    }
}

table! {
    /// A document that was made automatically.
    pub struct RecurringDocumentRow: "recurring_made", by document_id {
        /// The document.
        pub document_id: DocumentId,
        /// The account.
        pub user_id: UserId,
        /// The recurring invoice that it was made from, while that exists.
        pub series_id: Option<RecurringId>,
        /// The name of the recurring invoice at that time.
        pub name: String,
        /// The date for which it was made.
        pub day: Date,
        /// The result.
        pub outcome: RecurringOutcome,
        /// Why it couldn't be sent; empty if it was sent, or wasn't meant to be.
        pub reason: String,
    }
}

/// Records that a document was made.
pub async fn insert(conn: &mut Conn, row: &RecurringDocumentRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// The record for a document; `None` if a person made it.
pub async fn find(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Option<RecurringDocumentRow>> {
    RecurringDocumentRow::select("WHERE document_id = $1").bind(document_id).fetch_optional(conn).await
}

/// Whether a document was made from a recurring invoice for a date, and still exists.
pub async fn exists_for_day(conn: &mut Conn, series_id: &RecurringId, day: Date) -> DbResult<bool> {
    let found: Option<String> =
        sql::query_scalar("SELECT document_id FROM recurring_made WHERE series_id = $1 AND day = $2 LIMIT 1")
            .bind(series_id)
            .bind(day.to_string())
            .fetch_optional(conn)
            .await?;
    Ok(found.is_some())
}

/// How many documents that were made from a recurring invoice still exist.
pub async fn count_for_series(conn: &mut Conn, series_id: &RecurringId) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM recurring_made WHERE series_id = $1")
        .bind(series_id)
        .fetch_one(conn)
        .await
}

/// The documents that were made from a recurring invoice, latest first, each with its summary.
pub async fn list_for_series(
    conn: &mut Conn,
    series_id: &RecurringId,
    limit: i64,
) -> DbResult<Vec<(RecurringDocumentRow, ListedDocument)>> {
    let made =
        RecurringDocumentRow::select("WHERE series_id = $1 ORDER BY day DESC, document_id DESC LIMIT $2")
            .bind(series_id)
            .bind(limit)
            .fetch_all(&mut *conn)
            .await?;
    let listed = ListedDocument::select(
        "WHERE document_id IN (SELECT document_id FROM recurring_made WHERE series_id = $1 \
         ORDER BY day DESC, document_id DESC LIMIT $2)",
    )
    .bind(series_id)
    .bind(limit)
    .fetch_all(conn)
    .await?;
    let mut by_id: std::collections::HashMap<DocumentId, ListedDocument> =
        listed.into_iter().map(|row| (row.document_id.clone(), row)).collect();
    let pairs = made.into_iter().filter_map(|row| {
        let listed = by_id.remove(&row.document_id)?;
        Some((row, listed))
    });
    Ok(pairs.collect())
}

/// All records of an account, for its export.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<RecurringDocumentRow>> {
    RecurringDocumentRow::select("WHERE user_id = $1 ORDER BY document_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Of those that couldn't be sent or were late, the ones that are still drafts and not archived: how many there are,
/// and the id of one of them.
pub async fn count_needing_attention(conn: &mut Conn, user_id: &UserId) -> DbResult<(i64, Option<String>)> {
    sql::query_as(
        "SELECT COUNT(*), MIN(m.document_id) FROM recurring_made m \
         JOIN document_summaries s ON s.document_id = m.document_id \
         WHERE m.user_id = $1 AND m.outcome IN ('late', 'not_sent') \
         AND s.status = 'draft' AND s.archived = 0",
    )
    .bind(user_id)
    .fetch_one(conn)
    .await
}
