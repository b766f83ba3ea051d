//! DELETE /api/expenses/{id}

use axum::extract::State;
use axum::http::StatusCode;

use super::{mileage, repeating, store};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::files;
use plumbline_platform::http::Path;
use plumbline_platform::ids::ExpenseId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Deletes an expense. Its receipts are deleted after 30 days, unless it is created again with them; a bank line that
/// it was imported from is still recognised. A payment to a subcontractor under CIS has its own request for deletion.
#[utoipa::path(delete, path = "/api/expenses/{id}", tag = "expenses", params(ExpenseId),
    responses((status = 204), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ExpenseId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let row = store::find(&mut tx, &user.id, &id).await?;
    let row = row.ok_or_else(super::not_found)?;
    if store::is_under_cis(&mut tx, &id).await? {
        let text = "This is a payment to a subcontractor under CIS. Open the payment itself to delete it.";
        return Err(ApiError::conflict("under_cis", text));
    }
    mileage::lock_journeys(&mut tx, &user.id, &id, Some(&row), None).await?;
    for receipt in store::receipts::list_for_expense(&mut tx, &id).await? {
        files::schedule_cleanup(&state, &mut tx, &user.id, &receipt).await?;
    }
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(super::not_found());
    }
    repeating::cancel_repeat(&mut tx, &id).await?;
    mileage::recalculate_journeys(&mut tx, &user.id, [Some(&row), None]).await?;
    let gone = super::Expense::from_row(row, Vec::new());
    super::record_activity(&state, &mut tx, &user.id, "deleted", &gone).await?;
    let less = StorageUse::of_bytes(quota::EXPENSE_BYTES).negated();
    quota::count_storage(&state, &mut tx, &user.id, less).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
