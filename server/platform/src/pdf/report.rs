//! A report as a PDF: tables one below the other.

use axum::body::Bytes;
use serde::Serialize;

use super::PdfError;
use super::job::PdfJob;
use super::typesetter::Typesetter;

/// The contents of a report; every amount is formatted already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PrintedReport {
    /// `Profit`
    pub heading: String,
    /// `6 April 2026 to 5 April 2027`
    pub days: String,
    /// The business's name; empty if the report covers all businesses.
    pub business_name: String,
    /// The tables of the report.
    pub tables: Vec<ReportTable>,
    /// When the report was made, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
}

/// A table of a report.
#[derive(Debug, Clone, Serialize)]
pub struct ReportTable {
    /// The title of the table.
    pub title: String,
    /// The columns of the table.
    pub columns: Vec<ReportColumn>,
    /// The rows, with a text for each column.
    pub rows: Vec<Vec<String>>,
}

/// A column of a table.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportColumn {
    /// The heading of the column.
    pub name: String,
    /// Whether the column contains amounts, which are aligned on the right in tabular figures.
    pub is_amount: bool,
}

/// The PDF of a report.
///
/// # Errors
/// When it can't be typeset.
pub async fn render_report(
    typesetter: &Typesetter,
    account: &str,
    printed_report: &PrintedReport,
) -> Result<Bytes, PdfError> {
    let job = PdfJob {
        template: "report.typ".to_owned(),
        front: Vec::new(),
        separate_pages: 0,
        data: vec![serde_json::to_vec(printed_report)?],
        logo: None,
        photos: Vec::new(),
        at: printed_report.at,
    };
    typesetter.typeset(account, job).await
}
