//! Changing the contents of a document, as a whole or by operations: of a draft, or as a new version of an issued
//! document. If two people change different fields, both changes are merged; if they change the same field, one of them
//! is asked.

mod changes;
pub mod operations;

use std::borrow::Cow;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use plumbline_core::edit::merge::{self, Conflict};
use plumbline_core::edit::{EditableDocument, apply, diff};
use plumbline_core::kind::DocumentKind;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use changes::ContentChange;
use operations::{EditConflict, EditRequest, ParsedEdit};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::RawJson;
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::fields::DocumentUpdate;
use plumbline_records::documents::drafting::{body, editable_document};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::respond_with_document;
use plumbline_records::documents::reading::response::DocumentResponse;
use plumbline_records::documents::store::{self, edits, variations};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::{ATTEMPTS_MAX, lock_edits, photos, still_changing_error};

/// The route for every kind, below its path.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(edit))
}

/// The route for kinds that a person writes from scratch.
pub fn written_kinds_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(save))
}

/// Replaces the contents of the document. `version` is the base version; saving an issued document makes a new version
/// of it.
#[utoipa::path(put, path = "/{id}", tag = "documents",
    params(("id" = String, Path)), request_body = DocumentUpdate, responses(
    (status = 200, body = DocumentResponse), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn save(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
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
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
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

// Edits by operations.

/// Edits the document by operations. If they are based on an older version, they are merged with what others have
/// changed since; if both set the same field, nothing is written, and the response lists the conflicts.
#[utoipa::path(patch, path = "/{id}", tag = "documents",
    params(("id" = String, Path)), request_body = EditRequest, responses(
    (status = 200, body = DocumentResponse), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = EditConflict), (status = 422, body = ErrorBody)))]
pub async fn edit(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
    body: RawJson,
) -> Result<Response, ApiError> {
    let edit = operations::parse_edit(kind, &body)?;
    match merge_edit(&state, &user.id, kind, &id, &edit).await? {
        EditOutcome::Applied(stored) => Ok(respond_with_document(&state, *stored).await?.into_response()),
        EditOutcome::Conflicting(conflict) => Ok((StatusCode::CONFLICT, Json(conflict)).into_response()),
    }
}

/// The result of an edit.
enum EditOutcome {
    /// The edit was applied, or had been already.
    Applied(Box<StoredDocument>),
    /// A person must choose between two values first.
    Conflicting(EditConflict),
}

impl EditOutcome {
    fn applied(stored: StoredDocument) -> Self {
        Self::Applied(Box::new(stored))
    }
}

/// Applies an edit to the present document. An edit that was applied already, such as one that is repeated because its
/// response was lost, isn't applied again. If an edit changes nothing, its operation id is stored, since repeated later
/// it might change something.
///
/// # Errors
/// 409 for a version from the future, for an operation id that another edit has, or if the status doesn't allow it; 422
/// for an operation that can't be applied and for broken rules; 404.
async fn merge_edit(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
    edit: &ParsedEdit,
) -> Result<EditOutcome, ApiError> {
    let _turn = lock_edits(id).await;
    for _ in 0..ATTEMPTS_MAX {
        if let Some(outcome) = try_merge_edit(state, user_id, kind, id, edit).await? {
            return Ok(outcome);
        }
    }
    Err(still_changing_error())
}

