//! How a line or a document stands to VAT (rules.md, section 2).

use serde::{Deserialize, Serialize};

use crate::money::number::Number;

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
