//! One action on several documents: all of them or none.

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::documents::drafting::{self, DeletableDraft};
use crate::documents::{ATTEMPTS_MAX, still_changing_error};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::ids::DocumentId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The most documents in one action.
const DOCUMENTS_MAX: usize = 500;

/// An action and the documents to apply it to.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkRequest {
    /// 1 to 500 ids.
    pub ids: Vec<String>,
    /// The action.
    pub action: BulkAction,
}

/// An action on several documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case")]
pub enum BulkAction {
    /// Archives the documents.
    Archive,
    /// Restores the documents.
    Restore,
    /// Deletes the documents, which must be drafts.
    DeleteDrafts,
}

/// The result of an action on several documents.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct BulkResponse {
    /// How many documents were changed, or were already in the wanted state.
    pub done: i64,
}

/// Applies one action to several documents: to all of them or, on an error, to no document.
#[utoipa::path(post, path = "/bulk", tag = "documents", request_body = BulkRequest, responses(
    (status = 200, body = BulkResponse), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn bulk(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    ApiJson(request): ApiJson<BulkRequest>,
) -> Result<Json<BulkResponse>, ApiError> {
    let ids = parse_ids(request.ids)?;
    match request.action {
        BulkAction::Archive => set_archived(&state, &user, kind, &ids, true).await?,
        BulkAction::Restore => set_archived(&state, &user, kind, &ids, false).await?,
        BulkAction::DeleteDrafts => delete_drafts(&state, &user, kind, &ids).await?,
    }
    Ok(Json(BulkResponse { done: i64::try_from(ids.len()).unwrap_or(i64::MAX) }))
}

/// An id, and its index in the request.
type IndexedId = (usize, DocumentId);

async fn set_archived(
    state: &AppState,
    user: &CurrentUser,
    kind: DocumentKind,
    ids: &[IndexedId],
    archived: bool,
) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    for (index, id) in ids {
        super::set_archived_in_tx(state, &mut tx, (&user.id, kind, id), archived)
            .await
            .map_err(|error| error_at_index(error, *index))?;
    }
    tx.commit().await?;
    Ok(())
}

/// Every draft is checked before the first one is locked; if any have changed in between, all are checked again.
async fn delete_drafts(
    state: &AppState,
    user: &CurrentUser,
    kind: DocumentKind,
    ids: &[IndexedId],
) -> Result<(), ApiError> {
    for _ in 0..ATTEMPTS_MAX {
        let mut conn = state.db.read().await?;
        let mut drafts = Vec::with_capacity(ids.len());
        for (index, id) in ids {
            let draft = drafting::find_deletable(state, &mut conn, &user.id, kind, id).await;
            drafts.push(draft.map_err(|error| error_at_index(error, *index))?);
        }
        drop(conn);
        if delete_unchanged(state, user, &drafts).await? {
            return Ok(());
        }
    }
    Err(still_changing_error())
}

/// Deletes all drafts; returns false, without deleting any, if one has changed since it was checked.
async fn delete_unchanged(
    state: &AppState,
    user: &CurrentUser,
    drafts: &[DeletableDraft],
) -> Result<bool, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let mut storage_use = StorageUse::default();
    for draft in drafts {
        if !drafting::delete_in_tx(state, &mut tx, (&user.id, draft)).await? {
            return Ok(false);
        }
        storage_use = storage_use.plus(draft.storage_use());
    }
    quota::count_storage(state, &mut tx, &user.id, storage_use.negated()).await?;
    tx.commit().await?;
    Ok(true)
}

/// The error for one of the documents, with its index.
fn error_at_index(error: ApiError, index: usize) -> ApiError {
    let msg = "This document can’t be changed in this way, so none were changed.";
    error.with_errors(vec![FieldError::new(format!("ids[{index}]"), "refused", msg)])
}

/// The ids without duplicates, with their indexes, in a fixed order: two bulk actions on the
/// same documents then wait for each other instead of deadlocking.
fn parse_ids(given: Vec<String>) -> Result<Vec<IndexedId>, ApiError> {
    if given.is_empty() || given.len() > DOCUMENTS_MAX {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "ids",
            "out_of_range",
            format!("Choose 1 to {DOCUMENTS_MAX} documents."),
        )]));
    }
    let mut ids = Vec::with_capacity(given.len());
    for (i, text) in given.into_iter().enumerate() {
        match text.parse::<DocumentId>() {
            Ok(id) => ids.push((i, id)),
            Err(_) => {
                let field = FieldError::new(format!("ids[{i}]"), "invalid_id", "This is not an id.");
                return Err(ApiError::rule_broken(vec![field]));
            }
        }
    }
    ids.sort_by(|a, b| a.1.cmp(&b.1));
    ids.dedup_by(|a, b| a.1 == b.1);
    Ok(ids)
}
