//! The job: ends an account whose address nobody verified within seven days, in the same way as when its owner
//! deletes it. The owner of the address may never have asked for the account, so emails to it greet nobody by name,
//! and the address becomes free again.
//!
//! It is scheduled when the account is registered and cancelled by the code, or by a link to a new password, which
//! proves the same. An account in which somebody once signed in, or that has any data, is left alone, even if
//! nothing records that it was verified.

use super::store::{self, UserRow, codes};
use super::{deletion, retry_later};
use plumbline_platform::clock::{DAY, is_valid_at};
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane, Schedule};
use plumbline_platform::state::{AppState, Services};

/// How long an account may wait for its code, in milliseconds.
pub(super) const LIFETIME: i64 = 7 * DAY;

const KIND: JobKind = JobKind::new("end_unverified", Lane::Bulk);

/// The handler of the job.
pub(super) const JOB_HANDLER: JobHandler = JobHandler::new(KIND, |state, task| {
    Box::pin(async {
        let user_id = task.payload.parse().map_err(JobFailure::permanent)?;
        end_if_unverified(state, &user_id).await.map_err(retry_later)
    })
});

fn schedule_key(user_id: &UserId) -> String {
    format!("unverified:{user_id}")
}

/// Schedules the deletion of an account that was just registered.
pub(super) async fn schedule(services: &Services, tx: &mut WriteTx, user: &UserRow) -> DbResult<()> {
    schedule_at(services, tx, &user.id, user.created_at + LIFETIME).await
}

async fn schedule_at(services: &Services, tx: &mut WriteTx, user_id: &UserId, due_at: i64) -> DbResult<()> {
    let schedule = Schedule {
        key: &schedule_key(user_id),
        user_id: Some(user_id),
        kind: KIND,
        payload: user_id.as_str(),
        due_at,
    };
    jobs::schedule(services, tx, &schedule).await
}

/// Records that the address is verified, and cancels the deletion. Returns whether the account still exists.
pub(super) async fn mark_verified(tx: &mut WriteTx, user_id: &UserId, now: i64) -> DbResult<bool> {
    let there = store::set_verified(tx, user_id, now).await?;
    jobs::cancel(tx, &schedule_key(user_id)).await?;
    Ok(there)
}

async fn end_if_unverified(state: &AppState, user_id: &UserId) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    // Locked, so that a code entered at this moment comes either before or after.
    let Some(user) = store::lock(&mut tx, user_id).await? else {
        return Ok(());
    };
    if user.verified_at.is_some() || is_used(&mut tx, &user).await? {
        return Ok(());
    }
    let due_at = due_at(&mut tx, &user).await?;
    if state.clock.now_ms() < due_at {
        schedule_at(state, &mut tx, &user.id, due_at).await?;
        tx.commit().await?;
        return Ok(());
    }
    deletion::delete_account(state, &mut tx, &user).await?;
    tx.commit().await?;
    deletion::empty_database_log(state).await;
    Ok(())
}

/// When the account is deleted, recalculated because the clock may have been corrected since it was scheduled. A code
/// that was sent within the seven days is valid until it expires.
async fn due_at(tx: &mut WriteTx, user: &UserRow) -> DbResult<i64> {
    let over = user.created_at + LIFETIME;
    let code = codes::find(tx, &user.id).await?;
    let code = code.filter(|code| code.sent_at < over && is_valid_at(over, code.sent_at, code.expires_at));
    Ok(code.map_or(over, |code| code.expires_at))
}

/// Whether somebody has signed in, or anything was stored in the account.
async fn is_used(tx: &mut WriteTx, user: &UserRow) -> DbResult<bool> {
    Ok(user.last_login_at.is_some() || store::has_content(tx, &user.id).await?)
}
