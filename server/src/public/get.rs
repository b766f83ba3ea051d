//! Reading a document behind a link.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::public::PublicDocument;

use super::{not_found, view};
use crate::documents::kind::Kind;
use crate::documents::store;
use crate::documents::stored::Stored;
use crate::error::{ApiError, ErrorBody};
use crate::state::AppState;

/// A quote behind its link.
#[utoipa::path(get, path = "/api/quotes/public/{token}", tag = "public", responses(
    (status = 200, description = "quote, items, contact, business, businessProfile, payments"),
    (status = 404, body = ErrorBody)))]
pub async fn quote(
    State(state): State<AppState>,
    Path(token): Path<String>,
) -> Result<Json<PublicDocument>, ApiError> {
    get(&state, Kind::Quote, &token).await
}

/// An invoice behind its link.
#[utoipa::path(get, path = "/api/invoices/public/{token}", tag = "public", responses(
    (status = 200, description = "invoice, items, contact, business, businessProfile, payments"),
    (status = 404, body = ErrorBody)))]
pub async fn invoice(
    State(state): State<AppState>,
    Path(token): Path<String>,
) -> Result<Json<PublicDocument>, ApiError> {
    get(&state, Kind::Invoice, &token).await
}

async fn get(state: &AppState, kind: Kind, token: &str) -> Result<Json<PublicDocument>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let row = store::find_public(&mut tx, kind, token).await?;
    let row = row
        .filter(|row| row.status != "void")
        .ok_or_else(|| not_found(kind))?;
    let stored = Stored::read(&mut tx, kind, row).await?;
    view::of(&mut tx, &stored).await.map(Json)
}
