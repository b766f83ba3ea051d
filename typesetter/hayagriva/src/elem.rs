//! Parts of what a bibliography would say.

use crate::Nothing;
use crate::citationberg::{
    Display, FontStyle, FontVariant, FontWeight, TextDecoration, VerticalAlign,
};

/// Parts within another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elem {
    /// Its parts.
    pub children: ElemChildren,
    /// How it is set.
    pub display: Option<Display>,
    /// What it is.
    pub meta: Option<ElemMeta>,
}

/// What a part is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElemMeta {
    /// The number of a source.
    CitationNumber,
    /// A source, by its place.
    Entry(usize),
}

/// Parts in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElemChildren(
    /// The parts.
    pub Vec<ElemChild>,
);

impl ElemChildren {
    /// The first part that is this.
    #[must_use]
    pub fn find_meta(&self, meta: &ElemMeta) -> Option<&Elem> {
        self.0.iter().find_map(|child| match child {
            ElemChild::Elem(elem) if elem.meta.as_ref() == Some(meta) => Some(elem),
            ElemChild::Elem(elem) => elem.children.find_meta(meta),
            _ => None,
        })
    }
}

/// A part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ElemChild {
    /// Words.
    Text(Formatted),
    /// Parts within.
    Elem(Elem),
    /// A formula.
    Markup(String),
    /// A link.
    Link {
        /// Its words.
        text: Formatted,
        /// Where to.
        url: String,
    },
    /// What the typesetter has.
    Transparent {
        /// Which citation.
        cite_idx: usize,
        /// How it is set.
        format: Formatting,
    },
}

/// Words, and how they are set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formatted {
    /// The words.
    pub text: String,
    /// How they are set.
    pub formatting: Formatting,
    _none: Nothing,
}

/// How words are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Formatting {
    /// Slanted or not.
    pub font_style: FontStyle,
    /// In small capitals or not.
    pub font_variant: FontVariant,
    /// How heavy.
    pub font_weight: FontWeight,
    /// Underlined or not.
    pub text_decoration: TextDecoration,
    /// Raised or lowered.
    pub vertical_align: VerticalAlign,
    _none: Nothing,
}
