//! The margin of a job: what lines with a cost are sold for, less that cost. Only the business sees it; it is in no
//! public response.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::document_parts;
use super::totals::{Totals, calculate, calculate_with_choice};
use super::vat::{self, VatGroup};
use crate::document::{Document, Treatment};
use crate::error::RuleErrors;
use crate::money::{Pence, divide_rounded, power_of_ten, round2_product};

/// The margin on the lines of a document that have a cost. Amounts are without VAT.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Margin {
    /// What the lines cost the business.
    pub cost: Pence,
    /// The price of their goods, less their share of the discount.
    pub sold: Pence,
    /// `sold − cost`; negative if they are sold for less.
    pub margin: Pence,
    /// The margin as a percentage of `sold`, with one decimal; `None` if `sold` is 0.
    pub percent: Option<String>,
    /// The price of everything else (labour and lines without a cost), less its share of the discount: its cost is not
    /// known.
    pub without_cost: Pence,
}

/// The margin of the lines that count. A line's labour has no cost and is never in `sold`. The discount is shared in
/// proportion, as CIS shares it with materials at their selling price; a variation's discount is shared among its own
/// lines.
///
/// `totals` are the totals of this document. `None` if no line that counts has a cost.
#[must_use]
pub fn calculate_margin(document: &Document, totals: &Totals) -> Option<Margin> {
    let mut has_cost = false;
    let parts = document_parts::split_into_parts(document, &totals.items, totals.labour_total);
    let mut cost = Pence::ZERO;
    // The price of lines with a cost in each part, by treatment and rate.
    let mut goods = vec![Vec::new(); parts.len()];
    for (line, of_line) in document.items.iter().zip(&totals.items) {
        let each = line.cost.as_ref().filter(|cost| !cost.is_empty());
        let Some(each) = each.filter(|_| of_line.counted) else {
            continue;
        };
        has_cost = true;
        cost += round2_product(line.quantity.value(), each.value());
        if let Some(goods) = goods.get_mut(document.part_index(line)) {
            vat::add_to_group(goods, vat::line_vat(line, document), of_line.goods);
        }
    }
    if !has_cost {
        return None;
    }
    let (mut sold, mut whole) = (Pence::ZERO, Pence::ZERO);
    for (at, (part, goods)) in parts.into_iter().zip(goods).enumerate() {
        let discount = document_parts::calculate_part_discount(document, at, part.subtotal);
        if document.prices_include_vat {
            let (subtotal, groups) = (part.subtotal, part.groups);
            let groups = vat::apply_discount(groups, discount, subtotal, true);
            sold += net_after_discount(&goods, &groups, discount, subtotal);
            whole += groups.iter().map(|group| group.taxable).sum();
        } else {
            let goods: Pence = goods.iter().map(|group| group.net).sum();
            sold += goods - discount.in_proportion(goods, part.subtotal);
            whole += part.subtotal - discount;
        }
    }
    let margin = sold - cost;
    Some(Margin { cost, sold, margin, percent: percent(margin, sold), without_cost: whole - sold })
}

/// What is left of goods at prices with VAT after their share of a part's discount, with the VAT taken out. A group
/// that is all goods keeps its exact taxable amount.
fn net_after_discount(goods: &[VatGroup], groups: &[VatGroup], discount: Pence, subtotal: Pence) -> Pence {
    let of_group = |goods: &VatGroup| {
        let same = |group: &&VatGroup| {
            (group.treatment, group.rate, group.net) == (goods.treatment, goods.rate, goods.net)
        };
        if let Some(all) = groups.iter().find(same) {
            return all.taxable;
        }
        let paid = goods.net - discount.in_proportion(goods.net, subtotal);
        match goods.treatment {
            Treatment::Taxable => paid - paid.included_vat(goods.rate.0),
            _ => paid,
        }
    };
    goods.iter().map(of_group).sum()
}

/// The margin of a document as it is, or of a quote with another choice chosen.
///
/// # Errors
///
/// As for [`calculate`].
pub fn calculate_margin_with_choice(
    document: &Document,
    choice: Option<&str>,
) -> Result<Option<Margin>, RuleErrors> {
    let mut totals = calculate(document)?;
    if choice.is_some() {
        totals = calculate_with_choice(document, choice)?;
    }
    Ok(calculate_margin(document, &totals))
}

fn percent(margin: Pence, sold: Pence) -> Option<String> {
    if sold <= Pence::ZERO {
        return None;
    }
    let tenths = divide_rounded(i128::from(margin.0) * 1_000, i128::from(sold.0));
    let percent = Decimal::try_from_i128_with_scale(tenths, 1).ok()?;
    Some(percent.normalize().to_string())
}

