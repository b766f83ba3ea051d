//! Stands in for the grammars of some two hundred languages of programs, which the typesetter would colour source
//! text by: no paper has any.

/// The grammars.
pub mod syntax {
    use syntect::parsing::{SyntaxSet, SyntaxSetBuilder};

    /// None of them.
    #[must_use]
    pub fn extra_no_newlines() -> SyntaxSet {
        SyntaxSetBuilder::new().build()
    }
}
