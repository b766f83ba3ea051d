//! The styles of citations, of which there are none.

use crate::Nothing;

/// A style.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Style {
    /// One that stands by itself.
    Independent(IndependentStyle),
    /// One that follows another.
    Dependent(DependentStyle),
}

/// A style that follows another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DependentStyle(Nothing);

/// A style that stands by itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IndependentStyle {
    /// What holds for all of it.
    pub settings: StyleSettings,
}

impl IndependentStyle {
    /// None of a file.
    ///
    /// # Errors
    /// Always.
    pub fn from_xml(_xml: &str) -> Result<Self, &'static str> {
        Err("this typesetter has no styles of citations")
    }
}

/// What holds for all of a style.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StyleSettings {
    /// In the text or in notes.
    pub class: StyleClass,
}

/// The words of a language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locale(pub(crate) Nothing);

/// A language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocaleCode(
    /// Its code.
    pub String,
);

/// What the real crate names by itself.
pub mod taxonomy {
    /// The kind of a place in a source.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Locator {
        /// Any.
        Custom,
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($word:ident),+ })+) => { $(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "the words of the style language")]
        pub enum $name { $($word),+ }
    )+ };
}

words! {
    /// Where citations stand.
    StyleClass { InText, Note }
    /// How a part is set.
    Display { Block, LeftMargin, RightInline, Indent }
    /// Slanted or not.
    FontStyle { Normal, Italic }
    /// In small capitals or not.
    FontVariant { Normal, SmallCaps }
    /// How heavy.
    FontWeight { Normal, Bold, Light }
    /// Underlined or not.
    TextDecoration { None, Underline }
    /// Raised or lowered.
    VerticalAlign { None, Baseline, Sup, Sub }
}
