//! What a public path names.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;

/// The longest token that is looked up. Ours have 32 signs.
const LONGEST: usize = 64;

/// The secret of a link, and of the path below it the payment or the photo. What cannot be one, whatever bytes
/// it has, becomes the empty text: it is looked up like any other and leads nowhere, so that a
/// guess learns nothing from its form.
#[derive(Debug, Clone)]
pub struct Link {
    /// The secret.
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
            Some(plain(text))
        };
        Ok(Self {
            token: part("token").unwrap_or_default(),
            payment: part("payment").unwrap_or_default(),
            photo: part("photo").unwrap_or_default(),
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
    text.len() <= LONGEST && text.chars().all(is_sign)
}

/// What an address below a kind's letter leads to, once what does not belong to it is cut off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lead {
    /// The secret, never empty.
    pub token: String,
    /// Whether the document's PDF is asked for.
    pub is_pdf: bool,
    /// Whether the certificate of its acceptance is.
    is_certificate: bool,
}

impl Lead {
    /// Reads what is left of a path after its letter: a secret among blanks, quotes and the marks
    /// of a sentence. None where there is none, and where a machine made the text up.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        // A mail program may have put the end of a line around the link, and another may have left the equals sign
        // before it as it travels, `=3D`.
        let text = text.trim_matches(|sign: char| matches!(sign, '\r' | '\n' | '\t'));
        if text.contains(char::is_control) {
            return None;
        }
        let text = ["=3D", "=3d"]
            .into_iter()
            .find_map(|coded| text.strip_prefix(coded))
            .unwrap_or(text);
        // A dot begins what comes after a secret, as in a `.pdf` without one.
        let text = text.trim_start_matches(|sign: char| !is_sign(sign) && sign != '.');
        let end = text.find(|sign| !is_sign(sign)).unwrap_or(text.len());
        let (token, rest) = text.split_at(end);
        let rest = rest.to_ascii_lowercase();
        let lead = Self {
            token: token.to_owned(),
            is_pdf: rest.starts_with(".pdf"),
            is_certificate: rest.starts_with("/certificate.pdf"),
        };
        (!token.is_empty()).then_some(lead)
    }

    /// The one way in which it is written.
    #[must_use]
    pub fn name(&self) -> String {
        let token = &self.token;
        match (self.is_pdf, self.is_certificate) {
            (true, _) => format!("{token}.pdf"),
            (_, true) => format!("{token}/certificate.pdf"),
            _ => token.clone(),
        }
    }

    /// Without the dashes around it, which a sentence may have put there. None where there are none.
    #[must_use]
    pub fn barer(&self) -> Option<Self> {
        let token = self
            .token
            .trim_matches(|sign: char| !sign.is_ascii_alphanumeric());
        let lead = Self {
            token: token.to_owned(),
            ..self.clone()
        };
        (!token.is_empty() && lead != *self).then_some(lead)
    }
}

/// Whether a secret of ours may have it.
fn is_sign(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '-' || sign == '_'
}

#[cfg(test)]
mod tests {
    use super::{Lead, is_plain};

    #[test]
    fn what_a_messenger_puts_around_a_link_is_no_part_of_it() {
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
            assert_eq!(
                Lead::of(odd).map(|lead| lead.name()).as_deref(),
                Some("aB-_9"),
                "{odd}"
            );
        }
        for (odd, name) in [
            ("aB9.PDF.", "aB9.pdf"),
            ("aB9/certificate.pdf,", "aB9/certificate.pdf"),
        ] {
            assert_eq!(Lead::of(odd).map(|lead| lead.name()).as_deref(), Some(name));
        }
        assert_eq!((Lead::of("/ .,"), Lead::of("aB\0")), (None, None));
        assert_eq!((Lead::of("aB\n9"), Lead::of("=3D")), (None, None));
        let bare = |odd| {
            Lead::of(odd)
                .and_then(|lead| lead.barer())
                .map(|lead| lead.name())
        };
        assert_eq!(bare("-aB9_.pdf").as_deref(), Some("aB9.pdf"));
        assert_eq!((bare("a-B"), bare("--")), (None, None));
    }

    #[test]
    fn tokens_and_ids_are_plain_and_nothing_else_is() {
        assert!(is_plain("Zm9vYmFy-_AZ09"));
        assert!(is_plain("0190a1b2-c3d4-7000-8000-000000000000"));
        for odd in ["a b", "a%00", "\0", "é", "../x", "a.pdf", &"a".repeat(65)] {
            assert!(!is_plain(odd), "{odd:?}");
        }
    }
}
