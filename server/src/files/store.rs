//! The files table.

use serde::Serialize;

use crate::db::{Conn, DbResult};

/// A new file.
#[derive(Debug)]
pub struct NewFile<'a> {
    /// The id.
    pub id: &'a str,
    /// Whose it is.
    pub user_id: &'a str,
    /// What it is for.
    pub kind: &'a str,
    /// What it is.
    pub content_type: &'a str,
    /// Its size in bytes.
    pub byte_size: i64,
    /// Its width in pixels.
    pub width: i64,
    /// Its height in pixels.
    pub height: i64,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: &'a str,
    /// Now, milliseconds since the epoch.
    pub now: i64,
}

/// Writes a file's row.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, file: &NewFile<'_>) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO files (id, user_id, kind, content_type, byte_size, width, height, sha256, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(file.id)
    .bind(file.user_id)
    .bind(file.kind)
    .bind(file.content_type)
    .bind(file.byte_size)
    .bind(file.width)
    .bind(file.height)
    .bind(file.sha256)
    .bind(file.now)
    .execute(conn)
    .await?;
    Ok(())
}

/// What a file is for and what it is: `(kind, content_type)`.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, id: &str) -> DbResult<Option<(String, String)>> {
    sqlx::query_as("SELECT kind, content_type FROM files WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Whether a file belongs to an account.
///
/// # Errors
/// When the database fails.
pub async fn is_owned(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let found: Option<(String,)> =
        sqlx::query_as("SELECT kind FROM files WHERE id = $1 AND user_id = $2")
            .bind(id)
            .bind(user_id)
            .fetch_optional(conn)
            .await?;
    Ok(found.is_some())
}

/// The files of an account, as its export lists them.
#[derive(Debug, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct FileRow {
    /// The id.
    pub id: String,
    /// What it is for.
    pub kind: String,
    /// What it is.
    pub content_type: String,
    /// Its size in bytes.
    pub byte_size: i64,
    /// When it was kept, milliseconds since the epoch.
    pub created_at: i64,
}

/// Every file of an account, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<FileRow>> {
    sqlx::query_as(
        "SELECT id, kind, content_type, byte_size, created_at FROM files \
         WHERE user_id = $1 ORDER BY created_at, id",
    )
    .bind(user_id)
    .fetch_all(conn)
    .await
}

/// Removes every row of an account.
///
/// # Errors
/// When the database fails.
pub async fn delete_all(conn: &mut Conn, user_id: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM files WHERE user_id = $1")
        .bind(user_id)
        .execute(conn)
        .await?;
    Ok(())
}
