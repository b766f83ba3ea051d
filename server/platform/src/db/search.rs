//! Full-text search by each database's own means: FTS5 on SQLite, a GIN index over text vectors on PostgreSQL. Both
//! get the same words (`words.rs`), and a search finds what has, for each of its words, a word that begins with it.
//!
//! The index follows `document_summaries` automatically. Every word carries a mark of its account and kind, so that a
//! search reads nothing of other accounts or kinds.

use sqlx::{Connection as _, Executor as _};

use super::sql;
use super::words::{split_indexed_words, split_search_words};
use super::{Conn, DbResult, Dialect, find_dialect};
use crate::ids::{DocumentId, UserId};

/// The most words of a search that are used.
const QUERY_WORDS_MAX: usize = 8;
/// The most different words by which a document can be found.
const STORED_WORDS_MAX: usize = 2_000;
/// Up to this many results, documents are looked up one by one; for more, a list is read in order until a page is full.
const FEW_RESULTS: i64 = 500;
/// From this many results on, it is faster to check the words of each row of the list than to collect the set of all
/// results.
const MANY_RESULTS: i64 = 4_000;
/// How many hexadecimal digits from the end of an account's id, which is random, are in its mark.
const MARK_DIGITS: usize = 5;

/// FTS5 over the words of the summaries. It stores no copy of them (`content`), only which row has which word
/// (`detail`), and has an index of prefixes of one to eight letters after the mark (`prefix`): collecting a prefix from
/// the words takes thirty times as long.
const SQLITE: &str = "
    CREATE VIRTUAL TABLE document_search USING fts5 (words, customer_words,
        content = 'document_summaries', content_rowid = 'search_row',
        tokenize = \"ascii tokenchars '.'\", detail = none, columnsize = 0,
        prefix = '7 8 9 10 11 12 13 14');
    INSERT INTO document_search (document_search) VALUES ('rebuild');
    CREATE TRIGGER document_search_insert AFTER INSERT ON document_summaries BEGIN
        INSERT INTO document_search (rowid, words, customer_words)
            VALUES (new.search_row, new.words, new.customer_words);
    END;
    CREATE TRIGGER document_search_delete AFTER DELETE ON document_summaries BEGIN
        INSERT INTO document_search (document_search, rowid, words, customer_words)
            VALUES ('delete', old.search_row, old.words, old.customer_words);
    END;
    CREATE TRIGGER document_search_update AFTER UPDATE OF words, customer_words
        ON document_summaries
        WHEN old.words <> new.words OR old.customer_words <> new.customer_words BEGIN
        INSERT INTO document_search (document_search, rowid, words, customer_words)
            VALUES ('delete', old.search_row, old.words, old.customer_words);
        INSERT INTO document_search (rowid, words, customer_words)
            VALUES (new.search_row, new.words, new.customer_words);
    END;";

/// An index for searches of expenses: it contains the words next to the sort order, so that a row is only looked up if
/// its words match. PostgreSQL limits an index row to a third of a page, and doesn't need this index.
const SQLITE_EXPENSES: &str =
    "CREATE INDEX IF NOT EXISTS expenses_words ON expenses (user_id, date, id, words)";

/// Repairs an index that had 'secure-delete' switched on. With `detail = none`, SQLite (up to at least 3.51.3) has a
/// bug in it: a word that was removed from a row may still find that row. Removed words are cleaned up by [`forget`]
/// instead.
const SQLITE_REPAIR: &str = "
    INSERT INTO document_search (document_search, rank) VALUES ('secure-delete', 0);
    INSERT INTO document_search (document_search) VALUES ('rebuild');";

/// How many pages of the index are merged in one transaction, for which other writers wait.
const MERGED_PAGES: i64 = 200;

/// Rows of SQLite's index are numbered from one; a number larger than this is a hash of an id, which an older version
/// used.
const COUNTED_ROW_MAX: i64 = 1 << 40;

/// Drops the index and renumbers its rows.
const SQLITE_REBUILD: &str = "
    DROP TRIGGER document_search_insert;
    DROP TRIGGER document_search_delete;
    DROP TRIGGER document_search_update;
    DROP TABLE document_search;
    UPDATE document_summaries SET search_row = counted.n FROM
        (SELECT document_id, ROW_NUMBER() OVER (ORDER BY document_id) AS n
            FROM document_summaries) AS counted
        WHERE counted.document_id = document_summaries.document_id;";