/// One attempt of that: `None` if the document changed between the check and the write.
async fn try_merge_edit(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
    edit: &ParsedEdit,
) -> Result<Option<EditOutcome>, ApiError> {
    let mut read = state.db.begin_read().await?;
    let mut stored = StoredDocument::find(&mut read, user_id, kind, id).await?;
    let version = stored.row.version;
    let known = edits::find_digest(&mut read, &stored.row.id, &edit.operation_id).await?;
    match known {
        Some(digest) if digest == edit.digest => return Ok(Some(EditOutcome::applied(stored))),
        Some(_) => return Err(operation_id_in_use_error()),
        None => {}
    }
    if edit.base_version > version {
        return Err(future_version_error(&DocumentResponse::from_stored(state, &mut read, stored).await?)?);
    }
    let before = editable_document::from_stored(&stored);
    let mut current = Cow::Borrowed(&before);
    let conflicts = find_conflicts_since(&mut read, &stored, &mut current, edit).await?;
    if !conflicts.is_empty() {
        let current = DocumentResponse::from_stored(state, &mut read, stored).await?;
        let conflict = EditConflict::new(conflicts, current);
        return Ok(Some(EditOutcome::Conflicting(conflict)));
    }
    let wanted = apply(&current, &edit.operations).map_err(operations::to_api_error)?;
    let changed = apply_edited(&mut stored, before, wanted)?;
    drop(read);

    let name = (edit.operation_id.as_str(), edit.digest.as_str());
    let mut tx = state.db.begin_write().await?;
    if !store::lock_version(&mut tx, &stored.row.id, version).await? {
        return Ok(None);
    }
    match changed {
        Some((head, edited)) => {
            changes::save_change(state, &mut tx, &mut stored, &head, &edited, Some(name)).await?;
        }
        // The same edit was applied at the same time, and didn't increase the version either.
        None if is_already_applied(&mut tx, &stored, edit).await? => return Ok(None),
        None => {
            let now = state.clock.now_ms();
            edits::insert_unchanged(&mut tx, &stored.row.id, name, now).await?;
        }
    }
    tx.commit().await?;
    Ok(Some(EditOutcome::applied(stored)))
}

/// Whether an edit with this operation id was applied.
async fn is_already_applied(conn: &mut Conn, stored: &StoredDocument, edit: &ParsedEdit) -> DbResult<bool> {
    let known = edits::find_digest(conn, &stored.row.id, &edit.operation_id).await?;
    Ok(known.is_some())
}

/// Applies the wanted contents, if they are valid, to a document with the contents `before`; `None` if they are
/// identical.
fn apply_edited(
    stored: &mut StoredDocument,
    before: EditableDocument,
    wanted: EditableDocument,
) -> Result<Option<(body::ParsedHeader, ContentChange)>, ApiError> {
    // An edit without effect is not checked: the document may have been stored under other rules.
    if diff(&before, &wanted).is_empty() {
        return Ok(None);
    }
    let head = body::check_edited(stored.kind, &wanted)?;
    let edited = changes::apply_content(stored, before, &head, wanted.document)?;
    Ok(edited.map(|edited| (head, edited)))
}

/// The conflicts with what has changed since the edit's base version. For an edit that overwrites others' changes there
/// are none, and lines that it sets and others removed are put back.
async fn find_conflicts_since(
    conn: &mut Conn,
    stored: &StoredDocument,
    current: &mut Cow<'_, EditableDocument>,
    edit: &ParsedEdit,
) -> Result<Vec<Conflict>, ApiError> {
    let row = &stored.row;
    if edit.base_version == row.version {
        return Ok(Vec::new());
    }
    let since = edits::list_changes_since(conn, &row.id, edit.base_version).await?;
    if edit.overwrites_theirs {
        merge::restore_removed_lines(current.to_mut(), &since.unwrap_or_default(), &edit.operations);
        return Ok(Vec::new());
    }
    Ok(match since {
        Some(since) => merge::find_conflicts(current, &since, &edit.operations),
        None => merge::find_conflicts_without_base(current, &edit.operations),
    })
}

/// 409 if another edit has the same operation id.
fn operation_id_in_use_error() -> ApiError {
    let msg = "Another edit of this document has this id.";
    ApiError::conflict("operation_id_in_use", msg).with_errors(vec![FieldError::new(
        "operationId",
        "in_use",
        msg,
    )])
}

/// 409 for an edit of a version that doesn't exist yet, with the present document.
fn future_version_error(current: &DocumentResponse) -> Result<ApiError, ApiError> {
    let msg = "This was started from a version that doesn’t exist. Load the document again.";
    Ok(ApiError::conflict("future_version", msg)
        .with_errors(vec![FieldError::new("baseVersion", "future_version", msg)])
        .with_current(serde_json::to_value(current)?))
}
