//! SQL on which documents a recurring invoice made.

use plumbline_core::time::Date;

use crate::summaries::find::Listed;
use plumbline_platform::db::table::{Table as _, table, words};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{DocumentId, RecurringId, UserId};

words! {
    /// What became of one when it was made.
    #[derive(utoipa::ToSchema)]
    #[schema(rename_all = "snake_case")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "RecurringOutcome", rename_all = "snake_case"))]
    pub enum Outcome {
        /// It was issued and mailed.
        Sent = "sent",
        /// It is a draft, as the business wants it.
        Draft = "draft",
        /// Its day had passed: it is a draft.
        Late = "late",
        /// It could not be sent: it is a draft.
        NotSent = "not_sent",
    }
}

table! {
    /// A document that was made by itself.
    pub struct MadeRow: "recurring_made", by document_id {
        /// The document.
        pub document_id: DocumentId,
        /// The account.
        pub user_id: UserId,
        /// What it was made of, while that is there.
        pub series_id: Option<RecurringId>,
        /// What that was called then.
        pub name: String,
        /// Its day.
        pub day: Date,
        /// What became of it.
        pub outcome: Outcome,
        /// Why it could not be sent; empty where it was, or was not to be.
        pub reason: String,
    }
}

/// Notes that a document was made.
pub async fn insert(conn: &mut Conn, row: &MadeRow) -> DbResult<()> {
    row.insert_whole().execute(conn).await?;
    Ok(())
}

/// What a document was made of; none of one that somebody made.
pub async fn find(conn: &mut Conn, document_id: &str) -> DbResult<Option<MadeRow>> {
    MadeRow::select("WHERE document_id = $1")
        .bind(document_id)
        .fetch_optional(conn)
        .await
}

/// Whether the document of a day was made of a series, and is there.
pub async fn is_made(conn: &mut Conn, series_id: &str, day: Date) -> DbResult<bool> {
    let found: Option<String> = sqlx::query_scalar(
        "SELECT document_id FROM recurring_made WHERE series_id = $1 AND day = $2 LIMIT 1",
    )
    .bind(series_id)
    .bind(day.to_string())
    .fetch_optional(conn)
    .await?;
    Ok(found.is_some())
}

/// How many documents were made of a series and are there.
pub async fn count(conn: &mut Conn, series_id: &str) -> DbResult<i64> {
    sqlx::query_scalar("SELECT COUNT(*) FROM recurring_made WHERE series_id = $1")
        .bind(series_id)
        .fetch_one(conn)
        .await
}

/// The documents that were made of a series, the latest first, each with its row of the lists.
pub async fn of_series(
    conn: &mut Conn,
    series_id: &str,
    limit: i64,
) -> DbResult<Vec<(MadeRow, Listed)>> {
    let made = MadeRow::select("WHERE series_id = $1 ORDER BY day DESC, document_id DESC LIMIT $2")
        .bind(series_id)
        .bind(limit)
        .fetch_all(&mut *conn)
        .await?;
    let listed = Listed::select(
        "WHERE document_id IN (SELECT document_id FROM recurring_made WHERE series_id = $1 \
         ORDER BY day DESC, document_id DESC LIMIT $2)",
    )
    .bind(series_id)
    .bind(limit)
    .fetch_all(conn)
    .await?;
    let mut by_id: std::collections::HashMap<DocumentId, Listed> = listed
        .into_iter()
        .map(|row| (row.document_id.clone(), row))
        .collect();
    let pairs = made.into_iter().filter_map(|row| {
        let listed = by_id.remove(&row.document_id)?;
        Some((row, listed))
    });
    Ok(pairs.collect())
}

/// Everything that was made by itself, for an account's copy of everything.
pub async fn of_account(conn: &mut Conn, user_id: &str) -> DbResult<Vec<MadeRow>> {
    MadeRow::select("WHERE user_id = $1 ORDER BY document_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Those that could not be sent, or were late, and are still drafts in sight: how many, and the id of
/// one of them.
pub async fn to_look_at(conn: &mut Conn, user_id: &str) -> DbResult<(i64, Option<String>)> {
    sqlx::query_as(
        "SELECT COUNT(*), MIN(m.document_id) FROM recurring_made m \
         JOIN document_summaries s ON s.document_id = m.document_id \
         WHERE m.user_id = $1 AND m.outcome IN ('late', 'not_sent') \
         AND s.status = 'draft' AND s.archived = 0",
    )
    .bind(user_id)
    .fetch_one(conn)
    .await
}
