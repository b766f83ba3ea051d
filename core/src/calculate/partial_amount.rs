//! The discount and the deposit of a document: each a percentage of an amount, or pounds (docs/rules.md, section 3,
//! steps 4 and 7).

use rust_decimal::Decimal;

use crate::document::{DepositType, DiscountType, Document};
use crate::money::number::Number;
use crate::money::{Pence, divide_floored, round2};

/// A discount or a deposit.
#[derive(Clone, Copy, Debug)]
pub struct PartialAmount<'a> {
    /// The JSON field.
    pub field: &'static str,
    /// The name at the start of a sentence.
    pub name: &'static str,
    /// Whether the document includes it.
    pub is_included: bool,
    /// The number: a percentage or pounds.
    pub number: &'a Number,
    /// Whether the number is a percentage.
    pub is_percentage: bool,
}

impl Document {
    /// The discount, which is a part of the subtotal.
    #[must_use]
    pub fn discount_partial_amount(&self) -> PartialAmount<'_> {
        PartialAmount {
            field: "discount",
            name: "Discount",
            is_included: self.include_discount,
            number: &self.discount,
            is_percentage: self.discount_type == DiscountType::Percentage,
        }
    }

    /// The deposit, which is a part of the total.
    #[must_use]
    pub fn deposit_partial_amount(&self) -> PartialAmount<'_> {
        PartialAmount {
            field: "deposit",
            name: "Deposit",
            is_included: self.include_deposit,
            number: &self.deposit,
            is_percentage: self.deposit_type == DepositType::Percentage,
        }
    }
}

impl PartialAmount<'_> {
    /// The amount in pence, at most the whole. One that is too large is limited here and reported by
    /// [`crate::calculate::validate`].
    pub fn amount_of(&self, whole: Pence) -> Pence {
        if !self.is_included {
            Pence::ZERO
        } else if self.is_percentage {
            whole.percent(self.clamped_percentage())
        } else {
            self.clamped_amount(whole)
        }
    }

    /// The percentage, at most 100.
    fn clamped_percentage(&self) -> Decimal {
        match self.number {
            Number::TooLarge(_) if self.number.is_above_zero() => Decimal::ONE_HUNDRED,
            number => number.value().min(Decimal::ONE_HUNDRED),
        }
    }

    /// The amount from pounds, at most `most`.
    pub(crate) fn clamped_amount(&self, most: Pence) -> Pence {
        match self.number {
            Number::TooLarge(_) if self.number.is_above_zero() => most,
            number => round2(number.value()).min(most),
        }
    }
}

// The shares of the document's discount (docs/rules.md, section 3, step 5).

/// Step 5: shares the discount among the groups in proportion to their net amounts, by largest remainder.
///
/// Each share is first rounded down; the remaining pence go one each to the largest fractions, and of equal ones to the
/// group listed first. The shares add up to the discount.
#[must_use]
pub fn allocate_discount(discount: Pence, nets: &[Pence], subtotal: Pence) -> Vec<Pence> {
    if discount < Pence::ZERO && subtotal < Pence::ZERO {
        // Omitted work is shared like the same work added.
        let nets: Vec<Pence> = nets.iter().map(|net| -*net).collect();
        let shares = allocate_discount(-discount, &nets, -subtotal);
        return shares.into_iter().map(|share| -share).collect();
    }
    if discount <= Pence::ZERO || subtotal.0 <= 0 {
        return vec![Pence::ZERO; nets.len()];
    }
    let whole = i128::from(subtotal.0);
    let share = |net: &Pence| {
        let exact = i128::from(discount.0) * i128::from(net.0);
        let (pence, fraction) = divide_floored(exact, whole);
        (Pence(i64::try_from(pence).unwrap_or_default()), fraction)
    };
    let (mut shares, mut fractions): (Vec<Pence>, Vec<i128>) = nets.iter().map(share).unzip();
    let left_over = discount - shares.iter().copied().sum();
    for _ in 0..left_over.0 {
        if let Some(group) = index_of_largest(&fractions) {
            shares[group] += Pence(1);
            // A group gets at most one of the pence.
            fractions[group] = -1;
        }
    }
    shares
}

/// The index of the largest value; of equal ones, the first.
fn index_of_largest(values: &[i128]) -> Option<usize> {
    (0..values.len()).rev().max_by_key(|&place| values[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_a_discount_to_between_zero_and_the_whole() {
        let with = |text: &str| Document { discount: text.into(), ..Document::default() };
        let percentage = |text: &str| {
            let document = with(text);
            document.discount_partial_amount().clamped_percentage().to_string()
        };
        assert_eq!(percentage("1e99"), "100");
        assert_eq!(percentage("-1e99"), "0");
        assert_eq!(percentage("100.01"), "100");
        assert_eq!(percentage("99.99"), "99.99");
        let amount = |text: &str| {
            let document = with(text);
            document.discount_partial_amount().clamped_amount(Pence(500))
        };
        assert_eq!(amount("1e99"), Pence(500));
        assert_eq!(amount("-1e99"), Pence(0));
        assert_eq!(amount("5.01"), Pence(500));
        assert_eq!(amount("4.99"), Pence(499));
    }

    #[test]
    fn a_group_gets_one_of_the_odd_pence_at_most() {
        let nets = [Pence(1), Pence(1), Pence(1), Pence(-1)];
        assert_eq!(allocate_discount(Pence(1), &nets, Pence(2)), [Pence(1), Pence(1), Pence(0), Pence(-1)]);
    }

    #[test]
    fn allocates_no_discount_without_a_positive_subtotal() {
        assert_eq!(allocate_discount(Pence(5), &[Pence(3), Pence(-3)], Pence(0)), [Pence(0); 2]);
        assert_eq!(allocate_discount(Pence(5), &[Pence(-3)], Pence(-3)), [Pence(0)]);
        assert_eq!(allocate_discount(Pence(0), &[Pence(3)], Pence(3)), [Pence(0)]);
    }
}
