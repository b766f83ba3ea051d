//! A number as a person or a program entered it (docs/rules.md, section 1): read exactly from its text, and preserved
//! even if it is wrong, so that the error can name the field.

use std::fmt;
use std::num::{IntErrorKind, ParseIntError};

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::json::{Scalar, scalar};
use crate::money::Pence;

/// The number of digits that a [`Decimal`] can always hold.
const DIGITS_MAX: i64 = 28;

/// A decimal number in the input: a quantity, a price, a rate, a percentage or an amount.
///
/// It is read from a decimal string (`"12.50"`, also `"1e2"`) or from a JSON number, whose text is read without passing
/// through a float. Null, missing and empty count as 0. It is written as a decimal string, or `""` if it is empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
pub enum Number {
    /// Nothing was given, which counts as 0.
    #[default]
    Empty,
    /// A number, with the decimals it was written with.
    Value(Decimal),
    /// More than 28 digits before the decimal point; contains the text.
    TooLarge(Box<str>),
    /// More digits than can be represented; contains the text.
    TooPrecise(Box<str>),
    /// Not a number; contains the text.
    NotANumber(Box<str>),
}

impl Number {
    /// The value for calculations; 0 if nothing, or not a number, was given.
    ///
    /// Trailing zeros of long fractions are dropped, so that products stay small.
    #[must_use]
    pub fn value(&self) -> Decimal {
        match self {
            Self::Value(value) if value.scale() > 4 => value.normalize(),
            Self::Value(value) => *value,
            _ => Decimal::ZERO,
        }
    }

    /// Whether nothing was given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Empty)
    }

    /// Whether a number above 0 was given, even one too large to hold.
    #[must_use]
    pub fn is_above_zero(&self) -> bool {
        match self {
            Self::Value(value) => !value.is_sign_negative() && !value.is_zero(),
            Self::TooLarge(text) => !text.trim_start().starts_with('-'),
            _ => false,
        }
    }

    /// The amount in pounds as whole pence; `None` if it is not a number, has more than 2 decimals or is too large.
    /// Nothing given is 0.
    #[must_use]
    pub fn to_pence(&self) -> Option<Pence> {
        if !matches!(self, Self::Empty | Self::Value(_)) {
            return None;
        }
        let value = self.value().normalize();
        let pence =
            value.mantissa().checked_mul(crate::money::power_of_ten(2_u32.checked_sub(value.scale())?))?;
        i64::try_from(pence).ok().map(Pence)
    }

    /// Reads a number from its text. It never fails: a text that cannot be read is stored unchanged.
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return Self::Empty;
        }
        if let Some(value) = parse_plain(trimmed.as_bytes()) {
            return Self::Value(value);
        }
        match Scanned::scan(trimmed.as_bytes()) {
            Some(scanned) => scanned.into_number(trimmed),
            None => Self::NotANumber(text.into()),
        }
    }
}

/// Parses a number in its usual form: at most 18 characters, all of them digits except for at most one point. Such a
/// number fits into 64 bits, so this is several times as fast as [`Scanned`].
fn parse_plain(text: &[u8]) -> Option<Decimal> {
    if text.len() > 18 {
        return None;
    }
    let mut mantissa = 0_i64;
    let mut point = None;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'0'..=b'9' => mantissa = mantissa * 10 + i64::from(byte - b'0'),
            b'.' if point.is_none() => point = Some(at),
            _ => return None,
        }
    }
    let decimals = point.map_or(0, |point| text.len() - point - 1);
    let has_digit = text.len() > usize::from(point.is_some());
    has_digit.then(|| Decimal::new(mantissa, u32::try_from(decimals).unwrap_or(0)))
}

/// The parts of a number's text before they are put together.
#[derive(Default)]
struct Scanned {
    negative: bool,
    /// The digits up to the last one that is not 0, as long as they fit.
    mantissa: i128,
    /// How many digits `mantissa` has.
    digits: i64,
    /// The zeros after those digits.
    zeros: i64,
    /// The number of digits after the decimal point.
    decimals: i64,
    exponent: i64,
    overflowed: bool,
}

