//! Reading documents as the business sees them: one, or a page of a list.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::Kind;
use plumbline_core::present::Presentation;
use serde::Serialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::list::{self, DocumentList};
use super::paper;
use super::query::ListQuery;
use crate::documents::stored::Stored;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// One page of the account's documents.
#[utoipa::path(get, path = "", tag = "documents", params(ListQuery), responses(
    (status = 200, body = DocumentList), (status = 400, body = ErrorBody)))]
pub async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    ApiQuery(query): ApiQuery<ListQuery>,
) -> Result<Json<DocumentList>, ApiError> {
    list::list(&state, &user.id, kind, query).await.map(Json)
}

/// A document.
#[utoipa::path(get, path = "/{id}", tag = "documents", responses(
    (status = 200, body = Answer), (status = 404, body = ErrorBody)))]
pub async fn get(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
) -> Result<Json<Answer>, ApiError> {
    let mut conn = state.db.read().await?;
    let stored = Stored::find(&mut conn, &user.id, kind, &id).await?;
    Answer::of(&state, &mut conn, stored).await.map(Json)
}

/// Core's presentation, for the API description.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Presentation, value_type = Object)]
pub struct CorePresentation(pub Presentation);

/// The presentation of a document, as its customer sees it today: for an issued document with the stored texts, for a
/// draft with those that it would be issued with.
#[utoipa::path(get, path = "/{id}/presentation", tag = "documents", responses(
    (status = 200, body = CorePresentation, description = "Every word and figure of the document, as the page shows it"),
    (status = 404, body = ErrorBody)))]
pub async fn presentation(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
) -> Result<Json<Presentation>, ApiError> {
    paper::presentation(&state, &user.id, kind, &id)
        .await
        .map(Json)
}

/// The response for a document that was just written.
pub async fn respond(state: &AppState, stored: Stored) -> Result<Json<Answer>, ApiError> {
    let mut conn = state.db.read().await?;
    Answer::of(state, &mut conn, stored).await.map(Json)
}
