//! GET /api/admin/users/{id}

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::health::EMAIL_JOBS;
use super::store::{self, SuspensionRow, users};
use super::users::{AdminUser, to_admin_user};
use super::{Admin, REASON_MAX, emails, find_other};
use plumbline_platform::audit::{self, AuditAction};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, GivenUpJob};
use plumbline_platform::live::{Announcement, announce};
use plumbline_platform::mail::{self, Mail};
use plumbline_platform::sessions::devices;
use plumbline_platform::state::AppState;

/// How many failed jobs are listed.
const FAILURES_MAX: i64 = 20;

/// An account: who it belongs to, how much it stores, and what failed; never the contents of its documents.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminUserDetails {
    /// The fields of the list.
    #[serde(flatten)]
    user: AdminUser,
    /// Whether it is an administrator.
    is_admin: bool,
    /// Why it is suspended; `None` if it is not.
    suspended_for: Option<String>,
    /// Until when support may look into it, milliseconds since the epoch.
    access_until: Option<i64>,
    /// The number of quotes, invoices and credit notes.
    documents: i64,
    /// The number of pictures.
    pictures: i64,
    /// The bytes in total.
    bytes: i64,
    /// Its browsers, the last used first.
    devices: Vec<AdminDevice>,
    /// The latest jobs that failed for good, such as emails that could not be delivered.
    failed: Vec<AdminFailure>,
}

/// A browser in which the account's password was entered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminDevice {
    /// Its browser and system: `Chrome on Android`.
    device: String,
    /// When somebody last signed in on it, milliseconds since the epoch.
    last_used_at: i64,
}

/// A job that failed for good.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminFailure {
    /// The code of its kind: `document_mail`.
    kind: String,
    /// When it failed, milliseconds since the epoch.
    at: i64,
    /// The error. Email addresses in it are reduced to their host.
    error: String,
    /// Whether it was an email.
    is_mail: bool,
}

impl From<GivenUpJob> for AdminFailure {
    fn from(job: GivenUpJob) -> Self {
        Self {
            is_mail: EMAIL_JOBS.contains(&job.kind.as_str()),
            kind: job.kind,
            at: job.at,
            error: jobs::redact_addresses(&job.error),
        }
    }
}

/// An account.
#[utoipa::path(get, path = "/api/admin/users/{id}", tag = "admin", operation_id = "user",
    params(UserId), responses((status = 200, body = AdminUserDetails), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn read_user(
    State(state): State<AppState>,
    _: Admin,
    Path(id): Path<UserId>,
) -> Result<Json<AdminUserDetails>, ApiError> {
    load_user(&state, &id).await.map(Json)
}

/// An account in its current state.
pub(super) async fn load_user(state: &AppState, id: &UserId) -> Result<AdminUserDetails, ApiError> {
    let mut conn = state.db.read().await?;
    let line = users::find(&mut conn, id).await?;
    let line = line.ok_or_else(|| ApiError::not_found("Account"))?;
    let suspension = store::find_suspension(&mut conn, id).await?;
    let (documents, pictures, bytes) = users::storage_used(&mut conn, id).await?;
    let devices = users::list_devices(&mut conn, id).await?;
    let failed = jobs::list_given_up(&mut conn, Some(id), FAILURES_MAX).await?;
    Ok(AdminUserDetails {
        is_admin: store::is_admin(&mut conn, id).await?,
        suspended_for: suspension.map(|row| row.reason),
        access_until: plumbline_records::support::store::find_end(&mut conn, id, state.clock.now_ms())
            .await?,
        user: to_admin_user(state, &mut conn, line).await?,
        documents,
        pictures,
        bytes,
        devices: devices
            .into_iter()
            .map(|(agent, last_used_at)| AdminDevice {
                device: devices::describe_user_agent(&agent),
                last_used_at,
            })
            .collect(),
        failed: failed.into_iter().map(AdminFailure::from).collect(),
    })
}

/// The latest jobs of the whole server that failed for good.
pub(super) async fn list_failures(state: &AppState) -> Result<Vec<AdminFailure>, ApiError> {
    let mut conn = state.db.read().await?;
    let failed = jobs::list_given_up(&mut conn, None, FAILURES_MAX).await?;
    Ok(failed.into_iter().map(AdminFailure::from).collect())
}

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
    load_user(&state, &id).await.map(Json)
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
    load_user(&state, &id).await.map(Json)
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
