//! GET /api/expenses/{id}

use axum::Json;
use axum::extract::State;

use super::{Expense, store};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::ExpenseId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// One expense.
#[utoipa::path(get, path = "/api/expenses/{id}", tag = "expenses", params(ExpenseId),
    responses((status = 200, body = Expense), (status = 404, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ExpenseId>,
) -> Result<Json<Expense>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find_with_receipts(&mut conn, &user.id, &id).await?;
    found.map(Json).ok_or_else(super::not_found)
}
