//! How far an account has come in its first week.

use sqlx::AssertSqlSafe;

use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::UserId;

/// When the account was created, unix milliseconds.
pub(super) async fn account_created_at(conn: &mut Conn, user_id: &UserId) -> DbResult<i64> {
    sql::query_scalar("SELECT created_at FROM users WHERE id = $1").bind(user_id).fetch_one(conn).await
}

/// Whether the account has a contact.
pub(super) async fn has_contact(conn: &mut Conn, user_id: &UserId) -> DbResult<bool> {
    has_row(conn, "contacts WHERE user_id = $1", user_id).await
}

/// Whether the account has a document.
pub(super) async fn has_document(conn: &mut Conn, user_id: &UserId) -> DbResult<bool> {
    has_row(conn, "document_summaries WHERE user_id = $1", user_id).await
}

/// Whether the account has a document that was sent.
pub(super) async fn has_sent(conn: &mut Conn, user_id: &UserId) -> DbResult<bool> {
    has_row(conn, "document_summaries WHERE user_id = $1 AND number > ''", user_id).await
}

/// Whether a table has such a row.
async fn has_row(conn: &mut Conn, rows: &'static str, user_id: &UserId) -> DbResult<bool> {
    let sql = format!("SELECT CASE WHEN EXISTS (SELECT 1 FROM {rows}) THEN 1 ELSE 0 END");
    let there: i64 = sql::query_scalar(AssertSqlSafe(sql)).bind(user_id).fetch_one(conn).await?;
    Ok(there == 1)
}
