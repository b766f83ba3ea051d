//! The ids in a path below a kind of document: `/api/quotes/{id}`, or `/api/invoices/{id}/payments/{pid}`.

use axum::extract::{Extension, FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use plumbline_core::kind::DocumentKind;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::PathIds;
use plumbline_platform::ids::DocumentId;

/// The kind of document that a path is about, and the ids in the path: the document's, or a tuple of it and the id of
/// something that belongs to it. A text that is no id gets the same 404 as the id of an object that doesn't exist.
#[derive(Debug, Clone)]
pub struct DocumentPath<T = DocumentId>(pub DocumentKind, pub T);

impl<T: DocumentPathIds, S: Send + Sync> FromRequestParts<S> for DocumentPath<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let kind = Extension::<DocumentKind>::from_request_parts(parts, state).await;
        let Extension(kind) = kind.map_err(ApiError::internal)?;
        let params = RawPathParams::from_request_parts(parts, state).await;
        // A parameter that isn't valid text is no id.
        let texts = params.iter().flatten().map(|(_, text)| text);
        T::from_segments(kind, &mut { texts }).map(|ids| Self(kind, ids))
    }
}

/// A type that [`DocumentPath`] reads from the parameters of a path, in order.
pub trait DocumentPathIds: Sized {
    /// Reads the parameters of this type.
    ///
    /// # Errors
    /// 404 if a text is no id.
    fn from_segments<'a>(
        kind: DocumentKind,
        texts: &mut impl Iterator<Item = &'a str>,
    ) -> Result<Self, ApiError>;
}

impl DocumentPathIds for DocumentId {
    fn from_segments<'a>(
        kind: DocumentKind,
        texts: &mut impl Iterator<Item = &'a str>,
    ) -> Result<Self, ApiError> {
        let text = texts.next().unwrap_or_default();
        text.parse().map_err(|_| ApiError::not_found(kind.title()))
    }
}

impl<T: PathIds> DocumentPathIds for (DocumentId, T) {
    fn from_segments<'a>(
        kind: DocumentKind,
        texts: &mut impl Iterator<Item = &'a str>,
    ) -> Result<Self, ApiError> {
        Ok((<DocumentId as DocumentPathIds>::from_segments(kind, texts)?, T::from_segments(texts)?))
    }
}

#[cfg(test)]
mod tests {
    use plumbline_platform::ids::PaymentId;

    use super::*;

    const ID: &str = "019a9b1c-2d3e-7f40-8123-456789abcdef";

    fn refusal<T: DocumentPathIds>(kind: DocumentKind, texts: &[&str]) -> Option<String> {
        let read = T::from_segments(kind, &mut texts.iter().copied());
        read.err().map(|error| format!("{error:?}"))
    }

    #[test]
    fn a_text_that_is_no_id_is_not_found_by_the_name_of_its_object() {
        for kind in [DocumentKind::Quote, DocumentKind::Invoice, DocumentKind::CreditNote] {
            assert_eq!(refusal::<DocumentId>(kind, &[ID]), None);
            let expected = format!("{:?}", ApiError::not_found(kind.title()));
            assert_eq!(refusal::<DocumentId>(kind, &["7"]), Some(expected.clone()));
            assert_eq!(refusal::<(DocumentId, PaymentId)>(kind, &["7", "7"]), Some(expected));
            let expected = format!("{:?}", ApiError::not_found("Payment"));
            assert_eq!(refusal::<(DocumentId, PaymentId)>(kind, &[ID, "7"]), Some(expected));
            assert_eq!(refusal::<(DocumentId, PaymentId)>(kind, &[ID, ID]), None);
        }
    }
}
