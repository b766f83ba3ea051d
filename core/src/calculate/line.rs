//! A line's total (docs/rules.md, section 3, step 1).

use serde::{Deserialize, Serialize};

use crate::document::{Document, Line};
use crate::money::number::Number;
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
    let labour_total = self::labour_total(line.include_labour, &line.labour_hours, &line.labour_rate);
    LineTotals {
        id: line.id.clone(),
        goods,
        labour_total,
        total: goods + labour_total,
        counted: line.is_counted(chosen),
    }
}

// Labour, of a line or of the document (docs/rules.md, section 3, steps 1 and 2).

/// Step 2: the document's own labour, apart from that of its lines.
pub fn document_labour_total(document: &Document) -> Pence {
    let (hours, rate) = (&document.labour_hours, &document.labour_rate);
    labour_total(document.include_labour, hours, rate)
}

/// `round2(hours × rate)` if labour is included and both are above 0, otherwise 0. Hours may be days.
pub fn labour_total(included: bool, hours: &Number, rate: &Number) -> Pence {
    if included && hours.is_above_zero() && rate.is_above_zero() {
        round2_product(hours.value(), rate.value())
    } else {
        Pence::ZERO
    }
}
