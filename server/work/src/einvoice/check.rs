//! GET /api/invoices/{id}/einvoice/check: what is missing for its e-invoice, while it is still typed.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::einvoice::{Finding, check};
use plumbline_core::kind::DocumentKind;
use serde::Serialize;
use utoipa::ToSchema;

use super::source;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::stored::StoredDocument;

/// Whether an e-invoice of a document is possible.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub(super) struct EinvoiceCheck {
    /// Whether its customer wants e-invoices.
    pub wanted: bool,
    /// The customer's order number; empty if it is not known.
    pub order_reference: String,
    /// What is missing or wrong; empty if nothing is, or if no e-invoice is wanted.
    #[schema(value_type = Vec<Object>)]
    pub findings: Vec<Finding>,
}

/// What prevents the e-invoice of a document; for a draft, in its saved state.
#[utoipa::path(get, path = "/{id}/einvoice/check", tag = "documents", responses(
    (status = 200, body = EinvoiceCheck), (status = 404, body = ErrorBody)))]
pub(super) async fn check_einvoice(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
) -> Result<Json<EinvoiceCheck>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let stored = StoredDocument::find(&mut tx, &user.id, kind, &id).await?;
    let known = source::load(&mut tx, &stored).await?;
    drop(tx);
    let findings = match known.is_wanted {
        true => check(&known.source),
        false => Vec::new(),
    };
    Ok(Json(EinvoiceCheck {
        wanted: known.is_wanted,
        order_reference: known.source.order_reference,
        findings,
    }))
}
