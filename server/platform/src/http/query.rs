//! Query strings, with errors in the usual shape.

use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::json::explain_error;
use crate::error::{ApiError, FieldError};

/// The query string as `T`; 400 `bad_query` if it can't be read.
#[derive(Debug, Clone)]
pub struct ApiQuery<T>(pub T);

impl<T, S> FromRequestParts<S> for ApiQuery<T>
where
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match Query::<T>::from_request_parts(parts, state).await {
            Ok(Query(value)) => Ok(Self(value)),
            Err(rejection) => Err(query_error(&rejection.body_text())),
        }
    }
}

/// The response for an error message of axum such as `Failed to deserialize query string: q: …`.
fn query_error(text: &str) -> ApiError {
    let text = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(text);
    let (path, what) = text.split_once(": ").unwrap_or_default();
    let (path, code, msg) = explain_error(path, what);
    ApiError::bad_request("bad_query", msg.clone()).with_errors(vec![FieldError::new(path, code, msg)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_part_is_named() {
        let axum_says = "Failed to deserialize query string: foo: unknown field `foo`, expected `q`";
        let text = format!("{:?}", query_error(axum_says));
        assert!(text.contains(r#"path: "foo""#), "{text}");
        assert!(text.contains("There is no field “foo” here."), "{text}");
    }
}
