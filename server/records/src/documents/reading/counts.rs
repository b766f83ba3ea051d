//! How many documents each tab of a list has.

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use serde::Serialize;
use utoipa::ToSchema;

use super::query::{DocumentListQuery, DocumentListRequest};
use crate::documents::today;
use crate::summaries::display_status::{self, DisplayStatusCount};
use crate::summaries::find;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// How many documents a tab of the list has.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TabCount {
    /// The tab's `status`; empty for the tab with all documents.
    pub status: String,
    /// How many.
    pub documents: i64,
}

/// How many documents each tab of the list has, with the list's filters except the tab; `status`, `sort`, `cursor` and
/// `limit` are ignored.
#[utoipa::path(get, path = "/counts", tag = "documents", params(DocumentListQuery), responses(
    (status = 200, body = Vec<TabCount>), (status = 400, body = ErrorBody)))]
pub async fn counts(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    ApiQuery(query): ApiQuery<DocumentListQuery>,
) -> Result<Json<Vec<TabCount>>, ApiError> {
    let query = DocumentListQuery { status: None, ..query };
    let today = today(&state)?;
    let request = DocumentListRequest::from_query(&user.id, kind, query.clone(), today)?;
    let mut tx = state.db.begin_read().await?;
    let showing = display_status::count_by_display_status(&mut tx, &request.filter).await?;
    let mut counts =
        vec![TabCount { status: String::new(), documents: showing.iter().map(|one| one.documents).sum() }];
    for tab in kind.facts().lists {
        let documents = if tab.to_confirm {
            // With the tab's own filter, so that a tab which includes archived documents counts those too.
            let document_list_query =
                DocumentListQuery { status: Some(tab.name.to_owned()), ..query.clone() };
            let its = DocumentListRequest::from_query(&user.id, kind, document_list_query, today)?;
            find::sum_documents(&mut tx, &its.filter).await?.total
        } else {
            let is_in = |one: &&DisplayStatusCount| {
                tab.words.contains(&one.status_code.as_str()) && one.is_on(tab.when)
            };
            showing.iter().filter(is_in).map(|one| one.documents).sum()
        };
        counts.push(TabCount { status: tab.name.to_owned(), documents });
    }
    Ok(Json(counts))
}
