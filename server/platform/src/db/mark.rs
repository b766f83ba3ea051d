//! Marks by which a transaction notices that rows changed after they were read and checked, without holding them
//! meanwhile.

use sqlx::AssertSqlSafe;

use super::table::Table;
use super::{Conn, DbResult, dialect_of};

/// How many rows an account has in a table, the sum of their versions, and the newest change.
pub type Mark = (i64, i64, i64);

/// The mark of an account's rows in a table with versions.
///
/// # Errors
/// When the database fails.
pub async fn mark<T: Table>(conn: &mut Conn, user_id: &str) -> DbResult<Mark> {
    let sql = format!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(version), 0) AS BIGINT), \
         CAST(COALESCE(MAX(updated_at), 0) AS BIGINT) FROM {} WHERE user_id = $1",
        T::NAME
    );
    sqlx::query_as(AssertSqlSafe(sql))
        .bind(user_id)
        .fetch_one(conn)
        .await
}

/// The same, once no other import of the account is under way.
///
/// # Errors
/// When the database fails.
pub async fn hold<T: Table>(conn: &mut Conn, user_id: &str) -> DbResult<Mark> {
    one_at_a_time(conn, user_id).await?;
    mark::<T>(conn, user_id).await
}

/// Waits until no other import of the account is under way: its row is held until the transaction ends.
/// What is read after it is what the one before has left.
///
/// # Errors
/// When the database fails.
pub async fn one_at_a_time(conn: &mut Conn, user_id: &str) -> DbResult<()> {
    let end = dialect_of(conn).for_update();
    let sql = format!("SELECT id FROM users WHERE id = $1{end}");
    let _: Option<String> = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(user_id)
        .fetch_optional(conn)
        .await?;
    Ok(())
}
