//! POST /api/expenses/preview

use axum::Json;
use axum::extract::State;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::{self, Mileage, miles};
use super::store::journeys;
use crate::error::{ApiError, ErrorBody};
use crate::http::ApiJson;
use crate::http::text::Checks;
use crate::ids::ExpenseId;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// What is typed so far, of which the rest is reckoned.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ExpensePreviewRequest {
    /// The expense that is changed; none of a new one.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub id: Option<ExpenseId>,
    /// When it was paid, YYYY-MM-DD.
    #[schema(value_type = String)]
    pub date: Date,
    /// Pounds, VAT and all.
    #[serde(default)]
    #[schema(value_type = String)]
    pub amount: Number,
    /// The percentage of VAT in it; empty: none.
    #[serde(default)]
    #[schema(value_type = String)]
    pub vat_rate: Number,
    /// A journey, instead of an amount.
    #[serde(default)]
    pub mileage: Option<Mileage>,
}

/// What it comes to.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ExpensePreview {
    /// Pounds, VAT and all.
    #[schema(value_type = String)]
    pub amount: Pence,
    /// Pounds of VAT in it, as the rate has it.
    #[schema(value_type = String)]
    pub vat_amount: Pence,
    /// How a journey's amount comes about.
    pub mileage: Option<MileagePreview>,
}

/// How a journey's amount comes about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct MileagePreview {
    /// `2026/27`.
    pub tax_year: String,
    /// Miles of this tax year that come before it.
    #[schema(value_type = String)]
    pub before: Number,
    /// Pence a mile.
    pub first: i64,
    /// For the first so many miles of a tax year; none where all are worth the same.
    pub up_to: Option<i64>,
    /// Pence for each mile after them.
    pub after: i64,
    /// Whether the rate was read on a page of HMRC's for the self-employed.
    pub confirmed: bool,
}

/// What an expense would come to, as it would be kept. Nothing is written.
#[utoipa::path(post, path = "/api/expenses/preview", tag = "expenses",
    request_body = ExpensePreviewRequest, responses((status = 200, body = ExpensePreview),
        (status = 422, body = ErrorBody)))]
pub(super) async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(typed): ApiJson<ExpensePreviewRequest>,
) -> Result<Json<ExpensePreview>, ApiError> {
    let mut checks = Checks::new();
    let Some(mileage) = &typed.mileage else {
        let vat = Number::Empty;
        let (amount, vat_amount) =
            fields::amounts(&mut checks, &typed.amount, &typed.vat_rate, &vat);
        checks.finish()?;
        return Ok(Json(ExpensePreview {
            amount,
            vat_amount,
            mileage: None,
        }));
    };
    let journey = fields::journey(&mut checks, typed.date, mileage);
    checks.finish()?;
    let Some(rate) = journey.vehicle.rate_on(typed.date) else {
        return Err(super::not_found());
    };
    let mut conn = state.db.read().await?;
    // A new one comes after all others of its day.
    let id = typed.id.as_ref().map_or("~", |id| id.as_str());
    let at = (typed.date, id);
    let (_, before) = journeys::before(&mut conn, &user.id, journey.vehicle, at).await?;
    Ok(Json(ExpensePreview {
        amount: rate.amount(before, journey.tenths),
        vat_amount: Pence::ZERO,
        mileage: Some(MileagePreview {
            tax_year: TaxYear::of(typed.date).text(),
            before: miles(before),
            first: rate.first,
            up_to: rate.up_to,
            after: rate.after,
            confirmed: rate.confirmed,
        }),
    }))
}
