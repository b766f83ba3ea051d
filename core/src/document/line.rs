//! A line of a document (docs/rules.md, section 2).

use serde::{Deserialize, Serialize};

use super::{LabourUnit, Vat};
use crate::json::{id, optional_id, optional_object};
use crate::money::number::Number;

/// One line: goods or a service, perhaps with labour of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Line {
    /// The caller's name for the line; totals carry it back. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// What it is.
    pub name: String,
    /// More words about it.
    pub description: String,
    /// How many: 0 to 1,000,000, 4 decimals.
    pub quantity: Number,
    /// Pounds each: −10,000,000 to 10,000,000, 4 decimals; below zero on a credit line.
    pub price: Number,
    /// Whether the line has labour.
    pub include_labour: bool,
    /// Hours or days of labour: 0 to 100,000, 2 decimals.
    pub labour_hours: Number,
    /// Pounds an hour or a day: 0 to 1,000,000, 2 decimals.
    pub labour_rate: Number,
    /// The unit of the labour; none given: the document's unit.
    pub labour_unit_type: Option<LabourUnit>,
    /// The line's VAT; none given: the document's treatment and rate.
    #[serde(deserialize_with = "optional_object")]
    pub vat: Option<Vat>,
    /// Whether the customer may leave the line out.
    pub optional: bool,
    /// Whether an optional line was taken.
    pub selected: bool,
    /// Which of the document's choices the line belongs to; none: it is in every one.
    #[serde(deserialize_with = "optional_id")]
    pub choice: Option<String>,
    /// Which of the document's sections the line stands in; left out where it stands before them all.
    #[serde(
        deserialize_with = "optional_id",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub section: Option<String>,
    /// What the goods part is, for the Construction Industry Scheme.
    pub cost_type: CostType,
    /// Pounds that one unit cost the business: 0 to 10,000,000, 4 decimals. Never public.
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

/// What a line's goods part is, for the Construction Industry Scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum CostType {
    /// Materials: their cost is never in the base of the deduction.
    Materials,
    /// Labour, and whatever nobody said to be materials: in the base.
    #[default]
    Labour,
}

impl Line {
    /// The fields that are left out where there is nothing in them.
    pub const LEFT_OUT: [&'static str; 1] = ["section"];

    /// Whether the line adds to the document, where `chosen` is the choice that counts.
    #[must_use]
    pub fn is_counted(&self, chosen: Option<&str>) -> bool {
        let taken = !self.optional || self.selected;
        taken && (self.choice.is_none() || self.choice.as_deref() == chosen)
    }
}
