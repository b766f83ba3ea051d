//! The messages to the operator.

pub mod answers;
pub mod pictures;
pub mod queue;

use answers::SupportAnswerRow;
use serde_json::{Value, json};

use super::{SupportAnswer, SupportMessage, SupportMessageFields};
use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{FileId, SupportMessageId, UserId};

stored_enum! {
    /// The state of a question.
    pub enum SupportStatus {
        /// It needs a reply, or another one.
        Open = "open",
        /// It was replied to.
        Answered = "answered",
        /// It needs no more replies.
        Closed = "closed",
    }
}

table! {
    /// A message as stored.
    pub struct SupportMessageRow: "support_messages", by id {
        /// UUIDv7.
        pub id: SupportMessageId,
        /// The account.
        pub user_id: UserId,
        /// The subject.
        pub subject: String,
        /// The question.
        pub message: String,
        /// The user agent of the browser in which it was written.
        pub browser: String,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Its state.
        pub status: SupportStatus,
        /// Whether it has priority, according to the writer's plan at that time.
        pub goes_first: bool,
        /// When the state last changed, milliseconds since the epoch.
        pub changed_at: i64,
    }
}

impl SupportMessageRow {
    fn into_message(self, answers: Vec<SupportAnswer>, pictures: Vec<FileId>) -> SupportMessage {
        SupportMessage {
            id: self.id,
            fields: SupportMessageFields { subject: self.subject, message: self.message, pictures },
            created_at: self.created_at,
            status: self.status,
            answers,
        }
    }
}

impl From<SupportAnswerRow> for SupportAnswer {
    fn from(row: SupportAnswerRow) -> Self {
        Self { id: row.id, text: row.text, created_at: row.created_at }
    }
}

/// Every message of an account with the replies, newest first.
pub async fn list(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<SupportMessage>> {
    let newest = "WHERE user_id = $1 ORDER BY created_at DESC, id DESC";
    let rows = SupportMessageRow::select(newest).bind(user_id);
    let rows = rows.fetch_all(&mut *conn).await?;
    let answers = answers::list_for_account(&mut *conn, user_id).await?;
    let pictures = pictures::list_for_account(conn, user_id).await?;
    let result = rows.into_iter().map(|row| {
        let own = answers.iter().filter(|answer| answer.message_id == row.id);
        let own = own.cloned().map(SupportAnswer::from).collect();
        let displayed = pictures.iter().filter(|(message, _)| *message == row.id);
        let displayed = displayed.map(|(_, file)| file.clone()).collect();
        row.into_message(own, displayed)
    });
    Ok(result.collect())
}

/// A message of an account.
pub(super) async fn find(
    conn: &mut Conn,
    user_id: &UserId,
    id: &SupportMessageId,
) -> DbResult<Option<SupportMessage>> {
    let row = SupportMessageRow::select("WHERE user_id = $1 AND id = $2").bind(user_id).bind(id);
    let Some(row) = row.fetch_optional(&mut *conn).await? else {
        return Ok(None);
    };
    let answers = answers::list_for_message(&mut *conn, id).await?;
    let pictures = pictures::list_for_message(conn, id).await?;
    let answers = answers.into_iter().map(SupportAnswer::from).collect();
    Ok(Some(row.into_message(answers, pictures)))
}

/// Stores a message unless its id is taken; returns whether it was stored.
pub(super) async fn insert(conn: &mut Conn, row: &SupportMessageRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

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
pub async fn find_end(conn: &mut Conn, user_id: &UserId, now: i64) -> DbResult<Option<i64>> {
    let row = SupportAccessRow::select("WHERE user_id = $1").bind(user_id);
    let row = row.fetch_optional(conn).await?;
    Ok(row.map(|row| row.ends_at).filter(|at| *at > now))
}

/// Saves a permission, replacing an earlier one.
pub(super) async fn save(conn: &mut Conn, row: &SupportAccessRow) -> DbResult<()> {
    row.upsert().execute(conn).await?;
    Ok(())
}

/// Withdraws the permission; returns whether there was one.
pub(super) async fn delete(conn: &mut Conn, user_id: &UserId) -> DbResult<bool> {
    let done =
        sql::query("DELETE FROM support_access WHERE user_id = $1").bind(user_id).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// The last permission, for the account's export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
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
