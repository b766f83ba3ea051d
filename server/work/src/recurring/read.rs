//! GET /api/recurring/{id}

use axum::Json;
use axum::extract::State;

use super::{Recurring, store};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::RecurringId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::today;

/// A recurring invoice, with its next dates and the invoices that it made.
#[utoipa::path(get, path = "/api/recurring/{id}", tag = "recurring", params(RecurringId),
    responses((status = 200, body = Recurring), (status = 404, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<RecurringId>,
) -> Result<Json<Recurring>, ApiError> {
    let today = today(&state)?;
    let mut conn = state.db.read().await?;
    let row = store::find(&mut conn, &user.id, &id).await?;
    let row = row.ok_or_else(super::not_found)?;
    Recurring::load(&mut conn, row, today).await.map(Json)
}
