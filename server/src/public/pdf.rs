//! What a link leads to: its page, and with `.pdf` after it the document's PDF.

use axum::Extension;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use plumbline_core::kind::Kind;
use utoipa_axum::router::OpenApiRouter;

use super::link;
use super::page;
use crate::documents::reading::paper;
use crate::error::ApiError;
use crate::http::ClientAddress;
use crate::limits::Limit;
use crate::state::AppState;

/// The page of a kind of document. The router knows no suffixes, so that the page and its PDF share
/// a path.
pub fn router(kind: Kind) -> OpenApiRouter<AppState> {
    let path = format!("/{}/{{name}}", kind.facts().letter);
    OpenApiRouter::new()
        .route(&path, get(read))
        .layer(Extension(kind))
}

async fn read(
    State(state): State<AppState>,
    address: ClientAddress,
    Extension(kind): Extension<Kind>,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    // What is no text is no link either, and leads where every such link leads.
    let name = name.map(|Path(name)| name).unwrap_or_default();
    let Some(token) = name.strip_suffix(".pdf") else {
        return Ok(page::answer(&state, kind, &link::plain(&name)).await);
    };
    state.limits.check(Limit::PdfByAddress, address.0)?;
    let token = link::plain(token);
    match paper::public(&state, kind, &token).await? {
        Some(pdf) => Ok(pdf.into_response()),
        // Who followed a link reads a page, which says what is the matter.
        None => Ok(page::answer(&state, kind, &token).await),
    }
}
