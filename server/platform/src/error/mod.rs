//! Every error over HTTP has the same body, whose size is limited:
//! `{ "message", "code", "requestId", "errors": [{ "path", "code", "msg" }] }`.
//!
//! Handlers return `Result<_, ApiError>` and use `?`. A 500 reveals nothing internal: its cause is logged under the
//! request id that the response also has.

mod kinds;

use std::borrow::Cow;
use std::error::Error as StdError;

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use plumbline_core::error as rules;
use serde::Serialize;
use serde_json::Value;

use crate::request_id;

/// Any cause of a 500.
pub type BoxError = Box<dyn StdError + Send + Sync>;

/// The header of a 401 that signals to the browser that its session has ended.
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
    /// An error at `path`. Path and message are shortened to a readable length.
    pub fn new(
        path: impl Into<String>,
        code: impl Into<Cow<'static, str>>,
        msg: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self { path: shorten_path(path.into()), code: code.into(), msg: shorten_text(msg.into()) }
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
    /// With a 409 `stale_version`: the current state of the object. With a 410 `voided`: the message about the voided
    /// invoice, and the invoice that replaces it.
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
            message: shorten_text(parts.message),
            code: parts.code,
            request_id: parts.status.is_server_error().then(request_id::current_request_id).flatten(),
            errors: take_fitting(parts.errors),
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

// The limits on the size of an error. A request of a megabyte can contain hundreds of thousands of errors, or a path of
// a million characters, and the response must not repeat all of that.

/// The most faulty fields in one response.
pub const ERRORS_MAX: usize = 20;

/// The most characters of a field's path.
pub const PATH_MAX: usize = 200;

/// The most characters of a message.
const TEXT_MAX: usize = 400;

/// The most bytes of all faulty fields in JSON, in which a control character takes six.
const BYTES_MAX: usize = 12_000;

/// The path, shortened to [`PATH_MAX`] characters.
pub fn shorten_path(path: String) -> String {
    shorten(&path, PATH_MAX).unwrap_or(path)
}

/// The message, shortened to `TEXT_MAX` characters.
pub fn shorten_text(text: Cow<'static, str>) -> Cow<'static, str> {
    match shorten(&text, TEXT_MAX) {
        Some(short) => Cow::Owned(short),
        None => text,
    }
}

/// The beginning of a text and an ellipsis, `max` characters in all; `None` if the text isn't longer than that.
fn shorten(text: &str, max: usize) -> Option<String> {
    let (too_long, _) = text.char_indices().nth(max)?;
    // The ellipsis replaces the last character that would fit.
    let last = text[..too_long].char_indices().next_back();
    let end = last.map_or(0, |(at, _)| at);
    Some(format!("{}…", &text[..end]))
}

/// The first errors that fit into one response.
pub fn take_fitting(mut errors: Vec<FieldError>) -> Vec<FieldError> {
    errors.truncate(ERRORS_MAX);
    errors.truncate(count_fitting(&errors));
    errors
}

/// How many of the errors fit, measured as JSON.
fn count_fitting<E: Serialize>(errors: &[E]) -> usize {
    let mut remaining = BYTES_MAX;
    let fits = |error: &&E| {
        let written = serde_json::to_string(error).map_or(usize::MAX, |text| text.len());
        let fits = written <= remaining;
        remaining = remaining.saturating_sub(written);
        fits
    };
    errors.iter().take_while(fits).count()
}

/// Limits the error body of `core` to what fits into one response.
pub fn bound_body(mut body: rules::ErrorBody) -> rules::ErrorBody {
    body.errors.truncate(ERRORS_MAX);
    for error in &mut body.errors {
        error.path = shorten_path(std::mem::take(&mut error.path));
        error.msg = shorten_text(std::mem::take(&mut error.msg).into()).into_owned();
    }
    body.errors.truncate(count_fitting(&body.errors));
    body.message = shorten_text(body.message.into()).into_owned();
    body
}

// Conversions that `?` uses: from the errors of libraries and of the rules.

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        match is_out_of_service(&error) {
            true => Self::unavailable(error),
            false => Self::internal(error),
        }
    }
}

