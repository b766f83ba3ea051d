//! The documents of a filtered list, for an action on all of them.

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use serde::Serialize;
use utoipa::ToSchema;

use super::query::{DocumentListQuery, DocumentListRequest};
use crate::documents::today;
use crate::summaries::find;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// How many ids a page has: as many as a bulk action takes.
const PAGE_SIZE: i64 = 500;

/// A page of ids.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DocumentIds {
    /// At most 500.
    pub ids: Vec<String>,
    /// The cursor of the next page; null on the last.
    pub next_cursor: Option<String>,
}

/// The ids of the documents that match a list's filters, in its order, 500 per page; `limit` is ignored.
#[utoipa::path(get, path = "/ids", tag = "documents", params(DocumentListQuery), responses(
    (status = 200, body = DocumentIds), (status = 400, body = ErrorBody)))]
pub async fn ids(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    ApiQuery(query): ApiQuery<DocumentListQuery>,
) -> Result<Json<DocumentIds>, ApiError> {
    let request = DocumentListRequest::from_query(&user.id, kind, query, today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let mut rows = find::list_page(&mut tx, &request.filter, &request.order, PAGE_SIZE + 1).await?;
    drop(tx);
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > PAGE_SIZE;
    if more {
        rows.pop();
    }
    let next_cursor = match rows.last() {
        Some(last) if more => Some(request.cursor_after(last)?),
        _ => None,
    };
    let ids = rows.into_iter().map(|row| row.document_id.into()).collect();
    Ok(Json(DocumentIds { ids, next_cursor }))
}
