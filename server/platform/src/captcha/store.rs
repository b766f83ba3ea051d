//! The table of the human check: the solutions that were used.

use crate::db::{Conn, DbResult, sql};

/// Marks a solution as used; false if it was used before.
pub(super) async fn use_up(conn: &mut Conn, token_hash: &str, expires_at: i64) -> DbResult<bool> {
    let done = sql::query(
        "INSERT INTO used_captchas (token_hash, expires_at) VALUES ($1, $2) \
         ON CONFLICT (token_hash) DO NOTHING",
    )
    .bind(token_hash)
    .bind(expires_at)
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes solutions an hour after they expired, so that a clock set back by less makes no solution valid again.
pub(super) async fn delete_old(conn: &mut Conn, now: i64) -> DbResult<()> {
    sql::query("DELETE FROM used_captchas WHERE expires_at < $1")
        .bind(now - crate::clock::HOUR)
        .execute(conn)
        .await?;
    Ok(())
}
