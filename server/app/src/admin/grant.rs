//! `plumbline admin grant`, `revoke` and `list`: the role is given on the command line alone.

use super::store;
use plumbline_platform::audit::{self, AuditAction, AuditActor};
use plumbline_platform::clock::format_london_date_time;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::BoxError;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::store::{self as sessions, SupportSessions};
use plumbline_platform::state::AppState;

/// Makes the account with this address an administrator.
///
/// # Errors
/// If there is no such account, its address was never verified, or the database fails.
pub async fn grant(state: &AppState, email: &str) -> Result<String, BoxError> {
    let mut tx = state.db.begin_write().await?;
    let (id, verified_at) = find_account(&mut tx, email).await?;
    // Anybody can register an address, so the account may be a stranger's who hopes for the role.
    if verified_at.is_none() {
        return Err(format!("the address {email} was never verified").into());
    }
    if !store::grant(&mut tx, &id, state.clock.now_ms()).await? {
        return Ok(format!("{email} is already an administrator."));
    }
    audit::record(state, &mut tx, AuditActor::Operator, AuditAction::Grant, Some(&id), "").await?;
    tx.commit().await?;
    Ok(format!("{email} is now an administrator: {}", state.link_to("/admin")))
}

/// Takes the role away: the next request is refused, and the administrator's look into another account ends.
///
/// # Errors
/// If there is no such account, or the database fails.
pub async fn revoke(state: &AppState, email: &str) -> Result<String, BoxError> {
    let mut tx = state.db.begin_write().await?;
    let (id, _) = find_account(&mut tx, email).await?;
    if !store::revoke(&mut tx, &id).await? {
        return Ok(format!("{email} isn’t an administrator."));
    }
    sessions::delete_support_sessions(&mut tx, SupportSessions::By(&id)).await?;
    audit::record(state, &mut tx, AuditActor::Operator, AuditAction::Revoke, Some(&id), "").await?;
    tx.commit().await?;
    Ok(format!("{email} is no longer an administrator."))
}

/// The administrators, one per line.
pub async fn list_admins(state: &AppState) -> Result<String, BoxError> {
    let mut conn = state.db.read().await?;
    let all = store::list_admins(&mut conn).await?;
    if all.is_empty() {
        return Ok("There are no administrators yet. To make one: plumbline admin grant EMAIL".to_owned());
    }
    let lines =
        all.iter().map(|(email, since)| format!("{email}: since {}", format_london_date_time(*since)));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Records in the audit log what the operator did to an account with another command, if that succeeded.
///
/// # Errors
/// The error of that command; also if the database fails.
pub async fn record_operator_action(
    state: &AppState,
    message: Result<String, BoxError>,
    email: &str,
    act: AuditAction,
) -> Result<String, BoxError> {
    let text = message?;
    let mut tx = state.db.begin_write().await?;
    let (id, _) = find_account(&mut tx, email).await?;
    audit::record(state, &mut tx, AuditActor::Operator, act, Some(&id), "").await?;
    tx.commit().await?;
    Ok(text)
}

async fn find_account(tx: &mut WriteTx, email: &str) -> Result<(UserId, Option<i64>), BoxError> {
    let key = plumbline_core::credentials::normalise_email(email);
    let found = store::find_by_email(tx, &key).await?;
    Ok(found.ok_or_else(|| format!("there is no account of {email}"))?)
}
