//! DELETE /api/quote-templates/{id}

use axum::extract::State;
use axum::http::StatusCode;

use super::store;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::QuoteTemplateId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Deletes a quote template permanently. Quotes that were made from it remain.
#[utoipa::path(delete, path = "/api/quote-templates/{id}", tag = "quote-templates", params(QuoteTemplateId),
    responses((status = 204), (status = 404, body = ErrorBody)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<QuoteTemplateId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let gone = store::find(&mut tx, &user.id, &id).await?;
    let gone = gone.ok_or_else(super::not_found)?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(super::not_found());
    }
    super::record_activity(&state, &mut tx, "deleted", &gone).await?;
    let less = StorageUse::of_bytes(gone.weight).negated();
    quota::count_storage(&state, &mut tx, &user.id, less).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
