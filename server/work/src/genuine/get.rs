//! GET /api/check/{code}

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::PathRejection;
use plumbline_core::present::genuine::Genuine;

use super::answer;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::Limit;
use plumbline_platform::state::AppState;

/// What the code on an invoice confirms: which invoice it belongs to, how much is due and where it is paid. A code that
/// is not from this server gets a normal response with the outcome `unknown`.
#[utoipa::path(get, path = "/api/check/{code}", tag = "public", params(("code" = String, Path)), responses(
    (status = 200, body = Object, description = "outcome, title, words, invoice"),
    (status = 429, body = ErrorBody)))]
pub(super) async fn check(
    State(state): State<AppState>,
    address: ClientAddress,
    code: Result<axum::extract::Path<String>, PathRejection>,
) -> Result<Json<Genuine>, ApiError> {
    state.limits.check(Limit::PublicByAddress, address.0)?;
    // Text that cannot be decoded is not a code either.
    let code = code.map(|axum::extract::Path(code)| code);
    Ok(Json(answer::of(&state, &code.unwrap_or_default()).await?))
}
