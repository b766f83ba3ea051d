//! The one shape of an error over HTTP: `{ "message", "code", "requestId", "errors": [{ "path", "code", "msg" }]
//! }`.
//!
//! However much is wrong with a request, the response stays small (`bounds`).
//!
//! Handlers return `Result<_, ApiError>` and use `?`. A 500 reveals nothing internal: its cause is logged under the
//! request id that the response also has.

mod bounds;
mod convert;
mod kinds;

use std::borrow::Cow;
use std::error::Error as StdError;

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;

pub use bounds::{ERRORS_MAX, PATH_MAX, bound_body};

use crate::request_id;

/// Any cause of a 500.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// The header beside a 401 that signals to the browser that its session has ended.
pub const SESSION_EXPIRED: HeaderName = HeaderName::from_static("x-session-expired");

/// An error in one field of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ApiFieldError"))]
#[schema(as = ApiFieldError)]
pub struct FieldError {
    /// The field: `email`, `items[3].price`.
    pub path: String,
    /// A stable code: `required`, `too_long`, `invalid`, …
    pub code: Cow<'static, str>,
    /// A message for the person who typed it.
    pub msg: Cow<'static, str>,
}

impl FieldError {
    /// An error at `path`. Path and message are shortened if they are longer than anybody reads.
    pub fn new(
        path: impl Into<String>,
        code: impl Into<Cow<'static, str>>,
        msg: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            path: bounds::shorten_path(path.into()),
            code: code.into(),
            msg: bounds::shorten_text(msg.into()),
        }
    }
}

/// The body of every response that isn't a success.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "ApiErrorBody"))]
#[schema(as = ApiErrorBody)]
pub struct ErrorBody {
    /// A message for a person.
    pub message: Cow<'static, str>,
    /// A stable code for a program.
    pub code: Cow<'static, str>,
    /// The id of this request in the server's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub request_id: Option<String>,
    /// The faulty fields, if there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<FieldError>>"))]
    pub errors: Vec<FieldError>,
    /// With a 409 `stale_version`: the current state of the object. With a 410 `voided`: the message about it, and what
    /// replaces it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "unknown"))]
    pub current: Option<Value>,
}

/// An error of an operation, which can be returned as a response.
#[derive(Debug)]
pub struct ApiError(Box<ErrorParts>);

#[derive(Debug)]
struct ErrorParts {
    status: StatusCode,
    code: Cow<'static, str>,
    message: Cow<'static, str>,
    errors: Vec<FieldError>,
    current: Option<Value>,
    headers: Vec<(HeaderName, HeaderValue)>,
    cause: Option<BoxError>,
}

impl ApiError {
    /// An error with any status; `kinds` has constructors for the usual ones.
    pub fn new(
        status: StatusCode,
        code: impl Into<Cow<'static, str>>,
        message: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self(Box::new(ErrorParts {
            status,
            code: code.into(),
            message: message.into(),
            errors: Vec::new(),
            current: None,
            headers: Vec::new(),
            cause: None,
        }))
    }

    /// Replaces code and message.
    #[must_use]
    pub fn with_message(mut self, code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        self.0.code = code.into();
        self.0.message = message.into();
        self
    }

    /// Adds the faulty fields; the response contains the first [`ERRORS_MAX`].
    #[must_use]
    pub fn with_errors(mut self, errors: Vec<FieldError>) -> Self {
        self.0.errors = errors;
        self
    }

    /// Adds the current state of the object.
    #[must_use]
    pub fn with_current(mut self, current: Value) -> Self {
        self.0.current = Some(current);
        self
    }

    /// Adds a header to the response.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.0.headers.push((name, value));
        self
    }

    /// The status of the response.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.0.status
    }

    /// Whether this is the 429 of a limit.
    #[must_use]
    pub fn is_too_many(&self) -> bool {
        self.status() == StatusCode::TOO_MANY_REQUESTS
    }

    /// The message for a person: that of the first faulty field if there is one, else the general one.
    #[must_use]
    pub fn user_message(&self) -> &str {
        let field = self.0.errors.first();
        field.map_or(&self.0.message, |error| &error.msg)
    }

    /// The path of the first faulty field, if there is one.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.0.errors.first().map(|error| error.path.as_str())
    }

    /// The seconds after which to try again, if the response has a `Retry-After` header.
    #[must_use]
    pub fn retry_after(&self) -> Option<i64> {
        let named = |(name, _): &&(HeaderName, HeaderValue)| *name == header::RETRY_AFTER;
        let (_, value) = self.0.headers.iter().find(named)?;
        value.to_str().ok()?.parse().ok()
    }

    /// The stable code.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.0.code
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let parts = *self.0;
        if let Some(cause) = &parts.cause {
            tracing::error!(code = %parts.code, cause = %error_chain(cause.as_ref()), "request failed");
        }
        let body = ErrorBody {
            message: bounds::shorten_text(parts.message),
            code: parts.code,
            request_id: parts.status.is_server_error().then(request_id::current_request_id).flatten(),
            errors: bounds::take_fitting(parts.errors),
            current: parts.current,
        };
        let mut response = (parts.status, axum::Json(body)).into_response();
        for (name, value) in parts.headers {
            response.headers_mut().insert(name, value);
        }
        response
    }
}

/// An error and its causes on one line.
fn error_chain(error: &(dyn StdError + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(source) = next {
        let line = source.to_string();
        if !text.ends_with(&line) {
            text.push_str(": ");
            text.push_str(&line);
        }
        next = source.source();
    }
    text
}
