//! The activities table.

use serde_json::Value;
use sqlx::AssertSqlSafe;

use super::{Activity, Actor, delivery, kinds};
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, bulk_write, sql};
use plumbline_platform::ids::{ActivityId, UserId};

table! {
    /// An activity as stored. Each module has its own kinds of activities.
    pub(super) struct ActivityRow: "activities", by id {
        /// The id.
        pub id: ActivityId,
        /// The account.
        pub user_id: UserId,
        /// The kind of activity.
        pub kind: String,
        /// The actor, which also follows from the kind; stored so that it can be searched.
        pub actor: String,
        /// The kind of the subject.
        pub subject_kind: String,
        /// The subject's id.
        pub subject_id: String,
        /// The data for its line, as JSON.
        pub data: String,
        /// When it happened, milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// A filter for the activities of an account.
pub(super) struct ActivityFilter<'a> {
    pub user_id: &'a UserId,
    /// Only what this actor did.
    pub actor: Option<Actor>,
    /// Only what happened to subjects of this kind.
    pub subject_kind: Option<&'a str>,
    /// From the first instant, up to but not including the second: milliseconds since the epoch.
    pub when: (i64, i64),
    /// Only those after this one in the list, which are older.
    pub before: Option<&'a ActivityId>,
    /// The most rows.
    pub limit: i64,
}

pub(super) async fn insert(conn: &mut Conn, row: &ActivityRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// Replaces the data of an activity; returns whether it exists.
pub(super) async fn replace_data(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ActivityId,
    data: &str,
) -> DbResult<bool> {
    let done = sql::query("UPDATE activities SET data = $1 WHERE user_id = $2 AND id = $3")
        .bind(data)
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// When an activity was written; `None` if it isn't the account's.
pub(super) async fn find_created_at(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ActivityId,
) -> DbResult<Option<i64>> {
    sql::query_scalar("SELECT created_at FROM activities WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The activities that match a filter, newest first.
pub(super) async fn find(conn: &mut Conn, filter: &ActivityFilter<'_>) -> DbResult<Vec<Activity>> {
    let before = match filter.before {
        Some(id) => find_created_at(conn, filter.user_id, id).await?,
        None => None,
    };
    let mut tail = "WHERE user_id = $1 AND created_at >= $2 AND created_at < $3 \
         AND (created_at < $4 OR (created_at = $5 AND id < $6))"
        .to_owned();
    // Only conditions that are needed are in the query, because each has an index of its own.
    let wanted = [("actor", filter.actor.map(Actor::code)), ("subject_kind", filter.subject_kind)];
    let request = wanted.map(|(column, word)| word.map(|word| (column, word)));
    let requested: Vec<_> = request.into_iter().flatten().collect();
    for (at, (column, _)) in requested.iter().enumerate() {
        tail.push_str(&format!(" AND {column} = ${}", at + 7));
    }
    let last = requested.len() + 7;
    tail.push_str(&format!(" ORDER BY created_at DESC, id DESC LIMIT ${last}"));
    let before_at = before.unwrap_or(i64::MAX);
    let before_id = filter.before.map(ToString::to_string).unwrap_or_default();
    let mut query = ActivityRow::select(&tail)
        .bind(filter.user_id)
        .bind(filter.when.0)
        .bind(filter.when.1)
        .bind(before_at)
        .bind(before_at)
        .bind(before_id);
    for (_, word) in requested {
        query = query.bind(word);
    }
    let rows: Vec<ActivityRow> = query.bind(filter.limit).fetch_all(&mut *conn).await?;
    to_activities(conn, rows).await
}

/// The ids of all activities of an account, the newest first.
pub async fn ids(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<String>> {
    sql::query_scalar("SELECT id FROM activities WHERE user_id = $1 ORDER BY created_at DESC, id DESC")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// The activities with these ids, newest first.
pub async fn some(conn: &mut Conn, ids: &[String]) -> DbResult<Vec<Activity>> {
    let places = bulk_write::placeholders(1, ids.len());
    let tail = format!("WHERE id IN {places} ORDER BY created_at DESC, id DESC");
    let mut query = ActivityRow::select(&tail);
    for id in ids {
        query = query.bind(id);
    }
    let rows: Vec<ActivityRow> = query.fetch_all(&mut *conn).await?;
    to_activities(conn, rows).await
}

/// The activities for one subject of an account, newest first.
pub async fn list_for_subject(
    conn: &mut Conn,
    user_id: &UserId,
    subject_id: &str,
    limit: i64,
) -> DbResult<Vec<Activity>> {
    let rows = ActivityRow::select(
        "WHERE user_id = $1 AND subject_id = $2 ORDER BY created_at DESC, id DESC LIMIT $3",
    )
    .bind(user_id)
    .bind(subject_id)
    .bind(limit)
    .fetch_all(&mut *conn)
    .await?;
    to_activities(conn, rows).await
}

/// When an activity of a kind last happened to a subject (the account's id, then the subject's), in unix milliseconds;
/// `None` if it never did.
pub async fn find_last_time(
    conn: &mut Conn,
    (user_id, subject_id): (&UserId, &str),
    kind: &str,
) -> DbResult<Option<i64>> {
    sql::query_scalar(
        "SELECT created_at FROM activities WHERE user_id = $1 AND subject_id = $2 AND kind = $3 \
         ORDER BY created_at DESC LIMIT 1",
    )
    .bind(user_id)
    .bind(subject_id)
    .bind(kind)
    .fetch_optional(conn)
    .await
}

/// The most deleted subjects that are listed.
const DELETED_MAX: i64 = 1_000;

/// The ids of documents of a kind that were deleted at or after this instant and not restored, newest first; at most
/// 1,000.
pub async fn list_deleted_since(
    conn: &mut Conn,
    user_id: &UserId,
    subject_kind: &str,
    since: i64,
) -> DbResult<Vec<String>> {
    sql::query_scalar(
        "SELECT subject_id FROM activities WHERE user_id = $1 AND subject_kind = $2 \
         AND created_at >= $3 AND kind = 'deleted' \
         AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = subject_id) \
         ORDER BY created_at DESC, id DESC LIMIT $4",
    )
    .bind(user_id)
    .bind(subject_kind)
    .bind(since)
    .bind(DELETED_MAX)
    .fetch_all(conn)
    .await
}

async fn to_activities(conn: &mut Conn, rows: Vec<ActivityRow>) -> DbResult<Vec<Activity>> {
    let parsed = rows.into_iter().map(|row| {
        let data = serde_json::from_str(&row.data).map_err(|e| sqlx::Error::Decode(e.into()))?;
        Ok((row, data))
    });
    let read: Vec<(ActivityRow, Value)> = parsed.collect::<DbResult<_>>()?;
    let fates = delivery::find_for_activities(conn, &read).await?;
    let activities = read.into_iter().zip(fates).map(|((row, data), fate)| Activity {
        actor: Actor::for_kind(&row.kind),
        sentence: kinds::sentence(&row.kind, &row.subject_kind, &data, fate),
        id: row.id,
        kind: row.kind,
        subject_kind: row.subject_kind,
        subject_id: row.subject_id,
        data,
        created_at: row.created_at,
    });
    Ok(activities.collect())
}

/// The states of these emails about documents.
pub(super) async fn list_email_states(conn: &mut Conn, ids: &[&str]) -> DbResult<Vec<(String, String)>> {
    let sql = format!("SELECT id, state FROM posted_mails WHERE id IN ({})", placeholders(ids.len()));
    let mut query = sql::query_as(AssertSqlSafe(sql));
    for id in ids {
        query = query.bind(*id);
    }
    query.fetch_all(conn).await
}

/// The reminders of these documents: the document, the day and the state.
pub(super) async fn list_reminder_states(
    conn: &mut Conn,
    documents: &[&str],
) -> DbResult<Vec<(String, String, String)>> {
    let sql = format!(
        "SELECT document_id, day, state FROM document_reminders WHERE document_id IN ({})",
        placeholders(documents.len())
    );
    let mut query = sql::query_as(AssertSqlSafe(sql));
    for document in documents {
        query = query.bind(*document);
    }
    query.fetch_all(conn).await
}

/// `$1, $2, $3`
fn placeholders(many: usize) -> String {
    let places: Vec<String> = (1..=many).map(|at| format!("${at}")).collect();
    places.join(", ")
}
