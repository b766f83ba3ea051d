//! The files table.

use serde::Serialize;
use sqlx::AssertSqlSafe;

use super::picture::{self, PictureSettings};
use crate::db::table::{Table as _, stored_enum, table};
use crate::db::{Conn, DbResult, find_dialect, sql};
use crate::ids::{FileId, Id, UserId};

stored_enum! {
    /// The purpose of a file.
    pub enum Purpose {
        /// A business's logo: anybody with its id may read it, because customers see it.
        Logo = "logo",
        /// A receipt, readable for its account only.
        Receipt = "receipt",
        /// A photo on a quote, readable for its account and for anybody with the link of a quote that shows it.
        Photo = "photo",
        /// A picture in a support request, readable for its account and for the support staff.
        Support = "support",
    }
}

stored_enum! {
    /// The content type of a stored picture. A row with any other, as from a backup that was changed, can't be read.
    pub enum PictureType {
        /// PNG.
        Png = "image/png",
        /// JPEG.
        Jpeg = "image/jpeg",
        /// WebP, which earlier versions stored.
        Webp = "image/webp",
    }
}

impl PictureType {
    /// The ending of a file name.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
            Self::Webp => "webp",
        }
    }
}

impl Purpose {
    /// Which pictures are accepted for this purpose, and how they are stored.
    pub(super) fn picture_settings(self) -> &'static PictureSettings {
        match self {
            Self::Logo => &picture::LOGO,
            Self::Photo => &picture::PHOTO,
            Self::Receipt | Self::Support => &picture::RECEIPT,
        }
    }
}