/// The highest price (docs/rules.md, section 2).
const PRICE_MAX: i128 = 10_000_000;

/// The selling price of something that costs `cost` pounds, with a mark-up of `percent` per cent, to the penny or to as
/// many decimals as the cost has. `None` if either is negative or larger than a line allows.
///
/// Mark-up is a share of the cost, not of the price: a third of the price is half of the cost.
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
    price_from_cost(price, rate)
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
    use crate::calculate::totals::calculate;

    fn margin_of(text: &str) -> Option<Margin> {
        let document: Document = crate::json::parse(text).unwrap();
        let totals = calculate(&document).unwrap();
        calculate_margin(&document, &totals)
    }

    fn describe_margin(text: &str) -> String {
        let Some(found) = margin_of(text) else {
            return "none".into();
        };
        let percent = found.percent.unwrap_or_else(|| "-".into());
        format!("{} {} {} {percent} {}", found.cost, found.sold, found.margin, found.without_cost)
    }

    #[test]
    fn the_margin_is_the_price_of_goods_less_their_cost() {
        for (document, wanted) in [
            // The worked example of docs/rules.md: materials sold for 800 that cost 700, labour 2,000.
            (
                r#"{"items":[{"quantity":1,"price":800,"cost":700,"costType":"materials"},{"quantity":1,"price":2000}]}"#,
                "700.00 800.00 100.00 12.5 2000.00",
            ),
            // A line's labour has no cost.
            (
                r#"{"items":[{"quantity":3,"price":10,"cost":"4.255","includeLabour":true,"labourHours":2,"labourRate":30}]}"#,
                "12.77 30.00 17.23 57.4 60.00",
            ),
            // Of 120.00 with VAT 100.00 are the business's.
            (
                r#"{"tax":"20","pricesIncludeVat":true,"items":[{"quantity":1,"price":120,"cost":80},{"quantity":1,"price":60}]}"#,
                "80.00 100.00 20.00 20 50.00",
            ),
            // Half of the goods has half of the discount.
            (
                r#"{"items":[{"quantity":1,"price":100,"cost":80},{"quantity":1,"price":100}],"includeDiscount":true,"discount":10}"#,
                "80.00 90.00 10.00 11.1 90.00",
            ),
            (r#"{"items":[{"quantity":1,"price":50,"cost":80}]}"#, "80.00 50.00 -30.00 -60 0.00"),
            // What the customer left out costs nothing.
            (
                r#"{"items":[{"quantity":1,"price":50,"cost":40,"optional":true,"selected":false},{"quantity":1,"price":20,"cost":10}]}"#,
                "10.00 20.00 10.00 50 0.00",
            ),
            (
                r#"{"items":[{"quantity":1,"price":0,"cost":40},{"quantity":1,"price":90}]}"#,
                "40.00 0.00 -40.00 - 90.00",
            ),
            (r#"{"items":[{"quantity":1,"price":50,"cost":""}]}"#, "none"),
            (r#"{"items":[{"quantity":1,"price":50}]}"#, "none"),
        ] {
            assert_eq!(describe_margin(document), wanted, "{document}");
        }
    }

    #[test]
    fn each_choice_has_its_own_margin() {
        let text = r#"{"choices":[{"id":"g","name":"Good"},{"id":"b","name":"Best"}],"items":[
            {"quantity":1,"price":100,"cost":60},
            {"quantity":2,"price":50,"cost":40,"choice":"g"},
            {"quantity":1,"price":300,"cost":150,"choice":"b"}]}"#;
        let document: Document = crate::json::parse(text).unwrap();
        let of = |choice| calculate_margin_with_choice(&document, choice).unwrap().unwrap();
        let given = |found: Margin| format!("{} {}", found.margin, found.percent.unwrap());
        // The first of them counts until one is chosen.
        assert_eq!(of(None), of(Some("g")));
        assert_eq!(given(of(Some("g"))), "60.00 30");
        assert_eq!(given(of(Some("b"))), "190.00 47.5");
        let beyond: Document = crate::json::parse(r#"{"items":[{"price":"ten"}]}"#).unwrap();
        assert!(calculate_margin_with_choice(&beyond, None).is_err());
    }

    fn number(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn a_price_is_the_cost_plus_the_mark_up() {
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
    fn adds_vat_to_a_price_and_removes_it_again() {
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
