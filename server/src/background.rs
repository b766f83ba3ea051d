//! What the house does by itself: every capability's hooks and jobs, and clearing away.

use crate::config::Destination;
use crate::db::{Conn, DbResult};
use crate::error::ApiError;
use crate::hooks::Registry;
use crate::jobs::{Duties, Duty, DutyError};
use crate::state::AppState;

/// Every kind of job, each from the capability that does it, and `more`.
///
/// # Errors
/// When two of them have one word.
pub fn duties(more: &[Duty]) -> Result<Duties, DutyError> {
    let all = [
        crate::mail::DUTIES,
        crate::push::DUTIES,
        crate::files::DUTIES,
        crate::accounts::DUTIES,
        crate::contacts::DUTIES,
        crate::profiles::bank::DUTIES,
        crate::letters::DUTIES,
        crate::batches::DUTIES,
        crate::quotes::DUTIES,
        crate::expenses::DUTIES,
        crate::recurring::DUTIES,
        crate::card::DUTIES,
        crate::chasing::DUTIES,
        crate::plans::DUTIES,
        crate::conversions::DUTIES,
        crate::backup::DUTIES,
        more,
    ];
    Duties::of(all.into_iter().flatten().copied())
}

/// Every hook, each from the room that has something to do then.
#[must_use]
pub fn hooks() -> Registry {
    Registry::of([
        crate::payments::HOOKS,
        crate::card::HOOKS,
        crate::letters::HOOKS,
        crate::stages::HOOKS,
        crate::credits::HOOKS,
        crate::chasing::HOOKS,
        crate::vat::HOOKS,
        crate::asking::HOOKS,
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
    let proved = crate::backup::store::last_proved(conn, to).await?;
    let made = crate::backup::store::newest(conn, 1).await?;
    let at = |row: &crate::backup::store::BackupRow| row.made_at;
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
    crate::sessions::store::delete_ended(&mut tx, now).await?;
    crate::idempotency::delete_old(&mut tx, now).await?;
    crate::attempts::delete_old(&mut tx, now).await?;
    crate::limits::delete_old(&mut tx, now).await?;
    crate::captcha::delete_old(&mut tx, now).await?;
    crate::jobs::delete_old(&mut tx, now).await?;
    crate::accounts::delete_old(&mut tx, now).await?;
    crate::letters::delete_old(&mut tx, now).await?;
    crate::batches::delete_old(&mut tx, now).await?;
    crate::card::store::events::delete_old(&mut tx, now).await?;
    crate::notifications::delete_old(&mut tx, now).await?;
    crate::accounts::tidy_exports(state, &mut tx).await?;
    tx.commit().await?;
    Ok(())
}
