//! The shares of the document's discount (docs/rules.md, section 3, step 5).

use crate::money::{Pence, divide_floored};

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
    fn a_group_gets_one_of_the_odd_pence_at_most() {
        let nets = [Pence(1), Pence(1), Pence(1), Pence(-1)];
        assert_eq!(allocate_discount(Pence(1), &nets, Pence(2)), [Pence(1), Pence(1), Pence(0), Pence(-1)]);
    }

    #[test]
    fn nothing_is_shared_of_nothing() {
        assert_eq!(allocate_discount(Pence(5), &[Pence(3), Pence(-3)], Pence(0)), [Pence(0); 2]);
        assert_eq!(allocate_discount(Pence(5), &[Pence(-3)], Pence(-3)), [Pence(0)]);
        assert_eq!(allocate_discount(Pence(0), &[Pence(3)], Pence(3)), [Pence(0)]);
    }
}
