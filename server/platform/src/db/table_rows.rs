//! Every row of every table, whatever the tables are: what a backup reads and a restore writes.
//!
//! Columns contain text or whole numbers on both databases, so that the rows of one fit the other. What SQLite stores
//! in addition to the tables for searching (`search.rs`, `search_sums.rs`) is built again from them.

use futures::TryStreamExt as _;
use serde_json::Value;
use sqlx::any::AnyRow;
use sqlx::pool::PoolConnection;
use sqlx::{Any, AssertSqlSafe, Executor as _, Row as _};
use tokio::sync::mpsc;

use super::{Conn, Db, DbResult, Dialect, bulk_write, find_dialect, sql};

/// A table of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableShape {
    /// The table's name.
    pub name: String,
    /// The columns in order, and whether each contains text.
    pub columns: Vec<(String, bool)>,
}

impl TableShape {
    /// The names of the columns.
    pub fn column_names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|(name, _)| name.as_str())
    }
}

/// The tables of a database, in order of their names.
pub async fn list_tables(conn: &mut Conn) -> DbResult<Vec<TableShape>> {
    let sql = match find_dialect(conn) {
        Dialect::Sqlite => {
            "SELECT m.name, c.name, c.type FROM sqlite_master m JOIN pragma_table_info(m.name) c \
             WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' \
             AND m.name NOT LIKE 'document_search%' \
             AND m.name NOT IN ('document_sums', '_sqlx_migrations') ORDER BY m.name, c.cid"
        }
        Dialect::Postgres => {
            "SELECT CAST(c.table_name AS TEXT), CAST(c.column_name AS TEXT), \
             CAST(c.data_type AS TEXT) FROM information_schema.columns c \
             JOIN information_schema.tables t ON t.table_schema = c.table_schema \
             AND t.table_name = c.table_name \
             WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' \
             AND c.table_name <> '_sqlx_migrations' ORDER BY 1, c.ordinal_position"
        }
    };
    let rows: Vec<(String, String, String)> = sql::query_as(sql).fetch_all(conn).await?;
    let mut shapes: Vec<TableShape> = Vec::new();
    for (table, column, holds) in rows {
        let column = (column, holds.eq_ignore_ascii_case("text"));
        match shapes.last_mut() {
            Some(shape) if shape.name == table => shape.columns.push(column),
            _ => shapes.push(TableShape { name: table, columns: vec![column] }),
        }
    }
    Ok(shapes)
}

/// Lifts PostgreSQL's time limits for a long transaction that only reads.
pub async fn disable_timeout(conn: &mut Conn) -> DbResult<()> {
    if find_dialect(conn) == Dialect::Postgres {
        conn.execute("SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0")
            .await?;
    }
    Ok(())
}

/// Sends every row of a table to `taker`, each as a JSON array on a line of its own, in portions of about `bytes`
/// bytes. Returns how many rows there were; `None` if the receiver is gone.
pub async fn read_rows<P: From<Vec<u8>>>(
    conn: &mut Conn,
    shape: &TableShape,
    bytes: usize,
    taker: &mpsc::Sender<P>,
) -> DbResult<Option<i64>> {
    let names: Vec<String> = shape.column_names().map(quote_name).collect();
    let sql = format!("SELECT {} FROM {}", names.join(", "), quote_name(&shape.name));
    let mut rows = sql::query(AssertSqlSafe(sql)).fetch(conn);
    let (mut portion, mut count) = (Vec::new(), 0);
    while let Some(row) = rows.try_next().await? {
        let line = Value::Array(row_values(&row, shape)?).to_string();
        portion.extend_from_slice(line.as_bytes());
        portion.push(b'\n');
        count += 1;
        if portion.len() >= bytes && taker.send(std::mem::take(&mut portion).into()).await.is_err() {
            return Ok(None);
        }
    }
    let is_taken = taker.send(portion.into()).await.is_ok();
    Ok(is_taken.then_some(count))
}

fn row_values(row: &AnyRow, shape: &TableShape) -> DbResult<Vec<Value>> {
    let each = shape.columns.iter().enumerate().map(|(at, (_, is_text))| {
        Ok(if *is_text {
            row.try_get::<Option<String>, _>(at)?.into()
        } else {
            row.try_get::<Option<i64>, _>(at)?.into()
        })
    });
    each.collect()
}

/// A name quoted for SQL, whatever it contains: names of tables and columns may come from a file.
pub(super) fn quote_name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// Inserts rows into a database that has tables but no data. The connection is closed afterwards; if this is dropped
/// before it is committed, nothing is written.
pub struct TableWriter {
    conn: PoolConnection<Any>,
    /// The table and name of every constraint that was deferred (PostgreSQL only).
    put_off: Vec<(String, String)>,
}

