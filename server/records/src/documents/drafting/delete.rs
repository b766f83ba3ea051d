//! Deleting a draft. An issued document keeps its number and can't be deleted.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use plumbline_core::kind::DocumentKind;

use crate::documents::edit_locks::{ATTEMPTS_MAX, lock_edits, still_changing_error};
use crate::documents::notifying::events;
use crate::documents::photos;
use crate::documents::status::Step;
use crate::documents::store::{self, edits};
use crate::documents::stored::StoredDocument;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Deletes a draft; an issued document is refused.
#[utoipa::path(delete, path = "/{id}", tag = "documents", responses(
    (status = 204), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let _turn = lock_edits(&id).await;
    for _ in 0..ATTEMPTS_MAX {
        let mut conn = state.db.read().await?;
        let draft = find_deletable(&state, &mut conn, &user.id, kind, &id).await?;
        drop(conn);
        let mut tx = state.db.begin_write().await?;
        if delete_in_tx(&state, &mut tx, (&user.id, &draft)).await? {
            quota::count_storage(&state, &mut tx, &user.id, draft.storage_use().negated()).await?;
            tx.commit().await?;
            return Ok(StatusCode::NO_CONTENT);
        }
    }
    Err(still_changing_error())
}

/// A draft that may be deleted, at the version that was checked.
#[derive(Debug)]
pub struct DeletableDraft {
    kind: DocumentKind,
    id: DocumentId,
    version: i64,
    bytes: i64,
    /// For a stage, the quote of its job: the stage's part can then be invoiced again.
    stage_of: Option<DocumentId>,
}

impl DeletableDraft {
    /// The storage that the draft takes up for its account.
    #[must_use]
    pub fn storage_use(&self) -> StorageUse {
        StorageUse::of_document(self.bytes)
    }
}

/// Checks whether a document may be deleted, without locking it.
///
/// # Errors
/// 409 for an issued document, or an invoice that was made from a quote; 404.
pub async fn find_deletable(
    state: &AppState,
    conn: &mut Conn,
    user_id: &str,
    kind: DocumentKind,
    id: &str,
) -> Result<DeletableDraft, ApiError> {
    let mut stored = StoredDocument::find(conn, user_id, kind, id).await?;
    stored.take_step(Step::Delete, crate::documents::today(state)?)?;
    if stored.is_made_from_quote() {
        // A quote is invoiced once (docs/rules.md, section 4): without this draft it never could be.
        return Err(ApiError::conflict(
            "made_from_quote",
            "This invoice was made from a quote. Archive it instead.",
        ));
    }
    let bytes = stored.row.stored_size() + edits::log_size(conn, &stored.row.id).await?;
    Ok(DeletableDraft {
        kind,
        id: stored.row.id,
        version: stored.row.version,
        bytes,
        stage_of: stored.row.stage_of_id,
    })
}

/// Deletes a draft in the caller's transaction; returns false if it has changed since it was checked.
pub async fn delete_in_tx(
    state: &AppState,
    tx: &mut WriteTx,
    (user_id, draft): (&UserId, &DeletableDraft),
) -> Result<bool, ApiError> {
    let document = (user_id, draft.kind, draft.id.as_str());
    events::record_by_id(state, tx, "deleted", document).await?;
    photos::release_photos(state, tx, user_id, &draft.id).await?;
    if let Some(quote) = &draft.stage_of {
        store::touch(tx, quote, state.clock.now_ms()).await?;
    }
    Ok(store::delete(tx, &draft.id, draft.version).await?)
}
