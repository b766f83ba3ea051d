//! A document's totals over HTTP, without a session and without storing anything. The bytes are the same as those
//! of `plumbline calc` and of the browser's package.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use plumbline_core::calculate::all_in::{AllIn, find_discount};
use plumbline_core::calculate::totals::Totals;
use plumbline_core::document::Document;
use plumbline_core::error::{InputError, RuleErrors, code};
use plumbline_core::json;
use plumbline_core::money::number::Number;
use plumbline_core::preview;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::fields::DocumentFields;
use super::validation;
use plumbline_platform::error::{ApiError, ErrorBody, bound_body};
use plumbline_platform::http::{ApiQuery, RawJson};

/// Core's totals, for the API description.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Totals, value_type = Object)]
pub struct CoreTotals(pub Totals);

/// The query of a preview.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PreviewQuery {
    /// The total to reach, in pounds; the response is then the discount that leads to it.
    pub all_in: Option<String>,
}

/// The totals of a document that isn't saved: exactly the text that core returns. With `allIn`, the response is instead
/// the `other` discount that brings the total nearest to that amount: `{ discount, totalAmount, exact }`.
#[utoipa::path(post, path = "/preview", tag = "documents", params(PreviewQuery),
    request_body = DocumentFields, responses(
    (status = 200, body = CoreTotals, description = "Core's totals, or the discount"), (status = 400, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
pub async fn preview(ApiQuery(query): ApiQuery<PreviewQuery>, body: RawJson) -> Result<Response, ApiError> {
    let text = std::str::from_utf8(&body.0)
        .map_err(|_| ApiError::bad_request(code::MALFORMED_JSON, "The body is not valid UTF-8."))?;
    if let Some(wanted) = query.all_in {
        return Ok(Json(calculate_all_in(text, &wanted)?).into_response());
    }
    let (status, body) = match preview::calculate_totals(text) {
        Ok(totals) => (StatusCode::OK, json::to_text(&totals)),
        Err(failure) => error_response(failure),
    };
    Ok((status, [(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// Core's own message, shortened to the length that a response may have.
fn error_response(failure: InputError) -> (StatusCode, String) {
    let status = match &failure {
        InputError::Malformed(_) => StatusCode::BAD_REQUEST,
        InputError::Rules(_) => StatusCode::UNPROCESSABLE_ENTITY,
    };
    (status, json::to_text(&bound_body(failure.to_body())))
}

/// The discount that brings the document to this total.
fn calculate_all_in(text: &str, wanted: &str) -> Result<AllIn, ApiError> {
    let document = Document::from_json(text).map_err(validation::to_api_error)?;
    find_discount(&document, &Number::from_text(wanted)).map_err(|RuleErrors(mut errors)| {
        for error in &mut errors {
            // Core's name for this field is `target`, the API's `allIn`.
            if error.path == "target" {
                "allIn".clone_into(&mut error.path);
            }
        }
        validation::to_api_error(InputError::Rules(RuleErrors(errors)))
    })
}
