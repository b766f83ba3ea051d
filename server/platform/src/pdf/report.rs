//! A report as a PDF: tables one below the other.

use axum::body::Bytes;
use serde::Serialize;

use super::PdfError;
use super::job::Job;
use super::typeset::Typesetter;

/// What a report says; every amount is in words already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportPaper {
    /// `Profit`
    pub heading: String,
    /// `6 April 2026 to 5 April 2027`
    pub days: String,
    /// The business's name; empty where it is of all of them.
    pub business_name: String,
    /// Its tables.
    pub tables: Vec<ReportTable>,
    /// The instant that it is made at, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
}

/// A table of it.
#[derive(Debug, Clone, Serialize)]
pub struct ReportTable {
    /// What it is called.
    pub title: String,
    /// Its columns.
    pub columns: Vec<ReportColumn>,
    /// Its rows, with a text for each column.
    pub rows: Vec<Vec<String>>,
}

/// A column of a table.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportColumn {
    /// Its heading.
    pub name: String,
    /// Whether amounts stand in it: on the right, in tabular figures.
    pub is_amount: bool,
}

/// The PDF of a report.
///
/// # Errors
/// When it cannot be typeset.
pub async fn report(
    typesetter: &Typesetter,
    account: &str,
    paper: &ReportPaper,
) -> Result<Bytes, PdfError> {
    let job = Job {
        template: "report.typ".to_owned(),
        front: Vec::new(),
        beside: 0,
        data: vec![serde_json::to_vec(paper)?],
        logo: None,
        photos: Vec::new(),
        at: paper.at,
    };
    typesetter.typeset(account, job).await
}
