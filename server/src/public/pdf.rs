//! The PDF behind a link: the link with `.pdf` after it.

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;

use crate::documents::kind::Kind;
use crate::documents::paper;
use crate::error::ApiError;
use crate::http::ClientAddress;
use crate::limits::Limit;
use crate::state::AppState;
use crate::web_build;

/// The router knows no suffixes, so that the page and its PDF share a path.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .route("/q/{name}", get(quote))
        .route("/i/{name}", get(invoice))
}

async fn quote(
    State(state): State<AppState>,
    address: ClientAddress,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    read(&state, address, Kind::Quote, &name, request).await
}

async fn invoice(
    State(state): State<AppState>,
    address: ClientAddress,
    Path(name): Path<String>,
    request: Request,
) -> Result<Response, ApiError> {
    read(&state, address, Kind::Invoice, &name, request).await
}

async fn read(
    state: &AppState,
    address: ClientAddress,
    kind: Kind,
    name: &str,
    request: Request,
) -> Result<Response, ApiError> {
    let Some(token) = name.strip_suffix(".pdf") else {
        return Ok(web_build::serve(request).await);
    };
    state.limits.check(Limit::PdfByAddress, address.0)?;
    match paper::public(state, kind, token).await? {
        Some(pdf) => Ok(pdf.into_response()),
        // Who followed a link reads a page, which says what is the matter.
        None => {
            let mut page = web_build::serve(request).await;
            *page.status_mut() = StatusCode::NOT_FOUND;
            Ok(page)
        }
    }
}
