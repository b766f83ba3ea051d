//! Background work: every capability's hooks and job handlers, and cleaning up.

use plumbline_platform::config::Destination;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::HookRegistry;
use plumbline_platform::jobs::{DuplicateJobKind, JobHandler, JobHandlers};
use plumbline_platform::state::AppState;

/// All job handlers, each from the capability that it belongs to, and `more`.
///
/// # Errors
/// If two handlers have the same job kind.
pub fn job_handlers(more: &[JobHandler]) -> Result<JobHandlers, DuplicateJobKind> {
    let all = [
        plumbline_platform::mail::JOB_HANDLERS,
        plumbline_platform::push::JOB_HANDLERS,
        plumbline_platform::files::JOB_HANDLERS,
        crate::accounts::JOB_HANDLERS,
        plumbline_records::contacts::JOB_HANDLERS,
        plumbline_records::profiles::bank::JOB_HANDLERS,
        plumbline_work::emails::JOB_HANDLERS,
        plumbline_work::batches::JOB_HANDLERS,
        plumbline_work::quotes::JOB_HANDLERS,
        plumbline_records::expenses::JOB_HANDLERS,
        plumbline_work::recurring::JOB_HANDLERS,
        plumbline_work::card::JOB_HANDLERS,
        plumbline_work::chasing::JOB_HANDLERS,
        plumbline_records::plans::JOB_HANDLERS,
        plumbline_records::conversions::JOB_HANDLERS,
        plumbline_work::backup::JOB_HANDLERS,
        more,
    ];
    JobHandlers::new(all.into_iter().flatten().copied())
}

/// All hooks, each from the module that reacts to a change.
#[must_use]
pub fn hooks() -> HookRegistry {
    HookRegistry::new([
        plumbline_work::payments::HOOKS,
        plumbline_work::card::HOOKS,
        plumbline_work::emails::HOOKS,
        plumbline_work::stages::HOOKS,
        plumbline_work::credits::HOOKS,
        plumbline_work::chasing::HOOKS,
        plumbline_tax::vat::HOOKS,
        plumbline_work::questions::HOOKS,
    ])
}

/// When the last backup was made, and when the last verified one at the nightly destination was made, unix
/// milliseconds.
pub async fn find_last_backups(
    conn: &mut Conn,
    to: Option<&Destination>,
) -> DbResult<(Option<i64>, Option<i64>)> {
    let proved = plumbline_work::backup::store::find_last_proved(conn, to).await?;
    let made = plumbline_work::backup::store::list_newest(conn, 1).await?;
    let at = |row: &plumbline_work::backup::store::BackupRow| row.made_at;
    // A failed backup has no name.
    let made = made.iter().find(|row| !row.name.is_empty()).or(proved.as_ref());
    Ok((made.map(at), proved.as_ref().map(at)))
}

/// Deletes what has expired.
pub async fn delete_expired(state: &AppState) -> Result<(), ApiError> {
    state.limits.prune();
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    plumbline_platform::sessions::store::delete_ended(&mut tx, now).await?;
    plumbline_platform::idempotency::delete_old(&mut tx, now).await?;
    plumbline_platform::attempts::delete_old(&mut tx, now).await?;
    plumbline_platform::limits::delete_old(&mut tx, now).await?;
    plumbline_platform::captcha::delete_old(&mut tx, now).await?;
    plumbline_platform::jobs::delete_old(&mut tx, now).await?;
    crate::accounts::delete_old(&mut tx, now).await?;
    plumbline_work::emails::delete_old(&mut tx, now).await?;
    plumbline_work::batches::delete_old(&mut tx, now).await?;
    plumbline_work::card::store::events::delete_old(&mut tx, now).await?;
    plumbline_records::notifications::delete_old(&mut tx, now).await?;
    crate::accounts::tidy_exports(state, &mut tx).await?;
    tx.commit().await?;
    Ok(())
}
