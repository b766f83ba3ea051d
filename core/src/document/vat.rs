//! The VAT treatment of a line or a document (docs/rules.md, section 2).

use std::fmt;

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::money::number::Number;
use crate::money::{Pence, power_of_ten};
use crate::tax::vat_reliefs::VatRelief;

/// How a line or a whole document is treated for VAT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub enum Treatment {
    // In the order in which VAT groups are listed.
    /// VAT is charged at the rate, which may be 0.
    #[default]
    Taxable,
    /// VAT is shown but not charged: the customer accounts for it.
    ReverseCharge,
    /// Exempt: no VAT.
    Exempt,
    /// Outside the scope of VAT: no VAT.
    OutsideScope,
}

impl Treatment {
    /// The treatment with this name in JSON; `None` for any other text.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "taxable" => Some(Self::Taxable),
            "reverseCharge" => Some(Self::ReverseCharge),
            "exempt" => Some(Self::Exempt),
            "outsideScope" => Some(Self::OutsideScope),
            _ => None,
        }
    }

    /// Whether the treatment has a rate; otherwise the rate is 0.
    #[must_use]
    pub fn has_rate(self) -> bool {
        matches!(self, Self::Taxable | Self::ReverseCharge)
    }
}

/// The VAT of a line that is treated differently from its document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Vat {
    /// The treatment. It is required: a default would charge too much or too little.
    pub treatment: Treatment,
    /// The rate as a percentage; ignored for `exempt` and `outsideScope`.
    #[serde(default)]
    pub rate: Number,
}

/// The counted lines with one treatment and rate, and their VAT.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct VatGroup {
    /// The treatment of the lines.
    pub treatment: Treatment,
    /// The rate as a percentage, without trailing zeros.
    pub rate: Rate,
    /// The sum of the lines before the discount. If the document's prices include VAT, so do this sum and the group's
    /// discount.
    #[serde(default)]
    pub net: Pence,
    /// The group's share of the discount.
    #[serde(default)]
    pub discount: Pence,
    /// The amount on which VAT is calculated.
    #[serde(default)]
    pub taxable: Pence,
    /// The VAT: charged for `taxable`, only shown for `reverseCharge`, otherwise 0.
    #[serde(default)]
    pub vat: Pence,
}

/// A VAT rate as a percentage; in JSON a decimal string without trailing zeros: `"17.5"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "String"))]
pub struct Rate(pub Decimal);

impl Rate {
    /// The nearest 64-bit float. A rate has at most 2 decimals in any document that can be calculated.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
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

/// The answers to the questions about VAT. They change no amount: treatments and rates do, and these are compared with
/// the answers before an invoice is issued (`report::vat`). A question that nobody has answered yet is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct VatAnswers {
    /// The reliefs for which every question was answered with yes.
    pub reliefs: Vec<VatRelief>,
    /// Whether the customer pays for the work under the Construction Industry Scheme.
    pub in_cis: Option<bool>,
    /// Whether the customer is registered for VAT.
    pub customer_registered: Option<bool>,
    /// Whether the supply is only of staff or workers.
    pub staff: Option<bool>,
    /// Whether the customer has confirmed in writing that it is an end user or an intermediary.
    pub end_user_notice: Option<bool>,
    /// The ids of the lines that are not construction work, such as a supply of goods alone or a survey. If the
    /// remaining lines are 5 % of the job or less, the reverse charge does not apply. Omitted from the JSON if every
    /// line is construction work.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<String>>"))]
    pub not_construction: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_the_nearest_float() {
        for (rate, float) in [("17.50", 17.5), ("20", 20.0), ("0", 0.0), ("0.01", 0.01)] {
            let rate = Rate(rate.parse().unwrap());
            assert!((rate.to_f64() - float).abs() < f64::EPSILON, "{rate}");
        }
    }
}
