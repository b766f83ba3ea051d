//! Archiving and restoring, one document or many at once.

pub mod bulk;

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;

use crate::documents::notifying::{self, DocumentEvent, announce_by_id};
use crate::documents::path::DocumentPath;
use crate::documents::reading::respond_with_document;
use crate::documents::reading::response::DocumentResponse;
use crate::documents::store;
use crate::documents::stored::StoredDocument;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

// Archiving a document and restoring it. The status, the number and the customer's link don't change.

/// Archives a document; the customer's link still works. Repeating the request is no error.
#[utoipa::path(post, path = "/{id}/archive", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody)))]
pub async fn archive(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<Json<DocumentResponse>, ApiError> {
    set_archived(&state, &user.id, kind, &id, true).await
}

/// Restores an archived document. Repeating the request is no error.
#[utoipa::path(post, path = "/{id}/restore", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody)))]
pub async fn restore(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<Json<DocumentResponse>, ApiError> {
    set_archived(&state, &user.id, kind, &id, false).await
}

async fn set_archived(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    id: &DocumentId,
    archived: bool,
) -> Result<Json<DocumentResponse>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    set_archived_in_tx(state, &mut tx, (user_id, kind, id), archived).await?;
    announce_by_id(&mut tx, (user_id, kind, id), DocumentEvent::Updated).await?;
    tx.commit().await?;
    let mut conn = state.db.read().await?;
    let stored = StoredDocument::find(&mut conn, user_id, kind, id).await?;
    drop(conn);
    respond_with_document(state, stored).await
}

/// Archives or restores a document in the caller's transaction. Every document can be archived, so nothing else is
/// checked.
///
/// # Errors
/// 404.
pub async fn set_archived_in_tx(
    state: &AppState,
    conn: &mut Conn,
    document: (&UserId, DocumentKind, &DocumentId),
    archived: bool,
) -> Result<(), ApiError> {
    let (user_id, kind, id) = document;
    let now = state.clock.now_ms();
    let changed = store::set_archived(conn, (user_id, kind, id), archived, now).await?;
    if changed {
        let event = if archived { "archived" } else { "restored" };
        notifying::record_by_id(state, conn, event, document).await?;
    }
    if !changed && !store::exists(conn, user_id, kind, id).await? {
        return Err(ApiError::not_found(kind.title()));
    }
    Ok(())
}
