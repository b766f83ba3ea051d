//! Query strings, with errors in the usual shape.

use axum::extract::{FromRequestParts, Query, RawPathParams};
use axum::http::request::Parts;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use plumbline_core::time::{Date, DateError, supplied};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::json::explain_error;
use crate::db::ColumnValue;
use crate::error::{ApiError, FieldError};
use crate::ids::Id;

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

// The ids in a path, parsed before a handler sees them.

/// The ids in the path: one, or several as a tuple. A text that is no id gets the same 404 as the id of an object that
/// doesn't exist.
#[derive(Debug, Clone)]
pub struct Path<T>(pub T);

impl<T: PathIds, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let params = RawPathParams::from_request_parts(parts, state).await;
        // A parameter that isn't valid text is no id.
        let texts = params.iter().flatten().map(|(_, text)| text);
        T::from_segments(&mut { texts }).map(Self)
    }
}

/// A type that [`Path`] reads from the parameters of a path, in order.
pub trait PathIds: Sized {
    /// Reads the parameters of this type.
    ///
    /// # Errors
    /// 404 if a text is no id.
    fn from_segments<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError>;
}

impl<T: Id> PathIds for T {
    fn from_segments<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        let text = texts.next().unwrap_or_default();
        text.parse().map_err(|_| ApiError::not_found(T::NOUN))
    }
}

impl<A: PathIds, B: PathIds> PathIds for (A, B) {
    fn from_segments<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        Ok((A::from_segments(texts)?, B::from_segments(texts)?))
    }
}

/// A date parameter of a query, as YYYY-MM-DD; `None` if it is missing or empty.
///
/// # Errors
/// 400 naming the parameter, if it is no date in the years 2000 to 2099.
pub fn parse_query_day(path: &'static str, text: Option<&str>) -> Result<Option<Date>, ApiError> {
    let text = text.filter(|text| !text.trim().is_empty());
    text.map(|text| {
        supplied::parse(text).map_err(|error| {
            let msg = match error {
                DateError::OutOfRange => format!("The date {error}."),
                _ => "Give the date as YYYY-MM-DD.".to_owned(),
            };
            ApiError::bad_request("bad_query", msg.clone())
                .with_errors(vec![FieldError::new(path, "invalid", msg)])
        })
    })
    .transpose()
}

#[derive(Serialize, Deserialize)]
struct Cursor {
    sort: String,
    whole: Option<i64>,
    text: Option<String>,
    id: String,
}

/// The cursor of the page after the row with this value and this id.
///
/// # Errors
/// 500 if the cursor can't be serialised.
pub fn encode(sort: &str, value: ColumnValue, id: &impl Id) -> Result<String, ApiError> {
    let (whole, text) = match value {
        ColumnValue::Integer(n) => (Some(n), None),
        ColumnValue::Text(text) => (None, Some(text)),
    };
    let cursor = Cursor { sort: sort.to_owned(), whole, text, id: id.as_ref().to_owned() };
    Ok(URL_SAFE_NO_PAD.encode(serde_json::to_vec(&cursor)?))
}

/// The position from which to continue a list in this order, whose column contains whole numbers or text. `None` if the
/// cursor is invalid or belongs to another order.
#[must_use]
pub fn decode(text: &str, sort: &str, is_whole: bool) -> Option<(ColumnValue, String)> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let cursor: Cursor = serde_json::from_slice(&bytes).ok()?;
    let value = match (is_whole, cursor.whole, cursor.text) {
        (true, Some(n), _) => ColumnValue::Integer(n),
        (false, _, Some(text)) if !text.contains('\0') => ColumnValue::Text(text),
        _ => return None,
    };
    (cursor.sort == sort && !cursor.id.contains('\0')).then_some((value, cursor.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_an_unknown_query_parameter() {
        let axum_says = "Failed to deserialize query string: foo: unknown field `foo`, expected `q`";
        let text = format!("{:?}", query_error(axum_says));
        assert!(text.contains(r#"path: "foo""#), "{text}");
        assert!(text.contains("There is no field “foo” here."), "{text}");
    }
}
