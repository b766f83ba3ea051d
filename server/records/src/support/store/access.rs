//! Which accounts allow support to view them.

use serde_json::{Value, json};

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;

table! {
    /// The permission of an account for support to view it.
    pub struct SupportAccessRow: "support_access", by user_id {
        /// The account.
        pub user_id: UserId,
        /// When it was given, milliseconds since the epoch.
        pub given_at: i64,
        /// When it ends, milliseconds since the epoch.
        pub ends_at: i64,
    }
}

/// Until when support may view an account; `None` if it may not.
pub async fn find_end(conn: &mut Conn, user_id: &str, now: i64) -> DbResult<Option<i64>> {
    let row = SupportAccessRow::select("WHERE user_id = $1").bind(user_id);
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| row.ends_at).filter(|at| *at > now))
}

/// Saves a permission, replacing an earlier one.
pub(in crate::support) async fn save(conn: &mut Conn, row: &SupportAccessRow) -> DbResult<()> {
    row.upsert().execute(conn).await?;
    Ok(())
}

/// Withdraws the permission; returns whether there was one.
pub(in crate::support) async fn delete(conn: &mut Conn, user_id: &str) -> DbResult<bool> {
    let done =
        sqlx::query("DELETE FROM support_access WHERE user_id = $1").bind(user_id).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// The last permission, for the account's export.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let row = SupportAccessRow::select("WHERE user_id = $1").bind(user_id);
    let row = row.fetch_optional(conn).await?;
    let body = row.map(|row| {
        let SupportAccessRow {
            user_id: _, // whose export it is
            given_at,
            ends_at,
        } = row;
        json!({ "givenAt": given_at, "endsAt": ends_at })
    });
    Ok(body.into_iter().collect())
}
