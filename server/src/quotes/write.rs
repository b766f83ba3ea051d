//! Creating, saving and deleting quotes.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use plumbline_core::kind::Kind;

use super::respond;
use crate::documents::drafting::input::QuoteInput;
use crate::documents::drafting::{create, delete, save};
use crate::documents::reading::answer::{Answer, Quote};
use crate::error::{ApiError, ErrorBody};
use crate::http::RawJson;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Makes a draft. With an id of the client's, the same create again is the same quote.
#[utoipa::path(post, path = "/api/quotes", tag = "quotes", request_body = QuoteInput, responses(
    (status = 201, body = Quote), (status = 400, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    body: RawJson,
) -> Result<(StatusCode, Json<Answer>), ApiError> {
    let stored = create::create(&state, &user.id, Kind::Quote, &body).await?;
    Ok((StatusCode::CREATED, respond(&state, stored).await?))
}

/// Replaces what the quote says. `version` is the one the change was made from; a save of an
/// issued quote makes a new version of it.
#[utoipa::path(put, path = "/api/quotes/{id}", tag = "quotes", request_body = QuoteInput, responses(
    (status = 200, body = Quote), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn save(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    body: RawJson,
) -> Result<Json<Answer>, ApiError> {
    let stored = save::save(&state, &user.id, Kind::Quote, &id, &body).await?;
    respond(&state, stored).await
}

/// Deletes a draft; an issued quote is refused.
#[utoipa::path(delete, path = "/api/quotes/{id}", tag = "quotes", responses(
    (status = 204), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    delete::delete(&state, &user.id, Kind::Quote, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
