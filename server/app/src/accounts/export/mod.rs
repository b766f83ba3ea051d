//! Exporting everything of an account: POST and GET /api/account/export and the file. It is built in the background
//! ([`build`]) and kept for three days.

mod build;
mod parts;
mod table;

pub(super) use build::DUTY;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::confirm_password;
use super::delete::CurrentPassword;
use super::store::exports::{self, ExportRow, Stage};
use super::within_limits::AtSettings;
use plumbline_platform::clock::{DAY, HOUR, london_date};
use plumbline_platform::db::{DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::files;
use plumbline_platform::http::{Path, RawJson};
use plumbline_platform::ids::ExportId;
use plumbline_platform::jobs;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// How long a finished file is kept.
const KEPT: i64 = 3 * DAY;
/// An export that is not finished by then is not waited for: another may be asked for.
const PATIENCE: i64 = HOUR;

/// How far an export is.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Export {
    /// The id.
    id: ExportId,
    /// `queued`, `running`, `ready` or `failed`.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    status: Stage,
    /// 0 to 100.
    progress: i64,
    /// The size of the finished file in bytes.
    size: Option<i64>,
    /// When the file goes, milliseconds since the epoch.
    expires_at: i64,
    /// Where the file is, once it is ready and for whoever may have it: the session that asked for
    /// it, or one in which the password was entered a moment ago.
    url: Option<String>,
}

impl Export {
    fn of(row: ExportRow, user: &CurrentUser, now: i64) -> Self {
        let open = row.status == Stage::Ready && is_open_to(&row, user, now);
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

fn is_open_to(row: &ExportRow, user: &CurrentUser, now: i64) -> bool {
    row.user_id == user.id && (row.session_id == user.session_id || user.proof.is_fresh(now))
}

/// Asks for an export; one that is under way is not begun again. Asks for the password.
#[utoipa::path(post, operation_id = "ask_export", path = "/api/account/export", tag = "account", request_body = CurrentPassword,
    responses((status = 202, body = Export), (status = 400, body = plumbline_platform::error::ErrorBody),
        (status = 403, body = plumbline_platform::error::ErrorBody), (status = 429)))]
pub(super) async fn ask(
    State(state): State<AppState>,
    AtSettings { user, client }: AtSettings,
    body: RawJson,
) -> Result<(StatusCode, Json<Export>), ApiError> {
    let password = CurrentPassword::of(&body)?;
    confirm_password::require(&state, &user, client, password).await?;
    state
        .limits
        .check_account(AccountLimit::ExportByAccount, &user.id)
        .await?;

    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(row) = exports::latest(&mut tx, &user.id).await?
        && matches!(row.status, Stage::Queued | Stage::Running)
        && (now - row.created_at).abs() < PATIENCE
    {
        return Ok((StatusCode::ACCEPTED, Json(Export::of(row, &user, now))));
    }
    let before = exports::ids(&mut tx, &user.id).await?;
    remove(&state, &mut tx, &before).await?;
    let row = ExportRow {
        id: state.ids.new_id(),
        user_id: user.id.clone(),
        status: Stage::Queued,
        progress: 0,
        byte_size: None,
        session_id: user.session_id.clone(),
        created_at: now,
        expires_at: now + KEPT,
    };
    exports::insert(&mut tx, &row).await?;
    jobs::enqueue(&state, &mut tx, build::KIND, &row.id).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(Export::of(row, &user, now))))
}

/// The latest export; null when there is none.
#[utoipa::path(get, path = "/api/account/export", tag = "account",
    responses((status = 200, body = Option<Export>)))]
pub(super) async fn latest(
    State(state): State<AppState>,
    AtSettings { user, .. }: AtSettings,
) -> Result<Json<Option<Export>>, ApiError> {
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let row = exports::latest(&mut conn, &user.id).await?;
    let row = row.filter(|row| now < row.expires_at);
    Ok(Json(row.map(|row| Export::of(row, &user, now))))
}

/// The finished file: a zip.
#[utoipa::path(get, path = "/api/account/export/{id}/file", tag = "account", params(ExportId),
    responses((status = 200, content_type = "application/zip"),
        (status = 403, body = plumbline_platform::error::ErrorBody), (status = 404, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn file(
    State(state): State<AppState>,
    AtSettings { user, .. }: AtSettings,
    Path(id): Path<ExportId>,
) -> Result<Response, ApiError> {
    let not_found = || ApiError::not_found("Export");
    let now = state.clock.now_ms();
    let mut conn = state.db.read().await?;
    let row = exports::find(&mut conn, &id)
        .await?
        .filter(|row| row.user_id == user.id && row.status == Stage::Ready && now < row.expires_at)
        .ok_or_else(not_found)?;
    drop(conn);
    if !is_open_to(&row, &user, now) {
        return Err(ApiError::password_required());
    }
    let found = state.files.open_file(&exports::key(&row.id)).await;
    let found = found?.ok_or_else(not_found)?;
    let size = HeaderValue::from(found.meta.size);
    let body = Body::from_stream(found.into_stream());
    let name = format!("plumbline-{}.zip", london_date(row.created_at));
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let mut response = ([(header::CONTENT_TYPE, "application/zip")], body).into_response();
    response.headers_mut().insert(header::CONTENT_LENGTH, size);
    response.headers_mut().insert(
        header::CONTENT_DISPOSITION,
        disposition.map_err(ApiError::internal)?,
    );
    Ok(response)
}

/// Removes the files that have run out.
///
/// # Errors
/// When the database fails.
pub async fn tidy(state: &AppState, tx: &mut WriteTx) -> Result<(), ApiError> {
    let expired: Vec<String> = exports::expired(tx, state.clock.now_ms()).await?;
    remove(state, tx, &expired).await
}

async fn remove(state: &AppState, tx: &mut WriteTx, ids: &[String]) -> Result<(), ApiError> {
    let keys: Vec<String> = ids.iter().map(|id| exports::key(id)).collect();
    files::remove_later(state, tx, &keys).await?;
    for id in ids {
        exports::delete(tx, id).await?;
    }
    Ok(())
}

/// Notes how far it is, in a transaction of its own; whether it is still wanted.
async fn note(
    state: &AppState,
    id: &str,
    (status, progress): (Stage, i64),
    size: Option<i64>,
) -> DbResult<bool> {
    let mut tx = state.db.begin_write().await?;
    let wanted = exports::set_state(&mut tx, id, status, progress, size).await?;
    tx.commit().await?;
    Ok(wanted)
}
