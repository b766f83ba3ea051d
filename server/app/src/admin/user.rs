//! GET /api/admin/users/{id}

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::Admin;
use super::health::MAILS;
use super::store::{self, users};
use super::users::{AdminUser, told_of};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::{self, GivenUp};
use plumbline_platform::sessions::agent;
use plumbline_platform::state::AppState;
use plumbline_records::support::store::access;

/// How many failures are shown.
const SHOWN: i64 = 20;

/// An account: who, how much, and what failed; never what its documents say.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminUserInFull {
    /// As in the list.
    #[serde(flatten)]
    user: AdminUser,
    /// Whether it looks after accounts.
    is_admin: bool,
    /// Why it is kept out.
    suspended_for: Option<String>,
    /// Until when support may look into it, milliseconds since the epoch.
    access_until: Option<i64>,
    /// Quotes, invoices and credit notes.
    documents: i64,
    /// Pictures.
    pictures: i64,
    /// The bytes of everything.
    bytes: i64,
    /// Its browsers, the latest used first.
    devices: Vec<AdminDevice>,
    /// What was given up last, such as mails that could not be delivered.
    failed: Vec<AdminFailure>,
}

/// A browser in which the account's password was entered.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminDevice {
    /// In words: `Chrome on Android`.
    device: String,
    /// When somebody last signed in on it, milliseconds since the epoch.
    last_used_at: i64,
}

/// Work that was given up.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminFailure {
    /// The word of its kind: `document_mail`.
    kind: String,
    /// When, milliseconds since the epoch.
    at: i64,
    /// What was the matter. Of addresses in it the host alone.
    error: String,
    /// Whether it was an email.
    is_mail: bool,
}

impl From<GivenUp> for AdminFailure {
    fn from(job: GivenUp) -> Self {
        Self {
            is_mail: MAILS.contains(&job.kind.as_str()),
            kind: job.kind,
            at: job.at,
            error: jobs::without_addresses(&job.error),
        }
    }
}

/// An account.
#[utoipa::path(get, path = "/api/admin/users/{id}", tag = "admin", operation_id = "user",
    params(UserId), responses((status = 200, body = AdminUserInFull), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    _: Admin,
    Path(id): Path<UserId>,
) -> Result<Json<AdminUserInFull>, ApiError> {
    of(&state, &id).await.map(Json)
}

/// An account as it stands now.
pub(super) async fn of(state: &AppState, id: &UserId) -> Result<AdminUserInFull, ApiError> {
    let mut conn = state.db.read().await?;
    let line = users::find(&mut conn, id).await?;
    let line = line.ok_or_else(|| ApiError::not_found("Account"))?;
    let suspension = store::suspension(&mut conn, id).await?;
    let (documents, pictures, bytes) = users::kept(&mut conn, id).await?;
    let devices = users::devices(&mut conn, id).await?;
    let failed = jobs::last_given_up(&mut conn, Some(id), SHOWN).await?;
    Ok(AdminUserInFull {
        is_admin: store::is_admin(&mut conn, id).await?,
        suspended_for: suspension.map(|row| row.reason),
        access_until: access::until(&mut conn, id, state.clock.now_ms()).await?,
        user: told_of(state, &mut conn, line).await?,
        documents,
        pictures,
        bytes,
        devices: devices
            .into_iter()
            .map(|(agent, last_used_at)| AdminDevice {
                device: agent::describe(&agent),
                last_used_at,
            })
            .collect(),
        failed: failed.into_iter().map(AdminFailure::from).collect(),
    })
}

/// What was given up last on the whole server.
pub(super) async fn all_failed(state: &AppState) -> Result<Vec<AdminFailure>, ApiError> {
    let mut conn = state.db.read().await?;
    let failed = jobs::last_given_up(&mut conn, None, SHOWN).await?;
    Ok(failed.into_iter().map(AdminFailure::from).collect())
}
