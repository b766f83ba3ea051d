//! A customer's statement of account as a PDF.

use plumbline_core::present::DetailRow;
use serde::Serialize;

use super::letter::LetterBody;

/// The contents of a statement; every amount is formatted already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PrintedStatement {
    /// `1 January 2026 to 31 March 2026`
    pub days: String,
    /// What was owed before, the changes, and what is owed now.
    pub figures: Vec<DetailRow>,
    /// The entries, day by day.
    pub rows: Vec<PrintedStatementRow>,
    /// What is owed today, if the statement's last day has passed.
    pub owed_now: Option<String>,
}

impl LetterBody for PrintedStatement {
    const TEMPLATE: &'static str = "statement.typ";
}

/// An entry of a statement.
#[derive(Debug, Clone, Serialize)]
pub struct PrintedStatementRow {
    /// The date of the entry.
    pub date: String,
    /// `Invoice INV-0001, due 31/03/2026`
    pub what: String,
    /// The amount invoiced; empty for a payment.
    pub invoiced: String,
    /// The amount paid; empty for an invoice.
    pub paid: String,
    /// What is owed after this entry.
    pub balance: String,
}
