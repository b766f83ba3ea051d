//! GET and PUT /api/income-tax/pot

use axum::Json;
use axum::extract::State;
use plumbline_core::money::number::Number;
use plumbline_core::report::take_home;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{self, TaxPotRow};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The money that a person sets aside for tax.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(deny_unknown_fields)]
pub struct TaxPot {
    /// The percentage of the money left after CIS and VAT, 0 to 100; 20 by default.
    #[schema(value_type = String)]
    pub percentage: Number,
}

/// The percentage to set aside for tax.
#[utoipa::path(get, path = "/api/income-tax/pot", operation_id = "pot", tag = "income-tax",
    responses((status = 200, body = TaxPot)))]
pub(super) async fn read(State(state): State<AppState>, user: CurrentUser) -> Result<Json<TaxPot>, ApiError> {
    let mut conn = state.db.read().await?;
    let row = store::find_pot(&mut conn, &user.id).await?;
    Ok(Json(TaxPot { percentage: row.map_or_else(take_home::default_pot_percentage, |row| row.percentage) }))
}

/// Sets the percentage to set aside for tax.
#[utoipa::path(put, path = "/api/income-tax/pot", operation_id = "setPot", tag = "income-tax",
    request_body = TaxPot, responses((status = 200, body = TaxPot), (status = 422, body = ErrorBody)))]
pub(super) async fn set(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(input): ApiJson<TaxPot>,
) -> Result<Json<TaxPot>, ApiError> {
    let percentage = take_home::parse_pot_percentage(&input.percentage).ok_or_else(|| {
        let text = "Put aside a percentage from 0 to 100, with at most 2 decimals.";
        ApiError::rule_broken(vec![FieldError::new("percentage", "out_of_range", text)])
    })?;
    let row = TaxPotRow {
        user_id: user.id.clone(),
        percentage: percentage.clone(),
        updated_at: state.clock.now_ms(),
    };
    let mut tx = state.db.begin_write().await?;
    store::save_pot(&mut tx, &row).await?;
    tx.commit().await?;
    Ok(Json(TaxPot { percentage }))
}
