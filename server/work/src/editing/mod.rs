//! Changing the contents of a document, as a whole or by operations: of a draft, or as a new version of an issued
//! document.

pub mod changes;
mod edit;
pub mod operations;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::fields::DocumentUpdate;
use plumbline_records::documents::drafting::{body, editable_document};
use plumbline_records::documents::reading::respond_with_document;
use plumbline_records::documents::reading::response::DocumentResponse;
use plumbline_records::documents::store::{self, variations};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::{ATTEMPTS_MAX, lock_edits, photos, still_changing_error};

/// The route for every kind, below its path.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(edit::edit))
}

/// The route for kinds that a person writes from scratch.
pub fn written_kinds_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(save))
}

/// Replaces the contents of the document. `version` is the base version; saving an issued document makes a new version
/// of it.
#[utoipa::path(put, path = "/{id}", tag = "documents", request_body = DocumentUpdate, responses(
    (status = 200, body = DocumentResponse), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn save(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
    body: RawJson,
) -> Result<Json<DocumentResponse>, ApiError> {
    let stored = replace_content(&state, &user.id, kind, &id, &body).await?;
    respond_with_document(&state, stored).await
}

/// Replaces the contents of the document. A save without changes, such as one that is repeated because its response was
/// lost, gets the same response as the first and writes nothing.
///
/// # Errors
/// 400 and 422 according to the rules; 409 `stale_version` with the present document, or if the status doesn't allow
/// it; 404.
async fn replace_content(
    state: &AppState,
    user_id: &str,
    kind: DocumentKind,
    id: &str,
    raw: &RawJson,
) -> Result<StoredDocument, ApiError> {
    let is_variation = kind == DocumentKind::Quote && {
        let mut read = state.db.read().await?;
        variations::find(&mut read, id).await?.is_some()
    };
    let body = body::parse_as(kind, raw, is_variation)?;
    let version = body.head.version.ok_or_else(|| {
        ApiError::rule_broken(vec![FieldError::new(
            "version",
            "required",
            "Say which version this change was made from.",
        )])
    })?;
    let _turn = lock_edits(id).await;
    for _ in 0..ATTEMPTS_MAX {
        let mut read = state.db.begin_read().await?;
        let mut stored = StoredDocument::find(&mut read, user_id, kind, id).await?;
        let current = stored.row.version;
        let document = body.document_replacing(&stored.document)?;
        let photos = photos::check_photo_lines(&document, Some(&stored.document));
        let before = editable_document::from_stored(&stored);
        let Some(edited) = changes::apply_content(&mut stored, before, &body.head, document)? else {
            return Ok(stored);
        };
        if current != version {
            let current = StoredDocument::find(&mut read, user_id, kind, id).await?;
            return Err(ApiError::stale_version(
                &DocumentResponse::from_stored(state, &mut read, current).await?,
            ));
        }
        photos?;
        drop(read);
        let mut tx = state.db.begin_write().await?;
        if store::lock_version(&mut tx, &stored.row.id, current).await? {
            changes::save_change(state, &mut tx, &mut stored, &body.head, &edited, None).await?;
            tx.commit().await?;
            return Ok(stored);
        }
    }
    Err(still_changing_error())
}
