//! A subcontractor's payment and deduction statement on paper.

use axum::body::Bytes;
use plumbline_core::present::{Block, Colours, DetailRow};
use serde::Serialize;

use super::PdfError;
use super::job::Job;
use super::logo::{self, LogoSize};
use super::typeset::Typesetter;

/// What it says; every amount is in words already.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DeductionPaper {
    /// `Payment and deduction statement, 5 October 2026`
    pub heading: String,
    /// The contractor's logo as kept; a broken one is left out.
    #[serde(skip)]
    pub logo: Option<Vec<u8>>,
    /// The contractor's own colours, where its template takes any.
    pub colours: Option<Colours>,
    /// The contractor's name.
    pub business_name: String,
    /// The contractor.
    pub from: Block,
    /// The subcontractor.
    pub to: Block,
    /// `Tax month ended 5 October 2026`
    pub month: String,
    /// By which numbers HMRC knows both.
    pub numbers: Vec<DetailRow>,
    /// What the deduction is worked out from.
    pub figures: Vec<DetailRow>,
    /// The deduction.
    pub deducted: DetailRow,
    /// The instant that it is made at, milliseconds since the epoch.
    #[serde(skip)]
    pub at: i64,
}

/// What the template reads.
#[derive(Serialize)]
struct Sheet<'a> {
    #[serde(flatten)]
    paper: &'a DeductionPaper,
    logo: Option<LogoSize>,
}

/// The PDF of a payment and deduction statement.
///
/// # Errors
/// When it cannot be typeset; a logo never is the reason.
pub async fn deduction(
    typesetter: &Typesetter,
    account: &str,
    paper: &DeductionPaper,
) -> Result<Bytes, PdfError> {
    let size = paper.logo.as_deref().and_then(logo::size);
    logo::with_or_without(typesetter, account, size, |size| job(paper, size)).await
}

fn job(paper: &DeductionPaper, logo: Option<LogoSize>) -> Result<Job, PdfError> {
    let sheet = Sheet { paper, logo };
    Ok(Job {
        template: "deduction.typ".to_owned(),
        data: vec![serde_json::to_vec(&sheet)?],
        logo: logo.and(paper.logo.clone()),
        at: paper.at,
    })
}
