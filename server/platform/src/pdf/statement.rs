//! A customer's statement of account as a PDF.

use plumbline_core::present::DetailRow;
use serde::Serialize;

use super::letter::Words;

/// What a statement says; every amount is in words already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatementPaper {
    /// `1 January 2026 to 31 March 2026`
    pub days: String,
    /// What was owed before, what happened, what is owed.
    pub figures: Vec<DetailRow>,
    /// Day by day.
    pub rows: Vec<StatementRow>,
    /// What is owed today, where the last day has passed.
    pub owed_now: Option<String>,
}

impl Words for StatementPaper {
    const TEMPLATE: &'static str = "statement.typ";
}

/// A row of it.
#[derive(Debug, Clone, Serialize)]
pub struct StatementRow {
    /// The day.
    pub date: String,
    /// `Invoice INV-0001, due 31/03/2026`
    pub what: String,
    /// Empty of a payment.
    pub invoiced: String,
    /// Empty of an invoice.
    pub paid: String,
    /// What is owed after it.
    pub balance: String,
}