table! {
    /// A stored file's row, as it also appears in an account's export.
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct FileRow: "files", by id {
        /// The id.
        pub id: FileId,
        /// The account that owns the file.
        #[serde(skip)]
        pub user_id: UserId,
        /// The purpose of the file.
        pub kind: Purpose,
        /// The content type of the file.
        pub content_type: PictureType,
        /// The size of the file in bytes.
        pub byte_size: i64,
        /// The width in pixels.
        #[serde(skip)]
        pub width: i64,
        /// The height in pixels.
        #[serde(skip)]
        pub height: i64,
        /// SHA-256 of the file's bytes, in hexadecimal.
        #[serde(skip)]
        pub sha256: String,
        /// When the file was stored, milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// Inserts a file's row; false if the id exists already.
pub async fn insert(conn: &mut Conn, file: &FileRow) -> DbResult<bool> {
    let written = file.insert_if_absent().execute(conn).await?;
    Ok(written.rows_affected() == 1)
}

/// A file of any account; `None` if there is none.
pub async fn find(conn: &mut Conn, id: &FileId) -> DbResult<Option<FileRow>> {
    FileRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// Files of any account with ids greater than this one, in order of their ids.
pub async fn list_after(conn: &mut Conn, after: &str, limit: i64) -> DbResult<Vec<FileRow>> {
    FileRow::select("WHERE id > $1 ORDER BY id LIMIT $2").bind(after).bind(limit).fetch_all(conn).await
}

/// Only the ids of such files, for callers whose tables may be of an earlier version.
pub async fn list_ids_after(conn: &mut Conn, after: &str, limit: i64) -> DbResult<Vec<String>> {
    sql::query_scalar("SELECT id FROM files WHERE id > $1 ORDER BY id LIMIT $2")
        .bind(after)
        .bind(limit)
        .fetch_all(conn)
        .await
}

/// The ids of the newest files of all accounts.
pub async fn list_newest(conn: &mut Conn, limit: i64) -> DbResult<Vec<String>> {
    sql::query_scalar("SELECT id FROM files ORDER BY created_at DESC, id DESC LIMIT $1")
        .bind(limit)
        .fetch_all(conn)
        .await
}

/// A file that is in no issued version, locked until the transaction ends; `None` if there is none.
pub async fn lock_unissued(conn: &mut Conn, id: &FileId) -> DbResult<Option<FileRow>> {
    let end = find_dialect(conn).for_update();
    FileRow::select(&format!("WHERE id = $1 AND issued = 0{end}")).bind(id).fetch_optional(conn).await
}

/// Whether something uses a file: a business profile (also a hidden one), an expense, a support request, or a quote.
pub async fn is_used(conn: &mut Conn, id: &FileId) -> DbResult<bool> {
    let found: i64 = sql::query_scalar(
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

/// Whether an issued version shows a file, or something uses it.
pub async fn is_needed(conn: &mut Conn, id: &FileId) -> DbResult<bool> {
    let issued: Option<i64> = sql::query_scalar("SELECT issued FROM files WHERE id = $1")
        .bind(id)
        .fetch_optional(&mut *conn)
        .await?;
    Ok(issued == Some(1) || is_used(conn, id).await?)
}

/// Whether there is a row for a file, for callers whose tables may be of an earlier version.
pub async fn exists(conn: &mut Conn, id: &str) -> DbResult<bool> {
    let count: i64 =
        sql::query_scalar("SELECT COUNT(*) FROM files WHERE id = $1").bind(id).fetch_one(conn).await?;
    Ok(count > 0)
}

/// Marks a file as part of an issued version: it is then stored as long as its account exists.
pub async fn mark_issued(conn: &mut Conn, id: &FileId) -> DbResult<()> {
    sql::query("UPDATE files SET issued = 1 WHERE id = $1 AND issued = 0").bind(id).execute(conn).await?;
    Ok(())
}

/// Deletes a file's row.
pub async fn delete(conn: &mut Conn, id: &FileId) -> DbResult<()> {
    sql::query("DELETE FROM files WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}

/// Whether an account has this file for this purpose. The row is locked, so that the file still exists when it is used.
pub async fn is_owned(conn: &mut Conn, user_id: &UserId, id: &FileId, purpose: Purpose) -> DbResult<bool> {
    let end = find_dialect(conn).for_share();
    let sql = format!("SELECT kind FROM files WHERE id = $1 AND user_id = $2 AND kind = $3{end}");
    let found: Option<(String,)> = sql::query_as(AssertSqlSafe(sql))
        .bind(id)
        .bind(user_id)
        .bind(purpose.code())
        .fetch_optional(conn)
        .await?;
    Ok(found.is_some())
}

/// Every file of an account, oldest first.
pub async fn list(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<FileRow>> {
    FileRow::select("WHERE user_id = $1 ORDER BY created_at, id").bind(user_id).fetch_all(conn).await
}

// Ordered lists of pictures: the receipts of an expense, the pictures of a question.

/// A table of which object uses which pictures, in order.
#[derive(Debug, Clone, Copy)]
pub struct FileReferences {
    /// The table's name.
    pub table: &'static str,
    /// The column with the object's id.
    pub by: &'static str,
}

impl FileReferences {
    /// The pictures that an object uses, in order.
    pub async fn list_files(self, conn: &mut Conn, id: &impl Id) -> DbResult<Vec<FileId>> {
        let Self { table, by } = self;
        let sql = format!("SELECT file_id FROM {table} WHERE {by} = $1 ORDER BY place");
        sql::query_scalar(AssertSqlSafe(sql)).bind(id.as_ref()).fetch_all(conn).await
    }

    /// Adds the pictures of an object that has none yet.
    pub async fn insert(self, conn: &mut Conn, id: &impl Id, files: &[FileId]) -> DbResult<()> {
        let Self { table, by } = self;
        for (place, file) in (0_i64..).zip(files) {
            let sql = format!("INSERT INTO {table} (file_id, {by}, place) VALUES ($1, $2, $3)");
            sql::query(AssertSqlSafe(sql))
                .bind(file.as_str())
                .bind(id.as_ref())
                .bind(place)
                .execute(&mut *conn)
                .await?;
        }
        Ok(())
    }
}
