//! What a business spends: HMRC's categories, the VAT in an amount, the total of an expense, and what a row of a
//! bank statement is likely to be.

mod calculate;
mod category;
mod non_expense;
mod suggest;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::money::{Pence, divide_rounded, power_of_ten};

pub use calculate::{
    ExpensePreview, Journey, MileagePreview, calculate_journey, calculate_purchase, parse_amounts,
    parse_journey, parse_private_share, parse_tenths, tenths_to_miles,
};
pub use category::{CATEGORIES, ExpenseCategory, ExpenseCategoryInfo};
pub use non_expense::{NonExpenseReason, detect_non_expense};
pub use suggest::{is_hire, suggest_category};

// The VAT in an amount that was paid.

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

// Properties of an expense that its amount does not show.

/// How an expense is treated for VAT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum VatKind {
    /// VAT was charged, if there is any.
    #[default]
    Usual,
    /// The domestic reverse charge: the supplier charged no VAT, and the business accounts for it.
    ReverseCharge,
    /// Goods that are used for years, such as a van or a machine.
    Capital,
    /// Exempt, like insurance, postage and interest: without VAT, but still in box 7.
    Exempt,
}

/// Whether an expense is for goods or a service, if somebody has said so: the limited cost test of the flat rate scheme
/// counts only goods (VAT Notice 733, section 4.4 and 4.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum GoodsOrService {
    /// Not said. Then materials count as goods, and nothing else does.
    #[default]
    NotSaid,
    /// Goods, used up in the business.
    Goods,
    /// A service, a hire or a subscription.
    Service,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vat(gross: i64, rate: &str) -> i64 {
        calculate_included_vat(Pence(gross), rate.parse().unwrap()).0
    }

    #[test]
    fn calculates_the_vat_contained_in_an_amount() {
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
    fn the_vat_is_never_more_than_the_amount_and_never_overflows() {
        for gross in [i64::MIN, -1, 1, 12_345, i64::MAX] {
            for rate in ["0.0001", "5", "20", "100", "79228162514264337593543950335"] {
                let vat = vat(gross, rate);
                assert!(vat.unsigned_abs() <= gross.unsigned_abs(), "{gross} {rate}");
            }
        }
    }
}
