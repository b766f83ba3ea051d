//! Ordered lists of pictures: the receipts of an expense, the pictures of a question.

use sqlx::AssertSqlSafe;

use crate::db::{Conn, DbResult};
use crate::ids::FileId;

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
    pub async fn list_files(self, conn: &mut Conn, id: &str) -> DbResult<Vec<FileId>> {
        let Self { table, by } = self;
        let sql = format!("SELECT file_id FROM {table} WHERE {by} = $1 ORDER BY place");
        sqlx::query_scalar(AssertSqlSafe(sql)).bind(id).fetch_all(conn).await
    }

    /// Adds the pictures of an object that has none yet.
    pub async fn insert(self, conn: &mut Conn, id: &str, files: &[FileId]) -> DbResult<()> {
        let Self { table, by } = self;
        for (place, file) in (0_i64..).zip(files) {
            let sql = format!("INSERT INTO {table} (file_id, {by}, place) VALUES ($1, $2, $3)");
            sqlx::query(AssertSqlSafe(sql))
                .bind(file.as_str())
                .bind(id)
                .bind(place)
                .execute(&mut *conn)
                .await?;
        }
        Ok(())
    }
}
