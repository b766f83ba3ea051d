//! The VAT in an amount that was paid.

use rust_decimal::Decimal;

use crate::money::{Pence, divide_rounded, power_of_ten};

/// The VAT contained in an amount at a percentage: `round2(gross × rate / (100 + rate))`, half away from zero (HMRC
/// VATREC12030; the 'VAT fraction' of Notice 700, 7.3: a sixth at 20 %, a twenty-first at 5 %). A refund is negative
/// and so is its VAT. A negative rate gives 0.
pub fn calculate_included_vat(gross: Pence, rate: Decimal) -> Pence {
    if rate.is_sign_negative() || rate.is_zero() {
        return Pence::ZERO;
    }
    let whole = 100_i128
        .checked_mul(power_of_ten(rate.scale()))
        .and_then(|hundred| hundred.checked_add(rate.mantissa()));
    let product = i128::from(gross.0).checked_mul(rate.mantissa());
    match (product, whole) {
        (Some(product), Some(whole)) => Pence::saturating_from(divide_rounded(product, whole)),
        // A rate with so many digits cannot occur within the limits of input.
        _ => Pence::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vat(gross: i64, rate: &str) -> i64 {
        calculate_included_vat(Pence(gross), rate.parse().unwrap()).0
    }

    #[test]
    fn worked_by_hand() {
        // A sixth of £120.00, and of £10.00: £1.666….
        assert_eq!([vat(12_000, "20"), vat(1_000, "20")], [2_000, 167]);
        // A twenty-first of £105.00 and of £9.99: 47.57p.
        assert_eq!([vat(10_500, "5"), vat(999, "5")], [500, 48]);
        // 3p at 20 %: exactly half a penny, which goes away from zero.
        assert_eq!([vat(3, "20"), vat(-3, "20")], [1, -1]);
        assert_eq!([vat(2, "20"), vat(-12_000, "20")], [0, -2_000]);
        // 17.5 % of £117.50.
        assert_eq!([vat(11_750, "17.5"), vat(11_750, "17.50")], [1_750, 1_750]);
        assert_eq!([vat(9_999, "0"), vat(9_999, "-5")], [0, 0]);
        assert_eq!(vat(0, "20"), 0);
    }

    #[test]
    fn never_more_than_the_amount_and_never_a_fault() {
        for gross in [i64::MIN, -1, 1, 12_345, i64::MAX] {
            for rate in ["0.0001", "5", "20", "100", "79228162514264337593543950335"] {
                let vat = vat(gross, rate);
                assert!(vat.unsigned_abs() <= gross.unsigned_abs(), "{gross} {rate}");
            }
        }
    }
}
