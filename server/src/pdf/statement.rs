//! A customer's statement of account on paper.

use axum::body::Bytes;
use plumbline_core::present::{Block, DetailRow};
use serde::Serialize;

use super::PdfError;
use super::job::Job;
use super::typeset::Typesetter;

/// What a statement says; every amount is in words already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatementPaper {
    /// `Statement, 1 January 2026 to 31 March 2026`
    pub heading: String,
    /// The business's name.
    pub business_name: String,
    /// The business.
    pub from: Block,
    /// The customer.
    pub to: Block,
    /// `1 January 2026 to 31 March 2026`
    pub days: String,
    /// What was owed before, what happened, what is owed.
    pub figures: Vec<DetailRow>,
    /// Day by day.
    pub rows: Vec<StatementRow>,
    /// What is owed today, where the last day has passed.
    pub owed_now: Option<String>,
    /// The instant that it is made at, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
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

/// The PDF of a statement.
///
/// # Errors
/// When it cannot be typeset.
pub async fn statement(
    typesetter: &Typesetter,
    account: &str,
    paper: &StatementPaper,
) -> Result<Bytes, PdfError> {
    let job = Job {
        template: "statement.typ".to_owned(),
        data: vec![serde_json::to_vec(paper)?],
        logo: None,
        at: paper.at,
    };
    typesetter.typeset(account, job).await
}
