//! The activities table.

use super::Activity;
use crate::db::table::{Table as _, table};
use crate::db::{Conn, DbResult};
use crate::ids::{ActivityId, UserId};

table! {
    /// An activity as stored. Each room has its own words for what happens in it.
    struct Row: "activities", by id {
        /// The id.
        id: ActivityId,
        /// The account.
        user_id: UserId,
        /// What happened.
        kind: String,
        /// To what.
        subject_kind: String,
        /// The id of that.
        subject_id: String,
        /// JSON of what its line needs.
        data: String,
        /// When, milliseconds since the epoch.
        created_at: i64,
    }
}

pub(super) async fn insert(conn: &mut Conn, user_id: &UserId, activity: &Activity) -> DbResult<()> {
    let row = Row {
        id: activity.id.clone(),
        user_id: user_id.clone(),
        kind: activity.kind.clone(),
        subject_kind: activity.subject_kind.clone(),
        subject_id: activity.subject_id.clone(),
        data: activity.data.to_string(),
        created_at: activity.created_at,
    };
    row.insert_whole().execute(conn).await?;
    Ok(())
}

/// The latest activities of an account, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn latest(conn: &mut Conn, user_id: &str, limit: i64) -> DbResult<Vec<Activity>> {
    let rows = Row::select("WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2")
        .bind(user_id)
        .bind(limit)
        .fetch_all(conn)
        .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Activity {
                id: row.id,
                kind: row.kind,
                subject_kind: row.subject_kind,
                subject_id: row.subject_id,
                data: serde_json::from_str(&row.data)
                    .map_err(|error| sqlx::Error::Decode(error.into()))?,
                created_at: row.created_at,
            })
        })
        .collect()
}