impl From<object_store::Error> for ApiError {
    /// The storage for files is full, fails or is temporarily missing. A missing file isn't reported as an error.
    fn from(error: object_store::Error) -> Self {
        Self::unavailable(error)
    }
}

/// Whether the database can't work at the moment, whatever the request: it is stopping, can't be reached, or its disk
/// is full. If it stops in the middle of a response, sqlx reports a broken protocol or a transaction that didn't begin.
fn is_out_of_service(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::Io(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::BeginFailed
        | sqlx::Error::Tls(_) => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| is_out_of_service_code(&code)),
        _ => false,
    }
}

/// PostgreSQL's codes have five characters: the connection failed (08…), a resource is exhausted (53…), the server is
/// stopping or starting (57P01 to 57P05), a statement or a lock took too long (57014, 55P03), the disk failed (58…),
/// the server is read-only since another one took over (25006), two transactions conflicted and this one was rolled
/// back (40001, 40P01), a transaction waited too long between two statements (25P03), or the server no longer accepts
/// our login or has no such database (28…, 3D000). SQLite's codes are numbers, with the kind of error in the lowest
/// byte: busy (5), out of memory (7), read-only (8), an I/O error (10), a full disk (13), a file that can't be opened
/// (14), or a failure of the locking protocol (15).
fn is_out_of_service_code(code: &str) -> bool {
    if code.len() == 5 {
        return [
            "08", "28", "3D000", "53", "57P0", "57014", "55P03", "58", "25006", "25P03", "40001", "40P01",
        ]
        .iter()
        .any(|class| code.starts_with(class));
    }
    let kind = code.parse::<u32>().map(|code| code & 0xff);
    matches!(kind, Ok(5 | 7 | 8 | 10 | 13 | 14 | 15))
}

impl From<rules::FieldError> for FieldError {
    fn from(error: rules::FieldError) -> Self {
        Self::new(error.path, error.code, error.msg)
    }
}

impl From<rules::RuleErrors> for ApiError {
    fn from(broken: rules::RuleErrors) -> Self {
        let body = broken.to_body();
        let errors = body.errors.into_iter().take(ERRORS_MAX);
        let errors = errors.map(FieldError::from).collect();
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, body.code, body.message).with_errors(errors)
    }
}

impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(error)
    }
}

impl From<askama::Error> for ApiError {
    fn from(error: askama::Error) -> Self {
        Self::internal(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortens_a_path_between_characters() {
        assert_eq!(shorten_path("a".repeat(PATH_MAX)), "a".repeat(PATH_MAX));
        assert_eq!(shorten_path("é".repeat(PATH_MAX + 1)), format!("{}…", "é".repeat(PATH_MAX - 1)));
        assert_eq!(shorten_path(String::new()), "");
    }

    #[test]
    fn limits_errors_by_their_size_and_number() {
        let error = |character: char| {
            let long = |length: usize| character.to_string().repeat(length);
            FieldError::new(long(10_000), "wrong", long(10_000))
        };
        for character in ['a', '\u{1}', '𝄞', '"'] {
            let errors = take_fitting(vec![error(character); 100]);
            assert!(!errors.is_empty() && errors.len() <= ERRORS_MAX, "{character:?}");
            let written = serde_json::to_string(&errors).expect("JSON");
            assert!(written.len() < BYTES_MAX + 100, "{character:?}: {}", written.len());
        }
        assert_eq!(take_fitting(vec![FieldError::new("a", "b", "c"); 100]).len(), 20);
    }

    #[test]
    fn distinguishes_an_unavailable_database_from_a_faulty_statement() {
        for code in [
            "57P01", "57P03", "57014", "55P03", "58030", "25006", "08006", "53100", "53300", "40001",
            "40P01", "25P03", "28P01", "3D000", "13", "10", "778", "8", "14", "7", "15",
        ] {
            assert!(is_out_of_service_code(code), "{code}");
        }
        for code in ["23505", "42601", "40002", "1", "19", "2067", ""] {
            assert!(!is_out_of_service_code(code), "{code}");
        }
    }
}
