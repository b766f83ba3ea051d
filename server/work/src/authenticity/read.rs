//! GET /api/check/{code}

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::PathRejection;
use plumbline_core::present::authenticity::AuthenticityCheck;

use super::lookup;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;

/// What the code on an invoice confirms: which invoice it belongs to, how much is due and where it is paid. A code that
/// is not from this server gets a normal response with the outcome `unknown`.
#[utoipa::path(get, path = "/api/check/{code}", tag = "public", params(("code" = String, Path)), responses(
    (status = 200, body = Object, description = "outcome, title, words, invoice"),
    (status = 429, body = ErrorBody)))]
pub(super) async fn read_check(
    State(state): State<AppState>,
    address: ClientAddress,
    code: Result<axum::extract::Path<String>, PathRejection>,
) -> Result<Json<AuthenticityCheck>, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    // Text that cannot be decoded is not a code either.
    let code = code.map(|axum::extract::Path(code)| code);
    Ok(Json(lookup::check_code(&state, &code.unwrap_or_default()).await?))
}
