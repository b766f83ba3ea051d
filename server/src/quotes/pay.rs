//! Payments of quotes (deposits), as the business records and decides them.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use plumbline_core::kind::Kind;

use super::respond;
use crate::documents::reading::answer::{Answer, Quote};
use crate::error::{ApiError, ErrorBody};
use crate::http::RawJson;
use crate::idempotency::IdempotencyKey;
use crate::payments::decide::{self, Verdict};
use crate::payments::record::{self, PaymentInput};
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Records a payment that the business has received; it counts at once.
#[utoipa::path(post, path = "/api/quotes/{id}/payments", tag = "quotes", request_body = PaymentInput, responses(
    (status = 201, body = Quote), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn record(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    record::record(&state, &user, Kind::Quote, &id, key, &body).await
}

/// Confirms what a customer recorded.
#[utoipa::path(post, path = "/api/quotes/{id}/payments/{pid}/confirm", tag = "quotes", responses(
    (status = 200, body = Quote), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn confirm(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((id, pid)): Path<(String, String)>,
) -> Result<Json<Answer>, ApiError> {
    let stored = decide::decide(&state, &user.id, Kind::Quote, &id, &pid, Verdict::Confirm).await?;
    respond(&state, stored).await
}

/// Rejects what a customer recorded; they may record it anew.
#[utoipa::path(post, path = "/api/quotes/{id}/payments/{pid}/reject", tag = "quotes", responses(
    (status = 200, body = Quote), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn reject(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((id, pid)): Path<(String, String)>,
) -> Result<Json<Answer>, ApiError> {
    let stored = decide::decide(&state, &user.id, Kind::Quote, &id, &pid, Verdict::Reject).await?;
    respond(&state, stored).await
}
