//! Creating a draft.

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;

use super::input::DocumentCreate;
use crate::documents::drafting::body::{self, DocumentBody};
use crate::documents::drafting::references;
use crate::documents::photos;
use crate::documents::reading::get::respond_with_document;
use crate::documents::reading::response::DocumentResponse;
use crate::documents::store::{self, DocumentRow};
use crate::documents::stored::{StoredDocument, calculate_totals, fill_columns};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::RawJson;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Creates a draft. If the client chose the id, repeating the request returns the same document.
#[utoipa::path(post, path = "", tag = "documents", request_body = DocumentCreate, responses(
    (status = 201, body = DocumentResponse), (status = 400, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    body: RawJson,
) -> Result<(StatusCode, Json<DocumentResponse>), ApiError> {
    let stored = create_draft(&state, &user.id, kind, &body).await?;
    Ok((StatusCode::CREATED, respond_with_document(&state, stored).await?))
}

/// Creates a draft from the body. If the client chose the id, repeating the request returns the document that the first
/// request made.
///
/// # Errors
/// 400 and 422 as for [`body::parse`] and core's rules; 409 `id_in_use` if the id belongs to a different document.
pub async fn create_draft(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    raw: &RawJson,
) -> Result<StoredDocument, ApiError> {
    let body = body::parse(kind, raw)?;
    let now = state.clock.now_ms();
    let row = new_draft_row(state, user_id, kind, &body, now)?;
    let mut tx = state.db.begin_write().await?;
    if let Some(existing) = store::find_by_id(&mut tx, &row.id).await? {
        return repeat_create(&mut tx, &row, existing).await;
    }
    references::check_references(&mut tx, user_id, &body.head, None).await?;
    photos::check_photos(&mut tx, user_id, &body.document.photos, &[]).await?;
    photos::check_photo_lines(&body.document, None)?;
    let Some(stored) = StoredDocument::insert(state, &mut tx, &row).await? else {
        // Another request created a document with this id between the check and the write.
        let existing = store::find_by_id(&mut tx, &row.id).await?;
        let existing = existing.ok_or_else(|| ApiError::internal("a taken id has no document"))?;
        return repeat_create(&mut tx, &row, existing).await;
    };
    tx.commit().await?;
    Ok(stored)
}

async fn repeat_create(
    conn: &mut plumbline_platform::db::Conn,
    document_row: &DocumentRow,
    existing: DocumentRow,
) -> Result<StoredDocument, ApiError> {
    let same = existing.user_id == document_row.user_id
        && existing.kind == document_row.kind
        && existing.created_from == document_row.created_from;
    if !same {
        return Err(ApiError::conflict("id_in_use", "Something else already has this id."));
    }
    StoredDocument::load(conn, existing).await
}

/// The row of a new draft.
pub fn new_draft_row(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    body: &DocumentBody,
    now: i64,
) -> Result<DocumentRow, ApiError> {
    let head = &body.head;
    let id = head.id.clone().unwrap_or_else(|| state.ids.new_id());
    let profile = head.business_profile_id.as_ref();
    let mut row = DocumentRow::new_draft(id, user_id, kind, profile, now);
    row.created_from.clone_from(&body.digest);
    row.set_header(head);
    fill_columns(&mut row, &body.document, &calculate_totals(&body.document)?)?;
    Ok(row)
}