impl TableWriter {
    /// Begins a transaction in which rows may be inserted before the rows that they refer to.
    pub async fn begin(db: &Db) -> DbResult<Self> {
        let mut conn = db.writers.acquire().await?;
        // The connection is never reused, whatever the state of its transaction and its foreign keys.
        conn.close_on_drop();
        let mut put_off = Vec::new();
        match db.dialect {
            // This setting can only be changed outside a transaction.
            Dialect::Sqlite => {
                conn.execute("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE").await?;
            }
            Dialect::Postgres => {
                conn.execute("BEGIN").await?;
                conn.execute(
                    "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
                )
                .await?;
                put_off = sql::query_as(
                    "SELECT CAST(c.relname AS TEXT), CAST(k.conname AS TEXT) FROM pg_constraint k \
                     JOIN pg_class c ON c.oid = k.conrelid \
                     JOIN pg_namespace n ON n.oid = c.relnamespace \
                     WHERE k.contype = 'f' AND n.nspname = current_schema()",
                )
                .fetch_all(&mut *conn)
                .await?;
                alter_constraints(&mut conn, &put_off, "DEFERRABLE INITIALLY DEFERRED").await?;
            }
        }
        Ok(Self { conn, put_off })
    }

    /// The tables to fill.
    pub async fn list_tables(&mut self) -> DbResult<Vec<TableShape>> {
        list_tables(&mut self.conn).await
    }

    /// Empties a table: migrations insert a few rows into some tables.
    pub async fn clear_table(&mut self, shape: &TableShape) -> DbResult<()> {
        let sql = format!("DELETE FROM {}", quote_name(&shape.name));
        self.conn.execute(AssertSqlSafe(sql)).await?;
        Ok(())
    }

    /// Inserts rows.
    ///
    /// # Errors
    /// When a row has the wrong number of columns, or the database refuses it.
    pub async fn write_rows(&mut self, shape: &TableShape, rows: &[Vec<Value>]) -> DbResult<()> {
        let width = shape.columns.len().max(1);
        for some in rows.chunks(bulk_write::rows_per_statement(width)) {
            let sql = insert_statement(shape, some.len());
            let mut query = sql::query(AssertSqlSafe(sql));
            for row in some {
                if row.len() != width {
                    let fault = format!("a row of {} has {} values", shape.name, row.len());
                    return Err(sqlx::Error::Decode(fault.into()));
                }
                for (value, (_, is_text)) in row.iter().zip(&shape.columns) {
                    query = if *is_text {
                        query.bind(value.as_str().map(str::to_owned))
                    } else {
                        query.bind(value.as_i64())
                    };
                }
            }
            query.execute(&mut *self.conn).await?;
        }
        Ok(())
    }

    /// Commits, after checking that every row that another refers to exists.
    ///
    /// # Errors
    /// When such a row is missing, or the database fails.
    pub async fn finish(mut self) -> DbResult<()> {
        let conn = &mut self.conn;
        if find_dialect(conn) == Dialect::Postgres {
            conn.execute("SET CONSTRAINTS ALL IMMEDIATE").await?;
            alter_constraints(conn, &self.put_off, "NOT DEFERRABLE").await?;
            conn.execute("COMMIT").await?;
            return Ok(());
        }
        // PostgreSQL's rows have other numbers in this column; SQLite's indexes count from one.
        conn.execute(
            "UPDATE document_summaries SET search_row = -counted.n FROM \
             (SELECT document_id, ROW_NUMBER() OVER (ORDER BY search_row) AS n \
              FROM document_summaries) AS counted \
             WHERE counted.document_id = document_summaries.document_id; \
             UPDATE document_summaries SET search_row = -search_row",
        )
        .await?;
        let astray: Option<String> =
            sql::query_scalar("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1")
                .fetch_optional(&mut **conn)
                .await?;
        if let Some(table) = astray {
            let fault = format!("a row of {table} names one that is not there");
            return Err(sqlx::Error::Decode(fault.into()));
        }
        conn.execute("COMMIT").await?;
        Ok(())
    }
}

/// A statement that inserts this many rows. Its text is the same for the same number, so that it is parsed once.
fn insert_statement(shape: &TableShape, rows: usize) -> String {
    let names: Vec<String> = shape.column_names().map(quote_name).collect();
    let places = bulk_write::placeholders(rows, names.len());
    let (table, names) = (quote_name(&shape.name), names.join(", "));
    format!("INSERT INTO {table} ({names}) VALUES {places}")
}

async fn alter_constraints(conn: &mut Conn, constraints: &[(String, String)], how: &str) -> DbResult<()> {
    for (table, name) in constraints {
        let (table, name) = (quote_name(table), quote_name(name));
        let sql = format!("ALTER TABLE {table} ALTER CONSTRAINT {name} {how}");
        conn.execute(AssertSqlSafe(sql)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_unfinished_import_of_rows_leaves_no_rows_and_restores_checks() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(None, folder.path(), 2).await.expect("a database");
        let mut filling = TableWriter::begin(&db).await.expect("a beginning");
        let shape = TableShape {
            name: "expense_bank_lines".to_owned(),
            columns: ["user_id", "fingerprint", "expense_id"].map(|name| (name.to_owned(), true)).to_vec(),
        };
        // The row's account may be inserted after it.
        let row = vec![Value::from("nobody"), "a".into(), "b".into()];
        filling.write_rows(&shape, &[row]).await.expect("a row");
        drop(filling);
        let mut tx = db.begin_write().await.expect("a transaction");
        let rows: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM expense_bank_lines")
            .fetch_one(&mut *tx)
            .await
            .expect("a count");
        assert_eq!(rows, 0);
        sqlx::query("INSERT INTO expense_bank_lines VALUES ('nobody', 'a', 'b')")
            .execute(&mut *tx)
            .await
            .expect_err("its account is looked for again");
    }
}
