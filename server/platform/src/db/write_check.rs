//! Whether the database can be written to: it may still be readable while its disk is full.

use sqlx::query;
use tokio::sync::Mutex;

use super::{Db, DbResult};

/// How long a result is reused, in milliseconds: anybody may request the check, and each attempt waits for the disk.
const RESULT_LIFETIME: i64 = 5_000;

/// The result of the last attempt.
#[derive(Debug, Default)]
pub struct WriteCheck {
    last: Mutex<Option<(i64, Result<(), String>)>>,
}

impl WriteCheck {
    /// Attempts a write, unless that was done within the last five seconds; `now_ms` is in milliseconds since the
    /// epoch.
    ///
    /// # Errors
    /// Why the database accepts no writes, for the log.
    pub async fn check(&self, db: &Db, now_ms: i64) -> Result<(), String> {
        // Callers in the meantime wait for the same attempt.
        let mut last = self.last.lock().await;
        if let Some((tried_at, outcome)) = &*last
            && (0..RESULT_LIFETIME).contains(&(now_ms - tried_at))
        {
            return outcome.clone();
        }
        let outcome = try_write(db, now_ms).await;
        let outcome = outcome.map_err(|error| format!("the database takes no writes: {error}"));
        *last = Some((now_ms, outcome.clone()));
        outcome
    }
}

async fn try_write(db: &Db, now_ms: i64) -> DbResult<()> {
    let mut tx = db.begin_write().await?;
    query(
        "INSERT INTO write_checks (id, checked_at) VALUES (1, $1) \
         ON CONFLICT (id) DO UPDATE SET checked_at = $1",
    )
    .bind(now_ms)
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}
