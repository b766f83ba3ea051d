//! The tables notifications and notification_settings.

use serde_json::{Value, json};

use super::Notification;
use super::NotificationKind;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{NotificationId, UserId};

/// The most that the bell counts: it says 99+ then.
const COUNTED_MAX: i64 = 100;

table! {
    /// A notification as stored.
    pub(super) struct NotificationRow: "notifications", by id {
        /// The id.
        pub id: NotificationId,
        /// The account.
        pub user_id: UserId,
        /// What happened.
        pub kind: NotificationKind,
        /// To what.
        pub subject_kind: String,
        /// The id of that.
        pub subject_id: String,
        /// Its number.
        pub number: String,
        /// Its customer, as they were called then.
        pub who: String,
        /// Pence.
        pub amount: i64,
        /// When, milliseconds since the epoch.
        pub created_at: i64,
        /// When it was seen, milliseconds since the epoch.
        pub read_at: Option<i64>,
    }
}

table! {
    /// An account's switches.
    pub(super) struct NotificationSettingsRow: "notification_settings", by user_id {
        /// The account.
        pub user_id: UserId,
        /// Whether names and amounts are sent.
        pub show_details: bool,
        /// JSON of the topics that are not sent.
        pub switched_off: String,
        /// When they were set, milliseconds since the epoch.
        pub updated_at: i64,
    }
}

pub(super) async fn insert(conn: &mut Conn, row: &NotificationRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// When a notification of the account was written; none of another's.
pub(super) async fn find_created_at(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
) -> DbResult<Option<i64>> {
    sqlx::query_scalar("SELECT created_at FROM notifications WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Those of an account before an instant and id, the newest first.
pub(super) async fn list(
    conn: &mut Conn,
    user_id: &str,
    (at, id): (i64, &str),
    limit: i64,
) -> DbResult<Vec<NotificationRow>> {
    NotificationRow::select(
        "WHERE user_id = $1 AND (created_at < $2 OR (created_at = $3 AND id < $4)) \
         ORDER BY created_at DESC, id DESC LIMIT $5",
    )
    .bind(user_id)
    .bind(at)
    .bind(at)
    .bind(id)
    .bind(limit)
    .fetch_all(conn)
    .await
}

/// How many were not seen, up to a hundred.
pub(super) async fn count_unread(conn: &mut Conn, user_id: &str) -> DbResult<i64> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM (SELECT id FROM notifications \
         WHERE user_id = $1 AND read_at IS NULL LIMIT $2) AS counted",
    )
    .bind(user_id)
    .bind(COUNTED_MAX)
    .fetch_one(conn)
    .await
}

/// Notes that one was seen, and gives it; none where there is no such one.
pub(super) async fn mark_read(
    conn: &mut Conn,
    user_id: &str,
    id: &str,
    now: i64,
) -> DbResult<Option<NotificationRow>> {
    sqlx::query(
        "UPDATE notifications SET read_at = $1 WHERE user_id = $2 AND id = $3 AND read_at IS NULL",
    )
    .bind(now)
    .bind(user_id)
    .bind(id)
    .execute(&mut *conn)
    .await?;
    NotificationRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Notes that everything up to an instant and id was seen.
pub(super) async fn mark_all_read(
    conn: &mut Conn,
    user_id: &str,
    (at, id): (i64, &str),
    now: i64,
) -> DbResult<()> {
    sqlx::query(
        "UPDATE notifications SET read_at = $1 WHERE user_id = $2 AND read_at IS NULL \
         AND (created_at < $3 OR (created_at = $4 AND id <= $5))",
    )
    .bind(now)
    .bind(user_id)
    .bind(at)
    .bind(at)
    .bind(id)
    .execute(conn)
    .await?;
    Ok(())
}

pub(super) async fn find_settings(
    conn: &mut Conn,
    user_id: &str,
) -> DbResult<Option<NotificationSettingsRow>> {
    NotificationSettingsRow::select("WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(conn)
        .await
}

pub(super) async fn save_settings(conn: &mut Conn, row: &NotificationSettingsRow) -> DbResult<()> {
    row.upsert().execute(conn).await?;
    Ok(())
}

pub(super) async fn delete_before(conn: &mut Conn, at: i64) -> DbResult<()> {
    sqlx::query("DELETE FROM notifications WHERE created_at < $1")
        .bind(at)
        .execute(conn)
        .await?;
    Ok(())
}

/// All that an account was told, for its copy of everything.
pub async fn export(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let rows = list(conn, user_id, (i64::MAX, ""), i64::MAX).await?;
    let result = rows.into_iter().map(Notification::from);
    Ok(result.map(|row| json!(row)).collect())
}

/// What an account chose about notifications, for its copy of everything; nothing where it never changed that.
pub async fn export_settings(conn: &mut Conn, user_id: &str) -> DbResult<Vec<Value>> {
    let row = find_settings(conn, user_id).await?;
    let export = |row: NotificationSettingsRow| {
        let NotificationSettingsRow {
            user_id: _, // whose export it is
            show_details,
            switched_off,
            updated_at,
        } = row;
        json!({
            "showDetails": show_details,
            "switchedOff": serde_json::from_str::<Value>(&switched_off).unwrap_or_default(),
            "updatedAt": updated_at,
        })
    };
    Ok(row.into_iter().map(export).collect())
}
