//! SQL on documents by when they changed, for devices that store them for work without signal.

use plumbline_core::kind::DocumentKind;

use super::DocumentRow;
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::{Conn, DbResult};

/// A query for documents by the time of their last change, latest first.
#[derive(Debug)]
pub struct ChangedDocumentsQuery<'a> {
    /// The account.
    pub user_id: &'a str,
    /// A quote, an invoice, …
    pub kind: DocumentKind,
    /// Only documents that changed at or after this instant, unix milliseconds.
    pub since: i64,
    /// Only documents dated on or after this day, YYYY-MM-DD, and those without a date; empty for all.
    pub from: String,
    /// Only documents after this one in the order: when it changed, and its id.
    pub after: Option<(i64, String)>,
    /// The most documents.
    pub limit: i64,
}

/// One page of the documents.
pub async fn list_changed(conn: &mut Conn, wanted: &ChangedDocumentsQuery<'_>) -> DbResult<Vec<DocumentRow>> {
    let (at, id) = match &wanted.after {
        Some((at, id)) => (*at, id.as_str()),
        None => (i64::MAX, ""),
    };
    DocumentRow::select(
        "WHERE user_id = $1 AND kind = $2 AND updated_at >= $3 AND updated_at <= $4 \
         AND (updated_at < $5 OR id < $6) AND (issue_date IS NULL OR issue_date >= $7) \
         ORDER BY updated_at DESC, id DESC LIMIT $8",
    )
    .bind(wanted.user_id)
    .bind(wanted.kind.code())
    .bind(wanted.since)
    .bind(at)
    .bind(at)
    .bind(id)
    .bind(&wanted.from)
    .bind(wanted.limit)
    .fetch_all(conn)
    .await
}
