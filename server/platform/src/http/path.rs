//! The ids in a path, parsed before a handler sees them.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;

use crate::error::ApiError;
use crate::ids::Id;

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
