//! The usual errors, each with its status and meaning.

use std::borrow::Cow;

use axum::http::{HeaderValue, StatusCode, header};
use serde::Serialize;

use super::{ApiError, BoxError, FieldError, SESSION_EXPIRED};

impl ApiError {
    /// 400: the request cannot be understood.
    pub fn bad_request(code: impl Into<Cow<'static, str>>, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 400 for one field that cannot be understood.
    pub fn bad_field(path: impl Into<String>, code: &'static str, msg: impl Into<Cow<'static, str>>) -> Self {
        let msg = msg.into();
        Self::bad_request(code, msg.clone()).with_errors(vec![FieldError::new(path, code, msg)])
    }

    /// 401: nobody is signed in.
    #[must_use]
    pub fn unauthorized() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "no_session", "Please log in to continue.")
    }

    /// 401 for a session that existed and has ended, with `X-Session-Expired: true`.
    #[must_use]
    pub fn session_expired() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "session_expired", "Your session has ended. Please log in again.")
            .with_header(SESSION_EXPIRED, HeaderValue::from_static("true"))
    }

    /// 401 for a support view that is over, in a browser that can go on in its own session.
    #[must_use]
    pub fn support_view_ended() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "look_ended", "Your access to this account has ended.")
            .with_header(SESSION_EXPIRED, HeaderValue::from_static("true"))
    }

    /// 403: understood and refused.
    pub fn forbidden(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// 403: the password must be entered again.
    #[must_use]
    pub fn password_required() -> Self {
        Self::forbidden("password_required", "Please enter your password to do this.")
    }

    /// 404, also for what belongs to another account. `what` begins the sentence: `"Contact"`.
    #[must_use]
    pub fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", format!("{what} not found"))
    }

    /// 409: the current state doesn't allow it.
    pub fn conflict(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 409 for creating something under an id that is taken: by another account, or by an object that was created
    /// earlier with other fields. Sent again under a new id, the request succeeds.
    #[must_use]
    pub fn id_taken() -> Self {
        Self::conflict(
            "id_taken",
            "Something else has been saved under this id. Please send it under another.",
        )
    }

    /// 409 for an update of a version that is no longer the newest; the response contains the newest.
    #[must_use]
    pub fn stale_version(current: &impl Serialize) -> Self {
        match serde_json::to_value(current) {
            Ok(current) => Self::conflict(
                "stale_version",
                "This was changed elsewhere in the meantime. Nothing was overwritten.",
            )
            .with_current(current),
            Err(error) => Self::internal(error),
        }
    }

    /// 422: understood, but it breaks rules; the fields say which.
    #[must_use]
    pub fn rule_broken(errors: Vec<FieldError>) -> Self {
        let message = match errors.as_slice() {
            [one] => one.msg.clone(),
            _ => "Some fields need your attention.".into(),
        };
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, "rule_broken", message).with_errors(errors)
    }

    /// 429 with `Retry-After` in whole seconds, at least 1.
    pub fn too_many(message: impl Into<Cow<'static, str>>, retry_after_seconds: u64) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", message)
            .with_header(header::RETRY_AFTER, HeaderValue::from(retry_after_seconds.max(1)))
    }

    /// 500; the cause goes to the log only.
    pub fn internal(cause: impl Into<BoxError>) -> Self {
        let mut error = Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on our side. Please try again.",
        );
        error.0.cause = Some(cause.into());
        error
    }

    /// 503: there is no capacity at the moment; the caller may try again.
    pub fn unavailable(cause: impl Into<BoxError>) -> Self {
        let mut error = Self::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "unavailable",
            "The service is busy. Please try again in a moment.",
        )
        .with_header(header::RETRY_AFTER, HeaderValue::from_static("1"));
        error.0.cause = Some(cause.into());
        error
    }
}
