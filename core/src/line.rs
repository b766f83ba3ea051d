//! A line of a document and its total (rules.md, sections 2 and 3, step 1).

use serde::{Deserialize, Serialize};

use crate::document::LabourUnit;
use crate::labour;
use crate::money::{Pence, round2_product};
use crate::number::Number;
use crate::shape::read::{fields, set_id};
use crate::vat::Vat;

/// One line: goods or a service, perhaps with labour of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// The caller's name for the line; totals carry it back.
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
    /// The line's VAT; none given: taxable at the document's rate.
    pub vat: Option<Vat>,
    /// Whether the customer may leave the line out.
    pub optional: bool,
    /// Whether an optional line was taken.
    pub selected: bool,
    /// What the goods part is, for the Construction Industry Scheme.
    pub cost_type: CostType,
}

fields!(Line {
    "id" => id by set_id,
    "name" => name,
    "description" => description,
    "quantity" => quantity,
    "price" => price,
    "includeLabour" => include_labour,
    "labourHours" => labour_hours,
    "labourRate" => labour_rate,
    "labourUnitType" => labour_unit_type,
    "vat" => vat,
    "optional" => optional,
    "selected" => selected,
    "costType" => cost_type,
});

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
            cost_type: CostType::Materials,
        }
    }
}

/// What a line's goods part is, for the Construction Industry Scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum CostType {
    /// Materials: never in the base of the deduction.
    #[default]
    Materials,
    /// Labour: in the base.
    Labour,
}

/// What one line comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct LineTotals {
    /// The line's id.
    pub id: String,
    /// Quantity times price.
    pub goods: Pence,
    /// Hours or days times rate.
    pub labour_total: Pence,
    /// Both together.
    pub total: Pence,
    /// Whether it adds to the document: false for an optional line that was not selected.
    pub counted: bool,
}

impl Line {
    /// Whether the line adds to the document.
    #[must_use]
    pub fn is_counted(&self) -> bool {
        !self.optional || self.selected
    }

    /// Step 1: `goods = round2(quantity × price)`, labour, and their sum.
    #[must_use]
    pub fn totals(&self) -> LineTotals {
        let goods = round2_product(self.quantity.value(), self.price.value());
        let labour_total =
            labour::total(self.include_labour, &self.labour_hours, &self.labour_rate);
        LineTotals {
            id: self.id.clone(),
            goods,
            labour_total,
            total: goods + labour_total,
            counted: self.is_counted(),
        }
    }
}
