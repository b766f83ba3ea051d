//! The document's discount and its shares (rules.md, section 3, steps 4 and 5).

use rust_decimal::Decimal;

use crate::document::{DiscountType, Document};
use crate::money::number::Number;
use crate::money::{Pence, divide_floored};

/// Step 4: the discount in pence, at most the subtotal. One that is too large is clamped here and
/// reported by [`crate::calculate::validate`].
#[must_use]
pub fn amount(document: &Document, subtotal: Pence) -> Pence {
    if !document.include_discount {
        return Pence::ZERO;
    }
    match document.discount_type {
        DiscountType::Percentage => subtotal.percent(clamped_percentage(&document.discount)),
        DiscountType::Other => clamped_amount(&document.discount, subtotal),
    }
}

/// A percentage, at most 100.
pub(crate) fn clamped_percentage(percentage: &Number) -> Decimal {
    match percentage {
        Number::TooLarge(_) if percentage.is_above_zero() => Decimal::ONE_HUNDRED,
        _ => percentage.value().min(Decimal::ONE_HUNDRED),
    }
}

/// An amount in pounds, at most `most`.
pub(crate) fn clamped_amount(pounds: &Number, most: Pence) -> Pence {
    match pounds {
        Number::TooLarge(_) if pounds.is_above_zero() => most,
        _ => crate::money::round2(pounds.value()).min(most),
    }
}

/// Step 5: shares the discount among the groups in proportion to their net, by largest remainder.
///
/// Each share is first rounded towards minus infinity; the pence left over go one each to the
/// largest fractions, ties to the group listed first. The shares sum to the discount.
#[must_use]
pub fn shares(discount: Pence, nets: &[Pence], subtotal: Pence) -> Vec<Pence> {
    if discount == Pence::ZERO || subtotal.0 <= 0 {
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
        if let Some(group) = largest(&fractions) {
            shares[group] += Pence(1);
            // A group gets one of the pence at most.
            fractions[group] = -1;
        }
    }
    shares
}

/// The place of the largest value; of equal ones, the first.
fn largest(values: &[i128]) -> Option<usize> {
    (0..values.len()).rev().max_by_key(|&place| values[place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_large_is_clamped_and_below_nothing_is_not() {
        let percentage = |text: &str| clamped_percentage(&text.into()).to_string();
        assert_eq!(percentage("1e99"), "100");
        assert_eq!(percentage("-1e99"), "0");
        assert_eq!(percentage("100.01"), "100");
        assert_eq!(percentage("99.99"), "99.99");
        let amount = |text: &str| clamped_amount(&text.into(), Pence(500));
        assert_eq!(amount("1e99"), Pence(500));
        assert_eq!(amount("-1e99"), Pence(0));
        assert_eq!(amount("5.01"), Pence(500));
        assert_eq!(amount("4.99"), Pence(499));
    }

    #[test]
    fn a_group_gets_one_of_the_odd_pence_at_most() {
        let nets = [Pence(1), Pence(1), Pence(1), Pence(-1)];
        assert_eq!(
            shares(Pence(1), &nets, Pence(2)),
            [Pence(1), Pence(1), Pence(0), Pence(-1)]
        );
    }

    #[test]
    fn nothing_is_shared_of_nothing() {
        assert_eq!(
            shares(Pence(5), &[Pence(3), Pence(-3)], Pence(0)),
            [Pence(0); 2]
        );
        assert_eq!(shares(Pence(5), &[Pence(-3)], Pence(-3)), [Pence(0)]);
        assert_eq!(shares(Pence(0), &[Pence(3)], Pence(3)), [Pence(0)]);
    }
}