/// The words as a text vector; the index and the query must use the same expression.
macro_rules! vector {
    ($table:literal) => {
        concat!(
            "array_to_tsvector(array_remove(string_to_array(",
            $table,
            "words || ' ' || ",
            $table,
            "customer_words, ' '), ''))"
        )
    };
}

/// Creates and fills the index if it doesn't exist.
pub(super) async fn create_index(conn: &mut Conn, dialect: Dialect) -> DbResult<()> {
    match dialect {
        Dialect::Sqlite => {
            conn.execute(SQLITE_EXPENSES).await?;
            let there: Option<String> =
                sql::query_scalar("SELECT name FROM sqlite_master WHERE name = 'document_search'")
                    .fetch_optional(&mut *conn)
                    .await?;
            let largest: Option<i64> = sql::query_scalar("SELECT MAX(search_row) FROM document_summaries")
                .fetch_one(&mut *conn)
                .await?;
            let is_by_hash = largest.is_some_and(|row| row >= COUNTED_ROW_MAX);
            if there.is_some() && !is_by_hash {
                let unsound: Option<i64> = sql::query_scalar(
                    "SELECT CAST(v AS BIGINT) FROM document_search_config \
                     WHERE k = 'secure-delete' AND v <> 0",
                )
                .fetch_optional(&mut *conn)
                .await?;
                if unsound.is_some() {
                    let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
                    tx.execute(SQLITE_REPAIR).await?;
                    tx.commit().await?;
                }
                return Ok(());
            }
            let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
            if there.is_some() {
                tx.execute(SQLITE_REBUILD).await?;
            }
            tx.execute(SQLITE).await?;
            tx.commit().await?;
        }
        Dialect::Postgres => {
            // Two servers that start at the same time would both find no index.
            let mut tx = conn.begin().await?;
            tx.execute("SELECT pg_advisory_xact_lock(7239411)").await?;
            // With many documents this takes long.
            tx.execute("SET LOCAL statement_timeout = 0").await?;
            tx.execute(concat!(
                "CREATE INDEX IF NOT EXISTS document_search ON document_summaries USING gin (",
                vector!(""),
                ")"
            ))
            .await?;
            tx.commit().await?;
        }
    }
    Ok(())
}

/// After a deletion, on SQLite: one step of a merge of the index, so that the removed words disappear from its pages.
/// Returns whether more steps are needed. A merge of everything begins with the first step, and is part of the index, so
/// that others can write between two steps.
pub(super) async fn forget_some(conn: &mut Conn, is_first: bool) -> DbResult<bool> {
    // A negative number begins a merge of everything, a positive one continues it.
    let pages = if is_first { -MERGED_PAGES } else { MERGED_PAGES };
    let before = count_changes(conn).await?;
    sql::query("INSERT INTO document_search (document_search, rank) VALUES ('merge', $1)")
        .bind(pages)
        .execute(&mut *conn)
        .await?;
    // The command itself counts as one changed row.
    Ok(count_changes(conn).await? - before >= 2)
}

/// The number of rows that this connection has changed so far.
async fn count_changes(conn: &mut Conn) -> DbResult<i64> {
    sql::query_scalar("SELECT total_changes()").fetch_one(conn).await
}

/// The condition on `document_summaries s` that a row matches the query of [`build_query`], in which `?` is the
/// placeholder for the query.
pub fn match_condition(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => {
            "s.search_row IN (SELECT rowid FROM document_search WHERE document_search MATCH ?)"
        }
        Dialect::Postgres => concat!(vector!("s."), " @@ CAST(? AS tsquery)"),
    }
}

/// The query for the index: every typed word is the beginning of a word. `None` if the typed text contains no words,
/// which finds nothing.
pub fn build_query(dialect: Dialect, user_id: &UserId, kind: &str, typed: &str) -> Option<String> {
    let mark = account_mark(user_id, kind);
    let requested = split_search_words(typed).into_iter().take(QUERY_WORDS_MAX);
    let (open, close, and) = match dialect {
        Dialect::Sqlite => ('"', "\" *", " "),
        Dialect::Postgres => ('\'', "':*", " & "),
    };
    // A word contains only letters, digits and points, so there is nothing to escape.
    let parts: Vec<String> = requested.map(|word| format!("{open}{mark}{word}{close}")).collect();
    (!parts.is_empty()).then(|| parts.join(and))
}

