//! The Construction Industry Scheme's deduction (rules.md, section 3, step 8; gov.uk, "make CIS
//! deductions": VAT and materials are never in the base).

use crate::document::Document;
use crate::line::{CostType, LineTotals};
use crate::money::Pence;

/// The labour part of the document: its own labour, every counted line's labour, and the goods of
/// counted lines whose cost type is labour.
#[must_use]
pub fn labour_part(document: &Document, lines: &[LineTotals], document_labour: Pence) -> Pence {
    let of_line = |(line, totals): (&crate::line::Line, &LineTotals)| {
        let goods = if line.cost_type == CostType::Labour {
            totals.goods
        } else {
            Pence::ZERO
        };
        if totals.counted {
            totals.labour_total + goods
        } else {
            Pence::ZERO
        }
    };
    document_labour + document.items.iter().zip(lines).map(of_line).sum()
}

/// The base: the labour part less the discount in proportion, 0 when the subtotal is 0. It is
/// worked out inside and outside the scheme.
#[must_use]
pub fn base(labour_part: Pence, discount: Pence, subtotal: Pence) -> Pence {
    if subtotal == Pence::ZERO {
        return Pence::ZERO;
    }
    labour_part - discount.in_proportion(labour_part, subtotal)
}

/// `round2(base × cisRate / 100)`; nothing outside the scheme.
#[must_use]
pub fn deduction(document: &Document, base: Pence) -> Pence {
    document
        .cis_rate
        .as_ref()
        .map_or(Pence::ZERO, |rate| base.percent(rate.value()))
}
