//! The messages to the operator.

use super::{SupportMessage, SupportMessageFields};
use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult};
use crate::ids::{SupportMessageId, UserId};

table! {
    /// A message as stored.
    pub struct SupportMessageRow: "support_messages", by id {
        /// UUIDv7.
        pub id: SupportMessageId,
        /// The account.
        pub user_id: UserId,
        /// What it is about.
        pub subject: String,
        /// The question.
        pub message: String,
        /// The browser that it was written in, as it calls itself.
        pub browser: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
    }
}

impl From<SupportMessageRow> for SupportMessage {
    fn from(row: SupportMessageRow) -> Self {
        let SupportMessageRow {
            id,
            subject,
            message,
            created_at,
            ..
        } = row;
        Self {
            id,
            fields: SupportMessageFields { subject, message },
            created_at,
        }
    }
}

/// Every message of an account, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<SupportMessage>> {
    let newest = "WHERE user_id = $1 ORDER BY created_at DESC, id DESC";
    let rows = SupportMessageRow::select(newest).bind(user_id);
    let rows = rows.fetch_all(conn).await?;
    Ok(rows.into_iter().map(SupportMessage::from).collect())
}

/// A message of an account.
///
/// # Errors
/// When the database fails.
pub(super) async fn find(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
) -> DbResult<Option<SupportMessage>> {
    let row = SupportMessageRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id);
    Ok(row.fetch_optional(conn).await?.map(SupportMessage::from))
}

/// Keeps a message, unless its id is taken; whether it did.
///
/// # Errors
/// When the database fails.
pub(super) async fn insert(conn: &mut Conn, row: &SupportMessageRow) -> DbResult<bool> {
    let done = row.insert_unless_there().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}
