//! The replies to questions.

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{SupportAnswerId, SupportMessageId, UserId};

table! {
    /// A reply from support.
    pub struct SupportAnswerRow: "support_answers", by id {
        /// UUIDv7.
        pub id: SupportAnswerId,
        /// The question.
        pub message_id: SupportMessageId,
        /// The name, at that time, of the person who replied.
        pub answered_by: String,
        /// The text.
        pub text: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// The replies to a question, oldest first.
pub async fn list_for_message(
    conn: &mut Conn,
    message_id: &SupportMessageId,
) -> DbResult<Vec<SupportAnswerRow>> {
    SupportAnswerRow::select("WHERE message_id = $1 ORDER BY created_at, id")
        .bind(message_id)
        .fetch_all(conn)
        .await
}

/// The replies to all questions of an account, oldest first.
pub(super) async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<SupportAnswerRow>> {
    let tail = "WHERE message_id IN (SELECT id FROM support_messages WHERE user_id = $1) \
         ORDER BY created_at, id";
    SupportAnswerRow::select(tail).bind(user_id).fetch_all(conn).await
}

/// Stores a reply unless its id is taken; returns whether it was stored.
pub async fn insert(conn: &mut Conn, row: &SupportAnswerRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}
