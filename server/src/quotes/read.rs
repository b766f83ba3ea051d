//! Reading quotes: one, a list, and the totals of what is not saved.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use plumbline_core::kind::Kind;

use crate::documents::drafting::fields::DocumentFields;
use crate::documents::drafting::preview;
use crate::documents::reading::answer::{Answer, Quote};
use crate::documents::reading::list::{self, DocumentList};
use crate::documents::reading::query::ListQuery;
use crate::documents::stored::Stored;
use crate::error::{ApiError, ErrorBody};
use crate::http::{ApiQuery, RawJson};
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// One page of the account's quotes.
#[utoipa::path(get, path = "/api/quotes", tag = "quotes", params(ListQuery), responses(
    (status = 200, body = DocumentList), (status = 400, body = ErrorBody)))]
pub async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ListQuery>,
) -> Result<Json<DocumentList>, ApiError> {
    list::list(&state, &user.id, Kind::Quote, query)
        .await
        .map(Json)
}

/// A quote.
#[utoipa::path(get, path = "/api/quotes/{id}", tag = "quotes", responses(
    (status = 200, body = Quote), (status = 404, body = ErrorBody)))]
pub async fn get(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<Answer>, ApiError> {
    let mut conn = state.db.read().await?;
    let stored = Stored::find(&mut conn, &user.id, Kind::Quote, &id).await?;
    Answer::of(&state, &mut conn, stored).await.map(Json)
}

/// The totals of a document that is not saved: core's answer to the text, byte for byte.
#[utoipa::path(post, path = "/api/quotes/preview", tag = "quotes", request_body = DocumentFields, responses(
    (status = 200, description = "Core's totals"), (status = 400, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
pub async fn preview(body: RawJson) -> Result<Response, ApiError> {
    preview::preview(&body)
}
