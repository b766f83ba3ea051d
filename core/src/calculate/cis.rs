//! The Construction Industry Scheme's deduction (docs/rules.md, section 3, step 8; Finance Act 2004,
//! s. 61: on the payment without VAT, less "the direct cost to any other person of materials").

use std::ops::AddAssign;

use super::line::LineTotals;
use crate::document::{CostType, Document, Line};
use crate::money::number::Number;
use crate::money::{Pence, round2_product};

/// What materials take out of the base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Materials {
    /// What those with a cost cost the business. A mark-up on them is part of the base.
    pub cost: Pence,
    /// What those without one are sold for, which counts as their cost.
    pub sold: Pence,
}

impl Materials {
    /// One line's part of it: nothing for labour, and for a line that does not count.
    #[must_use]
    pub fn of_line(line: &Line, totals: &LineTotals) -> Self {
        let mut part = Self::default();
        if totals.counted && line.cost_type == CostType::Materials {
            match line.cost.as_ref().filter(|cost| !cost.is_empty()) {
                Some(cost) => part.cost = round2_product(line.quantity.value(), cost.value()),
                None => part.sold = totals.goods,
            }
        }
        part
    }

    /// All lines' together.
    #[must_use]
    pub fn of(lines: &[Line], totals: &[LineTotals]) -> Self {
        let mut sum = Self::default();
        for (line, totals) in lines.iter().zip(totals) {
            sum += Self::of_line(line, totals);
        }
        sum
    }
}

impl AddAssign for Materials {
    fn add_assign(&mut self, part: Self) {
        self.cost += part.cost;
        self.sold += part.sold;
    }
}

/// What the deduction is worked out on, inside and outside the scheme: the subtotal less the
/// discount and the materials, where materials at their selling price bear their share of the
/// discount. Never below 0, and never more than is paid: a credit for materials takes nothing out.
pub fn base(subtotal: Pence, discount: Pence, materials: Materials) -> Pence {
    let materials = less_discount(materials, subtotal, discount).max(Pence::ZERO);
    (subtotal - discount - materials).max(Pence::ZERO)
}

/// The same of a variation, which may take something off what the deduction of its job is worked out
/// on, and off its materials.
pub fn change(subtotal: Pence, discount: Pence, materials: Materials) -> Pence {
    subtotal - discount - less_discount(materials, subtotal, discount)
}

/// The materials, those at their selling price less their share of the discount.
fn less_discount(materials: Materials, subtotal: Pence, discount: Pence) -> Pence {
    let share = discount.in_proportion(materials.sold, subtotal);
    materials.cost + materials.sold - share
}

/// What the deduction of an invoice is worked out on, and what it comes to, where the invoice asks for what earlier ones
/// left of its job: `base` and `deducted` are what they left, and `net` is what it asks for without VAT.
///
/// The invoices of a job together deduct what was agreed, to the penny, as long as the bounds of step 8 hold for this one
/// as well. The customer deducts from each payment by itself: never more than is paid, and never back what was deducted
/// before, which HMRC has. So it is where materials or labour are left out after a stage was invoiced, and where the
/// rate has changed since. What asks for less than nothing is a credit, and may take back as much.
pub fn of_rest(
    document: &Document,
    (base, deducted): (Pence, Pence),
    net: Pence,
) -> (Pence, Pence) {
    if document.invoiced.is_empty() {
        return (base, deducted);
    }
    let own_base = base.clamp(net.min(Pence::ZERO), net.max(Pence::ZERO));
    let own = deduction(document, own_base);
    let parts = document.invoiced.len() + document.variations.len() + 1;
    // Each part was rounded by itself, and a credit note may be another part of each invoice.
    let is_rounding = usize::try_from((deducted - own).0.abs()).is_ok_and(|off| off <= 2 * parts);
    if own_base == base && is_rounding {
        (base, deducted)
    } else {
        (own_base, own)
    }
}

/// `round2(base × cisRate / 100)`; nothing outside the scheme.
pub fn deduction(document: &Document, base: Pence) -> Pence {
    let rate = document.cis_rate.as_ref().map(Number::value);
    let rate = rate.filter(|_| document.is_under_cis());
    rate.map_or(Pence::ZERO, |rate| base.percent(rate))
}
