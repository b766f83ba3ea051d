//! Tables with few rows that are searched by a column of words (`words.rs`): an account's contacts and items.
//! Documents, of which there are many, have a full-text index (`search.rs`).
//!
//! The column is not a field of the row: lists read every row but never its words.

use sqlx::AssertSqlSafe;

use super::table::Table;
use super::words::{contains_condition, word_starts};
use super::{Conn, Db, DbResult, find_dialect};

/// How many rows get their words in one transaction.
const BATCH: usize = 500;

/// Stores the words by which a row is found.
pub async fn set_words<T: Table>(conn: &mut Conn, id: &str, text: &str) -> DbResult<()> {
    let sql = format!("UPDATE {} SET words = $1 WHERE id = $2", T::NAME);
    sqlx::query(AssertSqlSafe(sql)).bind(text).bind(id).execute(conn).await?;
    Ok(())
}

/// The rows of an account in which each typed word is the beginning of some word; the most recently changed first.
/// Empty if the typed text contains no words.
pub async fn find_by_words<T: Table>(
    conn: &mut Conn,
    user_id: &str,
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

/// Fills in the words of rows that an older server left without them, in batches; `of` returns a row's id and words. It
/// does no harm if two servers do this at the same time.
pub async fn fill_missing<T: Table>(db: &Db, of: impl Fn(T) -> DbResult<(String, String)>) -> DbResult<()> {
    let mut after = String::new();
    loop {
        let mut tx = db.begin_write().await?;
        let tail = format!("WHERE words = '' AND id > $1 ORDER BY id LIMIT {BATCH}");
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
