//! A copy of the columns that sums over a search need, on SQLite: half of all documents may match, and reading a
//! narrow row by its number takes a third of the time of an index.
//!
//! It follows `document_summaries` by triggers, as the full text does (`search.rs`). PostgreSQL doesn't need it.

use sqlx::{AssertSqlSafe, Connection as _, Executor as _};

use super::sql;
use super::table::Table;
use super::words::{contains_condition, word_starts};
use super::{Conn, Db, DbResult, Dialect, find_dialect};
use crate::ids::UserId;

/// Creates the table, fills it from the documents, and adds the triggers that update it.
const SQLITE: &str = "
    CREATE TABLE document_sums (
        search_row INTEGER PRIMARY KEY NOT NULL,
        archived INTEGER NOT NULL,
        outstanding INTEGER NOT NULL,
        total_amount INTEGER NOT NULL,
        owner TEXT NOT NULL
    );
    INSERT INTO document_sums SELECT search_row, archived, outstanding, total_amount,
        kind || ' ' || user_id FROM document_summaries;
    CREATE TRIGGER document_sums_insert AFTER INSERT ON document_summaries BEGIN
        INSERT INTO document_sums VALUES (new.search_row, new.archived, new.outstanding,
            new.total_amount, new.kind || ' ' || new.user_id);
    END;
    CREATE TRIGGER document_sums_delete AFTER DELETE ON document_summaries BEGIN
        DELETE FROM document_sums WHERE search_row = old.search_row;
    END;
    CREATE TRIGGER document_sums_update AFTER UPDATE OF archived, outstanding, total_amount
        ON document_summaries
        WHEN old.archived <> new.archived OR old.outstanding <> new.outstanding
            OR old.total_amount <> new.total_amount BEGIN
        UPDATE document_sums SET archived = new.archived, outstanding = new.outstanding,
            total_amount = new.total_amount WHERE search_row = new.search_row;
    END;";

/// Creates the table if it doesn't exist. Must run after the preparation of the full text, which may renumber the rows.
pub(super) async fn create_table(conn: &mut Conn, dialect: Dialect) -> DbResult<()> {
    if dialect == Dialect::Postgres {
        return Ok(());
    }
    // An index used to serve this purpose.
    conn.execute("DROP INDEX IF EXISTS document_search_sums").await?;
    let there: Option<String> =
        sql::query_scalar("SELECT name FROM sqlite_master WHERE name = 'document_sums'")
            .fetch_optional(&mut *conn)
            .await?;
    if there.is_none() {
        let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
        tx.execute(SQLITE).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The tables for sums over the results of a search, with alias `s`, and the condition that goes with them, in which
/// `?` is the placeholder for the query. `None` if the database uses `search::match_condition` instead.
pub fn sums_source(dialect: Dialect) -> Option<(&'static str, &'static str)> {
    match dialect {
        Dialect::Sqlite => Some((
            "document_search f CROSS JOIN document_sums s ON s.search_row = f.rowid",
            "f.document_search MATCH ?",
        )),
        Dialect::Postgres => None,
    }
}

/// The value of `s.owner` in [`sums_source`] for an account's documents of a kind.
pub fn sums_owner(user_id: &UserId, kind: &str) -> String {
    format!("{kind} {user_id}")
}

// Tables with few rows that are searched by a column of words (`words.rs`): an account's contacts and items.
// Documents, of which there are many, have a full-text index (`search.rs`).
//
// The column is not a field of the row: lists read every row but never its words.

/// How many rows get their words in one transaction.
const BATCH: usize = 500;

/// Stores the words by which a row is found.
pub async fn set_words<T: Table>(conn: &mut Conn, id: &str, text: &str) -> DbResult<()> {
    let sql = format!("UPDATE {} SET words = $1 WHERE id = $2 AND words <> $1", T::NAME);
    sql::query(AssertSqlSafe(sql)).bind(text).bind(id).execute(conn).await?;
    Ok(())
}

/// The rows of an account in which each typed word is the beginning of some word; the most recently changed first.
/// Empty if the typed text contains no words.
pub async fn find_by_words<T: Table>(
    conn: &mut Conn,
    user_id: &UserId,
    typed: &str,
    limit: i64,
) -> DbResult<Vec<T>> {
    let beginnings = word_starts(typed);
    if beginnings.is_empty() {
        return Ok(Vec::new());
    }
    let dialect = find_dialect(conn);
    let mut tail = "WHERE user_id = $1".to_owned();
    for at in 2..beginnings.len() + 2 {
        let condition = contains_condition(dialect, "words", &format!("${at}"));
        tail.push_str(&format!(" AND {condition}"));
    }
    let last = beginnings.len() + 2;
    tail.push_str(&format!(" ORDER BY updated_at DESC, id DESC LIMIT ${last}"));
    let mut query = T::select(&tail).bind(user_id);
    for begins in beginnings {
        query = query.bind(begins);
    }
    query.bind(limit).fetch_all(conn).await
}

/// Increased when a row gets other words for the same texts (`words.rs`).
const WORDS_VERSION: i64 = 1;

/// Stores the words of every row again, in batches, if an older version stored them; `of` returns a row's id and words.
/// It does no harm if two servers do this at the same time, or if it is stopped: the next start does it again.
pub async fn rewrite_outdated<T: Table>(
    db: &Db,
    of: impl Fn(T) -> DbResult<(String, String)>,
) -> DbResult<()> {
    let name = format!("{} words", T::NAME);
    let version: Option<i64> = sql::query_scalar("SELECT version FROM fillings WHERE name = $1")
        .bind(&name)
        .fetch_optional(&mut *db.read().await?)
        .await?;
    if version.is_some_and(|version| version >= WORDS_VERSION) {
        return Ok(());
    }
    rewrite_rows(db, "", of).await?;
    let mut tx = db.begin_write().await?;
    sql::query(
        "INSERT INTO fillings (name, version) VALUES ($1, $2) \
         ON CONFLICT (name) DO UPDATE SET version = excluded.version",
    )
    .bind(&name)
    .bind(WORDS_VERSION)
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

/// Fills in the words of rows that an older server left without them, in batches; `of` returns a row's id and words. It
/// does no harm if two servers do this at the same time.
pub async fn fill_missing<T: Table>(db: &Db, of: impl Fn(T) -> DbResult<(String, String)>) -> DbResult<()> {
    rewrite_rows(db, "words = '' AND", of).await
}

/// Stores the words of the rows that match a condition, in batches.
async fn rewrite_rows<T: Table>(
    db: &Db,
    condition: &str,
    of: impl Fn(T) -> DbResult<(String, String)>,
) -> DbResult<()> {
    let mut after = String::new();
    loop {
        let mut tx = db.begin_write().await?;
        let tail = format!("WHERE {condition} id > $1 ORDER BY id LIMIT {BATCH}");
        let rows: Vec<T> = T::select(&tail).bind(after).fetch_all(&mut *tx).await?;
        let count = rows.len();
        after = String::new();
        for row in rows {
            let (id, text) = of(row)?;
            set_words::<T>(&mut tx, &id, &text).await?;
            after = id;
        }
        tx.commit().await?;
        if count < BATCH {
            return Ok(());
        }
    }
}
