//! SQL on the log of edits: which fields each version changed.

use plumbline_core::edit::merge::Change;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;

/// The most edits of a document that are kept. A client that has been away for longer is asked
/// about every field that differs.
const MOST_EDITS: i64 = 1_000;
/// The most bytes of changes that are kept of a document; the newest edit is kept whatever it
/// takes.
const MOST_BYTES: i64 = 2_000_000;

/// An edit, as it is logged.
#[derive(Debug)]
pub struct EditRow<'a> {
    /// The document.
    pub document_id: &'a str,
    /// The version that the edit made.
    pub version: i64,
    /// The client's name for it and the digest of its operations; none for a whole save.
    pub operation: Option<(&'a str, &'a str)>,
    /// Who made it.
    pub user_id: &'a str,
    /// Unix milliseconds.
    pub created_at: i64,
    /// What it changed.
    pub changes: &'a [Change],
}

/// Logs an edit, and forgets the oldest beyond what is kept: how many bytes the log has grown by.
pub async fn insert(conn: &mut Conn, row: &EditRow<'_>) -> Result<i64, ApiError> {
    let changes = serde_json::to_string(row.changes)?;
    let size = i64::try_from(changes.len()).unwrap_or(i64::MAX);
    sqlx::query(
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
    let forgotten = forget(conn, row.document_id).await?;
    Ok(size - forgotten)
}

/// The bytes of a document's log.
pub async fn size(conn: &mut Conn, document_id: &str) -> DbResult<i64> {
    sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM document_edits WHERE document_id = $1",
    )
    .bind(document_id)
    .fetch_one(conn)
    .await
}

/// Forgets the oldest edits beyond what is kept, and notes from where on the log tells all: how many
/// bytes were forgotten.
async fn forget(conn: &mut Conn, document_id: &str) -> DbResult<i64> {
    let last: Option<i64> = sqlx::query_scalar(
        "SELECT MAX(version) FROM (SELECT version, \
         ROW_NUMBER() OVER (ORDER BY version DESC) AS place, \
         CAST(SUM(size) OVER (ORDER BY version DESC) AS BIGINT) AS bytes \
         FROM document_edits WHERE document_id = $1) AS kept \
         WHERE place > $2 OR (place > 1 AND bytes > $3)",
    )
    .bind(document_id)
    .bind(MOST_EDITS)
    .bind(MOST_BYTES)
    .fetch_one(&mut *conn)
    .await?;
    let Some(last) = last else { return Ok(0) };
    let forgotten: Vec<i64> = sqlx::query_scalar(
        "DELETE FROM document_edits WHERE document_id = $1 AND version <= $2 RETURNING size",
    )
    .bind(document_id)
    .bind(last)
    .fetch_all(&mut *conn)
    .await?;
    sqlx::query("UPDATE documents SET edits_from = $1 WHERE id = $2")
        .bind(last)
        .bind(document_id)
        .execute(conn)
        .await?;
    Ok(forgotten.into_iter().sum())
}

/// Notes an edit that changed nothing, and forgets the oldest such beyond what is kept.
pub async fn insert_quiet(
    conn: &mut Conn,
    document_id: &str,
    (operation_id, digest): (&str, &str),
    now: i64,
) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO quiet_edits (document_id, operation_id, digest, created_at) \
         VALUES ($1, $2, $3, $4)",
    )
    .bind(document_id)
    .bind(operation_id)
    .bind(digest)
    .bind(now)
    .execute(&mut *conn)
    .await?;
    sqlx::query(
        "DELETE FROM quiet_edits WHERE document_id = $1 AND operation_id IN \
         (SELECT operation_id FROM (SELECT operation_id, ROW_NUMBER() OVER \
         (ORDER BY created_at DESC, operation_id DESC) AS place \
         FROM quiet_edits WHERE document_id = $1) AS kept WHERE place > $2)",
    )
    .bind(document_id)
    .bind(MOST_EDITS)
    .execute(conn)
    .await?;
    Ok(())
}

/// The digest of the operations that were taken in under this name, if any were.
pub async fn digest_of(
    conn: &mut Conn,
    document_id: &str,
    operation_id: &str,
) -> DbResult<Option<String>> {
    sqlx::query_scalar(
        "SELECT digest FROM document_edits WHERE document_id = $1 AND operation_id = $2 \
         UNION ALL \
         SELECT digest FROM quiet_edits WHERE document_id = $1 AND operation_id = $2",
    )
    .bind(document_id)
    .bind(operation_id)
    .fetch_optional(conn)
    .await
}

/// What all edits after this version changed, oldest first; none where the log does not reach back
/// to it.
pub async fn since(
    conn: &mut Conn,
    document_id: &str,
    version: i64,
) -> Result<Option<Vec<Change>>, ApiError> {
    let from: i64 = sqlx::query_scalar("SELECT edits_from FROM documents WHERE id = $1")
        .bind(document_id)
        .fetch_one(&mut *conn)
        .await?;
    if version < from {
        return Ok(None);
    }
    let logged: Vec<String> = sqlx::query_scalar(
        "SELECT changes FROM document_edits WHERE document_id = $1 AND version > $2 \
         ORDER BY version",
    )
    .bind(document_id)
    .bind(version)
    .fetch_all(conn)
    .await?;
    let mut changes: Vec<Change> = Vec::new();
    for edit in logged {
        changes.append(&mut serde_json::from_str(&edit)?);
    }
    Ok(Some(changes))
}