/// How many documents a query finds, which decides how they are best read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultSize {
    /// They are looked up one by one.
    Few,
    /// A list is read in order, and each row is looked up in the results.
    Some,
    /// A list is read in order, and each row's words are checked with [`WORD_START_CONDITION`] and [`word_starts`].
    Many,
}

/// How many documents a query finds. Always few on PostgreSQL, which chooses a plan itself.
pub async fn estimate_results(conn: &mut Conn, question: &str) -> DbResult<ResultSize> {
    if find_dialect(conn) == Dialect::Postgres {
        return Ok(ResultSize::Few);
    }
    let found: i64 = sql::query_scalar(
        "SELECT COUNT(*) FROM (SELECT rowid FROM document_search WHERE document_search MATCH $1 \
         LIMIT $2)",
    )
    .bind(question)
    .bind(MANY_RESULTS)
    .fetch_one(conn)
    .await?;
    Ok(match found {
        ..=FEW_RESULTS => ResultSize::Few,
        MANY_RESULTS.. => ResultSize::Many,
        _ => ResultSize::Some,
    })
}

/// The condition on `document_summaries s` that one of its words starts with one of [`word_starts`], which is the value
/// of the placeholder `?`.
pub const WORD_START_CONDITION: &str = "instr(' ' || s.words || ' ' || s.customer_words, ?) > 0";

/// The text to look for in a row's own words, for each typed word. The words in a row are separated by spaces.
pub fn word_starts(user_id: &UserId, kind: &str, typed: &str) -> Vec<String> {
    let mark = account_mark(user_id, kind);
    let requested = split_search_words(typed).into_iter().take(QUERY_WORDS_MAX);
    requested.map(|word| format!(" {mark}{word}")).collect()
}

/// The words of some texts in stored form, each once. A number with leading zeros is also stored without them.
#[must_use]
pub fn to_stored_words<'a>(user_id: &UserId, kind: &str, texts: impl IntoIterator<Item = &'a str>) -> String {
    let mark = account_mark(user_id, kind);
    let mut seen = std::collections::HashSet::new();
    let mut stored = String::new();
    for text in texts {
        for word in split_indexed_words(text) {
            let bare = word.trim_start_matches('0');
            let bare = (bare.len() < word.len() && bare.starts_with(|c: char| c.is_ascii_digit()))
                .then(|| bare.to_owned());
            for word in [Some(word), bare].into_iter().flatten() {
                if seen.len() < STORED_WORDS_MAX && seen.insert(word.clone()) {
                    if !stored.is_empty() {
                        stored.push(' ');
                    }
                    stored.push_str(&mark);
                    stored.push_str(&word);
                }
            }
        }
    }
    stored
}

/// The number of a document's row in the index: its current one, or a new one.
///
/// SQLite's rows are numbered inside the writing transaction: lists of small numbers are short, and looking up the
/// results of a search among the rows takes a third of the time. PostgreSQL's index has its own row numbers, and
/// several transactions write to it at once.
pub async fn find_index_row(conn: &mut Conn, id: &DocumentId) -> DbResult<i64> {
    match find_dialect(conn) {
        Dialect::Sqlite => {
            sql::query_scalar(
                "SELECT COALESCE((SELECT search_row FROM document_summaries \
                 WHERE document_id = $1), (SELECT MAX(search_row) + 1 FROM document_summaries), 1)",
            )
            .bind(id)
            .fetch_one(conn)
            .await
        }
        Dialect::Postgres => Ok(hash_id(id)),
    }
}

/// A number that two ids are very unlikely to share.
fn hash_id(id: &DocumentId) -> i64 {
    use sha2::{Digest as _, Sha256};
    let digest = Sha256::digest(id.as_str());
    let number = digest.iter().take(8).fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
    i64::try_from(number >> 1).unwrap_or(i64::MAX)
}

/// The mark of an account's documents of a kind. Two accounts with the same mark only cost a little time, because every
/// search also compares account and kind.
fn account_mark(user_id: &UserId, kind: &str) -> String {
    let end = user_id.as_str().len().saturating_sub(MARK_DIGITS);
    let character = kind.chars().take(1);
    character.chain(user_id.as_str().chars().skip(end)).collect()
}

#[cfg(test)]
mod tests;
