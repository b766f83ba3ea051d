//! Full-text search by each database's own means: FTS5 on SQLite, a GIN index over text vectors on PostgreSQL. Both
//! get the same words (`words.rs`), and a search finds what has, for each of its words, a word that begins with it.
//!
//! The index follows `document_summaries` automatically. Every word carries a mark of its account and kind, so that a
//! search reads nothing of other accounts or kinds.

use sqlx::{Connection as _, Executor as _};

use super::words::words;
use super::{Conn, DbResult, Dialect, dialect_of};

/// The most words of a question that are looked at.
const MOST_ASKED: usize = 8;
/// The most different words that a document is found by.
const MOST_KEPT: usize = 2_000;
/// Up to so many documents found, they are looked up one by one; of more, a list is walked in its
/// order until a page is full.
const FEW: i64 = 500;
/// From so many on, a list is full before the set of all of them is made: each row that it comes by
/// is looked at itself.
const MANY: i64 = 4_000;
/// Of the hexadecimal end of an account's id, which is random, what goes into its mark.
const MARK: usize = 5;

/// FTS5 over the words of the summaries. It keeps no copy of them (`content`), only which row has
/// which word (`detail`), and has the beginnings of one to eight letters after the mark ready
/// (`prefix`): to gather a beginning from the words that have it takes thirty times as long.
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

/// What a search of expenses walks: their words beside their order, so that a row is looked up only once its words
/// fit. PostgreSQL holds no more than a third of a page in an index's row, and finds them without.
const SQLITE_EXPENSES: &str =
    "CREATE INDEX IF NOT EXISTS expenses_words ON expenses (user_id, date, id, words)";

/// Makes an index sound that was told to forget at once ('secure-delete'). With `detail = none` SQLite (3.51.3 still)
/// loses its way in that: a word that was taken out of a row may go on finding it. What is taken out leaves by
/// [`forget`].
const SQLITE_SOUND: &str = "
    INSERT INTO document_search (document_search, rank) VALUES ('secure-delete', 0);
    INSERT INTO document_search (document_search) VALUES ('rebuild');";

/// Pages of the index that are merged in one transaction, for which other writers wait.
const AT_A_TIME: i64 = 500;

/// Rows of SQLite's index are counted; a number as large as this is a hash of an id, by which they
/// were told apart at first.
const LARGEST_ROW: i64 = 1 << 40;

/// Takes the index away and counts its rows anew.
const SQLITE_ANEW: &str = "
    DROP TRIGGER document_search_insert;
    DROP TRIGGER document_search_delete;
    DROP TRIGGER document_search_update;
    DROP TABLE document_search;
    UPDATE document_summaries SET search_row = counted.n FROM
        (SELECT document_id, ROW_NUMBER() OVER (ORDER BY document_id) AS n
            FROM document_summaries) AS counted
        WHERE counted.document_id = document_summaries.document_id;";

/// The words as a text vector, the same text in the index and in the question.
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

