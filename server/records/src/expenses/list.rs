//! GET /api/expenses

use axum::Json;
use axum::extract::State;
use plumbline_core::money::Pence;
use serde::Serialize;
use utoipa::ToSchema;

use super::ExpenseSummary;
use super::query::{ExpenseListQuery, ExpenseListRequest};
use super::store::find;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// One page of the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ExpenseList {
    /// The rows.
    pub data: Vec<ExpenseSummary>,
    /// The cursor of the next page; null on the last.
    pub next_cursor: Option<String>,
    /// How many expenses all pages have.
    pub total: i64,
    /// Their total, in pounds.
    #[schema(value_type = String)]
    pub total_amount: Pence,
    /// The total VAT in them, in pounds.
    #[schema(value_type = String)]
    pub total_vat: Pence,
}

/// One page of the account's expenses.
#[utoipa::path(get, path = "/api/expenses", tag = "expenses", params(ExpenseListQuery),
    responses((status = 200, body = ExpenseList), (status = 400, body = ErrorBody)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ExpenseListQuery>,
) -> Result<Json<ExpenseList>, ApiError> {
    let request = ExpenseListRequest::from_query(&user.id, query)?;
    let mut tx = state.db.begin_read().await?;
    // One row more than requested shows whether there is a next page.
    let most = request.limit + 1;
    let mut rows = find::list_page(&mut tx, &request.filter, &request.order, most).await?;
    let sums = find::sum_expenses(&mut tx, &request.filter).await?;
    drop(tx);
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > request.limit;
    if more {
        rows.pop();
    }
    let next_cursor = match rows.last() {
        Some(last) if more => Some(request.cursor_after(last)?),
        _ => None,
    };
    Ok(Json(ExpenseList {
        data: rows.into_iter().map(ExpenseSummary::from).collect(),
        next_cursor,
        total: sums.total,
        total_amount: sums.amount,
        total_vat: sums.vat_amount,
    }))
}
