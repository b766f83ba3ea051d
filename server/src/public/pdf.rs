//! The PDFs behind a link: the link with `.pdf` after it, and below it the certificate of an
//! accepted quote. Without it, the link is its page.

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use plumbline_core::kind::Kind;
use utoipa_axum::router::OpenApiRouter;

use super::link::{self, Link};
use super::page;
use crate::acceptances;
use crate::documents::reading::paper;
use crate::error::ApiError;
use crate::http::ClientAddress;
use crate::limits::Limit;
use crate::state::AppState;

/// The router knows no suffixes, so that the page and its PDF share a path.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .route("/q/{name}", get(quote))
        .route("/i/{name}", get(invoice))
        .route("/q/{token}/certificate.pdf", get(certificate))
}

async fn quote(
    State(state): State<AppState>,
    address: ClientAddress,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    read(&state, address, Kind::Quote, name).await
}

async fn invoice(
    State(state): State<AppState>,
    address: ClientAddress,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    read(&state, address, Kind::Invoice, name).await
}

async fn read(
    state: &AppState,
    address: ClientAddress,
    kind: Kind,
    name: Result<Path<String>, PathRejection>,
) -> Result<Response, ApiError> {
    // What is no text is no link either, and leads where every such link leads.
    let name = name.map(|Path(name)| name).unwrap_or_default();
    let Some(token) = name.strip_suffix(".pdf") else {
        return Ok(page::answer(state, kind, &link::plain(&name)).await);
    };
    state.limits.check(Limit::PdfByAddress, address.0)?;
    let token = link::plain(token);
    match paper::public(state, kind, &token).await? {
        Some(pdf) => Ok(pdf.into_response()),
        // Who followed a link reads a page, which says what is the matter.
        None => Ok(page::answer(state, kind, &token).await),
    }
}

async fn certificate(
    State(state): State<AppState>,
    address: ClientAddress,
    link: Link,
) -> Result<Response, ApiError> {
    state.limits.check(Limit::PdfByAddress, address.0)?;
    if let Some(pdf) = acceptances::paper::public(&state, &link.token).await? {
        return Ok(pdf.into_response());
    }
    let mut page = page::answer(&state, Kind::Quote, &link.token).await;
    // The quote may well be there, and wait to be accepted; what was asked for is not.
    if page.status() == StatusCode::OK {
        *page.status_mut() = StatusCode::NOT_FOUND;
    }
    Ok(page)
}
