//! Whole pence and the one rounding rule (docs/rules.md, section 1).

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::money::number::Number;

pub mod number;
pub mod text;
pub mod typed_number;

/// An amount of money in whole pence. In JSON it is a decimal string in pounds: `"1234.50"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
#[must_use]
pub struct Pence(pub i64);

impl Pence {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// Whether the amount is zero.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == 0
    }

    /// The amount in pounds, with two decimals.
    #[must_use]
    pub fn to_decimal(self) -> Decimal {
        Decimal::new(self.0, 2)
    }

    /// `round2(self × percentage / 100)`.
    pub fn percent(self, percentage: Decimal) -> Self {
        let whole = 100 * power_of_ten(percentage.scale());
        match i128::from(self.0).checked_mul(percentage.mantissa()) {
            Some(product) => Self::saturating_from(divide_rounded(product, whole)),
            None => saturate(self.0.is_negative() != percentage.is_sign_negative()),
        }
    }

    /// The VAT within an amount that includes VAT at `rate` per cent: `round2(self × rate / (100 + rate))`.
    pub fn included_vat(self, rate: Decimal) -> Self {
        let hundred = 100 * power_of_ten(rate.scale());
        let whole = hundred.saturating_add(rate.mantissa());
        match i128::from(self.0).checked_mul(rate.mantissa()) {
            Some(product) if whole > 0 => Self::saturating_from(divide_rounded(product, whole)),
            _ => Self::ZERO,
        }
    }

    /// `round2(self × part / whole)`; zero when `whole` is zero.
    pub fn in_proportion(self, part: Self, whole: Self) -> Self {
        if whole.0 == 0 {
            return Self::ZERO;
        }
        let product = i128::from(self.0) * i128::from(part.0);
        Self::saturating_from(divide_rounded(product, i128::from(whole.0)))
    }

    /// `round2(self × part / whole)` of quantities; zero when `whole` is zero.
    pub fn in_decimal_proportion(self, part: Decimal, whole: Decimal) -> Self {
        if whole.is_zero() {
            return Self::ZERO;
        }
        let units = |number: Decimal, of: Decimal| {
            let scale = of.scale().saturating_sub(number.scale());
            number.mantissa().saturating_mul(power_of_ten(scale))
        };
        let product = i128::from(self.0).checked_mul(units(part, whole));
        product
            .map_or(Self::ZERO, |product| Self::saturating_from(divide_rounded(product, units(whole, part))))
    }

    /// The amount, limited to the largest or smallest one that fits.
    pub(crate) fn saturating_from(pence: i128) -> Self {
        i64::try_from(pence).map_or_else(|_| saturate(pence.is_negative()), Self)
    }
}

/// Rounds an amount in pounds to whole pence, half away from zero (HMRC VATREC12030).
///
/// An amount too large for pence becomes the largest one; input within the limits of docs/rules.md never comes near it.
pub fn round2(pounds: Decimal) -> Pence {
    round_mantissa(pounds.mantissa(), pounds.scale())
}

/// `round2(a × b)`, with no other rounding.
pub fn round2_product(a: Decimal, b: Decimal) -> Pence {
    match a.mantissa().checked_mul(b.mantissa()) {
        Some(product) => round_mantissa(product, a.scale() + b.scale()),
        None => saturate(a.is_sign_negative() != b.is_sign_negative()),
    }
}

fn round_mantissa(mantissa: i128, scale: u32) -> Pence {
    if scale >= 2 {
        return Pence::saturating_from(divide_rounded(mantissa, power_of_ten(scale - 2)));
    }
    match mantissa.checked_mul(power_of_ten(2 - scale)) {
        Some(pence) => Pence::saturating_from(pence),
        None => saturate(mantissa.is_negative()),
    }
}

fn saturate(negative: bool) -> Pence {
    Pence(if negative { i64::MIN } else { i64::MAX })
}

/// `numerator / denominator`, rounded to a whole number, half away from zero.
pub(crate) fn divide_rounded(numerator: i128, denominator: i128) -> i128 {
    let (quotient, rest) = divide(numerator, denominator);
    let is_half_or_more = rest.unsigned_abs() >= denominator.unsigned_abs().div_ceil(2);
    if !is_half_or_more {
        return quotient;
    }
    if numerator.is_negative() == denominator.is_negative() { quotient + 1 } else { quotient - 1 }
}

/// `numerator / denominator`, rounded down, and the remainder; the denominator must be above zero.
pub(crate) fn divide_floored(numerator: i128, denominator: i128) -> (i128, i128) {
    let (quotient, rest) = divide(numerator, denominator);
    if rest < 0 { (quotient - 1, rest + denominator) } else { (quotient, rest) }
}

/// Quotient and remainder. Nearly every division is small, and a 64-bit one is several times faster.
fn divide(numerator: i128, denominator: i128) -> (i128, i128) {
    if let (Ok(n), Ok(d)) = (i64::try_from(numerator), i64::try_from(denominator))
        && let (Some(quotient), Some(rest)) = (n.checked_div(d), n.checked_rem(d))
    {
        return (quotient.into(), rest.into());
    }
    (numerator / denominator, numerator % denominator)
}

/// 10 to the given power, for the scales that calculations within the limits can reach; a larger one is limited to the
/// largest power of ten.
pub(crate) fn power_of_ten(power: u32) -> i128 {
    // 10 to the power of 18 is the largest that fits in 64 bits, which are several times as fast.
    match power {
        0..=18 => 10_i64.pow(power).into(),
        _ => 10_i128.pow(power.min(38)),
    }
}

impl Add for Pence {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Pence {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Pence {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Pence {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Pence {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl Sum for Pence {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl Pence {
    /// Writes the amount to the end of a buffer and returns its text. It doesn't allocate, because a document's totals
    /// contain dozens of amounts.
    fn write_text(self, buffer: &mut [u8; 24]) -> &str {
        let mut rest = self.0.unsigned_abs();
        let mut at = buffer.len();
        let mut written = 0;
        while rest > 0 || written < 3 {
            if written == 2 {
                at -= 1;
                buffer[at] = b'.';
            }
            at -= 1;
            buffer[at] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
            rest /= 10;
            written += 1;
        }
        if self.0 < 0 {
            at -= 1;
            buffer[at] = b'-';
        }
        std::str::from_utf8(&buffer[at..]).unwrap_or("0.00")
    }
}

impl fmt::Display for Pence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.write_text(&mut [0; 24]))
    }
}

impl Serialize for Pence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.write_text(&mut [0; 24]))
    }
}

impl<'de> Deserialize<'de> for Pence {
    /// Reads a decimal string or a JSON number in pounds; more than two decimals are an error.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Number::deserialize(deserializer)?
            .to_pence()
            .ok_or_else(|| serde::de::Error::custom("an amount in pounds with at most 2 decimals"))
    }
}

#[cfg(test)]
mod tests;
