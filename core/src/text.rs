//! Texts as they were typed.

/// A text without surrounding spaces; `None` if nothing remains.
pub(crate) fn filled(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The lines of a text, each a paragraph, without empty ones (docs/product.md, section 2: 'one line per paragraph').
#[must_use]
pub fn paragraphs(text: &str) -> Vec<String> {
    text.lines().filter_map(filled).collect()
}
