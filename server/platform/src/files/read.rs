//! GET /api/files/{id}

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::store::{self, FileRow, Purpose};
use crate::error::ApiError;
use crate::http::Path;
use crate::ids::{FileId, UserId};
use crate::state::AppState;

/// A logo. Its bytes never change, and the headers make sure that nothing in it runs as a script.
#[utoipa::path(get, path = "/api/files/{id}", tag = "files", params(FileId),
    responses((status = 200, content_type = "image/png"), (status = 404, body = crate::error::ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    Path(id): Path<FileId>,
) -> Result<Response, ApiError> {
    let not_found = || ApiError::not_found("File");
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &id).await?;
    drop(conn);
    let file = found.filter(|file| file.kind == Purpose::Logo).ok_or_else(not_found)?;
    let bytes = state.files.get(id.as_str()).await?.ok_or_else(not_found)?;
    let headers = [
        (header::CONTENT_TYPE, file.content_type.code()),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (header::CONTENT_DISPOSITION, "inline"),
    ];
    Ok((headers, bytes).into_response())
}

/// A picture of an account with this purpose, for the account itself; `None` if it belongs to another account, has
/// another purpose, or is gone.
pub async fn respond_with_own(
    state: &AppState,
    user_id: &UserId,
    id: &FileId,
    purpose: Purpose,
) -> Result<Option<Response>, ApiError> {
    let mut conn = state.db.read().await?;
    let row = store::find(&mut conn, id).await?;
    drop(conn);
    match row.filter(|row| row.user_id == *user_id && row.kind == purpose) {
        Some(row) => respond_privately(state, &row).await,
        None => Ok(None),
    }
}

/// A picture for those who may see it, which the caller has checked; `None` if its bytes are gone. The response may be
/// cached for good, because the bytes never change.
pub async fn respond_privately(state: &AppState, row: &FileRow) -> Result<Option<Response>, ApiError> {
    let bytes = state.files.get(row.id.as_str()).await?;
    let headers = [
        (header::CONTENT_TYPE, row.content_type.code()),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (header::CONTENT_DISPOSITION, "inline"),
    ];
    Ok(bytes.map(|bytes| (headers, bytes).into_response()))
}
