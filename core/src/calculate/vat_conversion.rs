//! Adding VAT to an amount without it, and removing it from an amount that includes it: for a price that is typed in
//! one form and needed in the other (docs/rules.md, section 8).

use rust_decimal::Decimal;

use super::totals::calculate;
use crate::document::{DiscountType, Document, Treatment};
use crate::money::{Pence, divide_rounded, power_of_ten, round2};

/// The largest amount in pounds, with VAT or without it (docs/rules.md, section 1).
const AMOUNT_MAX: i64 = 10_000_000;

/// `amount × (1 + rate / 100)`, in pounds: see [`convert`]. `None` if a number is beyond its limits.
#[must_use]
pub fn add_vat(amount: Decimal, rate: Decimal, decimals: u32) -> Option<Decimal> {
    convert(amount, rate, decimals, Direction::Add)
}

/// `amount / (1 + rate / 100)`, in pounds: see [`convert`]. `None` if a number is beyond its limits.
#[must_use]
pub fn remove_vat(amount: Decimal, rate: Decimal, decimals: u32) -> Option<Decimal> {
    convert(amount, rate, decimals, Direction::Remove)
}

/// The fixed discount of a document after its prices are switched to include VAT, or no longer to include it: the
/// discount is shared among the rates, and VAT is added to, or removed from, each share. `None` if there is no fixed
/// discount, or nothing can be calculated.
#[must_use]
pub fn turned_discount(document: &Document, to_include: bool) -> Option<Pence> {
    let is_fixed = document.include_discount && document.discount_type == DiscountType::Other;
    if !is_fixed || document.discount.value().is_zero() {
        return None;
    }
    let turn = if to_include { add_vat } else { remove_vat };
    let groups = calculate(document).ok()?.vat_groups.into_iter();
    let shares = groups.map(|group| match group.treatment {
        Treatment::Taxable => {
            let turned = turn(group.discount.to_decimal(), group.rate.0, 2);
            turned.map_or(group.discount, round2)
        }
        _ => group.discount,
    });
    Some(shares.sum())
}

/// Whether VAT is added or removed.
#[derive(Clone, Copy)]
enum Direction {
    Add,
    Remove,
}

impl Direction {
    fn reversed(self) -> Self {
        match self {
            Self::Add => Self::Remove,
            Self::Remove => Self::Add,
        }
    }
}

/// The result with the fewest decimals, from 2 to `decimals`, from which the opposite conversion gives the amount
/// again; with `decimals` if there is none. Rounded half away from zero. So 13.90 at 5 % is 13.2381 without VAT, which
/// is 13.90 with it again, where a product with four decimals can be a ten-thousandth off.
fn convert(amount: Decimal, rate: Decimal, decimals: u32, direction: Direction) -> Option<Decimal> {
    let (amount, rate) = (amount.normalize(), rate.normalize());
    let is_held = amount.abs() <= Decimal::from(AMOUNT_MAX) && amount.scale() <= 4;
    let is_rate = !rate.is_sign_negative() && rate <= Decimal::ONE_HUNDRED && rate.scale() <= 4;
    if !is_held || !is_rate {
        return None;
    }
    let most = decimals.clamp(2, 4);
    let rounded = (2..=most).find_map(|places| {
        let there = convert_at_scale(amount, rate, places, direction)?;
        let again = convert_at_scale(there, rate, most, direction.reversed())?;
        (again == amount).then_some(there)
    });
    let mut found = rounded.or_else(|| convert_at_scale(amount, rate, most, direction))?.normalize();
    found.rescale(found.scale().max(2));
    Some(found)
}

/// The product or the quotient, rounded half away from zero to `scale` decimals.
fn convert_at_scale(amount: Decimal, rate: Decimal, decimals: u32, direction: Direction) -> Option<Decimal> {
    let (amount, rate) = (amount.normalize(), rate.normalize());
    let hundred = 100 * power_of_ten(rate.scale());
    let whole = hundred + rate.mantissa();
    let (by, of) = match direction {
        Direction::Add => (whole, hundred),
        Direction::Remove => (hundred, whole),
    };
    let above = amount.mantissa().checked_mul(by)?.checked_mul(power_of_ten(decimals))?;
    let below = of.checked_mul(power_of_ten(amount.scale()))?;
    Decimal::try_from_i128_with_scale(divide_rounded(above, below), decimals).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_a_fixed_discount_by_the_vat_of_each_group() {
        let turned = |of: &str, to_include| {
            let document: Document = crate::json::parse(of).unwrap();
            turned_discount(&document, to_include).map(|discount| discount.to_string())
        };
        let items = r#""items":[{"id":"a","quantity":"1","price":"100"},
            {"id":"b","quantity":"1","price":"100","vat":{"treatment":"exempt"}}]"#;
        let fixed = r#""includeDiscount":true,"discountType":"other","discount":"50""#;
        // Half of it is of a line at 20 %, the other half of one without VAT.
        let before = format!(r#"{{"tax":"20",{fixed},{items}}}"#);
        assert_eq!(turned(&before, true).as_deref(), Some("55.00"));
        let with = r#"{"tax":"20","pricesIncludeVat":true,"includeDiscount":true,"discountType":"other","discount":"60",
            "items":[{"id":"a","quantity":"1","price":"120"}]}"#;
        assert_eq!(turned(with, false).as_deref(), Some("50.00"));
        for none in [
            format!(r#"{{"tax":"20",{items}}}"#),
            format!(r#"{{"tax":"20","includeDiscount":true,"discount":"10",{items}}}"#),
            format!(r#"{{"tax":"x",{fixed},{items}}}"#),
        ] {
            assert_eq!(turned(&none, true), None, "{none}");
        }
    }

    fn number(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn adds_vat_and_removes_it_again() {
        for (without, rate, with) in [
            ("340", "20", "408.00"),
            ("283.3333", "20", "340.00"),
            ("11.5833", "20", "13.90"),
            ("0.83", "20", "0.996"),
            ("4.255", "20", "5.106"),
            ("100", "17.5", "117.50"),
            ("-50", "20", "-60.00"),
            ("0", "20", "0.00"),
            ("80", "0", "80.00"),
        ] {
            let found = add_vat(number(without), number(rate), 4).unwrap();
            assert_eq!(found.to_string(), with, "{without} and {rate} %");
            let back = remove_vat(found, number(rate), 4).unwrap();
            assert_eq!(back, number(without), "{with} less {rate} %");
        }
        let rate = remove_vat(number("50"), number("20"), 2).unwrap();
        assert_eq!(rate.to_string(), "41.67");
        assert_eq!(add_vat(rate, number("20"), 2).unwrap().to_string(), "50.00");
        for (amount, rate) in [("10000000.01", "20"), ("1", "101"), ("1", "-5"), ("1.00001", "20")] {
            assert_eq!(add_vat(number(amount), number(rate), 4), None, "{amount} and {rate} %");
        }
    }

    #[test]
    fn every_price_is_unchanged_after_removing_and_adding_vat() {
        for pence in -2_000..20_000 {
            for rate in [0, 5, 20] {
                let (typed, rate) = (Decimal::new(pence, 2), Decimal::from(rate));
                let without = remove_vat(typed, rate, 4).unwrap();
                assert_eq!(add_vat(without, rate, 4), Some(typed), "{typed} at {rate} %");
            }
        }
    }
}
