//! The tables of actions on many documents.

use plumbline_core::kind::DocumentKind;
use serde::Deserialize;

use super::{FINISHED_MAX, Refusal};
use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{BatchId, DocumentId, UserId};

stored_enum! {
    /// What is done to each document.
    #[derive(Deserialize, utoipa::ToSchema)]
    #[serde(rename_all = "kebab-case")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
    pub enum BatchAction {
        /// A draft is issued and emailed to its customer.
        Send = "send",
        /// The customer is reminded by email.
        Remind = "remind",
        /// A draft is deleted.
        DeleteDrafts = "delete-drafts",
    }
}

stored_enum! {
    /// The state of an action.
    #[derive(utoipa::ToSchema)]
    #[schema(rename_all = "lowercase")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "lowercase"))]
    pub enum BatchState {
        /// Nothing is done yet.
        Held = "held",
        /// The action is under way.
        Running = "running",
        /// Somebody stopped it; it can be continued.
        Stopped = "stopped",
        /// The action was undone before anything was done.
        Undone = "undone",
        /// Nothing is left to do.
        Done = "done",
    }
}

stored_enum! {
    /// What happened to one document.
    pub(super) enum MemberState {
        /// Nothing yet.
        Waiting = "waiting",
        /// The action was done to the document.
        Done = "done",
        /// The action can't be done to the document.
        Refused = "refused",
    }
}

table! {
    /// An action on many documents.
    pub(super) struct BatchRow: "batches", by id, immutable [user_id, kind, action, created_at] {
        /// Chosen by the client.
        pub id: BatchId,
        /// The account.
        pub user_id: UserId,
        /// A quote, an invoice, …
        pub kind: DocumentKind,
        /// What is done to each document.
        pub action: BatchAction,
        /// Its state.
        pub state: BatchState,
        /// Until when it is held, milliseconds since the epoch.
        pub starts_at: i64,
        /// When it was requested, milliseconds since the epoch.
        pub created_at: i64,
    }
}

table! {
    /// One of its documents.
    pub(super) struct MemberRow: "batch_documents", by document_id {
        /// The action.
        pub batch_id: BatchId,
        /// The document.
        pub document_id: DocumentId,
        /// What happened to it.
        pub state: MemberState,
        /// Its number, or its customer's name.
        pub name: String,
        /// The code of the reason for a refusal.
        pub code: String,
        /// The reason, in a sentence.
        pub reason: String,
    }
}

/// How many of an action's documents have each state.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct BatchCounts {
    pub waiting: i64,
    pub done: i64,
    pub refused: i64,
}

/// Inserts an action. Returns false if its id is taken.
pub(super) async fn insert(conn: &mut Conn, row: &BatchRow) -> DbResult<bool> {
    let written = row.insert_if_absent().execute(conn).await?;
    Ok(written.rows_affected() == 1)
}

/// An action of an account.
pub(super) async fn find(
    conn: &mut Conn,
    (user_id, kind): (&UserId, DocumentKind),
    id: &BatchId,
) -> DbResult<Option<BatchRow>> {
    BatchRow::select("WHERE id = $1 AND user_id = $2 AND kind = $3")
        .bind(id)
        .bind(user_id)
        .bind(kind.code())
        .fetch_optional(conn)
        .await
}

