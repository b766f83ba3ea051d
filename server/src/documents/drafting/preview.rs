//! The third door of the rules: a document's totals over HTTP, without a session and without a
//! trace. The bytes are those of `plumbline calc` and of the browser's package.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use plumbline_core::error::{Failure, code};
use plumbline_core::json;

use crate::error::ApiError;
use crate::http::RawJson;

/// Core's answer to the body's text, as it is: 200 with totals, 400 or 422 with core's error.
///
/// # Errors
/// 400 when the body is not UTF-8.
pub fn preview(raw: &RawJson) -> Result<Response, ApiError> {
    let text = std::str::from_utf8(&raw.0)
        .map_err(|_| ApiError::bad_request(code::MALFORMED_JSON, "The body is not valid UTF-8."))?;
    let (status, body) = match json::calculate(text) {
        Ok(totals) => (StatusCode::OK, totals),
        Err(error) => (refusal(text), error),
    };
    Ok((status, [(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// 400 for a text that is no document, 422 for a document that breaks a rule.
fn refusal(text: &str) -> StatusCode {
    match json::document(text) {
        Err(Failure::Malformed(_)) => StatusCode::BAD_REQUEST,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