impl Scanned {
    fn scan(text: &[u8]) -> Option<Self> {
        let mut number = Self::default();
        let unsigned = match text {
            [b'-', rest @ ..] => {
                number.negative = true;
                rest
            }
            [b'+', rest @ ..] => rest,
            rest => rest,
        };
        let mut has_digit = false;
        let mut after_point = false;
        for (at, &byte) in unsigned.iter().enumerate() {
            match byte {
                b'0'..=b'9' => {
                    number.push(byte - b'0');
                    number.decimals += i64::from(after_point);
                    has_digit = true;
                }
                b'.' if !after_point => after_point = true,
                b'e' | b'E' if has_digit => {
                    number.exponent = parse_exponent(std::str::from_utf8(&unsigned[at + 1..]).ok()?)?;
                    break;
                }
                _ => return None,
            }
        }
        has_digit.then_some(number)
    }

    fn push(&mut self, digit: u8) {
        if digit == 0 {
            self.zeros += i64::from(self.mantissa != 0);
            return;
        }
        self.digits += self.zeros + 1;
        if self.digits > DIGITS_MAX {
            self.overflowed = true;
        } else {
            let places = u32::try_from(self.zeros + 1).unwrap_or(0);
            self.mantissa = self.mantissa * crate::money::power_of_ten(places) + i128::from(digit);
        }
        self.zeros = 0;
    }

    fn into_number(self, text: &str) -> Number {
        if self.mantissa == 0 {
            let scale = u32::try_from(self.decimals.min(DIGITS_MAX)).unwrap_or(0);
            return Number::Value(Decimal::new(0, scale));
        }
        // The power of ten of the last digit that is not 0. The first digit's is `digits + last - 1`.
        let last = self.zeros + self.exponent - self.decimals;
        if self.digits + last > DIGITS_MAX {
            return Number::TooLarge(text.into());
        }
        if self.overflowed || -last > DIGITS_MAX {
            return Number::TooPrecise(text.into());
        }
        // Zeros that were typed after the point are preserved if they fit.
        let typed = self.decimals.min(DIGITS_MAX).min(DIGITS_MAX - self.digits - last);
        let scale = if self.exponent == 0 { typed.max(-last) } else { (-last).max(0) };
        let places = u32::try_from(last + scale).unwrap_or(0);
        let mantissa = self.mantissa * crate::money::power_of_ten(places);
        let signed = if self.negative { -mantissa } else { mantissa };
        match Decimal::try_from_i128_with_scale(signed, u32::try_from(scale).unwrap_or(0)) {
            Ok(value) => Number::Value(value),
            Err(_) => Number::TooPrecise(text.into()),
        }
    }
}

/// Parses the exponent after `e`. An exponent far out of range is limited, because all of them lead to the same error.
fn parse_exponent(text: &str) -> Option<i64> {
    let read = text.parse().or_else(|error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => Ok(i64::MAX),
        IntErrorKind::NegOverflow => Ok(i64::MIN),
        _ => Err(error),
    });
    read.ok().map(|exponent| exponent.clamp(-1_000_000, 1_000_000))
}

impl From<Decimal> for Number {
    fn from(value: Decimal) -> Self {
        Self::Value(value)
    }
}

impl From<Pence> for Number {
    fn from(amount: Pence) -> Self {
        Self::Value(amount.to_decimal())
    }
}

impl From<&str> for Number {
    fn from(text: &str) -> Self {
        Self::from_text(text)
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self::Value(value.into())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => Ok(()),
            Self::Value(value) => value.fmt(f),
            Self::TooLarge(text) | Self::TooPrecise(text) | Self::NotANumber(text) => f.write_str(text),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        scalar(deserializer)
    }
}

/// Accepts every JSON value: one that is not a number becomes [`Number::NotANumber`].
impl Scalar for Number {
    const EXPECTED: &'static str = "a decimal string or a number";

    fn from_text(text: Option<&str>) -> Self {
        text.map_or(Self::Empty, Self::from_text)
    }

    fn from_other(written: &str) -> Option<Self> {
        Some(Self::NotANumber(written.into()))
    }
}

#[cfg(test)]
mod tests;
