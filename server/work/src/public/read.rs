//! Reading a document by its link.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::link::Link;
use super::response::PublicResponse;
use super::voided;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::selection::CustomerSelection;
use plumbline_records::documents::store;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// The query of a public GET.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PublicQuery {
    /// `page` adds the field `page`, with everything that our own page shows.
    #[serde(default)]
    #[param(inline)]
    with: Option<PublicExtra>,
    /// The ids of the chosen optional lines, separated by commas: the response is as if the quote were accepted with
    /// them. Left out: as the business set them.
    #[serde(default)]
    #[param(value_type = Option<Vec<String>>, style = Form, explode = false)]
    selected: Option<String>,
    /// The id of the picked choice, in the same way. Left out: the one that the business recommends.
    #[serde(default)]
    choice: Option<String>,
}

impl PublicQuery {
    fn picks(&self) -> CustomerSelection<'_> {
        CustomerSelection { selected: self.selected.as_deref(), choice: self.choice.as_deref() }
    }
}

/// A further part of the response.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PublicExtra {
    /// What our own page shows.
    Page,
}

/// The document behind a link.
#[utoipa::path(get, path = "/public/{token}", tag = "public", params(("token" = String, Path), PublicQuery), responses(
    (status = 200, body = PublicResponse, description = "quote or invoice, items, contact, business, businessProfile, payments"),
    (status = 404, body = ErrorBody),
    (status = 410, body = ErrorBody, description = "it was voided; `current` says what replaces it")))]
pub async fn read_document(
    State(state): State<AppState>,
    Extension(kind): Extension<DocumentKind>,
    link: Link,
    ApiQuery(wanted): ApiQuery<PublicQuery>,
) -> Result<Response, ApiError> {
    if wanted.with.is_some() || wanted.selected.is_some() || wanted.choice.is_some() {
        let is_page = wanted.with.is_some();
        let answer = read(&state, kind, &link.token, is_page, wanted.picks()).await?;
        return Ok(Json(answer).into_response());
    }
    let body = read_plain(&state, kind, &link.token).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// The JSON of the response without further parts. It is read far more often than it changes, so one query says whether
/// the last response is still right.
async fn read_plain(state: &AppState, kind: DocumentKind, token: &str) -> Result<Bytes, ApiError> {
    let mut conn = state.db.read().await?;
    let stamp = store::find_public_stamp(&mut conn, kind, token).await?;
    let Some(stamp) = stamp else {
        return Err(voided::refusal_error(state, &mut conn, kind, token).await?);
    };
    drop(conn);
    if let Some(body) = state.response_cache.get(token, &stamp) {
        return Ok(body);
    }
    // What is read now is at least as new as the stamp, so the response stored under the stamp is never older than it
    // claims.
    let answer = read(state, kind, token, false, CustomerSelection::default()).await?;
    let body = Bytes::from(serde_json::to_vec(&answer)?);
    state.response_cache.put(token, stamp, body.clone());
    Ok(body)
}

/// The response for a link, with what our page shows if `page` is set.
///
/// # Errors
/// The one 404 for every link that leads nowhere; 410 if the document was voided; 422 for picks that the rules refuse.
pub async fn read(
    state: &AppState,
    kind: DocumentKind,
    token: &str,
    page: bool,
    picks: CustomerSelection<'_>,
) -> Result<PublicResponse, ApiError> {
    let today = today(state)?;
    let mut tx = state.db.begin_read().await?;
    let row = store::find_public(&mut tx, kind, token).await?;
    let Some(row) = row.filter(|row| row.status != store::DocumentStatus::Void) else {
        return Err(voided::refusal_error(state, &mut tx, kind, token).await?);
    };
    let stored = StoredDocument::load(&mut tx, row).await?;
    PublicResponse::load(state, &mut tx, &stored, page.then_some(today), picks).await
}
