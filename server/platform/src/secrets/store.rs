//! The table of shared secrets.

use crate::db::{Db, DbResult, sql};

/// The shared secret with this name; if there is none yet, `fresh` becomes it.
pub async fn load_or_create(db: &Db, name: &str, fresh: &str, now: i64) -> DbResult<String> {
    let mut tx = db.begin_write().await?;
    sql::query(
        "INSERT INTO server_secrets (name, value, created_at) VALUES ($1, $2, $3) \
         ON CONFLICT (name) DO NOTHING",
    )
    .bind(name)
    .bind(fresh)
    .bind(now)
    .execute(&mut *tx)
    .await?;
    let value = sql::query_scalar("SELECT value FROM server_secrets WHERE name = $1")
        .bind(name)
        .fetch_one(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(value)
}
