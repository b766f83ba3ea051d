//! Fingerprints by which a transaction notices that rows have changed since they were read and checked, so that they
//! needn't be locked in the meantime.

use sqlx::AssertSqlSafe;

use super::table::Table;
use super::{Conn, DbResult, find_dialect};

/// A fingerprint of an account's rows in a table: their number, the sum of their versions, and the time of the newest
/// change. It differs after any change.
pub type TableFingerprint = (i64, i64, i64);

/// The fingerprint of an account's rows in a table with versions.
pub async fn read_fingerprint<T: Table>(conn: &mut Conn, user_id: &str) -> DbResult<TableFingerprint> {
    let sql = format!(
        "SELECT COUNT(*), CAST(COALESCE(SUM(version), 0) AS BIGINT), \
         CAST(COALESCE(MAX(updated_at), 0) AS BIGINT) FROM {} WHERE user_id = $1",
        T::NAME
    );
    sqlx::query_as(AssertSqlSafe(sql)).bind(user_id).fetch_one(conn).await
}

/// The same fingerprint, once no other import of the account is running.
pub async fn lock_and_read<T: Table>(conn: &mut Conn, user_id: &str) -> DbResult<TableFingerprint> {
    lock_imports(conn, user_id).await?;
    read_fingerprint::<T>(conn, user_id).await
}

/// Waits until no other import of the account is running, by locking the account's row until the transaction ends.
/// Reads after this see what the previous import wrote.
pub async fn lock_imports(conn: &mut Conn, user_id: &str) -> DbResult<()> {
    let end = find_dialect(conn).for_update();
    let sql = format!("SELECT id FROM users WHERE id = $1{end}");
    let _: Option<String> = sqlx::query_scalar(AssertSqlSafe(sql)).bind(user_id).fetch_optional(conn).await?;
    Ok(())
}
