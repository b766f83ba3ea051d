//! Amounts without VAT for a document whose prices include it (docs/rules.md, section 8): the standard knows no others.
//!
//! Within a group, the net amount of each line, and of the group's allowance, is its amount with VAT less the VAT in
//! it, rounded down. The remaining pence go one each to the largest fractions; of equal ones, to the line that comes
//! first. So lines and allowance add up to the amount on which the group's VAT is calculated.

use rust_decimal::Decimal;

use super::VatCategory;
use super::model::{EinvoiceLine, TaxGroup};
use crate::money::{Pence, divide_floored, power_of_ten, round2_product};

/// The most decimals of a unit price, enough for a quantity of a million to give its net amount.
const PRICE_DECIMALS_MAX: u32 = 10;

/// Takes the VAT out of the lines and of the discounts of the groups with VAT. The lines from `net_from` on, for
/// earlier invoices of the job, are without VAT already.
pub(super) fn remove_vat(lines: &mut [EinvoiceLine], net_from: usize, groups: &mut [TaxGroup]) {
    let charged = groups.iter_mut();
    for group in charged.filter(|group| group.category == VatCategory::Standard) {
        remove_vat_from_group(lines, net_from, group);
    }
}

fn remove_vat_from_group(lines: &mut [EinvoiceLine], net_from: usize, group: &mut TaxGroup) {
    let place = (group.category, group.rate);
    let (priced, earlier) = lines.split_at_mut(net_from.min(lines.len()));
    let of_place = |line: &&EinvoiceLine| (line.category, line.rate) == place;
    let earlier: Pence = earlier.iter().filter(of_place).map(|line| line.net).sum();
    let mut priced: Vec<&mut EinvoiceLine> =
        priced.iter_mut().filter(|line| (line.category, line.rate) == place).collect();
    let mut amounts: Vec<Pence> = priced.iter().map(|line| line.net).collect();
    amounts.push(-group.discount);
    let mut nets = split_net(&amounts, group.rate.0, group.taxable - earlier);
    // The allowance takes what no line can take.
    let discount = nets.pop().unwrap_or_default();
    let over = group.taxable - earlier - discount - nets.iter().copied().sum();
    group.discount = -(discount + over);
    for (line, net) in priced.iter_mut().zip(nets) {
        line.net = net;
        line.price = find_unit_price(line.quantity, line.price, net, group.rate.0);
    }
}

/// The net amounts of amounts that include VAT at a rate. They add up to `whole`, as far as this is possible without
/// changing the sign of any of them.
fn split_net(amounts: &[Pence], rate: Decimal, whole: Pence) -> Vec<Pence> {
    let hundred = 100 * power_of_ten(rate.scale());
    let with_vat = hundred + rate.mantissa();
    let exact = |amount: &Pence| {
        let (pence, fraction) = divide_floored(i128::from(amount.0) * hundred, with_vat);
        (Pence::saturating_from(pence), fraction)
    };
    let (mut nets, fractions): (Vec<Pence>, Vec<i128>) = amounts.iter().map(exact).unzip();
    let mut order: Vec<usize> = (0..nets.len()).collect();
    order.sort_by_key(|&at| (-fractions[at], at));
    let mut left = whole - nets.iter().copied().sum();
    // In a credit note, the VAT of a group may differ from its rate by some pence: more than one for each line, or
    // fewer than zero.
    while left != Pence::ZERO {
        let before = left;
        let step = Pence(left.0.signum());
        let mut next: Vec<usize> = order.clone();
        if step < Pence::ZERO {
            next.reverse();
        }
        for at in next {
            let moved = nets[at] + step;
            let keeps_sign = moved.0.signum() * amounts[at].0.signum() >= 0;
            if left == Pence::ZERO || amounts[at].is_zero() || !keeps_sign {
                continue;
            }
            nets[at] = moved;
            left -= step;
        }
        if left == before {
            break;
        }
    }
    nets
}

/// The price without VAT for which the quantity gives the net amount, with as few decimals as possible, but at least
/// two.
pub(super) fn find_unit_price(quantity: Decimal, typed: Decimal, net: Pence, rate: Decimal) -> Decimal {
    let hundred = Decimal::ONE_HUNDRED;
    let exact = match quantity.is_zero() {
        // The quantity is zero: the price of one unit.
        true => typed.checked_mul(hundred).and_then(|it| it.checked_div(hundred + rate)),
        false => net.to_decimal().checked_div(quantity),
    };
    let exact = exact.unwrap_or_default();
    let at = |decimals| {
        let strategy = rust_decimal::RoundingStrategy::MidpointAwayFromZero;
        let mut price = exact.round_dp_with_strategy(decimals, strategy).normalize();
        price.rescale(price.scale().max(2));
        price
    };
    if quantity.is_zero() {
        return at(4);
    }
    let mut prices = (2..=PRICE_DECIMALS_MAX).map(at);
    prices.find(|price| round2_product(quantity, *price) == net).unwrap_or_else(|| at(PRICE_DECIMALS_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pence(amounts: &[i64]) -> Vec<Pence> {
        amounts.iter().copied().map(Pence).collect()
    }

    /// 340.00 and 13.90 at 20 %: 283.333… and 11.5833…, together 294.92: both have a third of a penny left, and the
    /// first gets the remaining penny.
    #[test]
    fn the_penny_left_over_goes_to_the_largest_fraction() {
        let found = split_net(&pence(&[34_000, 1_390]), 20.into(), Pence(29_492));
        // Down: 283.33 and 11.58, a penny short.
        assert_eq!(found, pence(&[28_334, 1_158]));
        // Three at 1.00: 0.8333 each, 2.50 together, and the first has the odd penny.
        let found = split_net(&pence(&[100, 100, 100]), 20.into(), Pence(250));
        assert_eq!(found, pence(&[84, 83, 83]));
        // Less an allowance of 0.01, which is 0.00833.
        let found = split_net(&pence(&[100, -1]), 20.into(), Pence(83));
        assert_eq!(found, pence(&[84, -1]));
    }

    #[test]
    fn rounding_never_changes_the_sign_of_a_line() {
        let found = split_net(&pence(&[1, 1, 0]), 20.into(), Pence(-1));
        assert_eq!(found, pence(&[0, 0, 0]));
        let found = split_net(&pence(&[100, 200]), 20.into(), Pence(255));
        assert_eq!(found.iter().map(|it| it.0).sum::<i64>(), 255);
    }

    #[test]
    fn the_unit_price_times_the_quantity_is_the_net_amount() {
        for (quantity, net, wanted) in [
            ("1", 28_333, "283.33"),
            ("12", 1_000, "0.8333"),
            ("3", 84, "0.28"),
            ("1000000", 83_333_333, "0.83333333"),
            ("-2", -167, "0.835"),
        ] {
            let quantity: Decimal = quantity.parse().unwrap();
            let price = find_unit_price(quantity, Decimal::ZERO, Pence(net), 20.into());
            assert_eq!(round2_product(quantity, price), Pence(net), "{price}");
            assert!(price.to_string().len() <= wanted.len() + 2, "{price}");
        }
        let price = find_unit_price(Decimal::ZERO, 12.into(), Pence::ZERO, 20.into());
        assert_eq!(price.to_string(), "10.00");
    }
}
