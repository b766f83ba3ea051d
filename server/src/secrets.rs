//! Secrets that every server on one database shares: made at the first start, and kept.

use crate::db::{Db, DbResult};

/// The shared secret of that name; `fresh` becomes it when there is none yet.
///
/// # Errors
/// When the database fails.
pub async fn shared(db: &Db, name: &str, fresh: &str, now: i64) -> DbResult<String> {
    let mut tx = db.begin_write().await?;
    sqlx::query(
        "INSERT INTO server_secrets (name, value, created_at) VALUES ($1, $2, $3) \
         ON CONFLICT (name) DO NOTHING",
    )
    .bind(name)
    .bind(fresh)
    .bind(now)
    .execute(&mut *tx)
    .await?;
    let value = sqlx::query_scalar("SELECT value FROM server_secrets WHERE name = $1")
        .bind(name)
        .fetch_one(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(value)
}
