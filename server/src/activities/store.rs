//! The activities table.

use super::Activity;
use crate::db::{Conn, DbResult};

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    kind: String,
    subject_kind: String,
    subject_id: String,
    data: String,
    created_at: i64,
}

pub(super) async fn insert(conn: &mut Conn, user_id: &str, activity: &Activity) -> DbResult<()> {
    sqlx::query(
        "INSERT INTO activities (id, user_id, kind, subject_kind, subject_id, data, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(&activity.id)
    .bind(user_id)
    .bind(&activity.kind)
    .bind(&activity.subject_kind)
    .bind(&activity.subject_id)
    .bind(activity.data.to_string())
    .bind(activity.created_at)
    .execute(conn)
    .await?;
    Ok(())
}

/// The latest activities of an account, the newest first.
///
/// # Errors
/// When the database fails.
pub async fn latest(conn: &mut Conn, user_id: &str, limit: i64) -> DbResult<Vec<Activity>> {
    let rows: Vec<Row> = sqlx::query_as(
        "SELECT id, kind, subject_kind, subject_id, data, created_at FROM activities \
         WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2",
    )
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
