//! The size of an error. Each of a request's million bytes may be wrong, with a path of a million characters; the
//! response stays small, whatever was sent.

use std::borrow::Cow;

use plumbline_core::error as rules;
use serde::Serialize;

use super::FieldError;

/// The most faulty fields in one response.
pub const ERRORS_MAX: usize = 20;
/// The most characters of a field's path.
pub const PATH_MAX: usize = 200;
/// The most characters of a message.
const TEXT_MAX: usize = 400;
/// The most bytes of all faulty fields in JSON, in which a control character takes six.
const BYTES_MAX: usize = 12_000;

/// The path, shortened if it is longer than anybody reads.
pub fn shorten_path(path: String) -> String {
    shorten(&path, PATH_MAX).unwrap_or(path)
}

/// The message, shortened likewise.
pub fn shorten_text(text: Cow<'static, str>) -> Cow<'static, str> {
    match shorten(&text, TEXT_MAX) {
        Some(short) => Cow::Owned(short),
        None => text,
    }
}

/// The first characters and an ellipsis, `most` characters in all; `None` if the text isn't longer than that.
fn shorten(text: &str, most: usize) -> Option<String> {
    let (end, _) = text.char_indices().nth(most)?;
    // The ellipsis counts as a character.
    let saved = text[..end].char_indices().next_back();
    let stored = saved.map_or(0, |(last, _)| last);
    Some(format!("{}…", &text[..stored]))
}

/// The first errors that fit into one response.
pub fn take_fitting(mut errors: Vec<FieldError>) -> Vec<FieldError> {
    errors.truncate(ERRORS_MAX);
    errors.truncate(count_fitting(&errors));
    errors
}

/// How many of the errors fit, measured as JSON.
fn count_fitting<E: Serialize>(errors: &[E]) -> usize {
    let mut room = BYTES_MAX;
    let fits = |error: &&E| {
        let written = serde_json::to_string(error).map_or(usize::MAX, |text| text.len());
        let fits = written <= room;
        room = room.saturating_sub(written);
        fits
    };
    errors.iter().take_while(fits).count()
}

/// The error body of `core`, limited to what fits into one response.
pub fn bound_body(mut body: rules::ErrorBody) -> rules::ErrorBody {
    body.errors.truncate(ERRORS_MAX);
    for error in &mut body.errors {
        error.path = shorten_path(std::mem::take(&mut error.path));
        error.msg = shorten_text(std::mem::take(&mut error.msg).into()).into_owned();
    }
    body.errors.truncate(count_fitting(&body.errors));
    body.message = shorten_text(body.message.into()).into_owned();
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_cut_between_characters() {
        assert_eq!(shorten_path("a".repeat(PATH_MAX)), "a".repeat(PATH_MAX));
        assert_eq!(shorten_path("é".repeat(PATH_MAX + 1)), format!("{}…", "é".repeat(PATH_MAX - 1)));
        assert_eq!(shorten_path(String::new()), "");
    }

    #[test]
    fn what_takes_most_bytes_leaves_room_for_fewer() {
        let error = |sign: char| {
            let long = |most: usize| sign.to_string().repeat(most);
            FieldError::new(long(10_000), "wrong", long(10_000))
        };
        for sign in ['a', '\u{1}', '𝄞', '"'] {
            let errors = take_fitting(vec![error(sign); 100]);
            assert!(!errors.is_empty() && errors.len() <= ERRORS_MAX, "{sign:?}");
            let written = serde_json::to_string(&errors).expect("JSON");
            assert!(written.len() < BYTES_MAX + 100, "{sign:?}: {}", written.len());
        }
        assert_eq!(take_fitting(vec![FieldError::new("a", "b", "c"); 100]).len(), 20);
    }
}
