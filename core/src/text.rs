//! Texts as they were typed.

/// A text without surrounding spaces; `None` if nothing remains.
pub(crate) fn trim_non_empty(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The lines of a text, each a paragraph, without empty ones (docs/product.md, section 2: 'one line per paragraph').
#[must_use]
pub fn split_paragraphs(text: &str) -> Vec<String> {
    text.lines().filter_map(trim_non_empty).collect()
}
