//! POST /api/expenses/preview

use axum::Json;
use axum::extract::State;
use plumbline_core::expense::{ExpensePreview, calculate_journey, calculate_purchase};
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Mileage;
use super::store::journeys;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiJson;
use plumbline_platform::ids::ExpenseId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// What was entered so far, from which the rest is calculated.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ExpensePreviewRequest {
    /// The expense that is being edited; null for a new one.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub id: Option<ExpenseId>,
    /// The date of payment, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds, including VAT.
    #[serde(default)]
    #[schema(value_type = String)]
    pub amount: Number,
    /// The percentage of VAT in it; empty if there is no VAT.
    #[serde(default)]
    #[schema(value_type = String)]
    pub vat_rate: Number,
    /// A journey, instead of an amount.
    #[serde(default)]
    pub mileage: Option<Mileage>,
}

/// Core's result, for the API description.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExpensePreview, value_type = Object)]
pub struct CorePreview(pub ExpensePreview);

/// The amounts that an expense would have if it were saved. Nothing is written.
#[utoipa::path(post, path = "/api/expenses/preview", tag = "expenses",
    request_body = ExpensePreviewRequest, responses((status = 200, body = CorePreview),
        (status = 422, body = ErrorBody)))]
pub(super) async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(typed): ApiJson<ExpensePreviewRequest>,
) -> Result<Json<CorePreview>, ApiError> {
    let Some(mileage) = &typed.mileage else {
        let preview = calculate_purchase(&typed.amount, &typed.vat_rate, &Number::Empty)?;
        return Ok(Json(CorePreview(preview)));
    };
    let (vehicle, miles) = (mileage.vehicle, &mileage.miles);
    let mut conn = state.db.read().await?;
    // A new one comes after all others of its date.
    let id = typed.id.as_ref().map_or("~", |id| id.as_str());
    let at = (typed.date, id);
    let (_, before) = journeys::count_before(&mut conn, &user.id, vehicle, at).await?;
    let preview = calculate_journey(typed.date, vehicle, miles, before)?;
    Ok(Json(CorePreview(preview)))
}
