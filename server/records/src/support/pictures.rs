//! POST /api/support/pictures · GET /api/support/pictures/{id}
//!
//! A picture is uploaded when it is chosen, while the rest is typed; the question that is sent later names it. One
//! that no question names is deleted after thirty days (`files/cleanup.rs`).

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::files::store::{FileRow, Purpose};
use plumbline_platform::files::{self, store_picture};
use plumbline_platform::http::Path;
use plumbline_platform::http::form::FileLimit;
use plumbline_platform::ids::FileId;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The largest picture: phones' full-size photos are smaller.
pub(super) const FILE_LIMIT: FileLimit = FileLimit(12 * 1024 * 1024, "12 MB");

/// A picture that was just stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SupportPicture {
    /// The id, which a question has in its `pictures`.
    #[schema(value_type = String)]
    id: FileId,
    /// Its width in pixels.
    width: i64,
    /// Its height in pixels.
    height: i64,
}

impl From<FileRow> for SupportPicture {
    fn from(row: FileRow) -> Self {
        Self { id: row.id, width: row.width, height: row.height }
    }
}

/// The form of a picture.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct SupportPictureForm {
    /// A UUIDv7 chosen by the client, so that repeating the request gives the same picture.
    id: Option<String>,
    /// A JPEG, PNG or WebP picture: at most 12 MB, at most 24 megapixels, or 13 if it is a progressive JPEG, a WebP
    /// or has 16 bits per colour.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Stores a picture for a question (multipart fields `id`, which is optional, and `file`) as an upright JPEG of at most
/// 2,000 pixels a side, without any metadata.
#[utoipa::path(post, path = "/api/support/pictures", tag = "support", operation_id = "add_picture",
    request_body(content = SupportPictureForm, content_type = "multipart/form-data"),
    responses((status = 201, body = SupportPicture), (status = 409, body = ErrorBody), (status = 413),
        (status = 415), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn upload(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Json<SupportPicture>), ApiError> {
    let limit = AccountLimit::SupportPicturesByAccount;
    state.limits.check_account(limit, &user.id).await?;
    let row = store_picture(&state, &user.id, Purpose::Support, (form, FILE_LIMIT)).await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

/// A picture of the account's own questions. Its bytes never change.
#[utoipa::path(get, path = "/api/support/pictures/{id}", tag = "support", operation_id = "picture",
    params(FileId),
    responses((status = 200, content_type = "image/jpeg"), (status = 404, body = ErrorBody)))]
pub(super) async fn picture(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<FileId>,
) -> Result<Response, ApiError> {
    let response = files::respond_with_own(&state, &user.id, &id, Purpose::Support).await?;
    response.ok_or_else(|| ApiError::not_found("Picture"))
}
