//! A price that was typed with its VAT. Lines hold prices without it; this finds the one that comes
//! nearest to what was typed.

use rust_decimal::Decimal;

use crate::money::number::Number;
use crate::money::{Pence, divide_rounded, power_of_ten, round2_product};

/// The price without VAT, and what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WithoutVat {
    /// Pounds each: whole pence where they come as near, else with the third and fourth decimal.
    pub price: Decimal,
    /// What the line comes to with its VAT, by itself.
    pub comes_to: Pence,
    /// What it was to come to: `round2(quantity × typed)`.
    pub wanted: Pence,
}

/// The price each, without VAT, of `quantity` at `typed` pounds each with VAT at `rate` per cent.
///
/// Pence cannot hit every sum: £9.99 at 20 % is £8.32 or £8.33 without, and £9.98 or £10.00 with.
/// Of what whole pence and ten-thousandths come to, the nearest is taken; of two as near, the lower.
/// None where a number is below zero or beyond what a line can hold.
#[must_use]
pub fn without_vat(typed: Decimal, rate: Decimal, quantity: Decimal) -> Option<WithoutVat> {
    let limits = [(typed, 10_000_000), (rate, 100), (quantity, 1_000_000)];
    let is_held = |(number, most): (Decimal, i64)| {
        !number.is_sign_negative()
            && number <= Decimal::from(most)
            && number.normalize().scale() <= 4
    };
    if !limits.into_iter().all(is_held) {
        return None;
    }
    let quantity = if quantity.is_zero() {
        Decimal::ONE
    } else {
        quantity
    };
    let wanted = round2_product(quantity, typed);
    let comes_to = |price: Decimal| {
        let goods = round2_product(quantity, price);
        goods + goods.percent(rate)
    };
    let nearest = [2, 4]
        .into_iter()
        .flat_map(|decimals| around(typed, rate, decimals));
    // The one that is rounded stands first, and the first of equals is taken.
    let price = nearest.min_by_key(|&price| {
        let sum = comes_to(price);
        let is_fine = price.normalize().scale() > 2;
        (sum.0.abs_diff(wanted.0), is_fine, sum)
    })?;
    Some(WithoutVat {
        price: two_decimals(price),
        comes_to: comes_to(price),
        wanted,
    })
}

/// The exact price rounded to so many decimals, and its neighbours.
fn around(typed: Decimal, rate: Decimal, decimals: u32) -> impl Iterator<Item = Decimal> {
    let (typed, rate) = (typed.normalize(), rate.normalize());
    let whole = 100 * power_of_ten(rate.scale());
    // typed ÷ (1 + rate/100), in units of the last decimal.
    let above = typed.mantissa() * whole * power_of_ten(decimals);
    let below = (whole + rate.mantissa()) * power_of_ten(typed.scale());
    let middle = divide_rounded(above, below);
    [middle, middle - 1, middle + 1]
        .into_iter()
        .filter(|units| *units >= 0)
        .filter_map(move |units| Decimal::try_from_i128_with_scale(units, decimals).ok())
}

fn two_decimals(price: Decimal) -> Decimal {
    let mut price = price.normalize();
    price.rescale(price.scale().max(2));
    price
}

/// [`without_vat`] of texts: the price and what it comes to where that is not what was typed, each a
/// decimal string; empty where there is none.
#[must_use]
pub fn of_texts(typed: &str, rate: &str, quantity: &str) -> (String, String) {
    let number = |text: &str| match Number::from_text(text) {
        Number::Value(value) => Some(value),
        Number::Empty => Some(Decimal::ZERO),
        _ => None,
    };
    let found = number(typed)
        .zip(number(rate))
        .zip(number(quantity))
        .and_then(|((typed, rate), quantity)| without_vat(typed, rate, quantity));
    found.map_or_else(Default::default, |found| {
        let off = (found.comes_to != found.wanted).then(|| found.comes_to.to_string());
        (found.price.to_string(), off.unwrap_or_default())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_met_where_pence_can() {
        for (typed, rate, quantity, price, comes_to) in [
            ("120", "20", "1", "100.00", ""),
            ("100", "20", "1", "83.33", ""),
            ("9.99", "20", "1", "8.32", "9.98"),
            ("105", "5", "3", "100.00", ""),
            ("1.00", "20", "12", "0.8333", ""),
            ("0.005", "20", "100", "0.0042", ""),
            ("80", "0", "2", "80.00", ""),
            ("0", "20", "1", "0.00", ""),
            ("", "20", "", "0.00", ""),
            ("47.5", "17.5", "1", "40.42", "47.49"),
            ("-1", "20", "1", "", ""),
            ("ten", "20", "1", "", ""),
            ("10000000.01", "20", "1", "", ""),
        ] {
            let found = of_texts(typed, rate, quantity);
            assert_eq!(
                found,
                (price.into(), comes_to.into()),
                "{typed} {rate} {quantity}"
            );
        }
    }

    #[test]
    fn it_is_off_by_a_penny_at_most_for_one() {
        for pence in 0..30_000 {
            for rate in [0, 5, 20] {
                let typed = Decimal::new(pence, 2);
                let found = without_vat(typed, rate.into(), Decimal::ONE).unwrap();
                assert!(
                    found.comes_to.0.abs_diff(found.wanted.0) <= 1,
                    "{typed} at {rate}"
                );
            }
        }
    }
}