/// Makes the index where it is not there yet, and fills it.
pub(super) async fn prepare(conn: &mut Conn, dialect: Dialect) -> DbResult<()> {
    match dialect {
        Dialect::Sqlite => {
            conn.execute(SQLITE_EXPENSES).await?;
            let there: Option<String> =
                sqlx::query_scalar("SELECT name FROM sqlite_master WHERE name = 'document_search'")
                    .fetch_optional(&mut *conn)
                    .await?;
            let largest: Option<i64> =
                sqlx::query_scalar("SELECT MAX(search_row) FROM document_summaries")
                    .fetch_one(&mut *conn)
                    .await?;
            let is_by_hash = largest.is_some_and(|row| row >= LARGEST_ROW);
            if there.is_some() && !is_by_hash {
                let unsound: Option<i64> = sqlx::query_scalar(
                    "SELECT CAST(v AS BIGINT) FROM document_search_config \
                     WHERE k = 'secure-delete' AND v <> 0",
                )
                .fetch_optional(&mut *conn)
                .await?;
                if unsound.is_some() {
                    let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
                    tx.execute(SQLITE_SOUND).await?;
                    tx.commit().await?;
                }
                return Ok(());
            }
            let mut tx = conn.begin_with("BEGIN IMMEDIATE").await?;
            if there.is_some() {
                tx.execute(SQLITE_ANEW).await?;
            }
            tx.execute(SQLITE).await?;
            tx.commit().await?;
        }
        Dialect::Postgres => {
            // Two servers that start at once would both find no index.
            let mut tx = conn.begin().await?;
            tx.execute("SELECT pg_advisory_xact_lock(7239411)").await?;
            // Over many documents it takes its time.
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

/// After a deletion, on SQLite: merges the index, so that the words that were taken out leave its pages, some at a time.
///
/// # Errors
/// When the database fails.
pub(super) async fn forget(conn: &mut Conn) -> DbResult<()> {
    // Below 0 a merge of everything begins; above it goes on.
    let mut pages = -AT_A_TIME;
    loop {
        let before = changes(conn).await?;
        sqlx::query("INSERT INTO document_search (document_search, rank) VALUES ('merge', $1)")
            .bind(pages)
            .execute(&mut *conn)
            .await?;
        // The row of the order itself is one.
        if changes(conn).await? - before < 2 {
            return Ok(());
        }
        pages = AT_A_TIME;
    }
}

/// Rows that this connection has changed so far.
async fn changes(conn: &mut Conn) -> DbResult<i64> {
    sqlx::query_scalar("SELECT total_changes()")
        .fetch_one(conn)
        .await
}

/// The condition on `document_summaries s` that the question of [`question`] finds a row; the
/// question's placeholder goes where the `?` is.
pub fn condition(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Sqlite => {
            "s.search_row IN (SELECT rowid FROM document_search WHERE document_search MATCH ?)"
        }
        Dialect::Postgres => concat!(vector!("s."), " @@ CAST(? AS tsquery)"),
    }
}

/// What to ask the index for: every word that was typed, as the beginning of a word. None where
/// nothing that was typed is a word, which finds nothing.
pub fn question(dialect: Dialect, user_id: &str, kind: &str, typed: &str) -> Option<String> {
    let mark = mark(user_id, kind);
    let asked = words(typed).into_iter().take(MOST_ASKED);
    let (open, close, and) = match dialect {
        Dialect::Sqlite => ('"', "\" *", " "),
        Dialect::Postgres => ('\'', "':*", " & "),
    };
    // A word has letters, digits and points only: there is nothing to escape.
    let parts: Vec<String> = asked
        .map(|word| format!("{open}{mark}{word}{close}"))
        .collect();
    (!parts.is_empty()).then(|| parts.join(and))
}

/// How many documents a question finds, which decides how they are best read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finds {
    /// They are looked up one by one.
    Few,
    /// A list is walked, and each row looked up among them.
    Some,
    /// A list is walked, and each row's words are looked at: by [`OWN_WORDS`] and [`beginnings`].
    Many,
}

/// How many documents a question finds. PostgreSQL knows by itself how to read them.
pub async fn finds(conn: &mut Conn, question: &str) -> DbResult<Finds> {
    if dialect_of(conn) == Dialect::Postgres {
        return Ok(Finds::Few);
    }
    let found: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM (SELECT rowid FROM document_search WHERE document_search MATCH $1 \
         LIMIT $2)",
    )
    .bind(question)
    .bind(MANY)
    .fetch_one(conn)
    .await?;
    Ok(match found {
        ..=FEW => Finds::Few,
        MANY.. => Finds::Many,
        _ => Finds::Some,
    })
}

/// The condition on `document_summaries s` that one of its words begins as one of [`beginnings`]
/// does; that goes where the `?` is.
pub const OWN_WORDS: &str = "instr(' ' || s.words || ' ' || s.customer_words, ?) > 0";

/// What each word of a question begins with among a row's own words, which stand apart by spaces.
pub fn beginnings(user_id: &str, kind: &str, typed: &str) -> Vec<String> {
    let mark = mark(user_id, kind);
    let asked = words(typed).into_iter().take(MOST_ASKED);
    asked.map(|word| format!(" {mark}{word}")).collect()
}

/// The words of some texts as they are stored, each once. A number with zeros before it is found
/// without them too.
#[must_use]
pub fn stored<'a>(user_id: &str, kind: &str, texts: impl IntoIterator<Item = &'a str>) -> String {
    let mark = mark(user_id, kind);
    let mut seen = std::collections::HashSet::new();
    let mut stored = String::new();
    for text in texts {
        for word in words(text) {
            let bare = word.trim_start_matches('0');
            let bare = (bare.len() < word.len() && bare.starts_with(|c: char| c.is_ascii_digit()))
                .then(|| bare.to_owned());
            for word in [Some(word), bare].into_iter().flatten() {
                if seen.len() < MOST_KEPT && seen.insert(word.clone()) {
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

/// The number of a document's row in the index: the one it has, or a new one.
///
/// SQLite's are counted, inside the writing transaction: lists of small numbers are short, and
/// what a search has found is found again among the rows in a third of the time. PostgreSQL's
/// index has numbers of its own, and is written by several at once.
///
/// # Errors
/// When the database fails.
pub async fn row_of(conn: &mut Conn, id: &str) -> DbResult<i64> {
    match dialect_of(conn) {
        Dialect::Sqlite => {
            sqlx::query_scalar(
                "SELECT COALESCE((SELECT search_row FROM document_summaries \
                 WHERE document_id = $1), (SELECT MAX(search_row) + 1 FROM document_summaries), 1)",
            )
            .bind(id)
            .fetch_one(conn)
            .await
        }
        Dialect::Postgres => Ok(hash(id)),
    }
}

/// A number that no two ids are likely to share.
fn hash(id: &str) -> i64 {
    use sha2::{Digest as _, Sha256};
    let digest = Sha256::digest(id.as_bytes());
    let number = digest
        .iter()
        .take(8)
        .fold(0_u64, |number, byte| (number << 8) | u64::from(*byte));
    i64::try_from(number >> 1).unwrap_or(i64::MAX)
}

/// The mark of an account's documents of a kind. Where two have the same, each only reads a little
/// more: every search names account and kind as well.
fn mark(user_id: &str, kind: &str) -> String {
    let end = user_id.len().saturating_sub(MARK);
    let letter = kind.chars().take(1);
    letter.chain(user_id.chars().skip(end)).collect()
}

#[cfg(test)]
mod tests;
