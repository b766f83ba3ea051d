//! Sending, copying and putting away quotes.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use plumbline_core::kind::Kind;

use super::respond;
use crate::documents::copying::copy;
use crate::documents::filing::archive;
use crate::documents::filing::bulk::{self, BulkAnswer, BulkRequest};
use crate::documents::reading::answer::{Answer, Quote};
use crate::documents::sending::revoke;
use crate::documents::sending::send::{self, SendRequest};
use crate::error::{ApiError, ErrorBody};
use crate::http::{ApiJson, RawJson};
use crate::idempotency::IdempotencyKey;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Issues a draft and sends it by e-mail or gives its link; sends an issued quote again.
#[utoipa::path(post, path = "/api/quotes/{id}/send", tag = "quotes", request_body = SendRequest, responses(
    (status = 200, body = Quote), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn send(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    send::send(&state, &user, Kind::Quote, &id, key, &body).await
}

/// Makes a draft that says the same, dated today.
#[utoipa::path(post, path = "/api/quotes/{id}/duplicate", tag = "quotes", responses(
    (status = 201, body = Quote), (status = 404, body = ErrorBody)))]
pub async fn duplicate(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    copy::duplicate(&state, &user, Kind::Quote, &id, key).await
}

/// Puts a quote out of sight; the customer's link stays.
#[utoipa::path(post, path = "/api/quotes/{id}/archive", tag = "quotes", responses(
    (status = 200, body = Quote), (status = 404, body = ErrorBody)))]
pub async fn archive(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<Answer>, ApiError> {
    let stored = archive::set(&state, &user.id, Kind::Quote, &id, true).await?;
    respond(&state, stored).await
}

/// Brings a archived quote back.
#[utoipa::path(post, path = "/api/quotes/{id}/restore", tag = "quotes", responses(
    (status = 200, body = Quote), (status = 404, body = ErrorBody)))]
pub async fn restore(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<Json<Answer>, ApiError> {
    let stored = archive::set(&state, &user.id, Kind::Quote, &id, false).await?;
    respond(&state, stored).await
}

/// Takes the customer's link back and gives the document another one.
#[utoipa::path(post, path = "/api/quotes/{id}/revoke-link", tag = "quotes", responses(
    (status = 200, body = Quote), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn revoke_link(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    revoke::revoke(&state, &user, Kind::Quote, &id, key).await
}

/// One action on several quotes: all of them or none.
#[utoipa::path(post, path = "/api/quotes/bulk", tag = "quotes", request_body = BulkRequest, responses(
    (status = 200, body = BulkAnswer), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn bulk(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<BulkRequest>,
) -> Result<Json<BulkAnswer>, ApiError> {
    bulk::bulk(&state, &user.id, Kind::Quote, request)
        .await
        .map(Json)
}
