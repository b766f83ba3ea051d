//! The sections of a document, and which of its prices a customer sees.

use serde::{Deserialize, Serialize};

use super::{Document, Line};
use crate::json::id;

/// A part of a job under a heading of its own: 'Kitchen', 'Bathroom'.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Section {
    /// The caller's name for it, which lines carry.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// What the customer reads above its lines.
    pub name: String,
}

/// The most sections that a document has.
pub const MOST_SECTIONS: usize = 30;

/// Which prices the customer of a quote sees. From the subtotal down every figure is always shown, and
/// so is what an optional line comes to: a tick must say what it costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum PriceDisplay {
    /// Those of each line.
    #[default]
    Lines,
    /// What each section comes to, and the document's own labour.
    Sections,
    /// None before the subtotal.
    One,
}

impl PriceDisplay {
    /// Whether each line shows its own.
    #[must_use]
    pub fn is_lines(&self) -> bool {
        *self == Self::Lines
    }
}

impl Document {
    /// The place of the section that a line is in; none for a line without one, and for one that names
    /// what is no section.
    #[must_use]
    pub fn section_of(&self, line: &Line) -> Option<usize> {
        let id = line.section.as_deref()?;
        // More of them are refused; until then nothing is looked for in a list without an end.
        let mut sections = self.sections.iter().take(MOST_SECTIONS);
        sections.position(|section| section.id == id)
    }
}
