//! The table of exports.

use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{ExportId, SessionId, UserId};

stored_enum! {
    /// The status of an export.
    pub enum ExportStatus {
        /// The export was requested.
        Queued = "queued",
        /// The export is being built.
        Running = "running",
        /// The file is ready.
        Ready = "ready",
        /// The export could not be built.
        Failed = "failed",
    }
}

table! {
    /// An export.
    pub struct ExportRow: "exports", by id {
        /// The id.
        pub id: ExportId,
        /// The account.
        pub user_id: UserId,
        /// Its status.
        pub status: ExportStatus,
        /// Its progress, 0 to 100.
        pub progress: i64,
        /// The size of the finished file in bytes.
        pub byte_size: Option<i64>,
        /// The session that requested it.
        pub session_id: SessionId,
        /// When it was requested, milliseconds since the epoch.
        pub created_at: i64,
        /// When it is deleted, milliseconds since the epoch.
        pub expires_at: i64,
    }
}

/// The name under which an export's file is stored.
#[must_use]
pub fn storage_key(id: &ExportId) -> String {
    format!("export-{id}")
}

/// Inserts an export.
pub async fn insert(conn: &mut Conn, row: &ExportRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// An export of any account, by its id.
pub async fn find(conn: &mut Conn, id: &ExportId) -> DbResult<Option<ExportRow>> {
    ExportRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// The latest export of an account.
pub async fn find_latest(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<ExportRow>> {
    ExportRow::select("WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1")
        .bind(user_id)
        .fetch_optional(conn)
        .await
}

/// The ids of an account's exports.
pub async fn list_ids(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<ExportId>> {
    sql::query_scalar("SELECT id FROM exports WHERE user_id = $1").bind(user_id).fetch_all(conn).await
}

/// Stores the status and progress of an export. Returns whether it still exists.
pub async fn set_state(
    conn: &mut Conn,
    id: &ExportId,
    status: ExportStatus,
    progress: i64,
    byte_size: Option<i64>,
) -> DbResult<bool> {
    let done = sql::query("UPDATE exports SET status = $1, progress = $2, byte_size = $3 WHERE id = $4")
        .bind(status)
        .bind(progress)
        .bind(byte_size)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes an export's row.
pub async fn delete(conn: &mut Conn, id: &ExportId) -> DbResult<()> {
    sql::query("DELETE FROM exports WHERE id = $1").bind(id).execute(conn).await?;
    Ok(())
}

/// The ids of the exports that have expired.
pub async fn list_expired(conn: &mut Conn, now: i64) -> DbResult<Vec<ExportId>> {
    sql::query_scalar("SELECT id FROM exports WHERE expires_at <= $1").bind(now).fetch_all(conn).await
}
