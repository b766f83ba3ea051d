//! Turning a quote into an invoice.

use axum::extract::{Path, State};
use axum::response::Response;

use crate::documents::copying::copy;
use crate::documents::reading::answer::Invoice;
use crate::error::{ApiError, ErrorBody};
use crate::idempotency::IdempotencyKey;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Turns a sent or accepted quote into a draft invoice, once.
#[utoipa::path(post, path = "/api/quotes/{id}/convert", tag = "quotes", responses(
    (status = 201, body = Invoice), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn convert(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    copy::convert(&state, &user, &id, key).await
}
