//! Payments of invoices, as the business records and decides them.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use plumbline_core::kind::Kind;

use super::respond;
use crate::documents::reading::answer::{Answer, Invoice};
use crate::error::{ApiError, ErrorBody};
use crate::http::RawJson;
use crate::idempotency::IdempotencyKey;
use crate::payments::decide::{self, Verdict};
use crate::payments::record::{self, PaymentInput};
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Records a payment that the business has received; it counts at once.
#[utoipa::path(post, path = "/api/invoices/{id}/payments", tag = "invoices", request_body = PaymentInput, responses(
    (status = 201, body = Invoice), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn record(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    record::record(&state, &user, Kind::Invoice, &id, key, &body).await
}

/// Confirms what a customer recorded.
#[utoipa::path(post, path = "/api/invoices/{id}/payments/{pid}/confirm", tag = "invoices", responses(
    (status = 200, body = Invoice), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn confirm(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((id, pid)): Path<(String, String)>,
) -> Result<Json<Answer>, ApiError> {
    let stored =
        decide::decide(&state, &user.id, Kind::Invoice, &id, &pid, Verdict::Confirm).await?;
    respond(&state, stored).await
}

/// Rejects what a customer recorded; they may record it anew.
#[utoipa::path(post, path = "/api/invoices/{id}/payments/{pid}/reject", tag = "invoices", responses(
    (status = 200, body = Invoice), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn reject(
    State(state): State<AppState>,
    user: CurrentUser,
    Path((id, pid)): Path<(String, String)>,
) -> Result<Json<Answer>, ApiError> {
    let stored =
        decide::decide(&state, &user.id, Kind::Invoice, &id, &pid, Verdict::Reject).await?;
    respond(&state, stored).await
}
