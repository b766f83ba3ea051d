//! The tables of the human check: the server's key, and the solutions used up.

use crate::db::{Conn, Db, DbResult};

/// The shared secret of that name; `fresh` becomes it when there is none yet.
pub(super) async fn secret(db: &Db, name: &str, fresh: &str, now: i64) -> DbResult<String> {
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

/// Uses a solution up; false when it was used before.
pub(super) async fn use_up(conn: &mut Conn, token_hash: &str, expires_at: i64) -> DbResult<bool> {
    let done = sqlx::query(
        "INSERT INTO used_captchas (token_hash, expires_at) VALUES ($1, $2) \
         ON CONFLICT (token_hash) DO NOTHING",
    )
    .bind(token_hash)
    .bind(expires_at)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Forgets solutions an hour after they have run out: a clock set back by less brings none back.
pub(super) async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sqlx::query("DELETE FROM used_captchas WHERE expires_at < $1")
        .bind(now - crate::clock::HOUR)
        .execute(conn)
        .await?;
    Ok(())
}
