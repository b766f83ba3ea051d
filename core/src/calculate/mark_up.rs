//! Mark-up on a cost. It is a share of the cost, not of the price: a third of the price is half of the cost.

use rust_decimal::Decimal;

use crate::money::{divide_rounded, power_of_ten};

/// The highest price (docs/rules.md, section 2).
const PRICE_MAX: i128 = 10_000_000;

/// The selling price of something that costs `cost` pounds, with a mark-up of `percent` per cent, to the penny or to as
/// many decimals as the cost has. `None` if either is negative or larger than a line allows.
#[must_use]
pub fn price_from_cost(cost: Decimal, percent: Decimal) -> Option<Decimal> {
    let (cost, percent) = (cost.normalize(), percent.normalize());
    if cost.is_sign_negative()
        || percent.is_sign_negative()
        || !is_within_limit(cost)
        || !is_within_limit(percent)
    {
        return None;
    }
    let hundred = 100 * power_of_ten(percent.scale());
    let whole = cost.mantissa().checked_mul(hundred + percent.mantissa())?;
    let decimals = cost.scale().clamp(2, 4);
    let price = if decimals >= cost.scale() {
        let shifted = whole.checked_mul(power_of_ten(decimals - cost.scale()))?;
        divide_rounded(shifted, hundred)
    } else {
        let by = hundred.checked_mul(power_of_ten(cost.scale() - decimals))?;
        divide_rounded(whole, by)
    };
    Decimal::try_from_i128_with_scale(price, decimals).ok()
}

/// The mark-up of `price` over `cost` as a percentage with one decimal; negative if it is sold for less. `None` without
/// a cost.
#[must_use]
pub fn mark_up_percent(cost: Decimal, price: Decimal) -> Option<Decimal> {
    if cost.is_zero() || cost.is_sign_negative() || !is_within_limit(cost) || !is_within_limit(price) {
        return None;
    }
    let scale = cost.scale().max(price.scale());
    let at = |value: Decimal| {
        let shift = power_of_ten(scale - value.scale());
        value.mantissa().checked_mul(shift)
    };
    let (cost, price) = (at(cost)?, at(price)?);
    let tenths = divide_rounded((price - cost).checked_mul(1_000)?, cost);
    let percent = Decimal::try_from_i128_with_scale(tenths, 1).ok()?;
    Some(percent.normalize())
}

/// The price with VAT at `rate` per cent of a price without VAT, to the penny or to as many decimals as that price has.
/// `None` if the rate is negative, or either is larger than a line allows.
#[must_use]
pub fn add_vat(price: Decimal, rate: Decimal) -> Option<Decimal> {
    if price.is_sign_negative() {
        return add_vat(-price, rate).map(|price| -price);
    }
    self::price_from_cost(price, rate)
}

/// The price without VAT of a price that includes VAT at `rate` per cent, with four decimals. `None` if the rate is
/// negative, or either is larger than a line allows.
#[must_use]
pub fn remove_vat(price: Decimal, rate: Decimal) -> Option<Decimal> {
    let (price, rate) = (price.normalize(), rate.normalize());
    if rate.is_sign_negative() || !is_within_limit(price) || !is_within_limit(rate) {
        return None;
    }
    let hundred = 100 * power_of_ten(rate.scale());
    let whole = price.mantissa().checked_mul(hundred)?;
    let whole = whole.checked_mul(power_of_ten(4))?;
    let by = hundred.checked_add(rate.mantissa())?;
    let by = by.checked_mul(power_of_ten(price.scale()))?;
    Decimal::try_from_i128_with_scale(divide_rounded(whole, by), 4).ok()
}

/// Whether a line allows a number of this size.
fn is_within_limit(value: Decimal) -> bool {
    let most = PRICE_MAX.checked_mul(power_of_ten(value.scale()));
    most.is_some_and(|most| value.mantissa().abs() <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn a_price_is_the_cost_and_its_share() {
        for (cost, with, wanted) in [
            ("700", "25", "875.00"),
            ("4.25", "33.3", "5.67"),
            ("0.125", "20", "0.150"),
            ("0.0335", "50", "0.0503"),
            ("10.00", "0", "10.00"),
            ("10.5", "12.5", "11.81"),
            ("0", "50", "0.00"),
            ("10000000", "10000000", "1000010000000.00"),
        ] {
            let found = price_from_cost(number(cost), number(with)).unwrap();
            assert_eq!(found.to_string(), wanted, "{cost} and {with} %");
        }
        for (cost, with) in [("-1", "20"), ("1", "-20"), ("10000000.01", "1"), ("1", "10000000.01")] {
            assert_eq!(price_from_cost(number(cost), number(with)), None, "{cost} and {with} %");
        }
    }

    #[test]
    fn vat_goes_on_a_price_and_out_of_it() {
        for (net, rate, gross) in [
            ("100", "20", "120.00"),
            ("875.00", "5", "918.75"),
            ("0.0335", "20", "0.0402"),
            ("-10", "20", "-12.00"),
            ("10", "0", "10.00"),
        ] {
            assert_eq!(add_vat(number(net), number(rate)).map(|it| it.to_string()), Some(gross.into()));
            assert_eq!(remove_vat(number(gross), number(rate)), Some(number(net)));
        }
        assert_eq!(remove_vat(number("9.99"), number("20")), Some(number("8.3250")));
        assert_eq!(add_vat(number("10"), number("-20")), None);
        assert_eq!(remove_vat(number("10"), number("-20")), None);
    }

    #[test]
    fn a_mark_up_is_a_share_of_the_cost() {
        for (cost, sold, wanted) in [
            ("700", "875", Some("25")),
            ("700", "800", Some("14.3")),
            ("8", "9.004", Some("12.6")),
            ("10", "9", Some("-10")),
            ("10000000", "-10000000", Some("-200")),
            ("0", "9", None),
            ("-1", "9", None),
            ("10000000.01", "9", None),
            ("1", "10000000.01", None),
        ] {
            let found = mark_up_percent(number(cost), number(sold));
            assert_eq!(found, wanted.map(number), "{cost} sold for {sold}");
        }
    }
}
