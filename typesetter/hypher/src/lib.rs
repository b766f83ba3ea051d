//! Stands in for the hyphenation of some forty languages, a megabyte of patterns: papers turn it off
//! (`templates/sheet.typ`), so that a name or a number is never parted.

/// A language whose words could be parted: none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lang {}

impl Lang {
    /// The language of this code: none.
    #[must_use]
    pub fn from_iso(_code: [u8; 2]) -> Option<Self> {
        None
    }
}

/// The parts of a word.
pub fn hyphenate(_word: &str, lang: Lang) -> std::iter::Empty<&str> {
    match lang {}
}
