//! The numbers of documents. Each business profile has a sequence for each kind of document, with its own prefix.
//! Documents without a profile have the account's own sequences.

mod store;

use plumbline_core::kind::DocumentKind;

pub use store::{
    advance_past, find_for_profile, find_taken, is_taken, list_numbers, save_for_profile, take_next,
};

/// The highest number that a sequence may be set to.
pub const NUMBER_MAX: i64 = 9_999_999;

/// How a profile's documents of one kind are numbered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberSequence {
    /// The prefix of the number; empty for the default one.
    pub prefix: String,
    /// The number of the next document.
    pub next: i64,
}

impl NumberSequence {
    /// The next number as displayed on the document.
    #[must_use]
    pub fn format_next(&self, kind: DocumentKind) -> String {
        kind.format_number(&self.prefix, self.next)
    }
}
