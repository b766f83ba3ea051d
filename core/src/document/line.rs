//! A line of a document (docs/rules.md, section 2).

use serde::{Deserialize, Serialize};

use super::{Document, LabourUnit, Vat};
use crate::json::{id, optional_id, optional_object};
use crate::money::number::Number;

/// One line: goods or a service, perhaps with labour.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Line {
    /// The line's id, which the caller chooses and the totals repeat. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// The name of the goods or the service.
    pub name: String,
    /// A longer description.
    pub description: String,
    /// The quantity: 0 to 1,000,000, up to 4 decimals.
    pub quantity: Number,
    /// The price of one unit in pounds: −10,000,000 to 10,000,000, up to 4 decimals; negative on a credit line.
    pub price: Number,
    /// Whether the line has labour.
    pub include_labour: bool,
    /// Hours or days of labour: 0 to 100,000, up to 2 decimals.
    pub labour_hours: Number,
    /// Pounds per hour or day: 0 to 1,000,000, up to 2 decimals.
    pub labour_rate: Number,
    /// The unit of the labour; `None` means the document's unit.
    pub labour_unit_type: Option<LabourUnit>,
    /// The line's VAT; `None` means the document's treatment and rate.
    #[serde(deserialize_with = "optional_object")]
    pub vat: Option<Vat>,
    /// Whether the customer may leave the line out.
    pub optional: bool,
    /// Whether the customer has ticked an optional line.
    pub selected: bool,
    /// The id of the choice that the line belongs to; `None` means that it is part of every choice.
    #[serde(deserialize_with = "optional_id")]
    pub choice: Option<String>,
    /// The id of the section that the line is in. `None`, for a line above all sections, is omitted from the JSON.
    #[serde(deserialize_with = "optional_id", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub section: Option<String>,
    /// Whether the goods part is materials or labour under the Construction Industry Scheme.
    pub cost_type: CostType,
    /// What one unit costs the business, in pounds: 0 to 10,000,000, up to 4 decimals. Never public.
    pub cost: Option<Number>,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            id: String::new(),
            name: String::new(),
            description: String::new(),
            quantity: Number::Empty,
            price: Number::Empty,
            include_labour: false,
            labour_hours: Number::Empty,
            labour_rate: Number::Empty,
            labour_unit_type: None,
            vat: None,
            optional: false,
            selected: true,
            choice: None,
            section: None,
            cost_type: CostType::Labour,
            cost: None,
        }
    }
}

/// Whether a line's goods part is materials or labour under the Construction Industry Scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum CostType {
    /// Materials, which are never part of the base of the deduction.
    Materials,
    /// Labour, and anything not marked as materials: part of the base of the deduction.
    #[default]
    Labour,
}

impl Line {
    /// The JSON fields that are omitted when they are empty.
    pub const OPTIONAL_FIELDS: [&'static str; 1] = ["section"];

    /// Whether the line counts towards the document's totals if `chosen` is the choice that counts.
    #[must_use]
    pub fn is_counted(&self, chosen: Option<&str>) -> bool {
        let taken = !self.optional || self.selected;
        taken && (self.choice.is_none() || self.choice.as_deref() == chosen)
    }
}

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
