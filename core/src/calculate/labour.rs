//! Labour, of a line or of the document (docs/rules.md, section 3, steps 1 and 2).

use crate::document::Document;
use crate::money::number::Number;
use crate::money::{Pence, round2_product};

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
