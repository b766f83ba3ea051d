//! The ids in a path, parsed before a handler sees them.

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;

use crate::error::ApiError;
use crate::ids::Id;

/// The ids in the path: one, or several as a tuple. What is no id names nothing: 404 in the words
/// of that kind of thing, as for one that is not there.
#[derive(Debug, Clone)]
pub struct Path<T>(pub T);

impl<T: PathIds, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let params = RawPathParams::from_request_parts(parts, state).await;
        // What is not even text is no id.
        let texts = params.iter().flatten().map(|(_, text)| text);
        T::read(&mut { texts }).map(Self)
    }
}

/// What [`Path`] reads from the parameters of a path, in their order.
pub trait PathIds: Sized {
    /// Reads its part.
    ///
    /// # Errors
    /// 404 when a text is no id.
    fn read<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError>;
}

impl<T: Id> PathIds for T {
    fn read<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        let text = texts.next().unwrap_or_default();
        text.parse().map_err(|_| ApiError::not_found(T::NOUN))
    }
}

impl<A: PathIds, B: PathIds> PathIds for (A, B) {
    fn read<'a>(texts: &mut impl Iterator<Item = &'a str>) -> Result<Self, ApiError> {
        Ok((A::read(texts)?, B::read(texts)?))
    }
}
