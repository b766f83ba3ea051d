//! What the operator did with backups by hand, for the audit log; and emails that must not be sent twice because of
//! a restore.

use std::sync::Arc;

use super::BackupError;
use super::store::BackupRow;
use plumbline_platform::audit::{self, AuditAction};
use plumbline_platform::clock::{SystemClock, format_london_date_time};
use plumbline_platform::config::Config;
use plumbline_platform::db::{Db, DbResult};
use plumbline_platform::ids::{Ids, SystemEntropy};
use plumbline_platform::mail;

/// Records that a backup was made. If the tables are older than the log, the backup is made anyway.
pub async fn record_made(db: &Db, row: &BackupRow, now: i64) {
    let file = format!("{}/{}", row.place.trim_end_matches('/'), row.name);
    if let Err(error) = record(db, now, AuditAction::BackUp, &file).await {
        tracing::warn!(%error, "the audit log could not be written");
    }
}

/// Prepares a backup that is about to replace all current data: records the restore in it, and stops the emails that
/// were waiting in it from being sent.
pub(super) async fn record_restored(
    db: &Db,
    (made_at, name): (i64, &str),
    holds: bool,
    now: i64,
) -> DbResult<()> {
    let faults = if holds { "" } else { ", which failed its check" };
    let text = format!("Of {}: {name}{faults}", format_london_date_time(made_at));
    record(db, now, AuditAction::RestoreBackup, &text).await?;
    hold_emails(db, now).await
}

/// Records that the data moved aside was brought back. It may be of any version, also one that has no log yet.
pub(super) async fn record_taken_back(config: &Config, before: &str, now: i64) {
    let noted = async {
        let url = config.database_url.as_deref();
        let db = Db::open_without_migrating(url, &config.data, 2).await?;
        let text = format!("The data it had restored is in {before}.");
        let noted = record(&db, now, AuditAction::TakeRestoreBack, &text).await;
        // The restored data may have sent these emails meanwhile.
        let cached = hold_emails(&db, now).await;
        db.close().await;
        noted.and(cached).map_err(BackupError::from)
    };
    if let Err(error) = noted.await {
        tracing::warn!(%error, "the audit log could not be written");
    }
}

async fn hold_emails(db: &Db, now: i64) -> DbResult<()> {
    let mut tx = db.begin_write().await?;
    let cached = mail::hold_back_restored(&mut tx, now).await?;
    tx.commit().await?;
    if cached > 0 {
        tracing::warn!(cached, "mails that waited are held: they may have gone out before");
    }
    Ok(())
}

async fn record(db: &Db, now: i64, act: AuditAction, about: &str) -> DbResult<()> {
    let ids = Ids::new(Arc::new(SystemClock), Arc::new(SystemEntropy));
    let mut tx = db.begin_write().await?;
    audit::record_by_operator(&mut tx, (&ids, now), act, about).await?;
    tx.commit().await
}
