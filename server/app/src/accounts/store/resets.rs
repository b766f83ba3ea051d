//! The table of links for setting a new password.

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::UserId;

table! {
    /// A link for setting a new password.
    pub struct ResetRow: "password_resets", by user_id {
        /// The hash of its token.
        pub token_hash: String,
        /// The account.
        pub user_id: UserId,
        /// When it was created, milliseconds since the epoch.
        pub created_at: i64,
        /// When it expires, milliseconds since the epoch.
        pub expires_at: i64,
    }
}

/// Stores a new link with the hash of its token.
pub async fn insert(conn: &mut Conn, reset: &ResetRow) -> DbResult<()> {
    reset.insert().execute(conn).await?;
    Ok(())
}

/// Finds a link by the hash of its token.
pub async fn find(conn: &mut Conn, token_hash: &str) -> DbResult<Option<ResetRow>> {
    ResetRow::select("WHERE token_hash = $1").bind(token_hash).fetch_optional(conn).await
}

/// Deletes a link because it is being used. Returns true if it existed: if several requests use a link at the same
/// time, only one of them gets true.
pub async fn use_up(conn: &mut Conn, token_hash: &str) -> DbResult<bool> {
    let deleted = sql::query("DELETE FROM password_resets WHERE token_hash = $1")
        .bind(token_hash)
        .execute(conn)
        .await?;
    Ok(deleted.rows_affected() == 1)
}

/// Deletes all links of an account.
pub async fn delete_all(conn: &mut Conn, user_id: &UserId) -> DbResult<()> {
    sql::query("DELETE FROM password_resets WHERE user_id = $1").bind(user_id).execute(conn).await?;
    Ok(())
}

/// Deletes the links that have expired.
pub async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sql::query("DELETE FROM password_resets WHERE expires_at < $1").bind(now).execute(conn).await?;
    Ok(())
}
