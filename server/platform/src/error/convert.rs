//! Conversions that `?` uses: from the errors of libraries and of the rules.

use axum::http::StatusCode;
use plumbline_core::error as rules;

use super::{ApiError, ERRORS_MAX, FieldError};

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        match is_out_of_service(&error) {
            true => Self::unavailable(error),
            false => Self::internal(error),
        }
    }
}

impl From<object_store::Error> for ApiError {
    /// A disk with files that is full, fails or is temporarily missing. A missing file isn't reported as an error.
    fn from(error: object_store::Error) -> Self {
        Self::unavailable(error)
    }
}

/// Whether the database can't work at the moment, whatever the request: it is stopping, can't be reached, or its disk
/// is full. If it stops in the middle of a response, the protocol is broken or a transaction was not begun.
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
/// stopping or starting (57P01 to 57P05), a statement or a lock takes too long (57014, 55P03), its disk fails (58…), it
/// is read-only since another server took over (25006), or two transactions conflicted and this one was rolled back
/// (40001, 40P01), a transaction waited too long between two statements (25P03), or the server no longer accepts our
/// login or has no such database (28…, 3D000). SQLite's are numbers, with the kind of error in the lowest byte: busy, out
/// of memory, read-only, an I/O error, a full disk, a file that can't be opened, a lock of its log that isn't free.
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
    fn a_database_that_cannot_work_is_unavailable_and_a_wrong_statement_is_our_error() {
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
