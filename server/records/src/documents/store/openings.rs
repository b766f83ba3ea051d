//! SQL on when people opened a document's link: the first time and the last.

use plumbline_platform::clock::HOUR;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{DocumentId, UserId};

/// Requests within this time of the last recorded one are the same visit, which limits how often the row is written.
const VISIT_DURATION: i64 = HOUR;

table! {
    /// When a document was opened, without any data about the visitor.
    pub struct OpeningRow: "document_openings", by document_id, immutable [first_at] {
        /// The document.
        pub document_id: DocumentId,
        /// The first visit, milliseconds since the epoch.
        pub first_at: i64,
        /// The last visit, milliseconds since the epoch, with a precision of an hour.
        pub last_at: i64,
    }
}

impl OpeningRow {
    /// The row for a first visit.
    #[must_use]
    pub fn new(document_id: &DocumentId, now: i64) -> Self {
        Self { document_id: document_id.clone(), first_at: now, last_at: now }
    }

    /// Whether a request at this time is still part of the recorded visit.
    #[must_use]
    pub fn is_same_visit(&self, now: i64) -> bool {
        (now - self.last_at).abs() < VISIT_DURATION
    }
}

/// When a document was opened; `None` if it hasn't been.
pub async fn find(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Option<OpeningRow>> {
    OpeningRow::select("WHERE document_id = $1").bind(document_id).fetch_optional(conn).await
}

/// Records the first visit; returns whether it was the first.
pub async fn insert(conn: &mut Conn, row: &OpeningRow) -> DbResult<bool> {
    let written = row.insert_if_absent().execute(conn).await?;
    Ok(written.rows_affected() == 1)
}

/// Records a later visit.
pub async fn touch(conn: &mut Conn, document_id: &DocumentId, now: i64) -> DbResult<()> {
    sql::query("UPDATE document_openings SET last_at = $1 WHERE document_id = $2 AND last_at < $3")
        .bind(now)
        .bind(document_id)
        .bind(now)
        .execute(conn)
        .await?;
    Ok(())
}

/// The visits of all of an account's documents.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<OpeningRow>> {
    OpeningRow::select(
        "WHERE document_id IN (SELECT id FROM documents WHERE user_id = $1) ORDER BY document_id",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}
