//! The VAT treatment of a line or a document (docs/rules.md, section 2).

use std::fmt;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::money::number::Number;
use crate::money::{Pence, power_of_ten};

/// How a line or a whole document stands to VAT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum Treatment {
    // In the order in which groups are listed.
    /// Charged at its rate, which may be 0.
    #[default]
    Taxable,
    /// Shown, never charged: the customer accounts for it.
    ReverseCharge,
    /// No VAT.
    Exempt,
    /// No VAT.
    OutsideScope,
}

impl Treatment {
    /// The treatment of a name as JSON has it; none for another text.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "taxable" => Some(Self::Taxable),
            "reverseCharge" => Some(Self::ReverseCharge),
            "exempt" => Some(Self::Exempt),
            "outsideScope" => Some(Self::OutsideScope),
            _ => None,
        }
    }

    /// Whether a rate belongs to the treatment; without one it is 0.
    #[must_use]
    pub fn has_rate(self) -> bool {
        matches!(self, Self::Taxable | Self::ReverseCharge)
    }
}

/// The VAT of a line that differs from the document's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Vat {
    /// How the line stands to VAT. It must be given: a guess would charge too much or too little.
    pub treatment: Treatment,
    /// The percentage; without meaning for `exempt` and `outsideScope`.
    #[serde(default)]
    pub rate: Number,
}

/// The counted lines of one treatment and rate, and their VAT.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct VatGroup {
    /// How the lines stand to VAT.
    pub treatment: Treatment,
    /// The percentage, without trailing zeros.
    pub rate: Rate,
    /// The lines' sum before the discount; with VAT where the document's prices include it, as its share of the
    /// discount is then.
    #[serde(default)]
    pub net: Pence,
    /// The group's share of the discount.
    #[serde(default)]
    pub discount: Pence,
    /// What VAT is worked out on.
    #[serde(default)]
    pub taxable: Pence,
    /// The VAT: charged for `taxable`, only shown for `reverseCharge`, else 0.
    #[serde(default)]
    pub vat: Pence,
}

/// A VAT percentage; it crosses as a decimal string without trailing zeros: `"17.5"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
pub struct Rate(pub Decimal);

impl Rate {
    /// The nearest 64-bit float; a rate has 2 decimals at most wherever a document can be calculated.
    #[must_use]
    pub fn nearest(&self) -> f64 {
        self.0.mantissa() as f64 / power_of_ten(self.0.scale()) as f64
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.normalize().fmt(f)
    }
}

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Number::deserialize(deserializer)? {
            Number::Value(rate) => Ok(Self(rate)),
            _ => Err(serde::de::Error::custom("a percentage as a decimal string")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_the_nearest_float() {
        for (rate, float) in [("17.50", 17.5), ("20", 20.0), ("0", 0.0), ("0.01", 0.01)] {
            let rate = Rate(rate.parse().unwrap());
            assert!((rate.nearest() - float).abs() < f64::EPSILON, "{rate}");
        }
    }
}
