//! Marks by which a transaction notices that rows changed after they were read and checked, without holding them
//! meanwhile.

use sqlx::AssertSqlSafe;

use super::table::Table;
use super::{Conn, DbResult, dialect_of};

/// A fingerprint of an account's rows in a table: their number, the sum of their versions, and the time of the newest
/// change. It differs after any change.
pub type Mark = (i64, i64, i64);

/// The fingerprint of an account's rows in a table with versions.
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

/// The same fingerprint, once no other import of the account is running.
pub async fn hold<T: Table>(conn: &mut Conn, user_id: &str) -> DbResult<Mark> {
    one_at_a_time(conn, user_id).await?;
    mark::<T>(conn, user_id).await
}

/// Waits until no other import of the account is running, by locking the account's row until the transaction ends.
/// Reads after this see what the previous import wrote.
pub async fn one_at_a_time(conn: &mut Conn, user_id: &str) -> DbResult<()> {
    let end = dialect_of(conn).for_update();
    let sql = format!("SELECT id FROM users WHERE id = $1{end}");
    let _: Option<String> = sqlx::query_scalar(AssertSqlSafe(sql))
        .bind(user_id)
        .fetch_optional(conn)
        .await?;
    Ok(())
}
