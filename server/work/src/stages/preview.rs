//! POST /api/quotes/{id}/stages/preview: the totals of an invoice for a part of the job.

use axum::Json;
use axum::extract::{Path, State};
use plumbline_core::calculate::totals::Totals;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::quote::QuoteAction;
use serde::Serialize;
use utoipa::ToSchema;

use super::request::StageInput;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiJson;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::documents::stored::StoredDocument;

/// The result of a preview.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct StagePreview {
    /// The totals of the invoice.
    #[schema(value_type = Object)]
    pub totals: Totals,
    /// The total that was requested.
    #[schema(value_type = String)]
    pub asked: Pence,
    /// Whether the total is exactly that: at some VAT rates no whole pence add up to it.
    pub exact: bool,
    /// What would be left of the job, including VAT.
    #[schema(value_type = String)]
    pub left: Pence,
}

/// Calculates an invoice for a part of an accepted quote; nothing is stored.
#[utoipa::path(post, path = "/{id}/stages/preview", tag = "documents", request_body = StageInput,
    responses((status = 200, body = StagePreview), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn preview_stage(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    ApiJson(input): ApiJson<StageInput>,
) -> Result<Json<StagePreview>, ApiError> {
    let mut conn = state.db.begin_read().await?;
    let mut quote = StoredDocument::find(&mut conn, &user.id, DocumentKind::Quote, &id).await?;
    quote.take_quote_step(QuoteAction::Stage, documents::today(&state)?)?;
    let wanted = input.plan_stage(&mut conn, &quote).await?;
    let total = wanted.stage.totals.total_amount;
    Ok(Json(StagePreview {
        exact: total == wanted.stage.requested,
        asked: wanted.stage.requested,
        left: wanted.left - total,
        totals: wanted.stage.totals,
    }))
}
