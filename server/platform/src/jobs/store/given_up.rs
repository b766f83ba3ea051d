//! The jobs that failed for good, for people to see.

use crate::db::{Conn, DbResult, like_prefix};
use crate::jobs::GivenUpJob;

/// The most recent jobs that were given up: of all accounts, or of one.
pub(in crate::jobs) async fn list_last(
    conn: &mut Conn,
    user_id: Option<&str>,
    limit: i64,
) -> DbResult<Vec<GivenUpJob>> {
    // The account that an email concerns is the first field of its payload (see `mail::Mail`).
    let start = format!("{{\"account\":{}", serde_json::Value::from(user_id.unwrap_or_default()));
    let rows: Vec<(String, i64, Option<String>)> = sqlx::query_as(
        "SELECT kind, failed_at, last_error FROM jobs WHERE failed_at IS NOT NULL \
         AND ($1 = '' OR user_id = $2 OR (kind = 'mail' AND payload LIKE $3 ESCAPE '\\')) \
         ORDER BY failed_at DESC, id DESC LIMIT $4",
    )
    .bind(user_id.unwrap_or_default())
    .bind(user_id.unwrap_or_default())
    .bind(like_prefix(&start))
    .bind(limit)
    .fetch_all(conn)
    .await?;
    let result =
        rows.into_iter().map(|(kind, at, error)| GivenUpJob { kind, at, error: error.unwrap_or_default() });
    Ok(result.collect())
}

/// How many jobs of each kind were given up.
pub(in crate::jobs) async fn count_by_kind(conn: &mut Conn) -> DbResult<Vec<(String, i64)>> {
    sqlx::query_as("SELECT kind, COUNT(*) FROM jobs WHERE failed_at IS NOT NULL GROUP BY kind")
        .fetch_all(conn)
        .await
}

/// Which of these jobs were given up.
pub(in crate::jobs) async fn filter_given_up(conn: &mut Conn, ids: &[&str]) -> DbResult<Vec<String>> {
    let mut there = Vec::new();
    for id in ids {
        let found: Option<String> =
            sqlx::query_scalar("SELECT id FROM jobs WHERE id = $1 AND failed_at IS NOT NULL")
                .bind(*id)
                .fetch_optional(&mut *conn)
                .await?;
        there.extend(found);
    }
    Ok(there)
}
