//! SQL on which quote shows which photos.

use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{DocumentId, FileId};

/// The photos of a document, in no particular order.
pub async fn list_for_document(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Vec<FileId>> {
    sql::query_scalar("SELECT file_id FROM document_photos WHERE document_id = $1")
        .bind(document_id.as_str())
        .fetch_all(conn)
        .await
}

/// Records that a document has a photo.
pub async fn insert(conn: &mut Conn, document_id: &DocumentId, file: &str) -> DbResult<()> {
    sql::query("INSERT INTO document_photos (document_id, file_id) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(document_id.as_str())
        .bind(file)
        .execute(conn)
        .await?;
    Ok(())
}

/// Records that a document no longer has a photo.
pub async fn delete(conn: &mut Conn, document_id: &DocumentId, file: &str) -> DbResult<()> {
    sql::query("DELETE FROM document_photos WHERE document_id = $1 AND file_id = $2")
        .bind(document_id.as_str())
        .bind(file)
        .execute(conn)
        .await?;
    Ok(())
}
