//! The sections of a document, and which of its prices a customer sees.

use serde::{Deserialize, Serialize};

use super::{Document, Line};
use crate::json::id;

/// A part of a job under its own heading: 'Kitchen', 'Bathroom'.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Section {
    /// The section's id, which the caller chooses and lines refer to.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// The heading above its lines.
    pub name: String,
}

/// The most sections that a document may have.
pub const SECTIONS_MAX: usize = 30;

/// Which prices the customer sees on a quote. The amounts from the subtotal down are always shown, and so is the price
/// of an optional line, because the customer must know what ticking it costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum PriceDisplay {
    /// The prices of each line.
    #[default]
    Lines,
    /// The subtotal of each section, and the document's own labour.
    Sections,
    /// No prices above the subtotal.
    One,
}

impl PriceDisplay {
    /// Whether each line shows its prices.
    #[must_use]
    pub fn is_lines(&self) -> bool {
        *self == Self::Lines
    }
}

impl Document {
    /// The index of the section that a line is in; `None` if the line has no section or names one that doesn't exist.
    #[must_use]
    pub fn section_index(&self, line: &Line) -> Option<usize> {
        let id = line.section.as_deref()?;
        // A document with more sections is refused. Until then, the limit avoids searching an endless list.
        let mut sections = self.sections.iter().take(SECTIONS_MAX);
        sections.position(|section| section.id == id)
    }
}
