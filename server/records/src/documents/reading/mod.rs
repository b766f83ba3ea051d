//! Reading documents: one, a list, a PDF; as the business sees them and as their customers see them.

pub mod authenticity_code;
pub mod certificate;
pub mod emails;
pub mod late_acceptance;
pub mod list;
pub mod payment;
pub mod printable;
pub mod query;
pub mod questions;
pub mod replacement;
pub mod response;
pub mod selection;
pub mod settlement;
pub mod timeline;
pub mod view;

use axum::extract::State;
use axum::{Extension, Json};
use list::DocumentList;
use plumbline_core::kind::DocumentKind;
use plumbline_core::present::Presentation;
use printable::PdfFile;
use query::DocumentListQuery;
use response::DocumentResponse;
use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::path::DocumentPath;
use crate::documents::stored::StoredDocument;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// One page of the account's documents.
#[utoipa::path(get, path = "", tag = "documents", params(DocumentListQuery), responses(
    (status = 200, body = DocumentList), (status = 400, body = ErrorBody)))]
pub async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    ApiQuery(query): ApiQuery<DocumentListQuery>,
) -> Result<Json<DocumentList>, ApiError> {
    list::list_documents(&state, &user.id, kind, query).await.map(Json)
}

/// A document.
#[utoipa::path(get, path = "/{id}", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = DocumentResponse), (status = 404, body = ErrorBody)))]
pub async fn get(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<Json<DocumentResponse>, ApiError> {
    let mut conn = state.db.read().await?;
    let stored = StoredDocument::find(&mut conn, &user.id, kind, &id).await?;
    DocumentResponse::from_stored(&state, &mut conn, stored).await.map(Json)
}

/// Core's presentation, for the API description.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Presentation, value_type = Object)]
pub struct CorePresentation(pub Presentation);

/// The presentation of a document, as its customer sees it today: for an issued document with the stored texts, for a
/// draft with those that it would be issued with.
#[utoipa::path(get, path = "/{id}/presentation", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = CorePresentation, description = "Every word and figure of the document, as the page shows it"),
    (status = 404, body = ErrorBody)))]
pub async fn presentation(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<Json<Presentation>, ApiError> {
    printable::load_presentation(&state, &user.id, kind, &id).await.map(Json)
}

/// The response for a document that was just written.
pub async fn respond_with_document(
    state: &AppState,
    stored: StoredDocument,
) -> Result<Json<DocumentResponse>, ApiError> {
    let mut conn = state.db.read().await?;
    DocumentResponse::from_stored(state, &mut conn, stored).await.map(Json)
}

/// The PDF of the document as its customer sees it; a draft is marked as such.
#[utoipa::path(get, path = "/{id}/pdf", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, content_type = "application/pdf"), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub async fn pdf(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<PdfFile, ApiError> {
    state.limits.check(ProcessLimit::PdfByAccount, &user.id)?;
    printable::make_own_pdf(&state, &user.id, kind, &id).await
}
