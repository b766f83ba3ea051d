//! GET /api/expenses/suppliers

use axum::Json;
use axum::extract::State;
use plumbline_core::expense::ExpenseCategory;
use serde::Serialize;
use utoipa::ToSchema;

use super::store::suppliers as paid_before;
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The most suppliers in the list: those that were paid last.
const SUPPLIERS_MAX: i64 = 500;

/// A supplier whom the account has paid before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Supplier {
    /// The supplier's name.
    pub name: String,
    /// The category of the last expense.
    #[schema(value_type = String)]
    pub category: ExpenseCategory,
    /// The VAT percentage of the last expense; empty if it had no VAT.
    pub vat_rate: String,
}

/// The suppliers whom the account has paid, latest first, at most 500.
#[utoipa::path(get, path = "/api/expenses/suppliers", tag = "expenses",
    responses((status = 200, body = Vec<Supplier>)))]
pub(super) async fn suppliers(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<Supplier>>, ApiError> {
    let mut conn = state.db.read().await?;
    let paid = paid_before::list_suppliers(&mut conn, &user.id, SUPPLIERS_MAX).await?;
    let suppliers = paid.into_iter().map(|paid| Supplier {
        name: paid.supplier,
        category: paid.category,
        vat_rate: paid.vat_rate,
    });
    Ok(Json(suppliers.collect()))
}
