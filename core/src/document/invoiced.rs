//! What earlier invoices of the same job asked for. The invoice that names them is the job's final one, and deducts
//! them.

use serde::{Deserialize, Serialize};

use super::VatGroup;
use crate::json::{id, objects};
use crate::money::Pence;

/// An earlier invoice: a deposit's or a stage's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Invoiced {
    /// The caller's name for the invoice. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// Its number.
    pub number: String,
    /// What it asked for, by treatment and rate: `taxable` and `vat` of each are taken off.
    #[serde(deserialize_with = "objects")]
    pub groups: Vec<VatGroup>,
    /// What its CIS deduction was worked out on.
    pub cis_base: Pence,
    /// What was deducted from it under CIS.
    pub cis_deduction: Pence,
}

impl Invoiced {
    /// The same without what its deduction was worked out on: that is the price less what the materials cost, and so
    /// what the business makes on them, which is nobody else's. A document has it whether it is under CIS or not.
    #[must_use]
    pub fn without_cost(&self) -> Self {
        let Self {
            id,
            number,
            groups,
            cis_base: _, // the price less what the materials cost
            cis_deduction,
        } = self.clone();
        Self {
            id,
            number,
            groups,
            cis_base: Pence::ZERO,
            cis_deduction,
        }
    }
}
