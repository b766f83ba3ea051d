//! What a public path names.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;

/// The longest token that is looked up. Ours have 32 characters.
const TOKEN_MAX: usize = 64;

/// The token of a link and, from the rest of the path, the id of a payment or a photo. Anything that cannot be one,
/// whatever bytes it has, becomes an empty string: it is looked up like any other and leads nowhere, so that somebody
/// who guesses learns nothing about the format.
#[derive(Debug, Clone)]
pub struct Link {
    /// The token of the document's link.
    pub token: String,
    /// A payment's id.
    pub payment: String,
    /// A photo's id.
    pub photo: String,
}

impl<S: Send + Sync> FromRequestParts<S> for Link {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let params = RawPathParams::from_request_parts(parts, state).await;
        let part = |name: &str| {
            let params = params.as_ref().ok()?;
            let (_, text) = params.iter().find(|(known, _)| *known == name)?;
            Some(sanitise(text))
        };
        Ok(Self {
            token: part("token").unwrap_or_default(),
            payment: part("payment").unwrap_or_default(),
            photo: part("photo").unwrap_or_default(),
        })
    }
}

/// The text itself, or an empty string if it cannot be a token or an id of ours.
#[must_use]
pub fn sanitise(text: &str) -> String {
    if is_valid(text) { text.to_owned() } else { String::new() }
}

/// Whether the text can be a token or an id of ours: URL-safe characters, and not too many.
fn is_valid(text: &str) -> bool {
    text.len() <= TOKEN_MAX && text.chars().all(is_token_character)
}

/// What an address below a kind's path leads to, after everything that does not belong to it was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkTarget {
    /// The token, never empty.
    pub token: String,
    /// Whether the address is the document's PDF.
    pub is_pdf: bool,
    /// Whether the address is the certificate of its acceptance.
    is_certificate: bool,
}

impl LinkTarget {
    /// Reads the rest of a path after the kind's prefix letter: a token, perhaps between blanks, quotation marks or
    /// punctuation. `None` if there is no token, or if the text has control characters inside it.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        // An email program may have wrapped the link, which adds line ends around the token, and another may have left
        // the encoded equals sign, `=3D`, in front of it.
        let text = text.trim_matches(|sign: char| matches!(sign, '\r' | '\n' | '\t'));
        if text.contains(char::is_control) {
            return None;
        }
        let text = ["=3D", "=3d"].into_iter().find_map(|coded| text.strip_prefix(coded)).unwrap_or(text);
        // Dots are not trimmed: a dot begins what follows a token, as in `.pdf` without one.
        let text = text.trim_start_matches(|sign: char| !is_token_character(sign) && sign != '.');
        let end = text.find(|sign| !is_token_character(sign)).unwrap_or(text.len());
        let (token, rest) = text.split_at(end);
        let rest = rest.to_ascii_lowercase();
        let lead = Self {
            token: token.to_owned(),
            is_pdf: rest.starts_with(".pdf"),
            is_certificate: rest.starts_with("/certificate.pdf"),
        };
        (!token.is_empty()).then_some(lead)
    }

    /// The canonical spelling of the address.
    #[must_use]
    pub fn to_path(&self) -> String {
        let token = &self.token;
        match (self.is_pdf, self.is_certificate) {
            (true, _) => format!("{token}.pdf"),
            (_, true) => format!("{token}/certificate.pdf"),
            _ => token.clone(),
        }
    }

    /// The same without the dashes around the token, which may be punctuation. `None` if there are no such dashes.
    #[must_use]
    pub fn without_dashes(&self) -> Option<Self> {
        let token = self.token.trim_matches(|sign: char| !sign.is_ascii_alphanumeric());
        let lead = Self { token: token.to_owned(), ..self.clone() };
        (!token.is_empty() && lead != *self).then_some(lead)
    }
}

/// Whether a token of ours may contain this character.
fn is_token_character(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '-' || sign == '_'
}

#[cfg(test)]
mod tests {
    use super::{LinkTarget, is_valid};

    #[test]
    fn ignores_what_messengers_add_around_a_link() {
        for odd in [
            "aB-_9",
            "aB-_9.",
            "aB-_9,",
            "aB-_9)",
            "aB-_9/",
            "aB-_9 ",
            "\u{201c}aB-_9\u{201d}",
            "/aB-_9//",
            "aB-_9. Thank you",
            "aB-_9>",
            "<aB-_9",
            "\naB-_9",
            "aB-_9\r\n",
            "=3DaB-_9",
            "aB-_9=3D",
            "\n=3daB-_9=",
            "aB-_9=20",
        ] {
            assert_eq!(LinkTarget::parse(odd).map(|lead| lead.to_path()).as_deref(), Some("aB-_9"), "{odd}");
        }
        for (odd, name) in [("aB9.PDF.", "aB9.pdf"), ("aB9/certificate.pdf,", "aB9/certificate.pdf")] {
            assert_eq!(LinkTarget::parse(odd).map(|lead| lead.to_path()).as_deref(), Some(name));
        }
        assert_eq!((LinkTarget::parse("/ .,"), LinkTarget::parse("aB\0")), (None, None));
        assert_eq!((LinkTarget::parse("aB\n9"), LinkTarget::parse("=3D")), (None, None));
        let bare =
            |odd| LinkTarget::parse(odd).and_then(|lead| lead.without_dashes()).map(|lead| lead.to_path());
        assert_eq!(bare("-aB9_.pdf").as_deref(), Some("aB9.pdf"));
        assert_eq!((bare("a-B"), bare("--")), (None, None));
    }

    #[test]
    fn accepts_only_plain_tokens_and_ids() {
        assert!(is_valid("Zm9vYmFy-_AZ09"));
        assert!(is_valid("0190a1b2-c3d4-7000-8000-000000000000"));
        for odd in ["a b", "a%00", "\0", "é", "../x", "a.pdf", &"a".repeat(65)] {
            assert!(!is_valid(odd), "{odd:?}");
        }
    }
}
