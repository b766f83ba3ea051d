//! The Construction Industry Scheme's deduction (docs/rules.md, section 3, step 8; Finance Act 2004,
//! s. 61: on the payment without VAT, less "the direct cost to any other person of materials").

use std::ops::AddAssign;

use super::line::LineTotals;
use crate::document::{CostType, Document, Line};
use crate::money::number::Number;
use crate::money::{Pence, round2_product};

/// How much materials reduce the base of the deduction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaterialsTotal {
    /// The cost of materials that have one. A mark-up on them is part of the base.
    pub cost: Pence,
    /// The selling price of materials without a cost, which counts as their cost.
    pub sold: Pence,
}

impl MaterialsTotal {
    /// The part of one line: nothing for labour, or for a line that doesn't count.
    #[must_use]
    pub fn for_line(line: &Line, totals: &LineTotals) -> Self {
        let mut part = Self::default();
        if totals.counted && line.cost_type == CostType::Materials {
            match line.cost.as_ref().filter(|cost| !cost.is_empty()) {
                Some(cost) => part.cost = round2_product(line.quantity.value(), cost.value()),
                None => part.sold = totals.goods,
            }
        }
        part
    }

    /// The sum over all lines.
    #[must_use]
    pub fn for_lines(lines: &[Line], totals: &[LineTotals]) -> Self {
        let mut sum = Self::default();
        for (line, totals) in lines.iter().zip(totals) {
            sum += Self::for_line(line, totals);
        }
        sum
    }
}

impl AddAssign for MaterialsTotal {
    fn add_assign(&mut self, part: Self) {
        self.cost += part.cost;
        self.sold += part.sold;
    }
}

/// The base of the deduction, inside or outside the scheme: the subtotal less the discount and the materials, where
/// materials at their selling price bear their share of the discount. Never below 0, and never more than is paid: a
/// credit for materials reduces nothing.
pub fn calculate_base(subtotal: Pence, discount: Pence, materials: MaterialsTotal) -> Pence {
    let materials = apply_discount(materials, subtotal, discount).max(Pence::ZERO);
    (subtotal - discount - materials).max(Pence::ZERO)
}

/// The base of a variation, which may be negative: a variation may reduce the base and the materials of its job.
pub fn calculate_base_change(subtotal: Pence, discount: Pence, materials: MaterialsTotal) -> Pence {
    subtotal - discount - apply_discount(materials, subtotal, discount)
}

/// The materials, less the share of the discount of those at their selling price.
fn apply_discount(materials: MaterialsTotal, subtotal: Pence, discount: Pence) -> Pence {
    let share = discount.in_proportion(materials.sold, subtotal);
    materials.cost + materials.sold - share
}

/// The base of the deduction of a final invoice, and the deduction. `base` and `deducted` are what earlier invoices of
/// the job left, and `net` is what this invoice asks for without VAT.
///
/// Together, the invoices of a job deduct exactly what was agreed, as long as the limits of step 8 also hold for this
/// invoice. The customer makes each deduction separately: never more than is paid, and never giving back an earlier
/// deduction, which HMRC already has. This matters if materials or labour were omitted after a stage was invoiced, or
/// if the rate has changed since. An invoice for a negative amount is a credit, and may give back as much.
pub fn calculate_remaining(
    document: &Document,
    (base, deducted): (Pence, Pence),
    net: Pence,
) -> (Pence, Pence) {
    if document.invoiced.is_empty() {
        return (base, deducted);
    }
    let own_base = base.clamp(net.min(Pence::ZERO), net.max(Pence::ZERO));
    let own = calculate_deduction(document, own_base);
    let parts = document.invoiced.len() + document.variations.len() + 1;
    // Each part was rounded separately, and a credit note may be another part of each invoice.
    let is_rounding = usize::try_from((deducted - own).0.abs()).is_ok_and(|off| off <= 2 * parts);
    if own_base == base && is_rounding { (base, deducted) } else { (own_base, own) }
}

/// `round2(base × cisRate / 100)`; 0 outside the scheme.
pub fn calculate_deduction(document: &Document, base: Pence) -> Pence {
    let rate = document.cis_rate.as_ref().map(Number::value);
    let rate = rate.filter(|_| document.is_under_cis());
    rate.map_or(Pence::ZERO, |rate| base.percent(rate))
}
