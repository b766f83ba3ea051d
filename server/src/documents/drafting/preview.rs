//! The third door of the rules: a document's totals over HTTP, without a session and without a
//! trace. The bytes are those of `plumbline calc` and of the browser's package.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use plumbline_core::error::{Failure, code};
use plumbline_core::json;
use plumbline_core::totals::Totals;
use serde::Serialize;
use utoipa::ToSchema;

use super::fields::DocumentFields;
use crate::error::{ApiError, ErrorBody};
use crate::http::RawJson;

/// Core's totals, for the description of the interface.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Totals, value_type = Object)]
pub struct CoreTotals(pub Totals);

/// The totals of a document that is not saved: core's answer to the text, byte for byte.
#[utoipa::path(post, path = "/preview", tag = "documents", request_body = DocumentFields, responses(
    (status = 200, body = CoreTotals, description = "Core's totals"), (status = 400, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
pub async fn preview(body: RawJson) -> Result<Response, ApiError> {
    let text = std::str::from_utf8(&body.0)
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
