//! POST /api/admin/users/{id}/suspend and /restore

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::store::{self, SuspensionRow};
use super::user::{self, AdminUserDetails};
use super::{Admin, REASON_MAX, emails, find_other};
use plumbline_platform::audit::{self, AuditAction};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::UserId;
use plumbline_platform::live::{Announcement, announce};
use plumbline_platform::mail::{self, Mail};
use plumbline_platform::state::AppState;

/// Why something is done.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminReason {
    /// The reason, for the audit log.
    reason: String,
}

impl AdminReason {
    /// The validated reason.
    pub(super) fn validate(self) -> Result<String, ApiError> {
        let mut checks = FieldChecks::new();
        checks.check_required_line("reason", &self.reason, REASON_MAX, "Please say why.");
        checks.into_result()?;
        Ok(self.reason.trim().to_owned())
    }
}

/// Suspends an account and notifies its owner. Repeating the request is not an error.
#[utoipa::path(post, path = "/api/admin/users/{id}/suspend", tag = "admin", params(UserId),
    request_body = AdminReason, responses((status = 200, body = AdminUserDetails),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn suspend(
    State(state): State<AppState>,
    admin: Admin,
    Path(id): Path<UserId>,
    ApiJson(reason): ApiJson<AdminReason>,
) -> Result<Json<AdminUserDetails>, ApiError> {
    let reason = reason.validate()?;
    admin.0.require_fresh_password(state.clock.now_ms())?;
    let mut tx = state.db.begin_write().await?;
    let person = find_other(&mut tx, &admin, &id).await?;
    let row = SuspensionRow { user_id: id.clone(), reason, suspended_at: state.clock.now_ms() };
    if store::suspend(&mut tx, &row).await? {
        let email = emails::compose_suspended(&state, &id, &person)?;
        let given = (AuditAction::Suspend, row.reason.as_str());
        record_action(&state, &mut tx, &admin, &id, given, &email).await?;
        // Makes open windows check whether they are still signed in, so that they close their sockets.
        announce(&mut tx, &Announcement::notification(&id)).await?;
        tx.commit().await?;
    }
    user::load_user(&state, &id).await.map(Json)
}

/// Ends the suspension of an account and notifies its owner. Repeating the request is not an error.
#[utoipa::path(post, path = "/api/admin/users/{id}/restore", tag = "admin", params(UserId),
    request_body = AdminReason, responses((status = 200, body = AdminUserDetails),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn restore(
    State(state): State<AppState>,
    admin: Admin,
    Path(id): Path<UserId>,
    ApiJson(reason): ApiJson<AdminReason>,
) -> Result<Json<AdminUserDetails>, ApiError> {
    let reason = reason.validate()?;
    let mut tx = state.db.begin_write().await?;
    let person = find_other(&mut tx, &admin, &id).await?;
    if store::restore(&mut tx, &id).await? {
        let email = emails::compose_restored(&state, &id, &person)?;
        let given = (AuditAction::Restore, reason.as_str());
        record_action(&state, &mut tx, &admin, &id, given, &email).await?;
        tx.commit().await?;
    }
    user::load_user(&state, &id).await.map(Json)
}

/// Records in the audit log what was done to an account, and notifies its owner.
async fn record_action(
    state: &AppState,
    tx: &mut WriteTx,
    admin: &Admin,
    id: &UserId,
    (act, reason): (AuditAction, &str),
    email: &Mail,
) -> Result<(), ApiError> {
    audit::record(state, tx, admin.actor(), act, Some(id), reason).await?;
    mail::enqueue(state, tx, email).await?;
    Ok(())
}
