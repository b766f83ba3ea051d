//! What a path behind a link names.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;

/// The longest token that is looked up. Ours have 32 signs.
const LONGEST: usize = 64;

/// The secret of a link, and of the path below it the payment. What cannot be one, whatever bytes
/// it has, becomes the empty text: it is looked up like any other and leads nowhere, so that a
/// guess learns nothing from its form.
#[derive(Debug, Clone)]
pub struct Link {
    /// The secret.
    pub token: String,
    /// A payment's id.
    pub payment: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Link {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let params = RawPathParams::from_request_parts(parts, state).await;
        let part = |name: &str| {
            let params = params.as_ref().ok()?;
            let (_, text) = params.iter().find(|(known, _)| *known == name)?;
            Some(plain(text))
        };
        Ok(Self {
            token: part("token").unwrap_or_default(),
            payment: part("payment").unwrap_or_default(),
        })
    }
}

/// The text, or the empty one where we could not have given it.
#[must_use]
pub fn plain(text: &str) -> String {
    if is_plain(text) {
        text.to_owned()
    } else {
        String::new()
    }
}

/// Whether the text is one that we could have given: URL-safe signs, not too many.
fn is_plain(text: &str) -> bool {
    text.len() <= LONGEST
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn tokens_and_ids_are_plain_and_nothing_else_is() {
        assert!(is_plain("Zm9vYmFy-_AZ09"));
        assert!(is_plain("0190a1b2-c3d4-7000-8000-000000000000"));
        for odd in ["a b", "a%00", "\0", "é", "../x", "a.pdf", &"a".repeat(65)] {
            assert!(!is_plain(odd), "{odd:?}");
        }
    }
}
