//! POST /api/files

use axum::Json;
use axum::body::Bytes;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use serde::Serialize;

use super::picture::{self, Picture, PictureError};
use super::store::{self, FileRow, Purpose};
use super::{PICTURE_LIMIT, cleanup, file_url};
use crate::error::{ApiError, FieldError};
use crate::http::form::{self, FileLimit};
use crate::ids::{FileId, UserId, sha256_hex};
use crate::limits::ProcessLimit;
use crate::limits::quota::{self, StorageUse};
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// A stored file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct UploadedFile {
    /// The id.
    id: String,
    /// The address of the file, as in a profile's `logoUrl`.
    url: String,
}

/// The form of an upload.
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct UploadForm {
    /// A UUIDv7 chosen by the client, so that sending the same picture again doesn't store it twice.
    id: Option<String>,
    /// A PNG, JPEG or WebP picture: at most 5 MB, at most 4096 pixels a side.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Stores a picture (multipart fields `id`, which is optional and comes first, and `file`) upright, at most 1024 pixels
/// a side, without any metadata.
#[utoipa::path(post, path = "/api/files", tag = "files",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 201, body = UploadedFile), (status = 409, body = crate::error::ErrorBody),
        (status = 413), (status = 415), (status = 422, body = crate::error::ErrorBody),
        (status = 429, body = crate::error::ErrorBody)))]
pub(super) async fn upload(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Json<UploadedFile>), ApiError> {
    let file_row = store_picture(&state, &user.id, Purpose::Logo, (form, PICTURE_LIMIT)).await?;
    let url = file_url(&file_row.id);
    let id = file_row.id.into();
    Ok((StatusCode::CREATED, Json(UploadedFile { id, url })))
}

/// Stores the picture of a form, encoded again for its purpose, under the id in the form, or a new id. Repeating the
/// request with the same id returns the stored picture. A picture that nothing uses is removed after a while.
///
/// # Errors
/// 400 if the id is not a valid id; 409 `id_taken` if the id belongs to another account or purpose; 422 if the file is
/// no picture or too large, or the account has no space left; 429 if the account uploads too many.
pub async fn store_picture(
    state: &AppState,
    user_id: &UserId,
    purpose: Purpose,
    (form, limit): (Result<Multipart, MultipartRejection>, FileLimit),
) -> Result<FileRow, ApiError> {
    state.limits.check(ProcessLimit::PictureByAccount, user_id)?;
    let arriving = state.pictures.begin_upload(user_id.as_str()).await?;
    let form = form::read_file(form, "id", limit, &state.config.data).await?;
    let id: FileId = match form.text.trim() {
        "" => state.ids.new_id(),
        text => text.parse().map_err(|_| ApiError::bad_field("id", "bad_id", "The id must be a UUID."))?,
    };
    if let Some(file_row) = find_stored(state, user_id, purpose, &id).await? {
        return Ok(file_row);
    }
    let frame = purpose.picture_settings();
    let visit = arriving.enter().await?;
    let file = form.file.into_bytes().await?;
    let opened = visit.run(move || picture::open(file, frame)).await?;
    let opened = opened.map_err(to_api_error)?;
    let renewed = match opened.is_large() {
        true => visit.work_on_large(move || opened.renewed()).await?,
        false => visit.run(move || opened.renewed()).await?,
    };
    let picture = renewed.map_err(to_api_error)?;
    store_file(state, user_id, id, purpose, picture).await
}

/// The picture already stored under an id, for example when it is sent again after a lost response.
async fn find_stored(
    state: &AppState,
    user_id: &UserId,
    purpose: Purpose,
    id: &FileId,
) -> Result<Option<FileRow>, ApiError> {
    let mut conn = state.db.read().await?;
    match store::find(&mut conn, id).await? {
        Some(row) if row.user_id != *user_id || row.kind != purpose => {
            let text = "This id is taken. Please use another.";
            Err(ApiError::conflict("id_taken", text))
        }
        found => Ok(found),
    }
}

/// Stores the file first and then its row: a crash in between only leaves an unused file.
async fn store_file(
    state: &AppState,
    user_id: &UserId,
    id: FileId,
    purpose: Purpose,
    picture: Picture,
) -> Result<FileRow, ApiError> {
    let bytes = Bytes::from(picture.bytes);
    state.files.put(id.as_str(), bytes.clone()).await?;
    let row = FileRow {
        id: id.clone(),
        user_id: user_id.clone(),
        kind: purpose,
        content_type: picture.content_type,
        byte_size: i64::try_from(bytes.len()).map_err(ApiError::internal)?,
        width: i64::from(picture.width),
        height: i64::from(picture.height),
        sha256: sha256_hex(&bytes),
        created_at: state.clock.now_ms(),
    };
    match insert_row(state, &row).await {
        Ok(true) => Ok(row),
        // The same picture arrived twice at once, and the other request was first. Its bytes are the same.
        Ok(false) => find_stored(state, user_id, purpose, &id)
            .await?
            .ok_or_else(|| ApiError::internal("a taken id has no file")),
        Err(error) => {
            if error.status().is_client_error()
                && let Err(error) = state.files.remove(id.as_str()).await
            {
                tracing::warn!(%error, file = %id, "a refused picture could not be removed");
            }
            Err(error)
        }
    }
}

/// Inserts the row; false if the id was used in the meantime.
async fn insert_row(state: &AppState, row: &FileRow) -> Result<bool, ApiError> {
    let mut tx = state.db.begin_write().await?;
    if !store::insert(&mut tx, row).await? {
        return Ok(false);
    }
    cleanup::schedule_cleanup(state, &mut tx, &row.user_id, &row.id).await?;
    quota::count_storage(state, &mut tx, &row.user_id, StorageUse::of_picture(row.byte_size)).await?;
    tx.commit().await?;
    Ok(true)
}

fn to_api_error(error: PictureError) -> ApiError {
    let code = match error {
        PictureError::NotAPicture => "not_a_picture",
        PictureError::Heic => "heic_picture",
        PictureError::Pdf => "pdf_file",
        PictureError::TooManyPixels(_) => "too_many_pixels",
        PictureError::TooManyScans => "too_many_scans",
        PictureError::TooManyParts(..) => "too_many_parts",
        PictureError::TooMuchLossless => "too_much_lossless",
        PictureError::Damaged => "damaged_picture",
        PictureError::Write(_) => return ApiError::internal(error),
    };
    ApiError::rule_broken(vec![FieldError::new("file", code, error.to_string())])
}
