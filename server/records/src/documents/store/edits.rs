//! SQL on the log of edits: which fields each version changed.

use plumbline_core::edit::merge::FieldChange;
use plumbline_core::kind::DocumentKind;

use super::DocumentRow;
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{DocumentId, UserId};

/// The most edits in a document's log. A client whose base version is older is asked about every field that differs.
const EDITS_MAX: i64 = 1_000;

/// The most bytes of changes in a document's log; the newest edit is stored whatever its size.
const BYTES_MAX: i64 = 2_000_000;

/// An edit in the log.
#[derive(Debug)]
pub struct EditRow<'a> {
    /// The document.
    pub document_id: &'a DocumentId,
    /// The version that the edit created.
    pub version: i64,
    /// The client's operation id and the digest of its operations; `None` for a whole save.
    pub operation: Option<(&'a str, &'a str)>,
    /// The account that made it.
    pub user_id: &'a UserId,
    /// Unix milliseconds.
    pub created_at: i64,
    /// The changes that it made.
    pub changes: &'a [FieldChange],
}

/// Adds an edit to the log and deletes the oldest ones beyond the limits. Returns by how many bytes the log has grown.
pub async fn insert(conn: &mut Conn, row: &EditRow<'_>) -> Result<i64, ApiError> {
    let changes = serde_json::to_string(row.changes)?;
    let size = i64::try_from(changes.len()).unwrap_or(i64::MAX);
    sql::query(
        "INSERT INTO document_edits (document_id, version, operation_id, digest, user_id, \
         created_at, size, changes) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(row.document_id)
    .bind(row.version)
    .bind(row.operation.map(|(id, _)| id))
    .bind(row.operation.map(|(_, digest)| digest))
    .bind(row.user_id)
    .bind(row.created_at)
    .bind(size)
    .bind(&changes)
    .execute(&mut *conn)
    .await?;
    let forgotten = delete_oldest(conn, row.document_id).await?;
    Ok(size - forgotten)
}

/// The size of a document's log, in bytes.
pub async fn log_size(conn: &mut Conn, document_id: &DocumentId) -> DbResult<i64> {
    sql::query_scalar(
        "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM document_edits WHERE document_id = $1",
    )
    .bind(document_id)
    .fetch_one(conn)
    .await
}

/// Deletes the oldest edits beyond the limits, and records from which version on the log is complete. Returns how many
/// bytes were deleted.
async fn delete_oldest(conn: &mut Conn, document_id: &DocumentId) -> DbResult<i64> {
    let last: Option<i64> = sql::query_scalar(
        "SELECT MAX(version) FROM (SELECT version, \
         ROW_NUMBER() OVER (ORDER BY version DESC) AS place, \
         CAST(SUM(size) OVER (ORDER BY version DESC) AS BIGINT) AS bytes \
         FROM document_edits WHERE document_id = $1) AS saved \
         WHERE place > $2 OR (place > 1 AND bytes > $3)",
    )
    .bind(document_id)
    .bind(EDITS_MAX)
    .bind(BYTES_MAX)
    .fetch_one(&mut *conn)
    .await?;
    let Some(last) = last else { return Ok(0) };
    let forgotten: Vec<i64> = sql::query_scalar(
        "DELETE FROM document_edits WHERE document_id = $1 AND version <= $2 RETURNING size",
    )
    .bind(document_id)
    .bind(last)
    .fetch_all(&mut *conn)
    .await?;
    sql::query("UPDATE documents SET edits_from = $1 WHERE id = $2")
        .bind(last)
        .bind(document_id)
        .execute(conn)
        .await?;
    Ok(forgotten.into_iter().sum())
}

/// Stores the operation id of an edit that changed nothing, and deletes the oldest such ids beyond the limit.
pub async fn insert_unchanged(
    conn: &mut Conn,
    document_id: &DocumentId,
    (operation_id, digest): (&str, &str),
    now: i64,
) -> DbResult<()> {
    sql::query(
        "INSERT INTO quiet_edits (document_id, operation_id, digest, created_at) \
         VALUES ($1, $2, $3, $4)",
    )
    .bind(document_id)
    .bind(operation_id)
    .bind(digest)
    .bind(now)
    .execute(&mut *conn)
    .await?;
    sql::query(
        "DELETE FROM quiet_edits WHERE document_id = $1 AND operation_id IN \
         (SELECT operation_id FROM (SELECT operation_id, ROW_NUMBER() OVER \
         (ORDER BY created_at DESC, operation_id DESC) AS place \
         FROM quiet_edits WHERE document_id = $1) AS saved WHERE place > $2)",
    )
    .bind(document_id)
    .bind(EDITS_MAX)
    .execute(conn)
    .await?;
    Ok(())
}

/// The digest of the operations that were applied under this operation id, if there were any.
pub async fn find_digest(
    conn: &mut Conn,
    document_id: &DocumentId,
    operation_id: &str,
) -> DbResult<Option<String>> {
    sql::query_scalar(
        "SELECT digest FROM document_edits WHERE document_id = $1 AND operation_id = $2 \
         UNION ALL \
         SELECT digest FROM quiet_edits WHERE document_id = $1 AND operation_id = $2",
    )
    .bind(document_id)
    .bind(operation_id)
    .fetch_optional(conn)
    .await
}

/// The changes of all edits after this version, oldest first; `None` if the log doesn't reach back to it.
pub async fn list_changes_since(
    conn: &mut Conn,
    document_id: &DocumentId,
    version: i64,
) -> Result<Option<Vec<FieldChange>>, ApiError> {
    let from: i64 = sql::query_scalar("SELECT edits_from FROM documents WHERE id = $1")
        .bind(document_id)
        .fetch_one(&mut *conn)
        .await?;
    if version < from {
        return Ok(None);
    }
    let logged: Vec<String> = sql::query_scalar(
        "SELECT changes FROM document_edits WHERE document_id = $1 AND version > $2 \
         ORDER BY version",
    )
    .bind(document_id)
    .bind(version)
    .fetch_all(conn)
    .await?;
    let mut changes: Vec<FieldChange> = Vec::new();
    for edit in logged {
        changes.append(&mut serde_json::from_str(&edit)?);
    }
    Ok(Some(changes))
}

// SQL on documents by when they changed, for devices that store them for work without signal.

/// A query for documents by the time of their last change, latest first.
#[derive(Debug)]
pub struct ChangedDocumentsQuery<'a> {
    /// The account.
    pub user_id: &'a UserId,
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
