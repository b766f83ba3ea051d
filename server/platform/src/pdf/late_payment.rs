//! The letter that asks for interest and a fixed sum for late payment, as a PDF.

use plumbline_core::present::DetailRow;
use serde::Serialize;

use super::letter::Words;

/// What the letter says; every amount is in words already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LatePaymentPaper {
    /// The day of the letter.
    pub date: String,
    /// What it is about.
    pub subject: String,
    /// Above the figures, a paragraph each.
    pub before: Vec<String>,
    /// How the interest is worked out.
    pub rows: Vec<LateRow>,
    /// What it comes to.
    pub figures: Vec<DetailRow>,
    /// Below them, a paragraph each.
    pub after: Vec<String>,
}

impl Words for LatePaymentPaper {
    const TEMPLATE: &'static str = "late-payment.typ";
}

/// Days in which the same sum was owed.
#[derive(Debug, Clone, Serialize)]
pub struct LateRow {
    /// From which day to which.
    pub days: String,
    /// How many.
    pub count: String,
    /// What was owed.
    pub owed: String,
    /// Its interest.
    pub interest: String,
}
