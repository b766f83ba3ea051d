//! The tables notifications and notification_settings.

use serde_json::{Value, json};

use super::Notification;
use super::NotificationKind;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{NotificationId, UserId};

/// The most notifications that the bell counts; it then displays 99+.
const COUNTED_MAX: i64 = 100;

table! {
    /// A notification as stored.
    pub(super) struct NotificationRow: "notifications", by id {
        /// The id.
        pub id: NotificationId,
        /// The account.
        pub user_id: UserId,
        /// The kind of event.
        pub kind: NotificationKind,
        /// The kind of object that it is about.
        pub subject_kind: String,
        /// The id of that object.
        pub subject_id: String,
        /// The number of that object.
        pub number: String,
        /// The customer's name at that time.
        pub who: String,
        /// The amount in pence.
        pub amount: i64,
        /// When it happened, milliseconds since the epoch.
        pub created_at: i64,
        /// When it was read, milliseconds since the epoch; `None` if it hasn't been.
        pub read_at: Option<i64>,
    }
}

table! {
    /// The notification settings of an account.
    pub(super) struct NotificationSettingsRow: "notification_settings", by user_id {
        /// The account.
        pub user_id: UserId,
        /// Whether names and amounts are sent.
        pub show_details: bool,
        /// The topics that are not sent, as JSON.
        pub switched_off: String,
        /// When the settings were changed, milliseconds since the epoch.
        pub updated_at: i64,
    }
}

pub(super) async fn insert(conn: &mut Conn, row: &NotificationRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// When a notification of the account was written; `None` for another account's.
pub(super) async fn find_created_at(
    conn: &mut Conn,
    user_id: &UserId,
    id: &NotificationId,
) -> DbResult<Option<i64>> {
    sql::query_scalar("SELECT created_at FROM notifications WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// The account's notifications before an instant and id, newest first.
pub(super) async fn list(
    conn: &mut Conn,
    user_id: &UserId,
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

/// The number of unread notifications, up to a hundred.
pub(super) async fn count_unread(conn: &mut Conn, user_id: &UserId) -> DbResult<i64> {
    sql::query_scalar(
        "SELECT COUNT(*) FROM (SELECT id FROM notifications \
         WHERE user_id = $1 AND read_at IS NULL LIMIT $2) AS counted",
    )
    .bind(user_id)
    .bind(COUNTED_MAX)
    .fetch_one(conn)
    .await
}

/// Marks a notification as read and returns it; `None` if it doesn't exist.
pub(super) async fn mark_read(
    conn: &mut Conn,
    user_id: &UserId,
    id: &NotificationId,
    now: i64,
) -> DbResult<Option<NotificationRow>> {
    sql::query("UPDATE notifications SET read_at = $1 WHERE user_id = $2 AND id = $3 AND read_at IS NULL")
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

/// Marks all notifications up to an instant and id as read.
pub(super) async fn mark_all_read(
    conn: &mut Conn,
    user_id: &UserId,
    (at, id): (i64, &str),
    now: i64,
) -> DbResult<()> {
    sql::query(
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
    user_id: &UserId,
) -> DbResult<Option<NotificationSettingsRow>> {
    NotificationSettingsRow::select("WHERE user_id = $1").bind(user_id).fetch_optional(conn).await
}

pub(super) async fn save_settings(conn: &mut Conn, row: &NotificationSettingsRow) -> DbResult<()> {
    row.upsert().execute(conn).await?;
    Ok(())
}

pub(super) async fn delete_before(conn: &mut Conn, at: i64) -> DbResult<()> {
    sql::query("DELETE FROM notifications WHERE created_at < $1").bind(at).execute(conn).await?;
    Ok(())
}

/// All notifications of an account, for its export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = list(conn, user_id, (i64::MAX, ""), i64::MAX).await?;
    let result = rows.into_iter().map(Notification::from);
    Ok(result.map(|row| json!(row)).collect())
}

/// The notification settings of an account, for its export; empty if they were never changed.
pub async fn export_settings(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
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