/// An action of any account, locked until the transaction ends.
pub(super) async fn lock(conn: &mut Conn, id: &BatchId) -> DbResult<Option<BatchRow>> {
    sql::query("UPDATE batches SET state = state WHERE id = $1").bind(id).execute(&mut *conn).await?;
    BatchRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// The actions of an account on documents of a kind that are not over, newest first.
pub(super) async fn list_open(
    conn: &mut Conn,
    user_id: &UserId,
    kind: DocumentKind,
    since: i64,
) -> DbResult<Vec<BatchRow>> {
    BatchRow::select(
        "WHERE user_id = $1 AND kind = $2 AND created_at > $3 \
         AND state IN ('held', 'running', 'stopped') ORDER BY created_at DESC, id DESC LIMIT 10",
    )
    .bind(user_id)
    .bind(kind.code())
    .bind(since)
    .fetch_all(conn)
    .await
}

/// Sets the state of an action, and when it begins.
pub(super) async fn set_state(
    conn: &mut Conn,
    id: &BatchId,
    state: BatchState,
    starts_at: i64,
) -> DbResult<()> {
    sql::query("UPDATE batches SET state = $1, starts_at = $2 WHERE id = $3")
        .bind(state.code())
        .bind(starts_at)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Adds a document to an action; does nothing if it is there already.
pub(super) async fn insert_member(conn: &mut Conn, row: &MemberRow) -> DbResult<()> {
    let written = row.insert_if_unique("batch_id, document_id");
    written.execute(conn).await?;
    Ok(())
}

/// The next document that is waiting.
pub(super) async fn find_next_waiting(conn: &mut Conn, id: &BatchId) -> DbResult<Option<MemberRow>> {
    MemberRow::select("WHERE batch_id = $1 AND state = 'waiting' ORDER BY document_id LIMIT 1")
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Stores what happened to a document.
pub(super) async fn set_member_state(conn: &mut Conn, row: &MemberRow) -> DbResult<()> {
    sql::query(
        "UPDATE batch_documents SET state = $1, code = $2, reason = $3 \
         WHERE batch_id = $4 AND document_id = $5",
    )
    .bind(row.state.code())
    .bind(&row.code)
    .bind(&row.reason)
    .bind(row.batch_id.as_str())
    .bind(row.document_id.as_str())
    .execute(conn)
    .await?;
    Ok(())
}

/// Refuses all documents that are waiting, for one reason.
pub(super) async fn refuse_waiting(conn: &mut Conn, id: &BatchId, code: &str, reason: &str) -> DbResult<()> {
    sql::query(
        "UPDATE batch_documents SET state = 'refused', code = $1, reason = $2 \
         WHERE batch_id = $3 AND state = 'waiting'",
    )
    .bind(code)
    .bind(reason)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes the documents wait again that were refused with this code. Returns how many.
pub(super) async fn retry_refused(conn: &mut Conn, id: &BatchId, code: &str) -> DbResult<u64> {
    let done = sql::query(
        "UPDATE batch_documents SET state = 'waiting', code = '', reason = '' \
         WHERE batch_id = $1 AND state = 'refused' AND code = $2",
    )
    .bind(id)
    .bind(code)
    .execute(conn)
    .await?;
    Ok(done.rows_affected())
}

/// How many documents have each state.
pub(super) async fn count_members(conn: &mut Conn, id: &BatchId) -> DbResult<BatchCounts> {
    let rows: Vec<(String, i64)> =
        sql::query_as("SELECT state, COUNT(*) FROM batch_documents WHERE batch_id = $1 GROUP BY state")
            .bind(id)
            .fetch_all(conn)
            .await?;
    let of = |fate: MemberState| {
        let found = rows.iter().find(|(word, _)| word == fate.code());
        found.map_or(0, |(_, count)| *count)
    };
    Ok(BatchCounts {
        waiting: of(MemberState::Waiting),
        done: of(MemberState::Done),
        refused: of(MemberState::Refused),
    })
}

/// The refusals of an action.
pub(super) async fn list_refused(conn: &mut Conn, id: &BatchId, most: usize) -> DbResult<Vec<Refusal>> {
    let rows = MemberRow::select("WHERE batch_id = $1 AND state = 'refused' ORDER BY document_id LIMIT $2")
        .bind(id)
        .bind(i64::try_from(most).unwrap_or(i64::MAX))
        .fetch_all(conn)
        .await?;
    Ok(rows.into_iter().map(Refusal::from).collect())
}

impl From<MemberRow> for Refusal {
    fn from(row: MemberRow) -> Self {
        Self { id: row.document_id.into(), name: row.name, code: row.code, reason: row.reason }
    }
}

/// How many actions of an account are held or running.
pub(super) async fn count_under_way(conn: &mut Conn, user_id: &UserId) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM batches WHERE user_id = $1 AND state IN ('held', 'running')")
        .bind(user_id)
        .fetch_one(conn)
        .await
}

/// Deletes an account's oldest actions that are not under way, except the newest ones.
pub(super) async fn delete_finished(conn: &mut Conn, user_id: &UserId) -> DbResult<()> {
    sql::query(
        "DELETE FROM batches WHERE user_id = $1 AND state NOT IN ('held', 'running') AND id NOT IN \
         (SELECT id FROM batches WHERE user_id = $2 AND state NOT IN ('held', 'running') \
          ORDER BY created_at DESC, id DESC LIMIT $3)",
    )
    .bind(user_id)
    .bind(user_id)
    .bind(FINISHED_MAX)
    .execute(conn)
    .await?;
    Ok(())
}

/// Deletes actions that were requested before a time.
pub(super) async fn delete_old(conn: &mut Conn, before: i64) -> DbResult<()> {
    sql::query("DELETE FROM batches WHERE created_at < $1").bind(before).execute(conn).await?;
    Ok(())
}
