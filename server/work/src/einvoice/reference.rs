//! PUT /api/invoices/{id}/order-reference

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{self, OrderReferenceRow};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::http::field_checks::{FieldChecks, REFERENCE_MAX};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::stored::StoredDocument;

/// The customer's order number.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct OrderReference {
    /// As the customer writes it; empty removes it.
    pub order_reference: String,
}

/// Stores the customer's order number for a document on which it is not written. Nothing that was issued changes.
#[utoipa::path(put, path = "/{id}/order-reference", tag = "documents", request_body = OrderReference,
    responses((status = 204), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn set_order_reference(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    Path(id): Path<String>,
    ApiJson(typed): ApiJson<OrderReference>,
) -> Result<StatusCode, ApiError> {
    let reference = typed.order_reference.trim();
    let mut checks = FieldChecks::new();
    checks.check_line("orderReference", reference, REFERENCE_MAX);
    checks.into_result()?;
    let mut tx = state.db.begin_write().await?;
    let stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let written = &stored.row.order_number;
    if !written.is_empty() && written != reference {
        let msg = format!("Order number {written} is written on it. Change it there.");
        let error = FieldError::new("orderReference", "written_on_document", msg);
        return Err(ApiError::rule_broken(vec![error]));
    }
    let row = OrderReferenceRow {
        document_id: stored.row.id,
        user_id: user.id.clone(),
        reference: reference.to_owned(),
        updated_at: state.clock.now_ms(),
    };
    store::set_reference(&mut tx, &row).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
