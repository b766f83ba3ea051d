//! The Construction Industry Scheme's deduction (rules.md, section 3, step 8; Finance Act 2004,
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
    /// What those without one are sold for, which stands for their cost.
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

/// `round2(base × cisRate / 100)`; nothing outside the scheme.
pub fn deduction(document: &Document, base: Pence) -> Pence {
    let rate = document.cis_rate.as_ref().map(Number::value);
    let rate = rate.filter(|_| document.is_under_cis());
    rate.map_or(Pence::ZERO, |rate| base.percent(rate))
}
