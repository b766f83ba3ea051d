//! Exporting everything of an account: POST and GET /api/account/export and the file. It is built in the background
//! ([`build`]) and stored for three days.

mod build;
mod parts;

pub(super) use build::JOB_HANDLER;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::captcha::LimitedUser;
use super::change_password;
use super::deletion::CurrentPassword;
use super::store::exports::{self, ExportRow, ExportStatus};
use plumbline_platform::clock::{DAY, HOUR, london_date};
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::{Path, RawJson};
use plumbline_platform::ids::ExportId;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::{files, jobs};

/// How long a finished file is stored, in milliseconds.
const RETENTION: i64 = 3 * DAY;
/// How long an export may take, in milliseconds; after that another may be requested.
const TIMEOUT: i64 = HOUR;

/// The progress of an export.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AccountExport {
    /// The id.
    id: ExportId,
    /// `queued`, `running`, `ready` or `failed`.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    status: ExportStatus,
    /// 0 to 100.
    progress: i64,
    /// The size of the finished file in bytes.
    size: Option<i64>,
    /// When the file is deleted, milliseconds since the epoch.
    expires_at: i64,
    /// The address of the file, once it is ready and if the session may download it: the session that requested it, or
    /// one in which the password was just entered.
    url: Option<String>,
}

impl AccountExport {
    fn from_row(row: ExportRow, user: &CurrentUser, now: i64) -> Self {
        let open = row.status == ExportStatus::Ready && is_accessible_to(&row, user, now);
        Self {
            url: open.then(|| format!("/api/account/export/{}/file", row.id)),
            id: row.id,
            status: row.status,
            progress: row.progress,
            size: row.byte_size,
            expires_at: row.expires_at,
        }
    }
}

fn is_accessible_to(row: &ExportRow, user: &CurrentUser, now: i64) -> bool {
    row.user_id == user.id && (row.session_id == user.session_id || user.proof.is_fresh(now))
}

/// Requests an export; if one is already under way, no other is started. Requires the password.
#[utoipa::path(post, operation_id = "ask_export", path = "/api/account/export", tag = "account", request_body = CurrentPassword,
    responses((status = 202, body = AccountExport), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 403, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn request_export(
    State(state): State<AppState>,
    LimitedUser { user, client }: LimitedUser,
    body: RawJson,
) -> Result<(StatusCode, Json<AccountExport>), ApiError> {
    let password = CurrentPassword::parse(&body)?;
    change_password::require_password(&state, &user, client, password).await?;
    state.limits.check_account(AccountLimit::ExportByAccount, &user.id).await?;

    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(row) = exports::find_latest(&mut tx, &user.id).await?
        && matches!(row.status, ExportStatus::Queued | ExportStatus::Running)
        && (now - row.created_at).abs() < TIMEOUT
    {
        return Ok((StatusCode::ACCEPTED, Json(AccountExport::from_row(row, &user, now))));
    }
    let before = exports::list_ids(&mut tx, &user.id).await?;
    delete_exports(&state, &mut tx, &before).await?;
    let row = ExportRow {
        id: state.ids.new_id(),
        user_id: user.id.clone(),
        status: ExportStatus::Queued,
        progress: 0,
        byte_size: None,
        session_id: user.session_id.clone(),
        created_at: now,
        expires_at: now + RETENTION,
    };
    exports::insert(&mut tx, &row).await?;
    jobs::enqueue(&state, &mut tx, build::KIND, row.id.as_str()).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(AccountExport::from_row(row, &user, now))))
}

/// The latest export; null if there is none.
#[utoipa::path(get, path = "/api/account/export", tag = "account",
    responses((status = 200, body = Option<AccountExport>)))]
pub(super) async fn read_latest(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
) -> Result<Json<Option<AccountExport>>, ApiError> {
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let row = exports::find_latest(&mut conn, &user.id).await?;
    let row = row.filter(|row| now < row.expires_at);
    Ok(Json(row.map(|row| AccountExport::from_row(row, &user, now))))
}

/// The finished file, a zip.
#[utoipa::path(get, path = "/api/account/export/{id}/file", tag = "account", params(ExportId),
    responses((status = 200, content_type = "application/zip"),
        (status = 403, body = plumbline_platform::error::ErrorBody), (status = 404, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn download(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
    Path(id): Path<ExportId>,
) -> Result<Response, ApiError> {
    let not_found = || ApiError::not_found("Export");
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let row = exports::find(&mut conn, &id)
        .await?
        .filter(|row| row.user_id == user.id && row.status == ExportStatus::Ready && now < row.expires_at)
        .ok_or_else(not_found)?;
    drop(conn);
    if !is_accessible_to(&row, &user, now) {
        return Err(ApiError::password_required());
    }
    let found = state.files.open_file(&exports::storage_key(&row.id)).await;
    let found = found?.ok_or_else(not_found)?;
    let size = HeaderValue::from(found.meta.size);
    let body = Body::from_stream(found.into_stream());
    let name = format!("plumbline-{}.zip", london_date(row.created_at));
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let mut response = ([(header::CONTENT_TYPE, "application/zip")], body).into_response();
    response.headers_mut().insert(header::CONTENT_LENGTH, size);
    response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition.map_err(ApiError::internal)?);
    Ok(response)
}

/// Deletes the exports that have expired.
pub async fn delete_expired(state: &AppState, tx: &mut WriteTx) -> Result<(), ApiError> {
    let expired = exports::list_expired(tx, state.clock.now_ms()).await?;
    delete_exports(state, tx, &expired).await
}

async fn delete_exports(state: &AppState, tx: &mut WriteTx, ids: &[ExportId]) -> Result<(), ApiError> {
    let keys: Vec<String> = ids.iter().map(exports::storage_key).collect();
    files::enqueue_removal(state, tx, &keys).await?;
    for id in ids {
        exports::delete(tx, id).await?;
    }
    Ok(())
}

/// Stores the progress of an export, in a transaction of its own. Returns whether the export still exists.
async fn set_progress(
    state: &AppState,
    id: &ExportId,
    (status, progress): (ExportStatus, i64),
    size: Option<i64>,
) -> DbResult<bool> {
    let mut tx = state.db.begin_write().await?;
    let wanted = exports::set_state(&mut tx, id, status, progress, size).await?;
    tx.commit().await?;
    Ok(wanted)
}
