//! POST /api/files

use axum::Json;
use axum::body::Bytes;
use axum::extract::multipart::{MultipartError, MultipartRejection};
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use serde::Serialize;
use tokio::sync::Semaphore;

use super::picture::{self, Picture, PictureError};
use super::store::{self, FileRow, Purpose};
use super::{PICTURE_MAX, clear, url_of_id};
use crate::error::{ApiError, FieldError};
use crate::http::json::too_large;
use crate::ids::{FileId, sha256_hex};
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
    let form = form.map_err(|rejection| {
        ApiError::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            format!(
                "The file must be sent as a form: {}.",
                rejection.body_text()
            ),
        )
    })?;
    let bytes = file_of(form).await?;
    let room = ROOM.acquire().await.map_err(ApiError::unavailable)?;
    let renewed = tokio::task::spawn_blocking(move || picture::renew(&bytes)).await;
    drop(room);
    let picture = renewed.map_err(ApiError::internal)?.map_err(refused)?;
    let id: FileId = state.ids.new_id();
    keep(&state, &user, &id, picture).await?;
    let url = url_of_id(&id);
    Ok((
        StatusCode::CREATED,
        Json(UploadedFile { id: id.into(), url }),
    ))
}

/// The file first and its row after it: a crash between them leaves a file that nobody names.
async fn keep(
    state: &AppState,
    user: &CurrentUser,
    id: &FileId,
    picture: Picture,
) -> Result<(), ApiError> {
    let bytes = Bytes::from(picture.bytes);
    state
        .files
        .put(id, bytes.clone())
        .await
        .map_err(ApiError::internal)?;
    let row = FileRow {
        id: id.clone(),
        user_id: user.id.clone(),
        kind: Purpose::Logo,
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
    written
}

async fn write(state: &AppState, row: &FileRow) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    store::insert(&mut tx, row).await?;
    clear::look_later(state, &mut tx, &row.user_id, &row.id).await?;
    quota::keep(state, &mut tx, &row.user_id, Kept::picture(row.byte_size)).await?;
    tx.commit().await?;
    Ok(())
}

/// The bytes of the field `file`.
async fn file_of(mut form: Multipart) -> Result<Bytes, ApiError> {
    while let Some(field) = form.next_field().await.map_err(broken)? {
        if field.name() != Some("file") {
            continue;
        }
        let bytes = field.bytes().await.map_err(broken)?;
        if bytes.len() > PICTURE_MAX {
            return Err(too_large("5 MB"));
        }
        return Ok(bytes);
    }
    Err(ApiError::bad_field(
        "file",
        "missing_field",
        "“file” is required.",
    ))
}

fn broken(error: MultipartError) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large("5 MB");
    }
    ApiError::bad_request(
        "malformed_form",
        "The form is broken off or cannot be read.",
    )
}

fn refused(error: PictureError) -> ApiError {
    let code = match error {
        PictureError::NotAPicture => "not_a_picture",
        PictureError::TooManyPixels => "too_many_pixels",
        PictureError::Damaged => "damaged_picture",
        PictureError::Write(_) => return ApiError::internal(error),
    };
    ApiError::rule_broken(vec![FieldError::new("file", code, error.to_string())])
}
