//! GET, PUT and DELETE /api/account/support-access: an owner lets support view their account.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::access::{self, SupportAccessRow};
use plumbline_platform::audit::{self, AuditAction, AuditActor};
use plumbline_platform::clock::DAY;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::sessions::store::{self as sessions, SupportSessions};
use plumbline_platform::state::AppState;

/// How long support may look into an account, unless the permission is withdrawn.
const ACCESS_DURATION: i64 = DAY;

/// Whether support may look into the account.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SupportAccess {
    /// When the permission ends, milliseconds since the epoch; null if there is no permission.
    until: Option<i64>,
}

/// Whether support may look into the account.
#[utoipa::path(get, path = "/api/account/support-access", tag = "support",
    operation_id = "support_access", responses((status = 200, body = SupportAccess)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SupportAccess>, ApiError> {
    let mut conn = state.db.read().await?;
    let until = access::find_end(&mut conn, &user.id, state.clock.now_ms()).await?;
    Ok(Json(SupportAccess { until }))
}

/// Allows support to look into the account for 24 hours from now. It requires the password, because somebody who has
/// the phone may know its PIN.
#[utoipa::path(put, path = "/api/account/support-access", tag = "support",
    operation_id = "support_give_access", responses((status = 200, body = SupportAccess), (status = 403, body = ErrorBody)))]
pub(super) async fn give(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SupportAccess>, ApiError> {
    state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
    let now = state.clock.now_ms();
    user.require_fresh_password(now)?;
    let row = SupportAccessRow { user_id: user.id.clone(), given_at: now, ends_at: now + ACCESS_DURATION };
    let mut tx = state.db.begin_write().await?;
    access::save(&mut tx, &row).await?;
    let actor = AuditActor::Account(&user.id, &user.email);
    audit::record(&state, &mut tx, actor, AuditAction::Allow, Some(&user.id), "").await?;
    tx.commit().await?;
    let until = Some(row.ends_at);
    Ok(Json(SupportAccess { until }))
}

/// Withdraws the permission: the session of a support worker who is looking ends. Repeating the request is no error.
#[utoipa::path(delete, path = "/api/account/support-access", tag = "support",
    operation_id = "support_take_access_back", responses((status = 200, body = SupportAccess)))]
pub(super) async fn take_back(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SupportAccess>, ApiError> {
    state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
    let mut tx = state.db.begin_write().await?;
    let was_given = access::delete(&mut tx, &user.id).await?;
    sessions::delete_support_sessions(&mut tx, SupportSessions::Into(&user.id)).await?;
    if was_given {
        let actor = AuditActor::Account(&user.id, &user.email);
        audit::record(&state, &mut tx, actor, AuditAction::Disallow, Some(&user.id), "").await?;
    }
    tx.commit().await?;
    Ok(Json(SupportAccess { until: None }))
}
