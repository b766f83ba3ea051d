//! POST /api/quotes/photos · GET /api/quotes/photos/{photo} · GET /api/quotes/public/{token}/photos/{photo}
//!
//! A photo is uploaded when it is taken; the quote that is saved later names it in `photos`. One that no quote
//! names is deleted after thirty days, like any picture (`files/cleanup.rs`).

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{DefaultBodyLimit, Multipart, State};
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::document::Document;
use plumbline_core::kind::DocumentKind;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::public::link::Link;
use crate::public::not_found;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::files::store::{self as files, FileRow, Purpose};
use plumbline_platform::files::{respond_privately, respond_with_own, store_picture};
use plumbline_platform::http::Path;
use plumbline_platform::http::form::{FRAME_MAX, FileLimit};
use plumbline_platform::ids::FileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::{self, DocumentStatus, versions};

/// The largest photo, in bytes: as phones take them at full size. Our own app makes them smaller first.
const LIMIT: FileLimit = FileLimit(12 * 1024 * 1024, "12 MB");

/// The routes of photos.
pub(super) fn router() -> OpenApiRouter<AppState> {
    let (schemas, paths, upload) = routes!(upload);
    let upload = upload.layer(DefaultBodyLimit::max(LIMIT.0 + FRAME_MAX));
    OpenApiRouter::new()
        .routes((schemas, paths, upload))
        .routes(routes!(read_photo))
        .routes(routes!(read_public_photo))
}

/// A photo that was stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SavedPhoto {
    /// The id, which a quote names in `photos`.
    #[schema(value_type = String)]
    id: FileId,
    /// Its width in pixels.
    width: i64,
    /// Its height in pixels.
    height: i64,
}

impl From<FileRow> for SavedPhoto {
    fn from(row: FileRow) -> Self {
        Self { id: row.id, width: row.width, height: row.height }
    }
}

/// The form of a photo.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it only describes the form")]
struct PhotoForm {
    /// A UUIDv7 chosen by the client, so that the same picture sent again is the same photo.
    id: Option<String>,
    /// A JPEG, PNG or WebP picture: at most 12 MB, at most 24 megapixels, or 13 if it is a progressive JPEG, a WebP
    /// or has 16 bits per colour.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Stores a photo for a quote (multipart fields `id`, which is optional and comes first, and `file`): upright, as a
/// JPEG of at most 1,600 pixels a side, with all metadata removed.
#[utoipa::path(post, path = "/photos", tag = "documents",
    request_body(content = PhotoForm, content_type = "multipart/form-data"),
    responses((status = 201, body = SavedPhoto), (status = 400, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 413), (status = 415),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn upload(
    State(state): State<AppState>,
    user: CurrentUser,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Json<SavedPhoto>), ApiError> {
    let row = store_picture(&state, &user.id, Purpose::Photo, (form, LIMIT)).await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

/// A photo of the account. Its content never changes.
#[utoipa::path(get, path = "/photos/{photo}", tag = "documents", params(("photo" = String, Path)),
    responses((status = 200, content_type = "image/jpeg"), (status = 404, body = ErrorBody)))]
async fn read_photo(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(photo): Path<FileId>,
) -> Result<Response, ApiError> {
    let response = respond_with_own(&state, &user.id, &photo, Purpose::Photo).await?;
    response.ok_or_else(|| ApiError::not_found("Photo"))
}

/// A photo that a link's quote shows now. Other photos, and those of earlier versions, are not found.
#[utoipa::path(get, path = "/public/{token}/photos/{photo}", tag = "public",
    params(("token" = String, Path), ("photo" = String, Path)),
    responses((status = 200, content_type = "image/jpeg"), (status = 404, body = ErrorBody)))]
async fn read_public_photo(State(state): State<AppState>, link: Link) -> Result<Response, ApiError> {
    let nothing = || not_found(DocumentKind::Quote);
    let mut tx = state.db.begin_read().await?;
    let row = store::find_public(&mut tx, DocumentKind::Quote, &link.token).await?;
    let row = row.filter(|row| row.status != DocumentStatus::Void);
    let row = row.ok_or_else(nothing)?;
    let version = versions::load_latest(&mut tx, &row).await?;
    let document: Document = serde_json::from_str(&version.input)?;
    if !document.photos.iter().any(|photo| photo.id == link.photo) {
        return Err(nothing());
    }
    let file = match link.photo.parse() {
        Ok(id) => files::find(&mut tx, &id).await?,
        Err(_) => None,
    };
    drop(tx);
    match file.filter(|file| file.user_id == row.user_id && file.kind == Purpose::Photo) {
        Some(file) => respond_privately(&state, &file).await?.ok_or_else(nothing),
        None => Err(nothing()),
    }
}
