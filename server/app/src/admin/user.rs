//! GET /api/admin/users/{id}

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::Admin;
use super::health::EMAIL_JOBS;
use super::store::{self, users};
use super::users::{AdminUser, to_admin_user};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, GivenUpJob};
use plumbline_platform::sessions::user_agent;
use plumbline_platform::state::AppState;
use plumbline_records::support::store::access;

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
        access_until: access::find_end(&mut conn, id, state.clock.now_ms()).await?,
        user: to_admin_user(state, &mut conn, line).await?,
        documents,
        pictures,
        bytes,
        devices: devices
            .into_iter()
            .map(|(agent, last_used_at)| AdminDevice {
                device: user_agent::describe_user_agent(&agent),
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
