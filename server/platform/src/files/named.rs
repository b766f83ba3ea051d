//! Ordered lists of pictures: the receipts of an expense, the pictures of a question.

use sqlx::AssertSqlSafe;

use crate::db::{Conn, DbResult};
use crate::ids::FileId;

/// A table of which thing names which pictures, with their places.
#[derive(Debug, Clone, Copy)]
pub struct Named {
    /// Its name.
    pub table: &'static str,
    /// Its column of the things.
    pub by: &'static str,
}

impl Named {
    /// The pictures that a thing names.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn of(self, conn: &mut Conn, id: &str) -> DbResult<Vec<FileId>> {
        let Self { table, by } = self;
        let sql = format!("SELECT file_id FROM {table} WHERE {by} = $1 ORDER BY place");
        sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(id)
            .fetch_all(conn)
            .await
    }

    /// Has a thing that names none name these.
    ///
    /// # Errors
    /// When the database fails.
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
