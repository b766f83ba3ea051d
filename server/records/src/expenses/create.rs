//! POST /api/expenses

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::fields::ExpenseInput;
use super::store::{self, ExpenseRow};
use super::{Expense, mileage, repeating};
use crate::documents::today;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, Create, Write};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Creates an expense. The client may choose the `id`; repeating the request returns the same expense.
#[utoipa::path(post, path = "/api/expenses", tag = "expenses", request_body = Create<ExpenseInput>,
    responses((status = 201, body = Expense), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<Write<ExpenseInput>>,
) -> Result<(StatusCode, Json<Expense>), ApiError> {
    let id = request.id_or_new(&state.ids)?;
    let today = today(&state)?;
    let fields = request.fields.checked(today)?;
    let mut row = ExpenseRow::new(&user.id, &id, &fields, state.clock.now_ms());
    let mut tx = state.db.begin_write().await?;
    // The expense may have existed before: a deletion is undone by creating it again.
    row.from_bank = store::bank::is_imported(&mut tx, &user.id, &id).await?;
    row.repeat_done = store::find_last_of_series(&mut tx, &user.id, &id).await?;
    row.repeat_next = repeating::first_repeat(&row, row.repeat_done, today);
    super::check_references(&mut tx, &user.id, &id, &fields).await?;
    mileage::lock_journeys(&mut tx, &user.id, &id, None, Some(&fields)).await?;
    let is_new = store::insert(&mut tx, &row).await?;
    if is_new {
        store::receipts::replace(&mut tx, &id, &fields.receipts).await?;
        mileage::recalculate_journeys(&mut tx, &user.id, [Some(&row), None]).await?;
        repeating::schedule_repeat(&state, &mut tx, &row).await?;
    }
    // Not written if the id exists already: then it is this account's own expense, sent again.
    let Some(made) = store::find_with_receipts(&mut tx, &user.id, &id).await? else {
        return Err(ApiError::id_taken());
    };
    // Refused if the stored expense has different contents, so that what was entered isn't silently lost.
    if !is_new && made.version == 1 && !made.has_same_input(&Expense::from_row(row, fields.receipts)) {
        return Err(ApiError::id_taken());
    }
    if is_new {
        super::record_activity(&state, &mut tx, &user.id, "created", &made).await?;
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::EXPENSE_BYTES)).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}
