//! The files table.

use serde::Serialize;
use sqlx::AssertSqlSafe;

use super::picture::{self, Frame};
use crate::db::table::{Table as _, table, words};
use crate::db::{Conn, DbResult, dialect_of};
use crate::ids::{FileId, UserId};

words! {
    /// What a file is for.
    pub enum Purpose {
        /// A business's logo: whoever has its id may read it, since customers see it.
        Logo = "logo",
        /// A receipt: its account's alone.
        Receipt = "receipt",
        /// A photo on a quote: for its account, and for whoever has the link of a quote that shows it.
        Photo = "photo",
        /// A picture with a question to support: for its account, and for whoever answers.
        Support = "support",
    }
}

impl Purpose {
    /// What pictures are taken for it, and how they are kept.
    pub(super) fn frame(self) -> &'static Frame {
        match self {
            Self::Logo => &picture::LOGO,
            Self::Photo => &picture::PHOTO,
            Self::Receipt | Self::Support => &picture::RECEIPT,
        }
    }
}

table! {
    /// A file as stored; an account's export lists it.
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct FileRow: "files", by id {
        /// The id.
        pub id: FileId,
        /// Whose it is.
        #[serde(skip)]
        pub user_id: UserId,
        /// What it is for.
        pub kind: Purpose,
        /// What it is.
        pub content_type: String,
        /// Its size in bytes.
        pub byte_size: i64,
        /// Its width in pixels.
        #[serde(skip)]
        pub width: i64,
        /// Its height in pixels.
        #[serde(skip)]
        pub height: i64,
        /// SHA-256 of its bytes, in hexadecimal.
        #[serde(skip)]
        pub sha256: String,
        /// When it was kept, milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// Writes a file's row; false where its id is taken.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, file: &FileRow) -> DbResult<bool> {
    let written = file.insert_unless_there().execute(conn).await?;
    Ok(written.rows_affected() == 1)
}

/// A file, whoever's it is.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, id: &str) -> DbResult<Option<FileRow>> {
    FileRow::select("WHERE id = $1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Files of ids after this one, whoever's they are, in their order.
///
/// # Errors
/// When the database fails.
pub async fn after(conn: &mut Conn, id: &str, limit: i64) -> DbResult<Vec<FileRow>> {
    FileRow::select("WHERE id > $1 ORDER BY id LIMIT $2")
        .bind(id)
        .bind(limit)
        .fetch_all(conn)
        .await
}

/// The ids alone of the same, for who may meet tables of an earlier version.
///
/// # Errors
/// When the database fails.
pub async fn ids_after(conn: &mut Conn, id: &str, limit: i64) -> DbResult<Vec<String>> {
    sqlx::query_scalar("SELECT id FROM files WHERE id > $1 ORDER BY id LIMIT $2")
        .bind(id)
        .bind(limit)
        .fetch_all(conn)
        .await
}

/// The newest files, whoever's they are.
///
/// # Errors
/// When the database fails.
pub async fn newest(conn: &mut Conn, limit: i64) -> DbResult<Vec<String>> {
    sqlx::query_scalar("SELECT id FROM files ORDER BY created_at DESC, id DESC LIMIT $1")
        .bind(limit)
        .fetch_all(conn)
        .await
}

/// A file that no version was issued with, held until the transaction ends.
///
/// # Errors
/// When the database fails.
pub async fn lock_unissued(conn: &mut Conn, id: &str) -> DbResult<Option<FileRow>> {
    let end = dialect_of(conn).for_update();
    FileRow::select(&format!("WHERE id = $1 AND issued = 0{end}"))
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Whether something uses a file: a business profile, be it a hidden one, an expense, a question to
/// support, or a quote.
///
/// # Errors
/// When the database fails.
pub async fn is_used(conn: &mut Conn, id: &str) -> DbResult<bool> {
    let found: i64 = sqlx::query_scalar(
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM business_profiles WHERE logo_file_id = $1) \
         OR EXISTS (SELECT 1 FROM expense_receipts WHERE file_id = $2) \
         OR EXISTS (SELECT 1 FROM support_pictures WHERE file_id = $3) \
         OR EXISTS (SELECT 1 FROM document_photos WHERE file_id = $4) THEN 1 ELSE 0 END",
    )
    .bind(id)
    .bind(id)
    .bind(id)
    .bind(id)
    .fetch_one(conn)
    .await?;
    Ok(found == 1)
}

/// Notes that a version was issued with a file: it stays as long as its account.
///
/// # Errors
/// When the database fails.
pub async fn set_issued(conn: &mut Conn, id: &str) -> DbResult<()> {
    sqlx::query("UPDATE files SET issued = 1 WHERE id = $1 AND issued = 0")
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Removes a file's row.
///
/// # Errors
/// When the database fails.
pub async fn delete(conn: &mut Conn, id: &str) -> DbResult<()> {
    sqlx::query("DELETE FROM files WHERE id = $1")
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Whether an account has a file for a purpose. It is held, so that it is still there when it is named.
///
/// # Errors
/// When the database fails.
pub async fn is_owned(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    purpose: Purpose,
) -> DbResult<bool> {
    let end = dialect_of(conn).for_share();
    let sql = format!("SELECT kind FROM files WHERE id = $1 AND user_id = $2 AND kind = $3{end}");
    let found: Option<(String,)> = sqlx::query_as(AssertSqlSafe(sql))
        .bind(id)
        .bind(user_id)
        .bind(purpose.word())
        .fetch_optional(conn)
        .await?;
    Ok(found.is_some())
}

/// Every file of an account, oldest first.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<FileRow>> {
    FileRow::select("WHERE user_id = $1 ORDER BY created_at, id")
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
