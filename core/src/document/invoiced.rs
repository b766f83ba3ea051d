//! What earlier invoices of the same job asked for. The invoice that lists them is the job's final one, and deducts
//! them.

use serde::{Deserialize, Serialize};

use super::VatGroup;
use crate::json::{id, objects};
use crate::money::Pence;

/// An earlier invoice of the job: for a deposit or a stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default)]
pub struct Invoiced {
    /// The invoice's id, which the caller chooses. A number is read as its text.
    #[serde(deserialize_with = "id")]
    pub id: String,
    /// The invoice's number.
    pub number: String,
    /// What the invoice asked for, by treatment and rate: `taxable` and `vat` of each group are deducted.
    #[serde(deserialize_with = "objects")]
    pub groups: Vec<VatGroup>,
    /// The base of its CIS deduction.
    pub cis_base: Pence,
    /// Its CIS deduction.
    pub cis_deduction: Pence,
}

impl Invoiced {
    /// A copy without the base of the CIS deduction. That base is the price less what the materials cost, so it reveals
    /// the business's mark-up, which nobody else may see. A document has it whether it is under CIS or not.
    #[must_use]
    pub fn without_cost(&self) -> Self {
        let Self {
            id,
            number,
            groups,
            cis_base: _, // the price less what the materials cost
            cis_deduction,
        } = self.clone();
        Self { id, number, groups, cis_base: Pence::ZERO, cis_deduction }
    }
}
