//! Many rows in one statement, for imports, during which other writers wait. Written one by one, the same rows take
//! ten times as long, most of it on the way to the database and back.

use sqlx::AssertSqlSafe;
use tokio::sync::Mutex;

use super::sql;
use super::table::{Table, WriteQuery};
use super::{Conn, Db, DbResult};

/// The most values in one statement; SQLite allows 32,766.
const VALUES_MAX: usize = 2_000;

/// A row to be written, with the words by which it is found (`search_sums.rs`).
#[derive(Debug)]
pub struct RowWithWords<'a, T> {
    /// The row.
    pub row: &'a T,
    /// The row's search words; `None` for a table whose type has them among its columns.
    pub search_words: Option<&'a str>,
}

/// Inserts rows.
///
/// # Errors
/// When one of them exists already, or the database fails.
pub async fn insert_many<T: Table>(conn: &mut Conn, rows: &[RowWithWords<'_, T>]) -> DbResult<()> {
    let mut columns = T::COLUMNS.to_vec();
    columns.extend(words_column(rows));
    for some in rows.chunks(rows_per_statement(columns.len())) {
        let (table, names) = (T::NAME, columns.join(", "));
        let places = placeholders(some.len(), columns.len());
        let sql = format!("INSERT INTO {table} ({names}) VALUES {places}");
        let mut query = sql::query(AssertSqlSafe(sql));
        for one in some {
            query = bind_words(one.row.bind(query, |_| true), one);
        }
        query.execute(&mut *conn).await?;
    }
    Ok(())
}

/// Updates the columns of these rows that can change, each only if the stored row has the version that `over` returns.
/// Returns how many rows were updated.
pub async fn update_many<T: Table>(
    conn: &mut Conn,
    rows: &[RowWithWords<'_, T>],
    over: impl Fn(&T) -> i64,
) -> DbResult<u64> {
    let changing = T::COLUMNS.iter().filter(|name| T::is_mutable(name));
    let mut columns: Vec<&str> = changing.copied().collect();
    columns.extend(words_column(rows));
    // Both databases name the columns of VALUES in this manner; the first two identify the row.
    let set = columns.iter().enumerate();
    let set = set.map(|(at, name)| format!("{name} = v.column{}", at + 3));
    let set = set.collect::<Vec<_>>().join(", ");
    let (table, key, width) = (T::NAME, T::KEY, columns.len() + 2);
    let mut written = 0;
    for some in rows.chunks(rows_per_statement(width)) {
        let places = placeholders(some.len(), width);
        let sql = format!(
            "UPDATE {table} SET {set} FROM (VALUES {places}) AS v \
             WHERE {table}.{key} = v.column1 AND {table}.version = v.column2"
        );
        let mut query = sql::query(AssertSqlSafe(sql));
        for one in some {
            query = one.row.bind(query, |name| name == T::KEY);
            query = query.bind(over(one.row));
            query = bind_words(one.row.bind(query, T::is_mutable), one);
        }
        written += query.execute(&mut *conn).await?.rows_affected();
    }
    Ok(written)
}

/// The column of words, which is not a field of the row.
const WORDS_COLUMN: &str = "words";

fn words_column<T>(rows: &[RowWithWords<'_, T>]) -> Option<&'static str> {
    rows.first().and_then(|row| row.search_words).map(|_| WORDS_COLUMN)
}

fn bind_words<'q, T>(query: WriteQuery<'q>, row: &RowWithWords<'_, T>) -> WriteQuery<'q> {
    match row.search_words {
        Some(text) => query.bind(text.to_owned()),
        None => query,
    }
}

/// How many rows with this many values one statement writes. The statement's text is the same for the same number of
/// rows, so it is parsed once.
#[must_use]
pub fn rows_per_statement(width: usize) -> usize {
    (VALUES_MAX / width.max(1)).max(1)
}

/// The placeholders of this many rows and values: `($1, $2), ($3, $4)`.
#[must_use]
pub fn placeholders(rows: usize, width: usize) -> String {
    let row = |row: usize| {
        let places = (1..=width).map(|n| format!("${}", row * width + n));
        format!("({})", places.collect::<Vec<_>>().join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

// Whether the database can be written to: it may still be readable while its disk is full.

/// How long a result is reused, in milliseconds: anybody may request the check, and each attempt waits for the disk.
const RESULT_LIFETIME: i64 = 5_000;

/// The result of the last attempt.
#[derive(Debug, Default)]
pub struct WriteCheck {
    last: Mutex<Option<(i64, Result<(), String>)>>,
}

impl WriteCheck {
    /// Attempts a write, unless that was done within the last five seconds; `now_ms` is in milliseconds since the
    /// epoch.
    ///
    /// # Errors
    /// Why the database accepts no writes, for the log.
    pub async fn check(&self, db: &Db, now_ms: i64) -> Result<(), String> {
        // Callers in the meantime wait for the same attempt.
        let mut last = self.last.lock().await;
        if let Some((tried_at, outcome)) = &*last
            && (0..RESULT_LIFETIME).contains(&(now_ms - tried_at))
        {
            return outcome.clone();
        }
        let outcome = try_write(db, now_ms).await;
        let outcome = outcome.map_err(|error| format!("the database takes no writes: {error}"));
        *last = Some((now_ms, outcome.clone()));
        outcome
    }
}

async fn try_write(db: &Db, now_ms: i64) -> DbResult<()> {
    let mut tx = db.begin_write().await?;
    sql::query(
        "INSERT INTO write_checks (id, checked_at) VALUES (1, $1) \
         ON CONFLICT (id) DO UPDATE SET checked_at = $1",
    )
    .bind(now_ms)
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::Db;
    use crate::db::table::table;

    table! {
        /// A row.
        struct Fruit: "fruits", by id, immutable [planted] {
            /// The row's id.
            id: String,
            /// Increased by every change.
            version: i64,
            /// When it was planted.
            planted: i64,
            /// The taste, if known.
            taste: Option<String>,
        }
    }

    /// More rows than one statement can write.
    const MANY: i64 = 1_001;

    fn fruits(version: i64, taste: impl Fn(i64) -> Option<String>) -> Vec<(Fruit, String)> {
        let each = (0..MANY).map(|n| {
            let fruit = Fruit { id: format!("{n:04}"), version, planted: version, taste: taste(n) };
            (fruit, format!(" word{n}x{version}"))
        });
        each.collect()
    }

    fn rows(fruits: &[(Fruit, String)]) -> Vec<RowWithWords<'_, Fruit>> {
        let each = fruits.iter().map(|(row, text)| RowWithWords { row, search_words: Some(text) });
        each.collect()
    }

    #[tokio::test]
    async fn inserts_many_rows_and_updates_only_unchanged_versions() {
        let folder = tempfile::tempdir().expect("a folder");
        let db = Db::open(None, folder.path(), 2).await.expect("a database");
        let mut tx = db.begin_write().await.expect("a writer");
        let sql = "CREATE TABLE fruits (words TEXT NOT NULL, id TEXT PRIMARY KEY NOT NULL, \
            version BIGINT NOT NULL, taste TEXT, planted BIGINT NOT NULL)";
        sqlx::query(sql).execute(&mut *tx).await.expect("a table");
        let new = fruits(1, |n| (n % 2 == 0).then(|| format!("of {n}")));
        insert_many(&mut tx, &rows(&new)).await.expect("rows");
        insert_many(&mut tx, &rows(&new[..1])).await.expect_err("one is there");
        sqlx::query("UPDATE fruits SET version = 7 WHERE id = '0500'")
            .execute(&mut *tx)
            .await
            .expect("a change");
        let changed = fruits(2, |n| (n % 2 == 1).then(|| format!("now of {n}")));
        let written = update_many(&mut tx, &rows(&changed), |row| row.version - 1).await;
        assert_eq!(written.expect("an answer"), 1_000);
        let read: Vec<(String, i64, i64, Option<String>, String)> =
            sqlx::query_as("SELECT id, version, planted, taste, words FROM fruits ORDER BY id")
                .fetch_all(&mut *tx)
                .await
                .expect("rows");
        for (n, row) in (0..MANY).zip(read) {
            let id = format!("{n:04}");
            let expected = match n {
                500 => (id, 7, 1, Some("of 500".to_owned()), " word500x1".to_owned()),
                _ => {
                    let taste = (n % 2 == 1).then(|| format!("now of {n}"));
                    (id, 2, 1, taste, format!(" word{n}x2"))
                }
            };
            assert_eq!(row, expected);
        }
        // No rows need no statement.
        insert_many::<Fruit>(&mut tx, &[]).await.expect("nothing");
    }

    #[test]
    fn writes_a_placeholder_for_each_value_and_limits_rows_per_statement() {
        assert_eq!(placeholders(2, 3), "($1, $2, $3), ($4, $5, $6)");
        assert_eq!((rows_per_statement(20), rows_per_statement(3_000)), (100, 1));
    }
}
