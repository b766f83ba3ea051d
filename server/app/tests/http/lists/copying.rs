//! Thousands of documents at once: copies of one draft, written directly to the database.

use plumbline::db::Dialect;
use sqlx::AssertSqlSafe;

use crate::documents::TestBusiness;

/// The columns of a table, except some.
async fn column_list(business: &TestBusiness, table: &str, but: &[&str]) -> String {
    let db = &business.app.state().db;
    let sql = match db.dialect() {
        Dialect::Sqlite => format!("SELECT name FROM pragma_table_info('{table}')"),
        Dialect::Postgres => format!(
            "SELECT column_name::text FROM information_schema.columns \
             WHERE table_name = '{table}' AND table_schema = current_schema()"
        ),
    };
    let mut conn = db.read().await.expect("a connection");
    let names: Vec<String> =
        sqlx::query_scalar(AssertSqlSafe(sql)).fetch_all(&mut *conn).await.expect("columns");
    let names = names.into_iter().filter(|name| !but.contains(&name.as_str()));
    names.collect::<Vec<_>>().join(", ")
}

/// Adds copies of a draft, each created a millisecond after the one before, and returns their ids, oldest first. Every
/// third has 'xboiler' instead of 'boiler'.
pub async fn copy_draft(business: &TestBusiness, draft: &str, copies: i64) -> Vec<String> {
    let db = &business.app.state().db;
    let count = format!(
        "WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {copies})"
    );
    let last = match db.dialect() {
        Dialect::Sqlite => "printf('%012x', n)",
        Dialect::Postgres => "lpad(to_hex(n), 12, '0')",
    };
    let start = &draft[..24];
    let new_id = format!("'{start}' || {last}");
    let rest = column_list(business, "documents", &["id", "created_at"]).await;
    let documents = format!(
        "{count} INSERT INTO documents (id, created_at, {rest}) \
         SELECT {new_id}, created_at + n, {rest} FROM documents, numbers WHERE id = '{draft}'"
    );
    let own = ["document_id", "created_at", "search_row", "words"];
    let rest = column_list(business, "document_summaries", &own).await;
    let summaries = format!(
        "{count} INSERT INTO document_summaries (document_id, created_at, search_row, words, {rest}) \
         SELECT {new_id}, created_at + n, search_row + n, \
             CASE n % 3 WHEN 0 THEN replace(words, 'boiler', 'xboiler') ELSE words END, {rest} \
         FROM document_summaries, numbers WHERE document_id = '{draft}'"
    );
    let mut tx = db.begin_write().await.expect("a transaction");
    for sql in [documents, summaries] {
        let done = sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await;
        done.expect("copied");
    }
    tx.commit().await.expect("committed");
    (1..=copies).map(|n| format!("{start}{n:012x}")).collect()
}
