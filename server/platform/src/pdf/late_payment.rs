//! The printed letter that asks for interest and a fixed sum for late payment, as a PDF.

use plumbline_core::present::DetailRow;
use serde::Serialize;

use super::letter::LetterBody;

/// The contents of a letter about late payment; every amount is formatted already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PrintedLatePayment {
    /// The date of the letter.
    pub date: String,
    /// The subject of the letter.
    pub subject: String,
    /// The text above the amounts, one paragraph per entry.
    pub before: Vec<String>,
    /// How the interest is calculated.
    pub rows: Vec<LateInterestRow>,
    /// The totals.
    pub figures: Vec<DetailRow>,
    /// The text below the amounts, one paragraph per entry.
    pub after: Vec<String>,
}

impl LetterBody for PrintedLatePayment {
    const TEMPLATE: &'static str = "late-payment.typ";
}

/// A period in which the same sum was owed.
#[derive(Debug, Clone, Serialize)]
pub struct LateInterestRow {
    /// The first and last day of the period.
    pub days: String,
    /// The number of days.
    pub count: String,
    /// The sum that was owed.
    pub owed: String,
    /// The interest for the period.
    pub interest: String,
}
