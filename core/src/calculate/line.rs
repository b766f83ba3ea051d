//! A line's total (docs/rules.md, section 3, step 1).

use serde::{Deserialize, Serialize};

use super::labour;
use crate::document::Line;
use crate::money::{Pence, round2_product};

/// The totals of one line.
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
    /// The sum of goods and labour.
    pub total: Pence,
    /// Whether the line counts towards the document's totals: not if it is an optional line that isn't selected, or
    /// belongs to a choice that isn't chosen.
    pub counted: bool,
}

/// Step 1: `goods = round2(quantity × price)`, labour, and their sum; `chosen` is the choice that
/// counts.
#[must_use]
pub fn calculate_line(line: &Line, chosen: Option<&str>) -> LineTotals {
    let goods = round2_product(line.quantity.value(), line.price.value());
    let labour_total = labour::labour_total(line.include_labour, &line.labour_hours, &line.labour_rate);
    LineTotals {
        id: line.id.clone(),
        goods,
        labour_total,
        total: goods + labour_total,
        counted: line.is_counted(chosen),
    }
}
