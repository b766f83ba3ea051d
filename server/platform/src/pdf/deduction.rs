//! A subcontractor's payment and deduction statement as a PDF.

use plumbline_core::present::DetailRow;
use serde::Serialize;

use super::letter::LetterBody;

/// The contents of a CIS statement; every amount is formatted already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PrintedDeduction {
    /// `Tax month ended 5 October 2026`
    pub month: String,
    /// The numbers by which HMRC identifies both parties.
    pub numbers: Vec<DetailRow>,
    /// The amounts from which the deduction is calculated.
    pub figures: Vec<DetailRow>,
    /// The amount deducted.
    pub deducted: DetailRow,
}

impl LetterBody for PrintedDeduction {
    const TEMPLATE: &'static str = "deduction.typ";
}
