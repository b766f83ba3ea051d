//! Money and numbers as a person reads them (docs/product.md, section 9).

use rust_decimal::Decimal;

use super::{Pence, round2};

/// An amount in GBP as written in the UK, with exactly 2 decimals: `£1,234.50`, `-£5.00`.
#[must_use]
pub fn format_gbp(amount: Pence) -> String {
    format_pounds(&amount.to_string())
}

/// A number of pounds with any minus sign before the `£` and a comma between thousands.
fn format_pounds(pounds: &str) -> String {
    let (sign, size) = match pounds.strip_prefix('-') {
        Some(size) => ("-£", size),
        None => ("£", pounds),
    };
    let (whole, decimals) = size.split_once('.').unwrap_or((size, "00"));
    let mut out = String::with_capacity(16);
    out.push_str(sign);
    push_grouped(&mut out, whole);
    out + "." + decimals
}

/// Appends whole digits with a comma between thousands.
pub(crate) fn push_grouped(out: &mut String, whole: &str) {
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
}

/// A unit price: like [`format_gbp`], with the third and fourth decimals if it has any: `£0.125`.
#[must_use]
pub fn format_price(each: Decimal) -> String {
    let each = each.normalize();
    if each.scale() <= 2 {
        return format_gbp(round2(each));
    }
    format_pounds(&each.to_string())
}

/// A quantity, rate or percentage without trailing zeros: `2`, `1.5`, `0`.
#[must_use]
pub fn format_quantity(number: Decimal) -> String {
    number.normalize().to_string()
}

/// `17.5%`, without trailing zeros.
#[must_use]
pub fn format_percent(number: Decimal) -> String {
    format_quantity(number) + "%"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pence_show_as_pounds_with_two_decimals_and_commas() {
        for (pence, text) in [
            (0, "£0.00"),
            (5, "£0.05"),
            (99, "£0.99"),
            (100, "£1.00"),
            (99_999, "£999.99"),
            (100_000, "£1,000.00"),
            (123_450, "£1,234.50"),
            (10_000_000, "£100,000.00"),
            (12_345_678_901, "£123,456,789.01"),
            (-500, "-£5.00"),
            (-123_450, "-£1,234.50"),
            (i64::MAX, "£92,233,720,368,547,758.07"),
            (i64::MIN, "-£92,233,720,368,547,758.08"),
        ] {
            assert_eq!(format_gbp(Pence(pence)), text);
        }
    }

    #[test]
    fn a_unit_price_keeps_its_third_and_fourth_decimal() {
        for (each, text) in [
            ("12", "£12.00"),
            ("12.5000", "£12.50"),
            ("0.125", "£0.125"),
            ("1234567.1234", "£1,234,567.1234"),
            ("-0.0005", "-£0.0005"),
            ("-1234.5", "-£1,234.50"),
        ] {
            assert_eq!(format_price(each.parse().unwrap()), text);
        }
    }

    #[test]
    fn numbers_lose_trailing_zeros_only() {
        for (number, text) in
            [("2.0000", "2"), ("1.50", "1.5"), ("0.00", "0"), ("100", "100"), ("17.5", "17.5")]
        {
            let number: Decimal = number.parse().unwrap();
            assert_eq!(format_quantity(number), text);
            assert_eq!(format_percent(number), format!("{text}%"));
        }
    }
}
