//! The tables of reminders: at most one a day per document, with what happened to its email, and a business's own texts
//! for them.

use std::collections::BTreeMap;

use plumbline_core::chase::Occasion;
use plumbline_core::time::Date;

use plumbline_platform::db::column::DateOrEmpty;
use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{DocumentId, ProfileId, UserId};

stored_enum! {
    /// What happened to a reminder.
    #[derive(utoipa::ToSchema)]
    #[schema(rename_all = "snake_case")]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename_all = "snake_case"))]
    pub enum ReminderState {
        /// The business sent it on its own, as a message.
        Told = "told",
        /// The email waits, or is tried again.
        Queued = "queued",
        /// An older server stored this while it sent the email, and may have stopped meanwhile.
        Sending = "sending",
        /// The email was sent.
        Sent = "sent",
        /// The mail server did not confirm it: it is not known whether it was accepted.
        Unsure = "unsure",
        /// The email did not arrive.
        Failed = "failed",
        /// The mail server did not accept it for as long as we try.
        GivenUp = "given_up",
        /// There was no reason for it any more when it was due.
        Dropped = "dropped",
    }
}

table! {
    /// A reminder of a document.
    #[derive(serde::Serialize)]
    #[serde(rename_all = "camelCase")]
    pub struct ReminderRow: "document_reminders", by document_id {
        /// The document.
        pub document_id: DocumentId,
        /// The day in London.
        pub day: Date,
        /// The plan's step that it was, `afterDue:7`; empty for a reminder by hand.
        pub step: String,
        /// The day from which the step was counted.
        pub counted_from: DateOrEmpty,
        /// What happened to it.
        pub state: ReminderState,
        /// Why it was not sent, in a sentence.
        pub problem: String,
        /// When the state was stored, milliseconds since the epoch.
        pub changed_at: i64,
    }
}

/// Records a reminder of a day. Returns false if there is already one of that day, or of that step of its plan; a
/// message that the business sent on its own does not count.
pub(super) async fn insert(conn: &mut Conn, row: &ReminderRow) -> DbResult<bool> {
    let done = sql::query(
        "INSERT INTO document_reminders \
             (document_id, day, step, counted_from, state, problem, changed_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (document_id, day) DO UPDATE SET step = excluded.step, \
             counted_from = excluded.counted_from, state = excluded.state, \
             problem = excluded.problem, changed_at = excluded.changed_at \
         WHERE document_reminders.state = 'told'",
    )
    .bind(row.document_id.as_str())
    .bind(row.day.to_string())
    .bind(&row.step)
    .bind(row.counted_from.to_string())
    .bind(row.state.code())
    .bind(&row.problem)
    .bind(row.changed_at)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The reminder of a day.
pub(super) async fn find_by_day(
    conn: &mut Conn,
    document_id: &DocumentId,
    day: &str,
) -> DbResult<Option<ReminderRow>> {
    ReminderRow::select("WHERE document_id = $1 AND day = $2")
        .bind(document_id)
        .bind(day)
        .fetch_optional(conn)
        .await
}

/// The latest reminder of a document.
pub async fn find_latest(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Option<ReminderRow>> {
    ReminderRow::select("WHERE document_id = $1 ORDER BY day DESC LIMIT 1")
        .bind(document_id)
        .fetch_optional(conn)
        .await
}

/// Every reminder of an account's documents, the oldest first.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<ReminderRow>> {
    let tail = "WHERE document_id IN (SELECT id FROM documents WHERE user_id = $1) \
         ORDER BY day, document_id";
    ReminderRow::select(tail).bind(user_id).fetch_all(conn).await
}

/// Sets the state of a reminder, if it has not changed since it was read. Returns whether it was set.
pub(super) async fn set_state(
    conn: &mut Conn,
    row: &ReminderRow,
    (state, problem): (ReminderState, &str),
    now: i64,
) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE document_reminders SET state = $1, problem = $2, changed_at = $3 \
         WHERE document_id = $4 AND day = $5 AND state = $6",
    )
    .bind(state.code())
    .bind(problem)
    .bind(now)
    .bind(row.document_id.as_str())
    .bind(row.day.to_string())
    .bind(row.state.code())
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The last day on which a customer was reminded of a document, by a plan or by a person.
pub async fn find_last_day(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Option<Date>> {
    let row = find_latest(conn, document_id).await?;
    Ok(row.map(|row| row.day))
}

/// A business's own texts for its reminders.
pub async fn load_texts(conn: &mut Conn, profile_id: &ProfileId) -> DbResult<BTreeMap<Occasion, String>> {
    let rows: Vec<(String, String)> =
        sql::query_as("SELECT occasion, words FROM reminder_words WHERE profile_id = $1")
            .bind(profile_id)
            .fetch_all(conn)
            .await?;
    // An occasion of a newer version is ignored.
    let known = |word: &str| Occasion::ALL.into_iter().find(|one| one.code() == word);
    let rows = rows.into_iter();
    Ok(rows.filter_map(|(word, text)| Some((known(&word)?, text))).collect())
}

/// Stores a business's own texts. An occasion without one has the usual text.
pub async fn save_texts(
    conn: &mut Conn,
    profile_id: &ProfileId,
    words: &BTreeMap<Occasion, String>,
) -> DbResult<()> {
    for occasion in Occasion::ALL {
        sql::query("DELETE FROM reminder_words WHERE profile_id = $1 AND occasion = $2")
            .bind(profile_id)
            .bind(occasion.code())
            .execute(&mut *conn)
            .await?;
        let Some(text) = words.get(&occasion) else {
            continue;
        };
        sql::query("INSERT INTO reminder_words (profile_id, occasion, words) VALUES ($1, $2, $3)")
            .bind(profile_id)
            .bind(occasion.code())
            .bind(text)
            .execute(&mut *conn)
            .await?;
    }
    Ok(())
}
