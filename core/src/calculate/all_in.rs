//! 'Five hundred, all in': the discount that brings the total to a round sum (docs/rules.md,
//! section 7).

use serde::{Deserialize, Serialize};

use super::invoiced;
use super::totals::{Totals, calculate};
use super::validate::NumberLimit;
use super::vat;
use crate::document::{DiscountType, Document, Line, Treatment};
use crate::error::{FieldError, RuleErrors, code};
use crate::money::Pence;
use crate::money::number::Number;

/// The discount that was found, and the total with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AllIn {
    /// The amount of a discount of type `other`.
    pub discount: Pence,
    /// The total with it.
    pub total_amount: Pence,
    /// Whether that is exactly the total that was requested.
    pub exact: bool,
}

/// The price that one more line must have to raise the total to a round sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Rest {
    /// The price of the line.
    pub price: Pence,
    /// The total with that line: the target, or as near to it as the pence of VAT allow.
    pub total: Pence,
}

/// More than the largest price allowed.
const MOST_REST: i64 = 1 << 34;

/// How far from the exact solution, in pence, the best discount is looked for. It can only be further away if VAT
/// almost cancels out the discount.
const SEARCH_RADIUS: i128 = 10_000;

/// The amount of an `other` discount, from 0 to the subtotal, that brings the total nearest to the target. If two are
/// equally near, the smaller one.
///
/// # Errors
///
/// The document breaks a rule, or the target is not an amount in whole pence or is above the total without a discount.
pub fn find_discount(document: &Document, target: &Number) -> Result<AllIn, RuleErrors> {
    let target = parse_target(target)?;
    let without = calculate(&Document { include_discount: false, ..document.clone() })?;
    if target > without.total_amount {
        let msg = "This is more than the total without a discount.";
        return Err(FieldError::new("target", code::ABOVE_TOTAL, msg).into());
    }
    let best = if document.prices_include_vat {
        // A penny of discount is a penny of total (docs/rules.md, section 8).
        (without.total_amount - target).min(without.subtotal_amount)
    } else {
        candidates(&without, target)
            .min_by_key(|&discount| {
                let total = total_with(document, &without, discount);
                (total.0.abs_diff(target.0), discount)
            })
            .unwrap_or_default()
    };
    // The result is calculated by the ordinary rules, not taken from the search.
    let with = calculate(&Document {
        include_discount: true,
        discount_type: DiscountType::Other,
        discount: Number::Value(best.to_decimal()),
        ..document.clone()
    })?;
    Ok(AllIn {
        discount: with.discount_amount,
        total_amount: with.total_amount,
        exact: with.total_amount == target,
    })
}

/// The price of one more line that brings the total nearest to the target; if two are equally near, the higher one.
/// `None` if the total is that much already. VAT and a percentage discount apply to this line too.
///
/// # Errors
///
/// The document breaks a rule, without the line or with it, or the target is not an amount in whole pence.
pub fn rest_for(document: &Document, target: &Number) -> Result<Option<Rest>, RuleErrors> {
    let target = parse_target(target)?;
    let with = |price: i64| -> Result<Rest, RuleErrors> {
        let price = Pence(price);
        let mut document = document.clone();
        document.items.push(Line {
            id: "rest".to_owned(),
            name: "rest".to_owned(),
            quantity: Number::from(1),
            price: Number::Value(price.to_decimal()),
            ..Line::default()
        });
        let total = calculate(&document)?.total_amount;
        Ok(Rest { price, total })
    };
    if with(0)?.total >= target {
        return Ok(None);
    }
    // A price beyond the limits counts as enough. The total never falls as the price of the line rises.
    let is_enough = |price| with(price).map_or(true, |rest| rest.total >= target);
    let (mut less, mut more) = (0, 1);
    while more < MOST_REST && !is_enough(more) {
        (less, more) = (more, more * 2);
    }
    while more - less > 1 {
        let middle = less + (more - less) / 2;
        if is_enough(middle) {
            more = middle;
        } else {
            less = middle;
        }
    }
    let below = (less > 0).then(|| with(less)).transpose()?;
    let away = |rest: &Rest| rest.total.0.abs_diff(target.0);
    match (below, with(more)) {
        (Some(below), Ok(above)) if away(&below) < away(&above) => Ok(Some(below)),
        (_, Ok(above)) => Ok(Some(above)),
        (Some(below), Err(_)) => Ok(Some(below)),
        (None, Err(error)) => Err(error),
    }
}

fn parse_target(target: &Number) -> Result<Pence, FieldError> {
    let code = match (target, target.to_pence()) {
        (Number::Value(_), Some(pence)) if pence >= Pence::ZERO => return Ok(pence),
        (Number::Value(value), None) if value.normalize().scale() > 2 => code::TOO_MANY_DECIMALS,
        (Number::TooPrecise(_), _) => code::TOO_MANY_DECIMALS,
        (Number::Value(_) | Number::TooLarge(_), _) => code::OUT_OF_RANGE,
        _ => code::NOT_A_NUMBER,
    };
    let limit = NumberLimit("The total", 0..=100_000_000, 2);
    Err(FieldError::new("target", code, limit.error_text(code)))
}

