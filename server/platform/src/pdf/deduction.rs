//! A subcontractor's payment and deduction statement as a PDF.

use plumbline_core::present::DetailRow;
use serde::Serialize;

use super::letter::Words;

/// What it says; every amount is in words already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeductionPaper {
    /// `Tax month ended 5 October 2026`
    pub month: String,
    /// By which numbers HMRC knows both.
    pub numbers: Vec<DetailRow>,
    /// What the deduction is worked out from.
    pub figures: Vec<DetailRow>,
    /// The deduction.
    pub deducted: DetailRow,
}

impl Words for DeductionPaper {
    const TEMPLATE: &'static str = "deduction.typ";
}
