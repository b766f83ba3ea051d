//! Background work: every capability's hooks and job handlers, and cleaning up.

use plumbline_platform::config::Destination;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::Registry;
use plumbline_platform::jobs::{Duties, Duty, DutyError};
use plumbline_platform::state::AppState;

/// Every kind of job, each from the capability that does it, and `more`.
///
/// # Errors
/// When two of them have one word.
pub fn duties(more: &[Duty]) -> Result<Duties, DutyError> {
    let all = [
        plumbline_platform::mail::DUTIES,
        plumbline_platform::push::DUTIES,
        plumbline_platform::files::DUTIES,
        crate::accounts::DUTIES,
        plumbline_records::contacts::DUTIES,
        plumbline_records::profiles::bank::DUTIES,
        plumbline_work::letters::DUTIES,
        plumbline_work::batches::DUTIES,
        plumbline_work::quotes::DUTIES,
        plumbline_records::expenses::DUTIES,
        plumbline_work::recurring::DUTIES,
        plumbline_work::card::DUTIES,
        plumbline_work::chasing::DUTIES,
        plumbline_records::plans::DUTIES,
        plumbline_records::conversions::DUTIES,
        plumbline_work::backup::DUTIES,
        more,
    ];
    Duties::of(all.into_iter().flatten().copied())
}

/// Every hook, each from the room that has something to do then.
#[must_use]
pub fn hooks() -> Registry {
    Registry::of([
        plumbline_work::payments::HOOKS,
        plumbline_work::card::HOOKS,
        plumbline_work::letters::HOOKS,
        plumbline_work::stages::HOOKS,
        plumbline_work::credits::HOOKS,
        plumbline_work::chasing::HOOKS,
        plumbline_tax::vat::HOOKS,
        plumbline_work::asking::HOOKS,
    ])
}

/// When the last backup was made, and the last that proved itself where they are made each night, unix milliseconds.
///
/// # Errors
/// When the database fails.
pub async fn last_backups(
    conn: &mut Conn,
    to: Option<&Destination>,
) -> DbResult<(Option<i64>, Option<i64>)> {
    let proved = plumbline_work::backup::store::last_proved(conn, to).await?;
    let made = plumbline_work::backup::store::newest(conn, 1).await?;
    let at = |row: &plumbline_work::backup::store::BackupRow| row.made_at;
    // One that was to be made and was not has no name.
    let made = made
        .iter()
        .find(|row| !row.name.is_empty())
        .or(proved.as_ref());
    Ok((made.map(at), proved.as_ref().map(at)))
}

/// Clears away what has run out.
///
/// # Errors
/// When the database fails.
pub async fn tidy(state: &AppState) -> Result<(), ApiError> {
    state.limits.tidy();
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    plumbline_platform::sessions::store::delete_ended(&mut tx, now).await?;
    plumbline_platform::idempotency::delete_old(&mut tx, now).await?;
    plumbline_platform::attempts::delete_old(&mut tx, now).await?;
    plumbline_platform::limits::delete_old(&mut tx, now).await?;
    plumbline_platform::captcha::delete_old(&mut tx, now).await?;
    plumbline_platform::jobs::delete_old(&mut tx, now).await?;
    crate::accounts::delete_old(&mut tx, now).await?;
    plumbline_work::letters::delete_old(&mut tx, now).await?;
    plumbline_work::batches::delete_old(&mut tx, now).await?;
    plumbline_work::card::store::events::delete_old(&mut tx, now).await?;
    plumbline_records::notifications::delete_old(&mut tx, now).await?;
    crate::accounts::tidy_exports(state, &mut tx).await?;
    tx.commit().await?;
    Ok(())
}
