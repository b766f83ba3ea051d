//! POST /api/files

use axum::Json;
use axum::body::Bytes;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use serde::Serialize;
use tokio::sync::Semaphore;

use super::picture::{self, Picture, PictureError};
use super::store::{self, FileRow, Purpose};
use super::{PICTURE_LIMIT, clear, url_of_id};
use crate::error::{ApiError, FieldError};
use crate::http::form;
use crate::ids::{FileId, UserId, sha256_hex};
use crate::limits::quota::{self, Kept};
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Pictures decoded at a time: each may take a good deal of memory.
static ROOM: Semaphore = Semaphore::const_new(2);

/// A file that is kept now.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct UploadedFile {
    /// The id.
    id: String,
    /// Where it is read: what a profile's `logoUrl` takes.
    url: String,
}

/// The form of an upload.
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct UploadForm {
    /// A PNG, JPEG or WebP picture: at most 5 MB, at most 4096 pixels a side.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Keeps a picture (multipart field `file`), upright, at most 1024 pixels a side, without anything
/// that is not pixels.
#[utoipa::path(post, path = "/api/files", tag = "files",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadedFile), (status = 413), (status = 415),
        (status = 422, body = crate::error::ErrorBody)))]
pub(super) async fn upload(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Json<UploadedFile>), ApiError> {
    let bytes = form::file_of(form, PICTURE_LIMIT).await?;
    let id = state.ids.new_id();
    let kept = keep_picture(&state, &user.id, &id, Purpose::Logo, bytes).await?;
    let url = url_of_id(&kept.id);
    let id = kept.id.into();
    Ok((StatusCode::CREATED, Json(UploadedFile { id, url })))
}

/// Keeps a picture under an id, encoded anew as its purpose has it. It goes after a while where
/// nothing uses it.
///
/// # Errors
/// 422 where it is no picture, or too large, and where the account has no more room.
pub async fn keep_picture(
    state: &AppState,
    user_id: &UserId,
    id: &FileId,
    purpose: Purpose,
    bytes: Bytes,
) -> Result<FileRow, ApiError> {
    let frame = purpose.frame();
    let room = ROOM.acquire().await.map_err(ApiError::unavailable)?;
    let renewed = tokio::task::spawn_blocking(move || picture::renew(&bytes, frame)).await;
    drop(room);
    let picture = renewed.map_err(ApiError::internal)?.map_err(refused)?;
    keep(state, user_id, id, purpose, picture).await
}

/// The file first and its row after it: a crash between them leaves a file that nobody names.
async fn keep(
    state: &AppState,
    user_id: &UserId,
    id: &FileId,
    purpose: Purpose,
    picture: Picture,
) -> Result<FileRow, ApiError> {
    let bytes = Bytes::from(picture.bytes);
    state
        .files
        .put(id, bytes.clone())
        .await
        .map_err(ApiError::internal)?;
    let row = FileRow {
        id: id.clone(),
        user_id: user_id.clone(),
        kind: purpose,
        content_type: picture.content_type.to_owned(),
        byte_size: i64::try_from(bytes.len()).map_err(ApiError::internal)?,
        width: i64::from(picture.width),
        height: i64::from(picture.height),
        sha256: sha256_hex(&bytes),
        created_at: state.clock.now_ms(),
    };
    let written = write(state, &row).await;
    if let Err(error) = &written
        && error.status().is_client_error()
        && let Err(error) = state.files.remove(id).await
    {
        tracing::warn!(%error, file = %id, "a refused picture could not be removed");
    }
    written.map(|()| row)
}

async fn write(state: &AppState, row: &FileRow) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    store::insert(&mut tx, row).await?;
    clear::look_later(state, &mut tx, &row.user_id, &row.id).await?;
    quota::keep(state, &mut tx, &row.user_id, Kept::picture(row.byte_size)).await?;
    tx.commit().await?;
    Ok(())
}

fn refused(error: PictureError) -> ApiError {
    let code = match error {
        PictureError::NotAPicture => "not_a_picture",
        PictureError::Heic => "heic_picture",
        PictureError::Pdf => "pdf_file",
        PictureError::TooManyPixels(_) => "too_many_pixels",
        PictureError::Damaged => "damaged_picture",
        PictureError::Write(_) => return ApiError::internal(error),
    };
    ApiError::rule_broken(vec![FieldError::new("file", code, error.to_string())])
}
