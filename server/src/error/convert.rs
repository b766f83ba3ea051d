//! What `?` makes of the errors of libraries and of the rules.

use axum::http::StatusCode;
use plumbline_core::error as rules;

use super::{ApiError, FieldError, MOST_ERRORS};

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => Self::unavailable(error),
            other => Self::internal(other),
        }
    }
}

impl From<rules::FieldError> for FieldError {
    fn from(error: rules::FieldError) -> Self {
        Self::new(error.path, error.code, error.msg)
    }
}

impl From<rules::RuleErrors> for ApiError {
    fn from(broken: rules::RuleErrors) -> Self {
        let body = broken.body();
        let errors = body.errors.into_iter().take(MOST_ERRORS);
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