/// Steps 5 and 6 alone, with this discount, for prices without VAT.
fn total_with(document: &Document, without: &Totals, discount: Pence) -> Pence {
    let groups = vat::apply_discount(without.vat_groups.clone(), discount, without.subtotal_amount, false);
    let groups = invoiced::subtract_invoiced(groups, document);
    without.subtotal_amount - discount - without.invoiced_amount + vat::sum_vat(&groups, Treatment::Taxable)
}

/// The discounts to try. Apart from rounding, each penny of discount takes the same off the total, so the best one is
/// near the exact solution, no further away than the rounding of the groups can move it.
fn candidates(without: &Totals, target: Pence) -> impl Iterator<Item = Pence> {
    let subtotal = i128::from(without.subtotal_amount.0);
    let (nearest, width) = estimate_discount(without, i128::from(target.0));
    let first = (nearest - width).clamp(0, subtotal);
    let last = (nearest + width).clamp(0, subtotal);
    (first..=last).map(|pence| Pence(i64::try_from(pence).unwrap_or(i64::MAX)))
}

/// The exact solution in whole pence, and how far from it the best discount can be.
fn estimate_discount(without: &Totals, target: i128) -> (i128, i128) {
    let subtotal = i128::from(without.subtotal_amount.0);
    // slope / subtotal is what a penny of discount takes off the total, in ten-thousandths.
    let scale = 10_000;
    let mut slope = subtotal * scale;
    let groups = without.vat_groups.iter();
    for group in groups.filter(|group| group.treatment == Treatment::Taxable) {
        let mut rate = group.rate.0;
        rate.rescale(2);
        slope += i128::from(group.net.0) * rate.mantissa();
    }
    if slope == 0 || subtotal == 0 {
        return (0, SEARCH_RADIUS.min(subtotal));
    }
    let off = i128::from(without.total_amount.0) - target;
    let solution = (off * subtotal * scale).div_euclid(slope).clamp(0, subtotal);
    // A share is rounded by less than a penny and its VAT by half a penny: twice that, in both directions.
    let rounding = 4 * i128::try_from(without.vat_groups.len()).unwrap_or(i128::MAX / 8) + 2;
    let width = (rounding * subtotal * scale).div_euclid(slope.abs()) + 2;
    (solution, width.min(SEARCH_RADIUS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest(of: &str, target: &str) -> Option<(String, String)> {
        let document: Document = crate::json::parse(of).unwrap();
        let rest = rest_for(&document, &Number::from_text(target)).unwrap();
        rest.map(|rest| (rest.price.to_string(), rest.total.to_string()))
    }

    #[test]
    fn finds_the_line_price_that_raises_the_total_to_the_target() {
        let items = r#""items":[{"id":"a","quantity":"1","price":"100"}]"#;
        let plain = format!(r#"{{"vatTreatment":"outsideScope",{items}}}"#);
        let taxed = format!(r#"{{"tax":"20",{items}}}"#);
        let ten_off =
            format!(r#"{{"vatTreatment":"outsideScope","includeDiscount":true,"discount":"10",{items}}}"#);
        for (of, target, price, total) in [
            (&plain, "112.34", "12.34", "112.34"),
            (&taxed, "150", "25.00", "150.00"),
            (&ten_off, "180", "100.00", "180.00"),
            // 100.02 and 100.03 without VAT come to 120.02 and 120.04: of two equally near the higher.
            (&taxed, "120.03", "0.03", "120.04"),
        ] {
            let found = rest(of, target);
            assert_eq!(found, Some((price.to_owned(), total.to_owned())), "{target}");
        }
        for high_enough in ["100", "40"] {
            assert_eq!(rest(&plain, high_enough), None);
        }
        let document: Document = crate::json::parse(&plain).unwrap();
        let error = rest_for(&document, &Number::from_text("x")).unwrap_err();
        assert_eq!(error.0[0].path, "target");
    }

    #[test]
    fn a_discount_of_any_size_is_found() {
        for (price, target, discount) in [
            ("1000000", "600000", 50_000_000),
            ("1000000", "0.01", 99_999_999),
            ("12345.67", "1234.56", 1_131_687),
        ] {
            let text = format!(r#"{{"tax":"20","items":[{{"id":"a","quantity":"1","price":"{price}"}}]}}"#);
            let document: Document = crate::json::parse(&text).unwrap();
            let found = find_discount(&document, &Number::from_text(target)).unwrap();
            assert_eq!(found.discount, Pence(discount), "{price} to {target}");
            assert!(found.total_amount.0.abs_diff(Number::from_text(target).to_pence().unwrap().0) <= 1);
        }
    }
}
